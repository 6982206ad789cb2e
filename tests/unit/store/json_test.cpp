// What is asked of JSON values, and deterministic writing of JSON.
#include "store/container/json.hpp"

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "suffice/source.hpp"

namespace suffice {
namespace {

TEST(Json, ChecksKeys) {
  const auto outcome = [](const std::string& text) {
    return outcome_of([&] { check_keys(parse_json(text, "it"), {"a", "b"}, {"c"}, "it"); });
  };
  EXPECT_EQ(outcome(R"({"a":1,"b":2})"), "no error");
  EXPECT_EQ(outcome(R"({"a":1,"b":2,"c":3})"), "no error");
  EXPECT_EQ(outcome("[]"), "bad_model: it is not a JSON object");
  EXPECT_EQ(outcome(R"({"a":1})"), "bad_model: it lacks \"b\"");
  EXPECT_EQ(outcome(R"({"a":1,"b":2,"d":4})"),
            "bad_model: it has the key \"d\", which this version of Suffice does not know; it may come from a newer "
            "one: upgrade to read it");
}

TEST(Json, GivesStringsOnly) {
  const JsonValue object = parse_json(R"({"a":"text","b":1})", "it");
  EXPECT_EQ(string_at(object, "a", "it"), "text");
  EXPECT_EQ(outcome_of([&] { string_at(object, "b", "it"); }), "bad_model: it: \"b\" is not a string");
}

TEST(Json, WritesStringsThatReadBack) {
  EXPECT_EQ(json_text("plain"), "\"plain\"");
  EXPECT_EQ(json_text("a\"b\\c\n\x01"), R"("a\"b\\c\n\u0001")");
  EXPECT_EQ(json_text("größe"), "\"größe\"");
  EXPECT_EQ(outcome_of([] { json_text("\xff"); }), "internal: a name or label is not valid UTF-8 and cannot be saved");
}

TEST(Json, WritesTheShortestNumberThatReadsBack) {
  EXPECT_EQ(json_text(0.1), "0.1");
  EXPECT_EQ(json_text(1.0), "1");
  EXPECT_EQ(json_text(-0.0), "0");
  for (const double value : {1.0 / 3, 5e-324, 1e-300, 0.1 + 0.2, 1.0, 123456789012345678.0}) {
    EXPECT_EQ(parse_json(json_text(value), "it").number(), value);
  }
}

TEST(Json, NumbersAreNumbers) {
  const JsonValue object = parse_json(R"({"a":1,"b":2.5,"c":"3"})", "it");
  EXPECT_EQ(number_at(object, "a", "it"), 1);
  EXPECT_EQ(number_at(object, "b", "it"), 2.5);
  EXPECT_EQ(outcome_of([&] { number_at(object, "c", "it"); }), "bad_model: it: \"c\" is not a number");
}

TEST(Json, WholeNumbersAreNotNegative) {
  const JsonValue object = parse_json(R"({"a":18446744073709551615,"b":-1,"c":1.5,"d":"1"})", "it");
  EXPECT_EQ(whole_number_at(object, "a", "it"), UINT64_MAX);
  for (const char* key : {"b", "c", "d"}) {
    EXPECT_EQ(outcome_of([&] { whole_number_at(object, key, "it"); }),
              std::string("bad_model: it: \"") + key + "\" is not a whole number");
  }
}

TEST(Json, ListsReadBack) {
  const std::vector<std::string> texts = {"", "a\"b", "größe"};
  EXPECT_EQ(json_text(texts), R"(["","a\"b","größe"])");
  EXPECT_EQ(read_texts(parse_json(json_text(texts), "it"), "it"), texts);
  const std::vector<double> numbers = {1, 0.1, -1e300};
  EXPECT_EQ(json_text(numbers), "[1,0.1,-1e+300]");
  EXPECT_EQ(read_numbers(parse_json(json_text(numbers), "it"), "it"), numbers);
  const auto outcome = [](const std::string& text, auto read) {
    return outcome_of([&] { read(parse_json(text, "it"), "it"); });
  };
  EXPECT_EQ(outcome("{}", read_texts), "bad_model: it is not a list");
  EXPECT_EQ(outcome("[1]", read_texts), "bad_model: it holds something other than a string");
  EXPECT_EQ(outcome("1", read_numbers), "bad_model: it is not a list");
  EXPECT_EQ(outcome(R"(["1"])", read_numbers), "bad_model: it holds something other than a number");
}

TEST(Json, MessagesAreShort) {
  const auto message = [](const std::string& text) {
    try {
      fail(text);
    } catch (const Error& error) {
      return error.message();
    }
  };
  EXPECT_EQ(message("it is bad"), "it is bad");
  std::string umlauts = "a";
  for (int i = 0; i < 5000; ++i) umlauts += "ü";
  EXPECT_LT(message(umlauts).size(), 1010U);
  EXPECT_TRUE(is_utf8(message(umlauts)));
  EXPECT_TRUE(is_utf8(message(umlauts + "b")));
}

}  // namespace
}  // namespace suffice
