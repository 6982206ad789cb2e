// Mailboxes: one mail, several, quoted lines, and what begins like mail.
#include "data/formats/mailbox.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

std::vector<std::string> messages(std::string_view text, std::size_t chunk = 1000) {
  Mailbox mailbox(Input("box", [text, chunk](char* to, std::size_t size) mutable {
    const std::size_t count = std::min({size, chunk, text.size()});
    if (count > 0) std::memcpy(to, text.data(), count);
    text.remove_prefix(count);
    return count;
  }));
  std::vector<std::string> found;
  std::string bytes;
  while (mailbox.next(bytes)) {
    found.push_back(bytes);
    bytes.clear();
  }
  return found;
}

constexpr std::string_view box =
    "From a@b Thu Jan  1 00:00:00 2026\nSubject: 1\n\nx\n>From y\n>>From z\nFrom the start\n\nFrom here to there\n\n"
    "From c@d Fri Jan  2 11:22:33 2026 +0100\nSubject: 2\n\n\nFrom e Sat Jan  3 1:2:3 2026\n";

TEST(Mailbox, messages_begin_with_lines_of_an_envelope) {
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{7}, box.size()}) {
    EXPECT_EQ(messages(box, chunk),
              (std::vector<std::string>{"Subject: 1\n\nx\nFrom y\n>From z\nFrom the start\n\nFrom here to there\n\n",
                                        "Subject: 2\n\n\n", ""}));
  }
}

TEST(Mailbox, a_file_without_an_envelope_is_one_message) {
  EXPECT_EQ(messages("Subject: 1\r\n\r\nx\r\n\r\n>From y\r\nFrom a@b Thu Jan  1 00:00:00 2026"),
            std::vector<std::string>{"Subject: 1\n\nx\n\n>From y\nFrom a@b Thu Jan  1 00:00:00 2026\n"});
  EXPECT_EQ(messages(""), std::vector<std::string>());
  EXPECT_EQ(messages("From "), std::vector<std::string>{""});
}

TEST(Mailbox, what_begins_like_mail) {
  for (const std::string_view text : {"Received: from a\n\tby b\nSubject: x\n\nbody", "To: a\r\nSubject: b\r\n\r\n",
                                      "From a@b Thu Jan  1 00:00:00 2026\nReturn-Path: <a@b>\n\n"}) {
    EXPECT_TRUE(looks_like_mail(text)) << text;
  }
  for (const std::string_view text :
       {"", "\n", "Dear Ann,\nTo: whom\n\n", "Subject: a post\nFrom: a\n\n", "Newsgroups: a\nMessage-ID: <b>\n\n",
        " Received: x\n\n", "To: no line end", "From here: to\nTo: x\n", "a: b\nc d\nTo: e\n\n"}) {
    EXPECT_FALSE(looks_like_mail(text)) << text;
  }
}

}  // namespace
}  // namespace suffice
