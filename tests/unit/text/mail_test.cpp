// Mail as marked texts: headers, parts, encodings, charsets, attachments, messages in messages, and what is broken.
#include "text/mail/mail.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/text.hpp"
#include "text/tokeniser.hpp"

namespace suffice {
namespace {

using Terms = std::vector<std::string>;

Terms terms_of_mail(std::string_view message, TextOptions options = {}) {
  options.form = DocumentForm::mail;
  return terms_of(message, options);
}

bool has(const Terms& terms, const std::string& term) { return std::ranges::find(terms, term) != terms.end(); }

TEST(Mail, words_are_marked_by_where_they_stand) {
  EXPECT_EQ(terms_of_mail("From: Ann <ann@x.example>\nSubject: Free lunch\n\nAre you free?\n"),
            (Terms{"from:ann", "from:ann", "from:x", "from:example", "from:ann@x.example", "subject:free",
                   "subject:lunch", "type:text/plain", "are", "you", "free"}));
}

TEST(Mail, line_ends_and_the_envelope_change_nothing) {
  const Terms terms = terms_of_mail("Subject: a\n\nb\n");
  EXPECT_EQ(terms_of_mail("Subject: a\r\n\r\nb\r\n"), terms);
  EXPECT_EQ(terms_of_mail("From x@y.z Thu Jan  1 00:00:00 2026\nSubject: a\n\nb\n"), terms);
  EXPECT_EQ(terms_of_mail("\n\nSubject: a\n\nb"), terms);
}

TEST(Mail, encoded_words_and_folded_headers) {
  EXPECT_TRUE(has(terms_of_mail("Subject: =?koi8-r?B?8NLJ18XU?=\n\n"), "subject:привет"));
  EXPECT_TRUE(has(terms_of_mail("Subject: =?iso-8859-1?q?caf=E9?=\n\n"), "subject:café"));
  EXPECT_TRUE(has(terms_of_mail("Subject: a\n  folded\n\n"), "subject:folded"));
  EXPECT_TRUE(has(terms_of_mail("Subject: caf\xE9\n\n"), "subject:café"));
}

TEST(Mail, other_headers_are_skipped) {
  const Terms terms = terms_of_mail("X-Spam-Status: Yes\nList-Id: x\nDate: Mon, 1 Jan 2026\nSubject: a\n\n");
  EXPECT_EQ(terms, (Terms{"subject:a", "type:text/plain"}));
}

TEST(Mail, received_has_hosts) {
  EXPECT_EQ(terms_of_mail("Received: from Mail.X.example (unknown [10.1.2.3]) by y.example; Mon\n\n"),
            (Terms{"received:mail.x.example", "received:10.1.2.3", "received:y.example", "type:text/plain"}));
}

TEST(Mail, transfer_encodings_and_charsets) {
  EXPECT_TRUE(has(terms_of_mail("Content-Transfer-Encoding: base64\n\nZnJlZSBwcml6\nZQ==\n"), "prize"));
  EXPECT_TRUE(has(terms_of_mail("Content-Type: text/plain; charset=iso-8859-1\n"
                                "Content-Transfer-Encoding: quoted-printable\n\ncaf=E9 vi=\nagra\n"),
                  "viagra"));
  EXPECT_TRUE(has(terms_of_mail("Content-Type: text/plain; charset=nonsense\n\ncaf\xE9\n"), "café"));
}

constexpr std::string_view alternatives =
    "Content-Type: multipart/mixed; boundary=o\n\npreamble\n--o\n"
    "Content-Type: multipart/alternative; boundary=i\n\n--i\nContent-Type: text/plain\n\nplain http://p.example/x\n"
    "--i\nContent-Type: text/html\n\n<p>v<b>i</b>agra <a href='http://h.example/'>here</a><span "
    "hidden>unseen</span>\n--i--\n"
    "--o\nContent-Type: image/gif; name=\"Free Prize.gif\"\nContent-Transfer-Encoding: base64\n\nR0lGODlh\n"
    "--o\nContent-Type: text/plain\nContent-Disposition: attachment; filename=notes.txt\n\nattached\n--o--\nepilogue\n";

TEST(Mail, all_alternatives_are_read_and_attachments_by_name) {
  const Terms terms = terms_of_mail(alternatives);
  for (const char* const term : {"plain", "url:p.example", "viagra", "here", "url:h.example", "type:image/gif",
                                 "name:free", "name:gif", "name:notes", "type:text/html"}) {
    EXPECT_TRUE(has(terms, term)) << term;
  }
  for (const char* const term : {"unseen", "attached", "preamble", "epilogue", "gif89a", "agra"}) {
    EXPECT_FALSE(has(terms, term)) << term;
  }
}

TEST(Mail, messages_in_messages_down_to_a_depth) {
  std::string message = "Subject: innermost\n\nend\n";
  for (int depth = 0; depth < 20; ++depth) message = "Content-Type: message/rfc822\nSubject: d\n\n" + message;
  const Terms terms = terms_of_mail(message);
  EXPECT_EQ(std::ranges::count(terms, "subject:d"), 8);
  EXPECT_FALSE(has(terms, "subject:innermost"));
}

TEST(Mail, ngrams_do_not_cross_texts) {
  EXPECT_EQ(terms_of_mail("To: a\nSubject: b c\n\nd e\n", {.shortest = 2, .longest = 2}),
            (Terms{"subject:b c", "type:text/plain", "d e"}));
}

TEST(Mail, options_apply_to_words_without_their_marks) {
  EXPECT_EQ(terms_of_mail("Subject: the prizes\n\nthe a\n", {.min_length = 2, .stop_words = {"the"}}),
            (Terms{"subject:prizes", "type:text/plain"}));
  const Terms hashed = terms_of_mail("Subject: a\n\nb\n", {.hash_buckets = 1000, .hash_key = 1});
  EXPECT_EQ(hashed.size(), 3U);
}

TEST(Mail, broken_mail_gives_what_can_be_read) {
  EXPECT_TRUE(has(terms_of_mail("just text\nand more\n"), "more"));
  EXPECT_TRUE(has(terms_of_mail("Subject: only a header"), "subject:only"));
  EXPECT_TRUE(has(terms_of_mail("Content-Type: multipart/mixed; boundary=o\n\n--o\n\nnot closed\n"), "closed"));
  EXPECT_TRUE(has(terms_of_mail("Content-Type: multipart/mixed; boundary=o\n\nno parts\n"), "parts"));
  EXPECT_TRUE(has(terms_of_mail("Content-Transfer-Encoding: base64\n\nZnJlZSBwcm\xFF l6ZQ\n"), "free"));
  EXPECT_TRUE(has(terms_of_mail("Content-Type: ;;;\nSubject: a\n\nb\n"), "subject:a"));
  EXPECT_EQ(terms_of_mail(""), Terms());
}

TEST(Mail, hostile_nesting_and_long_headers_are_read_in_time) {
  std::string nested;
  for (int k = 0; k < 3000; ++k) {
    nested += "Content-Type: multipart/mixed; boundary=b" + std::to_string(k) + "\n\n--b" + std::to_string(k) + "\n";
  }
  terms_of_mail(nested);
  EXPECT_TRUE(has(terms_of_mail("Subject: " + std::string(1'000'000, 'a') + "\nTo: x\n\nb\n"), "to:x"));
  std::string addresses = "To: ";
  for (int k = 0; k < 20'000; ++k) addresses += "(((<a@b.c>,\"";
  terms_of_mail(addresses + "\n\nb\n");
  for (const char* const piece : {"a:", "a:\n ", "a:(", "<a:", "\"a\":", "=?utf-8?q?a?=:"}) {
    for (const char* const name : {"To: ", "from : ", "Content-Type: message/rfc822\n\nReply-To:\n "}) {
      std::string groups = name;
      for (int k = 0; k < 30'000; ++k) groups += piece;
      EXPECT_TRUE(has(terms_of_mail(groups + "\nSubject: b\n\n"), "subject:b"));
    }
  }
  std::string headers;
  for (int k = 0; k < 20'000; ++k) headers += "X-" + std::to_string(k) + ": a\n";
  EXPECT_TRUE(has(terms_of_mail(headers + "\nb\n"), "b"));
}

TEST(Mail, terms_have_room_behind_them) {
  const Tokeniser tokeniser({.form = DocumentForm::mail});
  Tokeniser::Buffer buffer;
  std::size_t bytes = 0;
  tokeniser.split(alternatives, buffer, [&](std::span<const std::string_view> terms) {
    for (const std::string_view term : terms) {
      for (std::size_t k = 0; k < term_padding; ++k) bytes += term.data()[k] == '\0' ? 0 : 1;
    }
  });
  EXPECT_GT(bytes, 0U);
}

TEST(Mail, marks) {
  EXPECT_EQ(mark_of("subject:free"), "subject:");
  EXPECT_EQ(mark_of("free"), "");
  EXPECT_EQ(mark_of("free money:x"), "");
  EXPECT_TRUE(marks_wholes("url:"));
  EXPECT_FALSE(marks_wholes("subject:"));
}

}  // namespace
}  // namespace suffice
