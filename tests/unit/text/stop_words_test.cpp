#include <algorithm>

#include <gtest/gtest.h>

#include "suffice/text.hpp"

namespace suffice {
namespace {

TEST(StopWords, are_a_list_that_text_options_take) {
  TextOptions options;
  options.stop_words = english_stop_words();
  EXPECT_NO_THROW(check_text_options(options));
  for (const std::string& word : english_stop_words()) {
    EXPECT_EQ(terms_of(word, {}), std::vector<std::string>{word});
  }
  EXPECT_EQ(terms_of("It's the cat, and we don't know why!", options), (std::vector<std::string>{"cat", "know"}));
}

}  // namespace
}  // namespace suffice
