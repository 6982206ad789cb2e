#include <string>
#include <thread>
#include <utility>
#include <vector>

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
