#include <gtest/gtest.h>

#include "fitted_files.hpp"
#include "sample_model.hpp"

namespace suffice {
namespace {

class ModelChange : public testing::Test {
 protected:
  void SetUp() override {
    const std::size_t half = mixed_rows.find("5.5,");
    write_text(all, mixed_header + mixed_rows);
    write_text(first, mixed_header + mixed_rows.substr(0, half));
    write_text(second, mixed_header + mixed_rows.substr(half));
  }

  const TemporaryFolder folder;
  const std::string all = folder.file("all.csv");
  const std::string first = folder.file("first.csv");
  const std::string second = folder.file("second.csv");
};

// Counts are exact; moments and sums of logarithms agree to rounding.
void expect_alike(const Summary& a, const Summary& b) {
  ASSERT_EQ(a.schema, b.schema);
  EXPECT_EQ(a.classes, b.classes);
  ASSERT_EQ(a.sums.size(), b.sums.size());
  for (std::size_t block = 0; block < a.sums.size(); ++block) {
    if (const auto* const amounts = std::get_if<AmountSums>(&a.sums[block])) {
      AmountSums others = std::get<AmountSums>(b.sums[block]);
      for (std::size_t k = 0; k < others.log_sum.size(); ++k)
        EXPECT_NEAR(amounts->log_sum[k], others.log_sum[k], 1e-12);
      others.log_sum = amounts->log_sum;
      EXPECT_EQ(*amounts, others);
      continue;
    }
    const auto* const moments = std::get_if<Moments>(&a.sums[block]);
    if (moments == nullptr) {
      EXPECT_EQ(a.sums[block], b.sums[block]);
      continue;
    }
    const auto& others = std::get<Moments>(b.sums[block]);
    for (std::size_t k = 0; k < moments->mean.size(); ++k) EXPECT_NEAR(moments->mean[k], others.mean[k], 1e-12);
    for (std::size_t k = 0; k < moments->scatter.size(); ++k) EXPECT_NEAR(moments->scatter[k], others.scatter[k], 1e-9);
  }
}

TEST_F(ModelChange, update_and_forget_undo_each_other) {
  const Stored whole = fit_file(all, mixed_options()).stored;
  const Stored part = fit_file(first, mixed_options()).stored;
  Source more = open_for(part, second);
  Change updated = update(part, more, {.threads = 1});
  expect_alike(updated.stored.summary, whole.summary);
  EXPECT_EQ(updated.stored.options, part.options);
  EXPECT_EQ(finish(updated.stored).readings(), 4U);
  Source gone = open_for(whole, second);
  const Change forgotten = forget(whole, gone);
  expect_alike(forgotten.stored.summary, part.summary);
  EXPECT_LT(forgotten.relative_error, 1e-9);
}

TEST_F(ModelChange, forgetting_everything_is_an_error) {
  const Stored whole = fit_file(all, mixed_options()).stored;
  Source source = open_for(whole, all);
  EXPECT_EQ(error_of([&] { forget(whole, source); })->code(), ErrorCode::bad_data);
}

TEST_F(ModelChange, merge_keeps_the_options_of_the_first) {
  FitOptions naive = mixed_options();
  naive.model.model = "naive-bayes";
  const Stored a = fit_file(first, mixed_options()).stored;
  const Stored b = fit_file(second, mixed_options()).stored;
  const Stored merged = merge(a, b);
  expect_alike(merged.summary, fit_file(all, mixed_options()).stored.summary);
  EXPECT_EQ(merged.options, a.options);
}

TEST_F(ModelChange, reestimate_is_the_fit_with_other_options) {
  FitOptions options = mixed_options();
  options.keep_full = true;
  const Stored stored = fit_file(all, options).stored;
  const Stored naive = reestimate(stored, {.model = "naive-bayes", .pseudocount = Pseudocount{.all = 2}});
  FitOptions other = mixed_options();
  other.model = {.model = "naive-bayes", .pseudocount = Pseudocount{.all = 2}};
  EXPECT_EQ(naive.options, fit_file(all, other).stored.options);
  EXPECT_EQ(naive.summary, stored.summary);
}

TEST_F(ModelChange, dropped_columns_are_not_needed_to_predict) {
  const Stored stored = fit_file(all, mixed_options()).stored;
  Stored fewer = reestimate(stored, {}, std::vector<std::string>{"weight", "note"});
  const Model model = finish(fewer);
  EXPECT_EQ(columns_of(model.schema()), (std::vector<std::string>{"size", "visits", "colour"}));
  EXPECT_EQ(fewer.summary, stored.summary);
  FitOptions without = mixed_options();
  without.columns.drop = {"weight", "note"};
  without.columns.roles.pop_back();
  const Model fitted = fit_file(all, without).model;
  write_text(folder.file("new.csv"), "visits,colour,size\n1,red,2\n5,blue,6\n");
  std::vector<std::vector<double>> posteriors;
  for (const Model& each : {model, fitted}) {
    Source source(folder.file("new.csv"), {.labels = false, .allow_missing = true});
    source.bind(each.schema());
    RowBlock block;
    ASSERT_TRUE(source.next(block));
    posteriors.emplace_back(4);
    each.posterior(source.table(block), posteriors.back());
  }
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(posteriors[0][k], posteriors[1][k], 1e-12);
}

TEST_F(ModelChange, offsets_go_with_their_classes_and_a_map_with_both_of_its_own) {
  Stored stored = fit_file(all, mixed_options()).stored;
  stored.fitted = {.temperatures = {1, 0.5, 1, 1}, .rows = 8, .offsets = {0.25, -1}};
  std::string other = mixed_rows;
  for (std::size_t at = other.find(",b\n"); at != std::string::npos; at = other.find(",b\n")) {
    other.replace(at, 3, ",Z\n");
  }
  write_text(second, mixed_header + other);
  const Stored third = fit_file(second, mixed_options()).stored;
  const Fitted merged = merge(stored, third).fitted;
  EXPECT_EQ(merged.offsets, (std::vector<double>{0, 0.25, -1}));  // Z, a, b
  EXPECT_EQ(merged.temperatures, stored.fitted.temperatures);
  EXPECT_EQ(merged.rows, 8U);
  stored.fitted = {.temperatures = {1, 1, 1, 1}, .rows = 8, .map = {{0}, {1}}};
  EXPECT_EQ(merge(stored, stored).fitted, stored.fitted);
  EXPECT_EQ(merge(stored, third).fitted, Fitted{});
}

TEST_F(ModelChange, what_was_fitted_stays_while_readings_do) {
  Stored stored = fit_file(all, mixed_options()).stored;
  stored.fitted = {.temperatures = {1, 0.5, 1, 1}, .rows = 8};
  EXPECT_EQ(reestimate(stored, {.class_prior = UniformPrior{}}).fitted, stored.fitted);
  EXPECT_EQ(reestimate(stored, {.pseudocount = Pseudocount{.all = 2}}).fitted, Fitted{});
}

TEST_F(ModelChange, compacted_sums_have_the_terms_that_are_read_and_the_same_model) {
  FitOptions options = mixed_options();
  options.model.min_documents = 2;
  const FitResult result = fit_file(all, options);
  const Stored small = compacted(result.stored);
  const auto& terms = *std::get<Shared<TermCounts>>(small.summary.sums.back());
  EXPECT_TRUE(terms.compacted);
  EXPECT_LT(terms.terms(), std::get<Shared<TermCounts>>(result.stored.summary.sums.back())->terms());
  EXPECT_TRUE(error_of([&] { merge(small, small); }));
  EXPECT_TRUE(error_of([&] { compacted(fit_file(all, {.model = {.model = "categorical-nb"}}).stored); }));
}

}  // namespace
}  // namespace suffice
