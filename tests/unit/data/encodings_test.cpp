// How columns enter a block: checked, restricted and matched.
#include "data/schema/encodings.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/schema/binding.hpp"
#include "data_text.hpp"
#include "suffice/schema.hpp"

namespace suffice {
namespace {

constexpr double no_fill = std::numeric_limits<double>::quiet_NaN();

Schema encoded_schema() {
  Block numbers{.features = {"x", "w", "colour=blue", "colour=red", "size=l"}};
  numbers.normal_scores = {{{1, 2, 4}, {-1, 0, 1}}, {}, {}, {}, {}};
  numbers.fills = {no_fill, 2.5, no_fill, no_fill, no_fill};
  numbers.indicators = {{"colour", {"blue", "red"}}, {"size", {"l"}, {"s"}}};
  Block bins{.kind = Kind::categories, .features = {"x", "colour"}};
  bins.edges = {{2.5, 4}, {}};
  bins.extremes = {Extremes{-1, 4.5}, std::nullopt};
  bins.missing_values = {1, 0};
  return {.blocks = {numbers, bins}, .target = "y"};
}

TEST(Encodings, BinsHaveReadableNames) {
  EXPECT_EQ(bin_names(std::vector<double>{2.5, 4}), (std::vector<std::string>{"< 2.5", "2.5 to 4", ">= 4"}));
  EXPECT_EQ(bin_names(std::vector<double>{-0.0}), (std::vector<std::string>{"< 0", ">= 0"}));
  EXPECT_TRUE(bin_names({}).empty());
  EXPECT_EQ(bin_names(std::vector<double>{110.0 / 3, 123456789}),
            (std::vector<std::string>{"< 36.6667", "36.6667 to 123456789", ">= 123456789"}));
  EXPECT_EQ(bin_names(std::vector<double>{0.12345678, 0.12345679}),
            (std::vector<std::string>{"< 0.12345678", "0.12345678 to 0.12345679", ">= 0.12345679"}));
  EXPECT_EQ(bin_names(std::vector<double>{std::numeric_limits<double>::lowest()}),
            (std::vector<std::string>{"(none)", "any number"}));
}

TEST(Encodings, ABlockIsReadFromColumns) {
  const Schema schema = encoded_schema();
  EXPECT_NO_THROW(check_schema(schema));
  EXPECT_EQ(columns_of(schema.blocks[0]), (std::vector<std::string>{"x", "w", "colour", "size"}));
  EXPECT_EQ(columns_of(schema), (std::vector<std::string>{"x", "w", "colour", "size"}));
  EXPECT_EQ(indicator_count(schema.blocks[0]), 3U);
  EXPECT_TRUE(has_normal_scores(schema.blocks[0]));
  EXPECT_EQ(schema, encoded_schema());
}

TEST(Encodings, AreChecked) {
  const auto refuses = [](auto change) {
    Schema schema = encoded_schema();
    change(schema.blocks[0], schema.blocks[1]);
    return failure([&] { check_schema(schema); }).starts_with("4 ");
  };
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.normal_scores.pop_back(); }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.normal_scores[0].x = {1, 1, 4}; }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.normal_scores[0].z = {0, -1, 1}; }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.normal_scores[0] = {{1}, {0}}; }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.normal_scores[0] = {{-1e308, 1e308}, {0, 1}}; }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.normal_scores[2] = {{0, 1}, {0, 1}}; }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.fills[0] = HUGE_VAL; }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.fills[2] = 1; }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.indicators[0].values = {"red", "blue"}; }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.indicators[1].without = {"l"}; }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.indicators.pop_back(); }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.edges.resize(5); }));
  EXPECT_TRUE(refuses([](Block&, Block& b) { b.edges[0] = {4, 4}; }));
  EXPECT_TRUE(refuses([](Block&, Block& b) { b.edges[0].assign(1, no_fill); }));
  EXPECT_TRUE(refuses([](Block& a, Block&) { a.extremes.resize(5); }));
  EXPECT_TRUE(refuses([](Block&, Block& b) { b.extremes.pop_back(); }));
  EXPECT_TRUE(refuses([](Block&, Block& b) { b.extremes[0] = {3, 5}; }));
  EXPECT_TRUE(refuses([](Block&, Block& b) { b.extremes[0] = {1, 3}; }));
  EXPECT_TRUE(refuses([](Block&, Block& b) { b.extremes[0] = {-HUGE_VAL, 5}; }));
  EXPECT_TRUE(refuses([](Block&, Block& b) { b.extremes[0] = {1, no_fill}; }));
  EXPECT_TRUE(refuses([](Block&, Block& b) { b.extremes[1] = {0, 1}; }));
  EXPECT_FALSE(refuses([](Block&, Block& b) { b.extremes.clear(); }));
  EXPECT_FALSE(refuses([](Block&, Block& b) { b.extremes[0] = {2.5, 4}; }));
  EXPECT_TRUE(refuses([](Block&, Block& b) { b.declared_values = {{"p"}, {}}; }));
  EXPECT_TRUE(refuses([](Block&, Block& b) { b.missing_values[1] = 2; }));
  EXPECT_FALSE(refuses([](Block&, Block& b) { b.declared_values = {{}, {"p"}}; }));
}

