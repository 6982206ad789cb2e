#include <algorithm>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "error_text.hpp"
#include "fitted_files.hpp"
#include "math/special/normal_quantile.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"

namespace suffice {
namespace {

const std::string sampled_rows =
    "x,colour,age,size,y\n"
    "1,red,20,5,a\n2,red,21,6,a\n3,blue,22,7,a\n4,red,23,8,a\n5,blue,24,9,a\n"
    "2,blue,30,5,b\n3,red,31,6,b\n4,blue,32,7,b\n5,red,33,8,b\n6,blue,34,,b\n";

FitOptions sampled_options() {
  FitOptions options;
  options.columns.roles = {parse_column_role("x", "normal-score"), parse_column_role("age", "mdl"),
                           parse_column_role("colour", "categorical"), parse_column_role("size", "equal-width:2")};
  return options;
}

template <typename Call>
std::string usage_failure(Call call) {
  return failure_with_remedies(call, ErrorCode::usage);
}

class SourceSample : public testing::Test {
 protected:
  void SetUp() override { write_text(path, sampled_rows); }

  [[nodiscard]] ErrorCode error_of_code(const FitOptions& options) const {
    try {
      fit_file(path, options);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  }

  const TemporaryFolder folder;
  const std::string path = folder.file("rows.csv");
};

TEST_F(SourceSample, decides_indicators) {
  FitOptions options;
  options.columns.roles = {parse_column_role("colour", "indicators"), parse_column_role("x", "normal-score"),
                           parse_column_role("age", "categorical")};
  options.model.model = "lda";
  Source source(path, learning_options({}, options));
  const FitPlan plan = plan_fit(source, options);
  EXPECT_EQ(columns_of(sampled_schema(plan)), columns_of(plan.schema));
  const FitResult found = fit_file(path, options);
  const Block& block = found.stored.summary.schema.blocks[0];
  EXPECT_EQ(block.features, (std::vector<std::string>{"x", "size", "colour=blue", "colour=red"}));
  EXPECT_EQ(block.indicators, (std::vector<Indicators>{{"colour", {"blue", "red"}}}));
  EXPECT_EQ(block.normal_scores.size(), 4U);
  EXPECT_NO_THROW(check_schema(found.stored.summary.schema));
  options.columns.roles = {parse_column_role("age", "indicators")};
  EXPECT_EQ(error_of_code(options), ErrorCode::bad_data) << "every value once";
}

TEST_F(SourceSample, decides_knots_and_edges) {
  const FitOptions options = sampled_options();
  Source source(path, learning_options({}, options));
  FitPlan plan = plan_fit(source, options);
  ASSERT_EQ(plan.undecided.size(), 3U);
  EXPECT_EQ(columns_of(sampled_schema(plan)), columns_of(plan.schema));
  EXPECT_THROW(fit(source, plan), Error);
  const RowSample sample = sample_rows(source, sampled_schema(plan), 0);
  EXPECT_EQ(sample.seen, 10U);
  EXPECT_EQ(sample.rows.size(), 10U);
  plan = decided(std::move(plan), sample.rows.rows(), sample.rows.labels());
  EXPECT_TRUE(plan.undecided.empty());
  ASSERT_EQ(plan.schema.blocks.size(), 2U);
  const Block& numbers = plan.schema.blocks[0];
  ASSERT_EQ(numbers.normal_scores.size(), 1U);
  EXPECT_EQ(numbers.normal_scores[0].x, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(numbers.normal_scores[0].z[1], normal_quantile(0.2));
  const Block& categories = plan.schema.blocks[1];
  EXPECT_EQ(categories.features, (std::vector<std::string>{"colour", "age", "size"}));
  EXPECT_EQ(categories.edges,
            (std::vector<std::vector<double>>{{}, {20.5, 21.5, 22.5, 23.5, 27, 30.5, 31.5, 32.5, 33.5}, {7}}));
  EXPECT_EQ(categories.extremes,
            (std::vector<std::optional<Extremes>>{std::nullopt, Extremes{20, 34}, Extremes{5, 9}}));
  check_schema(plan.schema);
}

TEST_F(SourceSample, of_columns_that_say_nothing_leaves_one_edge) {
  write_text(path, "x,age,size,y\n1,7,,a\n1,7,,a\n1,7,,b\n");
  FitOptions options;
  options.columns.roles = {parse_column_role("x", "normal-score"), parse_column_role("age", "mdl"),
                           parse_column_role("size", "equal-frequency:3")};
  Source source(path, learning_options({}, options));
  FitPlan plan = plan_fit(source, options);
  const RowSample sample = sample_rows(source, sampled_schema(plan), 0);
  plan = decided(plan, sample.rows.rows(), sample.rows.labels());
  EXPECT_TRUE(plan.schema.blocks[0].normal_scores.empty());
  EXPECT_EQ(plan.schema.blocks[1].edges, (std::vector<std::vector<double>>{{7}, {0}}));
}

TEST_F(SourceSample, fine_bins_share_what_pairs_of_values_allow) {
  std::string text = "x,z,few,colour,y\n";
  for (int i = 0; i < 1000; ++i) {
    text += fmt::format("{},{},{},c{},{}\n", i % 997, i * 7919 % 1009, i % 11, i % 13, "ab"[i % 2]);
  }
  write_text(path, text);
  FitOptions options;
  options.model.model = "aode";
  options.columns.roles = {parse_column_role("x", "mdl"), parse_column_role("z", "mdl"),
                           parse_column_role("few", "mdl")};
  const FitResult found = fit_file(path, options);
  const Block& block = found.stored.summary.schema.blocks[0];
  ASSERT_EQ(block.features, (std::vector<std::string>{"x", "z", "few", "colour"}));
  // Of 700 values colour takes 13, and 2 for what the sample lacks; few has use for 11.
  EXPECT_EQ(block.edges[0].size(), 336U);
  EXPECT_EQ(block.edges[1].size(), 336U);
  EXPECT_EQ(block.edges[2].size(), 10U);
  EXPECT_EQ(found.stored.summary.schema.blocks.size(), 1U);
}

TEST_F(SourceSample, weights_two_and_zero_are_rows_twice_and_none) {
  std::string weighted = "x,age,size,w,y\n";
  std::string repeated = "x,age,size,y\n";
  for (int i = 0; i < 300; ++i) {
    const std::string cells = fmt::format("{},{},{},", i * i % 8191, i * 31 % 1013, i * 7919 % 2003);
    weighted += fmt::format("{}{},{}\n", cells, i % 3, "ab"[i % 2]);
    for (int k = 0; k < i % 3; ++k) repeated += fmt::format("{}{}\n", cells, "ab"[i % 2]);
  }
  FitOptions options;
  options.columns.roles = {parse_column_role("x", "normal-score"), parse_column_role("age", "mdl"),
                           parse_column_role("size", "equal-frequency:7")};
  write_text(path, repeated);
  const Schema of_rows = fit_file(path, options).stored.summary.schema;
  options.columns.weight = "w";
  write_text(path, weighted);
  const Schema of_weights = fit_file(path, options).stored.summary.schema;
  EXPECT_EQ(of_weights.blocks, of_rows.blocks);
}

TEST_F(SourceSample, a_schema_says_that_its_target_holds_labels) {
  std::string text = "x,y\n";
  for (int i = 0; i < 200; ++i) text += fmt::format("{},c{}\n", i % 7, i * 3 / 4);
  write_text(path, text);
  FitOptions options;
  EXPECT_EQ(error_of_code(options), ErrorCode::bad_data);
  options.schema = Schema{.blocks = {{.features = {"x"}}}, .target = "y"};
  EXPECT_EQ(fit_file(path, options).model.labels().size(), 150U);
}

TEST_F(SourceSample, is_read_twice_from_what_comes_once) {
  const std::string pipe = folder.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::jthread writer([&] { write_text(pipe, sampled_rows); });
  const FitOptions options = sampled_options();
  ReadOptions reading = learning_options({}, options);
  reading.kept = keep_inputs();
  for (int pass = 0; pass < 2; ++pass) {
    Source source(pipe, reading);
    const FitPlan plan = plan_fit(source, options);
    EXPECT_EQ(sample_rows(source, sampled_schema(plan), 0).seen, 10U);
  }
}

TEST(ColumnRole, is_read_with_its_number_of_bins) {
  EXPECT_EQ(parse_column_role("x", "equal-width:10"), (ColumnRole{"x", Role::equal_width, {}, 10}));
  EXPECT_EQ(parse_column_role("x", "mdl"), (ColumnRole{"x", Role::mdl}));
  EXPECT_EQ(usage_failure([] { parse_column_role("x", "equal-width"); }),
            "equal-width needs the number of bins, 2 to 1024, as in equal-width:10; 'equal-width' is none");
  EXPECT_EQ(usage_failure([] { parse_column_role("x", "mdl:3"); }),
            "the role mdl has no number of bins, which 'mdl:3' gives it");
  EXPECT_THROW(parse_column_role("x", "equal-frequency:1"), Error);
}

}  // namespace
}  // namespace suffice
