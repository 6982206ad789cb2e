#include "text/stemmer.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

TEST(Stemmer, stems_or_says_that_it_cannot) {
  const std::vector<std::string> languages = stemmer_languages();
  if (languages.empty()) {
    try {
      Stemmer stemmer("english");
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_NE(error.message().find("install libstemmer"), std::string::npos) << error.message();
    }
    return;
  }
  EXPECT_TRUE(std::is_sorted(languages.begin(), languages.end()));
  EXPECT_TRUE(std::binary_search(languages.begin(), languages.end(), "english"));
  Stemmer english("english");
  EXPECT_EQ(english.stem("classification"), "classif");
  EXPECT_EQ(english.stem("ponies"), "poni");
  EXPECT_EQ(english.stem("the"), "the");
  EXPECT_EQ(english.stem(""), "");
  Stemmer russian("russian");
  EXPECT_EQ(russian.stem("книги"), "книг");
}

TEST(Stemmer, leaves_what_is_no_word_of_a_language_alone) {
  if (stemmer_languages().empty()) {
    GTEST_SKIP();
  }
  Stemmer english("english");
  const std::string endless(5'000, 's');
  EXPECT_EQ(english.stem(endless), endless);
  EXPECT_EQ(english.stem("中文"), "中文");
}

TEST(Stemmer, names_the_languages_there_are) {
  if (stemmer_languages().empty()) {
    GTEST_SKIP();
  }
  try {
    Stemmer stemmer("klingon");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(error.message().find("there is no stemmer for \"klingon\""), std::string::npos) << error.message();
    EXPECT_NE(error.message().find("german"), std::string::npos) << error.message();
  }
}

}  // namespace
}  // namespace suffice
