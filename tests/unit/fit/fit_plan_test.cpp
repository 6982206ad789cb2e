#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fitted_files.hpp"
#include "sample_model.hpp"

namespace suffice {
namespace {

const std::vector<std::string> columns = {"size", "weight", "colour", "visits", "note", "label"};

TEST(FitPlan, columns_are_numbers_and_the_model_is_lda_unless_something_is_said) {
  const FitPlan plan = plan_fit(std::vector<std::string>{"size", "weight", "label"}, {});
  ASSERT_EQ(plan.schema.blocks.size(), 1U);
  EXPECT_EQ(plan.schema.blocks.front().kind, Kind::measurements);
  EXPECT_EQ(plan.schema.target, "label");
  EXPECT_EQ(model_name(plan.options), "lda");
  EXPECT_EQ(plan.keep, std::vector<Keep>{Keep{.moments = MomentKind::pooled}});
}

TEST(FitPlan, the_model_says_what_columns_are) {
  const std::vector<std::string> two = {"a", "b", "label"};
  const auto kind = [&](const std::string& model) {
    return plan_fit(two, {.model = {.model = model}}).schema.blocks.front().kind;
  };
  EXPECT_EQ(kind("categorical-nb"), Kind::categories);
  EXPECT_EQ(kind("multinomial-nb"), Kind::counts);
  EXPECT_EQ(kind("gamma-nb"), Kind::amounts);
  EXPECT_EQ(kind("naive-bayes"), Kind::measurements);
  EXPECT_EQ(error_of([&] { kind("knn"); })->code(), ErrorCode::usage);
}

TEST(FitPlan, numbers_enter_models_of_pairs_by_at_most_ten_bins) {
  const TemporaryFolder folder;
  std::string text = "size,hue,label\n";
  for (int i = 0; i < 40; ++i)
    text += fmt::format("{}.5,{},{}\n", 3 * i % 40, i % 3 == 0 ? "red" : "blue", i % 2 == 0 ? "a" : "b");
  const std::string path = folder.file("table.csv");
  write_text(path, text);
  for (const std::string model : {"aode", "tan"}) {
    const FitResult found = fit_file(path, {.model = {.model = model}});
    EXPECT_EQ(model_name(found.stored.options), model);
    const Schema& schema = found.stored.summary.schema;
    ASSERT_EQ(schema.blocks.size(), 1U);
    ASSERT_EQ(schema.blocks[0].features, (std::vector<std::string>{"size", "hue"}));
    EXPECT_EQ(schema.blocks[0].edges[0].size(), 9U);
    EXPECT_TRUE(schema.blocks[0].edges[1].empty());
  }
}

TEST(FitPlan, roles_make_blocks_of_several_kinds) {
  const FitPlan plan = plan_fit(columns, mixed_options());
  ASSERT_EQ(plan.schema.blocks.size(), 4U);
  EXPECT_EQ(model_name(plan.options), "lda + poisson-nb + categorical-nb + multinomial-nb");
  EXPECT_EQ(plan.keep.size(), 4U);
  FitOptions bernoulli = mixed_options();
  bernoulli.model.model = "bernoulli-nb";
  EXPECT_EQ(model_name(plan_fit(columns, bernoulli).options), "lda + poisson-nb + categorical-nb + bernoulli-nb");
}

TEST(FitPlan, text_stands_alone_unless_other_columns_have_roles) {
  FitOptions options;
  options.columns.text = "note";
  options.text.min_length = 3;
  const FitPlan alone = plan_fit(columns, options);
  ASSERT_EQ(alone.schema.blocks.size(), 1U);
  EXPECT_EQ(alone.schema.blocks.front().features, std::vector<std::string>{"note"});
  EXPECT_EQ(alone.schema.blocks.front().text.min_length, 3U);
  options.columns.roles = {{"size", Role::number}};
  const FitPlan beside = plan_fit(columns, options);
  EXPECT_EQ(columns_of(beside.schema), (std::vector<std::string>{"size", "note"}));
  EXPECT_EQ(beside.schema.blocks.back().text.min_length, 3U);
  options.model.model = "lda";
  options.columns.roles.clear();
  EXPECT_EQ(error_of([&] { plan_fit(columns, options); })->code(), ErrorCode::usage);
}

TEST(FitPlan, full_sums_are_kept_of_measurements) {
  FitOptions options = mixed_options();
  options.keep_full = true;
  const FitPlan plan = plan_fit(columns, options);
  EXPECT_EQ(plan.keep.front(), (Keep{.moments = MomentKind::full, .fourth = true}));
  EXPECT_EQ(error_of([&] {
              plan_fit(std::vector<std::string>{"a", "label"},
                       {.model = {.model = "categorical-nb"}, .keep_full = true});
            })->code(),
            ErrorCode::usage);
}

TEST(FitPlan, a_schema_is_taken_as_it_is) {
  const Schema schema{.blocks = {{.kind = Kind::categories, .features = {"colour"}}}, .target = "label"};
  const FitPlan plan = plan_fit(columns, {.schema = schema});
  EXPECT_EQ(plan.schema, schema);
  EXPECT_EQ(model_name(plan.options), "categorical-nb");
}

TEST(FitPlan, errors_about_columns_name_the_input) {
  const TemporaryFolder folder;
  write_text(folder.file("t.csv"), "a,b\n1,2\n");
  const Source source(folder.file("t.csv"));
  const std::optional<Error> error = error_of([&] { plan_fit(source, {}, "t.csv"); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->where(), "t.csv");
}

TEST(FitPlan, many_columns_of_svmlight_are_terms_where_few_have_a_value_and_none_is_negative) {
  const TemporaryFolder folder;
  const auto plan_of_file = [&](const std::string& text, const FitOptions& options = {}) {
    write_text(folder.file("t.svm"), text);
    return plan_fit(Source(folder.file("t.svm")), options, "t.svm");
  };
  const FitPlan terms = plan_of_file("a 1:0.5 7:1\nb 1001:2\n");
  EXPECT_EQ(terms.schema.blocks.front().kind, Kind::counts);
  EXPECT_TRUE(terms.chooses_terms);
  EXPECT_EQ(terms.calibrate, Calibrate::temperature);
  EXPECT_FALSE(plan_of_file("a 1:1\nb 100001:1\n").chooses_terms);
  EXPECT_EQ(model_name(plan_of_file("a 1:1\nb 1000:1\n").options), "lda");
  EXPECT_EQ(model_name(plan_of_file("a 1:-1\nb 1001:1\n").options), "lda");
  EXPECT_EQ(model_name(plan_of_file("a 1:1\nb 1001:nan\n").options), "lda");
  const FitPlan negative = plan_of_file("a 1:-1\nb 10001:1\n");
  EXPECT_EQ(model_name(negative.options), "diagonal-lda");
  EXPECT_EQ(negative.calibrate, Calibrate::temperature);
  EXPECT_EQ(model_name(plan_of_file("a 1:-1\nb 100001:1\n").options), "lda");
  EXPECT_EQ(model_name(plan_of_file("a 1:1\nb 1001:1\n", {.model = {.model = "lda"}}).options), "lda");
  EXPECT_EQ(plan_of_file("a 1:1\nb 1001:1\n", {.keep_full = true}).schema.blocks.front().kind, Kind::measurements);
  std::string dense = "a";
  for (int j = 1; j <= 1001; ++j) dense += fmt::format(" {}:1", j);
  EXPECT_EQ(model_name(plan_of_file(dense + "\nb 1:1\n").options), "lda");
}

TEST(FitPlan, sparse_rows_are_read_where_all_sums_take_them) {
  const auto sparse = [](const FitOptions& options) { return learning_options({}, options).sparse; };
  EXPECT_FALSE(sparse({}));
  EXPECT_TRUE(sparse({.model = {.model = "gaussian-nb"}}));
  EXPECT_TRUE(sparse({.model = {.model = "naive-bayes"}}));
  EXPECT_FALSE(sparse({.model = {.model = "gaussian-nb"}, .keep_full = true}));
  EXPECT_TRUE(sparse({.model = {.model = "poisson-nb"}}));
  FitOptions both{.model = {.model = "poisson-nb"}};
  both.columns.roles = {{"1", Role::number}};
  EXPECT_FALSE(sparse(both));
  const ReadOptions options = learning_options({.labels = false}, FitOptions{});
  EXPECT_TRUE(options.labels && options.allow_missing && options.not_negative);
}

TEST(FitPlan, scoring_reads_what_the_readings_take) {
  const Schema amounts{.blocks = {{.kind = Kind::amounts, .features = {"a"}}}, .target = "y"};
  const Schema counts{.blocks = {{.kind = Kind::counts, .features = {"a"}}}, .target = "y"};
  EXPECT_FALSE(scoring_options({}, amounts, {.readings = {{.options = AmountOptions{}}}}).not_negative);
  EXPECT_TRUE(scoring_options({}, counts, {.readings = {{.options = TermOptions{}}}}).not_negative);
  EXPECT_TRUE(scoring_options({}, counts, {.readings = {{.options = TermOptions{}}}}).ignore_unknown);
  EXPECT_FALSE(
      scoring_options({}, counts, {.readings = {{.options = TermOptions{.unseen = Unseen::reserve}}}}).ignore_unknown);
  EXPECT_TRUE(scoring_options({}, amounts, {.readings = {{.options = AmountOptions{}}}}).sparse);
}

}  // namespace
}  // namespace suffice
