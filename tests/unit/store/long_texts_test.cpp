#include "store/container/long_texts.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace suffice {
namespace {

TEST(LongTexts, are_what_the_parser_would_read) {
  const std::vector<std::string> written = {"abc", R"(a\"b\\c\/d\b\f\n\r\t)", R"(\u0000\u0041\u00e4\u20ac\uffff)",
                                            R"(\ud83d\ude00 and \uDBFF\uDFFF)", "äöü € 😀"};
  for (const std::string& text : written) {
    const std::string document = R"({"key" : ")" + text + R"("})";
    const LongTexts found = long_texts(document, 0);
    ASSERT_EQ(found.texts.size(), 1U) << text;
    EXPECT_EQ(found.texts.at(1), nlohmann::json::parse(document)["key"].get<std::string>());
    EXPECT_EQ(found.rest, R"({"key" : ""})");
  }
}

TEST(LongTexts, that_are_none_are_left_to_the_parser) {
  for (const std::string wrong :
       {R"(\x)", R"(\u12g4)", R"(\u12)", R"(\ud800)", R"(\ud800\u0041)", R"(\udc00)", "\xff", "\xc3", "\n"}) {
    const std::string document = R"(["text)" + wrong + R"("])";
    EXPECT_TRUE(long_texts(document, 0).texts.empty()) << wrong;
    EXPECT_FALSE(nlohmann::json::accept(document)) << wrong;
  }
  EXPECT_TRUE(long_texts(R"(["without an end)", 0).texts.empty());
  EXPECT_TRUE(long_texts(R"(["without an end\)", 0).texts.empty());
}

TEST(LongTexts, are_numbered_with_the_keys_and_short_ones_stay) {
  const LongTexts found = long_texts(R"({"a":"xx","bbb":"yyy","c":["z","vvvv"]})", 2);
  EXPECT_EQ(found.texts, (std::map<std::size_t, std::string>{{3, "yyy"}, {6, "vvvv"}}));
  EXPECT_EQ(found.rest, R"({"a":"xx","bbb":"","c":["z",""]})");
  EXPECT_TRUE(long_texts(R"({"a":"xx"})", 2).rest.empty());
}

}  // namespace
}  // namespace suffice
