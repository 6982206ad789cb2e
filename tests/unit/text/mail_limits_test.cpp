// Mail that costs a parser more than its bytes: what is beyond the bounds becomes text, and nothing else changes.
#include "text/mail/mail_limits.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/text.hpp"
#include "text/tokeniser.hpp"

namespace suffice {
namespace {

std::string repeated(std::string_view piece, int times) {
  std::string text;
  for (int k = 0; k < times; ++k) text += piece;
  return text;
}

std::string limited(const std::string& message) {
  std::string copy;
  return limit_mail(message, copy) ? copy : message;
}

int count(const std::string& text, std::string_view piece) {
  int found = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++found;
  return found;
}

TEST(MailLimits, leave_a_common_message_alone) {
  const std::string message =
      "From: Ann <ann@x.example>\nTo: a, b;\n c\nContent-Type: multipart/mixed; boundary=b\n\n" +
      repeated("--b\nContent-Type: text/plain\n\nx: y\n-- \n", 600) + "--b--\n";
  std::string copy = "untouched";
  EXPECT_FALSE(limit_mail(message, copy));
  EXPECT_EQ(copy, "untouched");
}

TEST(MailLimits, bound_the_parts_of_a_message) {
  const std::string text = limited("Content-Type: multipart/mixed; boundary=b\n\n" + repeated("--b\n\n", 100'000));
  EXPECT_LT(count(text, "\n--b"), 3000);
  EXPECT_EQ(count(text, "--b"), 100'000);
  const std::string nested = limited(repeated("Content-Type: message/rfc822\n\n", 100'000));
  EXPECT_LT(count(nested, "\nContent-Type"), 8000);
}

TEST(MailLimits, bound_the_headers_of_a_message_but_no_short_run) {
  const std::string run = repeated("a:b\n", 16) + "\n";
  const std::string text = limited(repeated("a:b\n", 100'000) + "\n" + run);
  EXPECT_LT(count(text, "\na:b"), 100'000);
  EXPECT_EQ(text.find("\n\n a:b"), 16U * 4 + (2000 + (400'065 / 64)) * 4 - 1);
  EXPECT_EQ(count(text, "a:b"), 100'016);
  EXPECT_TRUE(text.ends_with(run));
  EXPECT_EQ(count(limited(repeated("two words: b\n", 100'000)), " two"), 0);  // no header
}

TEST(MailLimits, bound_the_addresses_and_parameters_of_a_message) {
  for (const char* const name : {"To: ", "cc :\n ", "Content-Type: text/plain", "content-disposition: inline"}) {
    const std::string text = limited(name + repeated(";a", 100'000) + "\n\n" + repeated(";b", 100'000) + "\n");
    EXPECT_LT(count(text, ";a"), 26'002) << name;
    EXPECT_EQ(count(text, ";b"), 100'000) << name;
  }
  EXPECT_EQ(count(limited("To: " + repeated("a:", 100) + "\n\n" + repeated("b:", 100) + "\n"), ":"), 1 + 16 + 100);
}

TEST(MailLimits, divide_a_header_of_many_addresses) {
  const std::string text = limited("cc: " + repeated("a,\n ", 1000) + "a\n\nb\n");
  EXPECT_EQ(count(text, "a,") + count(text, "\ncc:"), 1000);
  EXPECT_EQ(count(text, "\ncc:"), 1000 / 129);
}

TEST(MailLimits, lose_no_word_of_a_message) {
  TextOptions options;
  options.form = DocumentForm::mail;
  const std::string message =
      "Content-Type: multipart/mixed; boundary=b\n\n" + repeated("--b\n\n", 10'000) + "--b\n\nlast word\n--b--\n";
  const std::vector<std::string> terms = terms_of(message, options);
  EXPECT_NE(std::ranges::find(terms, "last"), terms.end());
}

}  // namespace
}  // namespace suffice