TEST(Encodings, OfTheTargetOrOpenColumnsAreRefused) {
  Schema schema = encoded_schema();
  schema.target = "colour";
  EXPECT_EQ(failure([&] { check_schema(schema); }),
            "4 the schema names the column 'colour' twice: fit the model again");
  Schema open{.blocks = {{.features = {"1"}, .open_columns = true, .fills = {0.0}}}, .target = "y"};
  EXPECT_TRUE(failure([&] { check_schema(open); }).starts_with("4 the schema's columns are open"));
}

TEST(Encodings, GoWithTheFeaturesThatAreLeft) {
  const Schema schema = encoded_schema();
  const Block some = restricted(schema.blocks[0], std::vector<std::string>{"x", "colour=red"});
  EXPECT_EQ(some.normal_scores.front(), schema.blocks[0].normal_scores.front());
  EXPECT_TRUE(some.fills.empty());
  EXPECT_EQ(some.indicators, (std::vector<Indicators>{{"colour", {"red"}, {"blue"}}}));
  EXPECT_NO_THROW(check_schema({{some}, "y"}));
  const Block rest = restricted(schema.blocks[1], std::vector<std::string>{"colour"});
  EXPECT_TRUE(rest.edges.empty() && rest.extremes.empty() && rest.missing_values.empty());
  EXPECT_EQ(restricted(schema.blocks[0], schema.blocks[0].features), schema.blocks[0]);
}

TEST(Encodings, OfBlocksThatAreMergedAreTheSame) {
  const auto merging = [](auto change) {
    const Schema schema = encoded_schema();
    Schema other = encoded_schema();
    change(other.blocks[0], other.blocks[1]);
    return failure([&] { match_features(schema.blocks[0], other.blocks[0]); }) +
           failure([&] { match_features(schema.blocks[1], other.blocks[1]); });
  };
  EXPECT_EQ(merging([](Block&, Block&) {}), "");
  EXPECT_NE(merging([](Block& a, Block&) { a.normal_scores[0].x[1] = 3; }).find("'x' differs in its normal score"),
            std::string::npos);
  EXPECT_NE(merging([](Block& a, Block&) { a.fills[1] = 3; }).find("'w' differs in its fill"), std::string::npos);
  EXPECT_NE(merging([](Block& a, Block&) { a.indicators[1].without.clear(); }).find("'size' differs in its indicators"),
            std::string::npos);
  EXPECT_NE(merging([](Block&, Block& b) { b.edges[0][0] = 1; }).find("'x' differs in its edges"), std::string::npos);
  EXPECT_NE(merging([](Block&, Block& b) { b.extremes.clear(); }).find("'x' differs in its extremes"),
            std::string::npos);
  EXPECT_NE(merging([](Block&, Block& b) { b.missing_values.clear(); }).find("'x' differs in its missing values"),
            std::string::npos);
}

TEST(Encodings, KnownValuesAreThoseOfCategoriesAndIndicators) {
  Block categories = {.kind = Kind::categories, .features = {"colour", "age"}, .edges = {{}, {2.5}}};
  const std::vector<std::vector<std::string>> values = {{"blue", "red"}, {"< 2.5", ">= 2.5"}};
  Block numbers = {.features = {"x", "kind=a"}, .indicators = {{"kind", {"a"}, {"b"}}}};
  std::vector<ColumnValues> known;
  add_known_values(categories, values, known);
  add_known_values(numbers, {}, known);
  ASSERT_EQ(known.size(), 2U) << "bins are no values of cells";
  EXPECT_EQ(known[0].column, "colour");
  EXPECT_EQ(known[0].values, values[0]);
  EXPECT_EQ(known[1].column, "kind");
  EXPECT_EQ(known[1].values, (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace suffice
