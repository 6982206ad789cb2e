// Strict reading of JSON in bounded memory.
#include "store/container/json_value.hpp"

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "store/container/json.hpp"

namespace suffice {
namespace {

std::string parse_outcome(const std::string& text) {
  return outcome_of([&] { parse_json(text, "the text"); });
}

TEST(JsonValue, RejectsWhatIsNotOneDocument) {
  EXPECT_EQ(parse_outcome(R"({"a":[1,2.5,"x",null,true]} )"), "no error");
  EXPECT_EQ(parse_outcome(""), "bad_model: the text is not valid JSON (at byte 1)");
  EXPECT_EQ(parse_outcome("{} {}"), "bad_model: the text is not valid JSON (at byte 4)");
  EXPECT_EQ(parse_outcome("[1,]"), "bad_model: the text is not valid JSON (at byte 4)");
  EXPECT_EQ(parse_outcome("\"\xff\""), "bad_model: the text is not valid JSON (at byte 2)");
  EXPECT_EQ(parse_outcome(R"("\ud800")"), "bad_model: the text is not valid JSON (at byte 8)");
  EXPECT_EQ(parse_outcome("NaN"), "bad_model: the text is not valid JSON (at byte 1)");
  EXPECT_EQ(parse_outcome("1e999"), "bad_model: the text has a number that is out of range");
}

TEST(JsonValue, RejectsAKeyThatIsThereTwiceInOneObject) {
  EXPECT_EQ(parse_outcome(R"({"a":{"a":1},"b":{"a":1}})"), "no error");
  EXPECT_EQ(parse_outcome(R"({"a":1,"b":2,"\u0061":3})"), "bad_model: the text has the key \"a\" twice");
  EXPECT_EQ(parse_outcome(R"([{"a":{"b":1,"b":2}}])"), "bad_model: the text has the key \"b\" twice");
}

TEST(JsonValue, BoundsTheDepth) {
  EXPECT_EQ(parse_outcome(std::string(8, '[') + std::string(8, ']')), "no error");
  EXPECT_EQ(parse_outcome(std::string(9, '[') + std::string(9, ']')), "bad_model: the text is nested too deeply");
  EXPECT_EQ(parse_outcome(std::string(1'000'000, '[')), "bad_model: the text is nested too deeply");
}

TEST(JsonValue, HoldsWhatWasRead) {
  const JsonValue value =
      parse_json(R"({"b":[1,-2,2.5,"x",null,true],"a":{"":"\u00e4"},"c":18446744073709551615})", "it");
  ASSERT_TRUE(value.is_object());
  EXPECT_EQ(value.size(), 3U);
  EXPECT_EQ(value.members().front().key, "a");
  EXPECT_TRUE(value.contains("c"));
  EXPECT_FALSE(value.contains("d"));
  EXPECT_EQ(value.find("d"), nullptr);
  EXPECT_EQ(value.at("a").at("").text(), "ä");
  EXPECT_TRUE(value.at("a").at("").is("ä"));
  EXPECT_EQ(value.at("c").whole_number(), UINT64_MAX);
  const JsonValue::Array& list = value.at("b").elements();
  ASSERT_EQ(list.size(), 6U);
  EXPECT_EQ(list[0].number(), 1);
  EXPECT_TRUE(list[0].is_whole_number());
  EXPECT_EQ(list[1].number(), -2);
  EXPECT_FALSE(list[1].is_whole_number());
  EXPECT_EQ(list[2].number(), 2.5);
  EXPECT_TRUE(list[3].is_string());
  EXPECT_FALSE(list[4].is_number());
  EXPECT_TRUE(list[5].is(true));
  EXPECT_FALSE(list[5].is(false));
  EXPECT_FALSE(list[0].contains("a"));
  EXPECT_TRUE(list[0].empty());
}

TEST(JsonValue, KeepsStringsAloneAsTexts) {
  JsonValue value = parse_json(R"({"a":["x","y"],"b":["x",1],"c":[],"d":{"x":"y"},"e":[["z"]]})", "it");
  EXPECT_TRUE(value.at("a").is_texts());
  EXPECT_EQ(value.at("a").size(), 2U);
  EXPECT_EQ(value.at("b").elements().front().text(), "x");
  EXPECT_TRUE(value.at("c").is_array());
  EXPECT_EQ(value.at("d").at("x").text(), "y");
  EXPECT_EQ(value.at("e").elements().front().texts(), JsonValue::Texts{"z"});
  EXPECT_EQ(take_texts(value.at("a"), "a"), (JsonValue::Texts{"x", "y"}));
  EXPECT_TRUE(value.at("a").empty());
  const auto outcome = [&](const char* key) { return outcome_of([&] { take_texts(value.at(key), key); }); };
  EXPECT_EQ(outcome("b"), "bad_model: b holds something other than a string");
  EXPECT_EQ(outcome("c"), "no error");
  EXPECT_EQ(outcome("d"), "bad_model: d is not a list");
  EXPECT_EQ(outcome_of([&] { read_numbers(value.at("e").elements().front(), "e"); }),
            "bad_model: e holds something other than a number");
}

// Thirty million zeros of two bytes each would take a gigabyte.
TEST(JsonValue, RefusesValuesThatWouldTakeMuchMoreThanTheFile) {
  const auto repeated = [](const std::string& item, std::size_t count) {
    std::string text = "[" + item;
    for (std::size_t i = 1; i < count; ++i) text += "," + item;
    return text + "]";
  };
  const std::string too_many = "bad_model: the text holds more values than a file of its size can mean";
  for (const std::string item : {"0", "\"\"", "[]", "{}", "null", "{\"\":0}"}) {
    const std::string text = repeated(item, 20'000);
    EXPECT_EQ(outcome_of([&] { parse_json(text, "the text", 4 * text.size()); }), too_many) << item;
    EXPECT_FALSE(fits_memory(text, 4 * text.size()));
    EXPECT_TRUE(fits_memory(text, 200 * text.size()));
  }
  const std::string zeros = repeated("0", 1'000'000);
  EXPECT_FALSE(fits_memory(zeros, json_memory(zeros.size())));
  const std::string names = repeated("\"column number 1234567890123456789\"", 20'000);
  EXPECT_EQ(parse_json(names, "the text", 4 * names.size()).size(), 20'000U);
}

TEST(JsonValue, RefusesAKeyOrANumberThatTheParserWouldTakeMuchMemoryFor) {
  const std::size_t many = std::size_t{4} << 20U;
  const auto outcome = [](const std::string& text) { return outcome_of([&] { parse_json(text, "it"); }); };
  EXPECT_TRUE(outcome("{\"x\":" + std::string(many, '9') + "}").starts_with("bad_model: it has a text or a number of"));
  EXPECT_TRUE(outcome("{\"" + std::string(many, 'k') + "\":1}").starts_with("bad_model: it has a text or a number of"));
  std::string texts = "[\"a\"";
  while (texts.size() < many) texts += ",\"" + std::string(2000, 'v') + "[:\\\"\"";
  EXPECT_EQ(outcome(texts + "]"), "no error") << "many short ones";
}

// The schema of a table with many columns is one text of the header.
TEST(JsonValue, HoldsATextThatIsNearlyAllOfTheDocument) {
  const std::size_t many = std::size_t{4} << 20U;
  const auto read = [](const std::string& written) {
    return parse_json(R"({"a":"b","x":")" + written + R"(","z":["c"]})", "it").at("x").text();
  };
  EXPECT_EQ(read(std::string(many, '\\')), std::string(many / 2, '\\'));
  const JsonValue around = parse_json(R"({"a":"b","x":")" + std::string(many, 'v') + R"(","z":["c"]})", "it");
  EXPECT_EQ(around.at("a").text(), "b");
  EXPECT_EQ(around.at("z").texts(), JsonValue::Texts{"c"});
  EXPECT_TRUE(outcome_of([&] { read(std::string(many, 'v') + "\\x"); }).starts_with("bad_model: it has a text"));
}

}  // namespace
}  // namespace suffice
