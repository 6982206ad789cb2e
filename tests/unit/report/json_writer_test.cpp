#include "report/json_writer.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "suffice/report.hpp"

namespace suffice {
namespace {

TEST(JsonWriter, writes_members_in_order_indented) {
  JsonWriter json;
  const std::vector<double> numbers{1, 0.1};
  json.begin_object().member("b", std::uint64_t{3}).key("a").begin_array().value("x").value(2.5).end_array();
  json.key("empty").begin_object().end_object();
  json.member("row", std::span<const double>(numbers)).end_object();
  EXPECT_EQ(json.text(), R"({
  "b": 3,
  "a": [
    "x",
    2.5
  ],
  "empty": {},
  "row": [1, 0.1]
}
)");
}

TEST(JsonWriter, escapes_what_json_wants_escaped) {
  JsonWriter json;
  json.value(std::string_view("a\"\\\n\r\t\x01\0ä", 10));
  EXPECT_EQ(json.text(), "\"a\\\"\\\\\\n\\r\\t\\u0001\\u0000ä\"\n");
  EXPECT_EQ(nlohmann::json::parse(json.text()), std::string("a\"\\\n\r\t\x01\0ä", 10));
}

TEST(JsonWriter, infinite_numbers_are_texts_and_undefined_ones_null) {
  JsonWriter json;
  const std::vector<double> numbers{INFINITY, -INFINITY, std::nan("")};
  json.value(numbers);
  EXPECT_EQ(json.text(), "[\"inf\", \"-inf\", null]\n");
}

TEST(JsonWriter, writes_everything_on_one_line_where_asked) {
  JsonWriter json = JsonWriter::on_one_line();
  json.begin_object().member("a", true).key("b").null().key("c").begin_array().value("x").value(false).end_array();
  EXPECT_EQ(json.end_object().text(), "{\"a\": true, \"b\": null, \"c\": [\"x\", false]}\n");
}

TEST(JsonWriter, matrices_are_arrays_of_rows) {
  const std::vector<double> numbers{1, 2, 3, 4};
  JsonWriter matrix = JsonWriter::on_one_line();
  write_matrix(matrix, numbers, 2);
  EXPECT_EQ(matrix.text(), "[[1, 2], [3, 4]]\n");
  JsonWriter stack = JsonWriter::on_one_line();
  write_matrices(stack, numbers, 1);
  EXPECT_EQ(stack.text(), "[[[1]], [[2]], [[3]], [[4]]]\n");
}

TEST(NumberText, is_the_shortest_that_reads_back) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(1), "1");
  EXPECT_EQ(number_text(5e-324), "5e-324");
  EXPECT_EQ(number_text(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(number_text(-0.0), "-0");
}

TEST(JsonWriter, bytes_that_are_no_characters_are_replaced) {
  JsonWriter json;
  json.value(std::string_view("a\xFF\xC3\xA9\xC3"));
  EXPECT_EQ(json.text(), "\"a\xEF\xBF\xBD\xC3\xA9\xEF\xBF\xBD\"\n");
}

}  // namespace
}  // namespace suffice
