#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "math/special/random.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

const std::vector<std::string> labels{"a", "b", "c"};

struct Rows {
  std::vector<double> values = {};  // two columns
  std::vector<std::uint32_t> codes = {};

  [[nodiscard]] Table table() const { return Table::row_major(values.data(), codes.size(), 2); }
  [[nodiscard]] Labels truth() const { return {codes, labels}; }
};

Rows make_rows(std::size_t count, double missing) {
  Random random(7);
  Rows rows;
  for (std::size_t i = 0; i < count; ++i) {
    const auto code = static_cast<std::uint32_t>(i % 3);
    rows.codes.push_back(code);
    for (std::size_t j = 0; j < 2; ++j) {
      const double value = random.normal() + (j == 0 ? code : 0.5 * code);
      rows.values.push_back(random.uniform() < missing ? std::nan("") : value);
    }
  }
  return rows;
}

const Schema schema{.blocks = {{.features = {"x", "z"}}}, .target = "y"};
const std::vector<Keep> keep(1);

/// By models of the rows of every fold but one.
LeaveOneOut refitted(const Rows& rows, const Options& options, std::size_t folds) {
  const std::vector<std::uint32_t> fold_of_rows = FoldOrder(folds, 0).next(rows.table(), rows.truth());
  double right = 0;
  double loss = 0;
  for (std::size_t f = 0; f < folds; ++f) {
    Rows rest;
    Rows fold;
    for (std::size_t i = 0; i < rows.codes.size(); ++i) {
      Rows& to = fold_of_rows[i] == f ? fold : rest;
      to.codes.push_back(rows.codes[i]);
      to.values.insert(to.values.end(), {rows.values[2 * i], rows.values[2 * i + 1]});
    }
    const Model model = estimate(summarise(rest.table(), rest.truth(), schema, {.keep = keep}), options);
    std::vector<double> posterior(3 * fold.codes.size());
    model.log_posterior(fold.table(), posterior);
    for (std::size_t i = 0; i < fold.codes.size(); ++i) {
      const auto scores = std::span(posterior).subspan(3 * i, 3);
      loss -= scores[fold.codes[i]];
      right += std::ranges::max_element(scores) - scores.begin() == fold.codes[i] ? 1 : 0;
    }
  }
  const auto count = static_cast<double>(rows.codes.size());
  return {.rows = rows.codes.size(), .accuracy = {right / count, 0, 1}, .log_loss = loss / count};
}

TEST(Folds, each_is_scored_by_a_refit_without_it) {
  for (const double missing : {0.0, 0.1}) {
    const Rows rows = make_rows(90, missing);
    const Summary summary = summarise(rows.table(), rows.truth(), schema, {.keep = keep});
    const Options options = options_for("lda", schema);
    const LeaveOneOut found = leave_folds_out(summary, options, keep, rows.table(), rows.truth(), 5, 1);
    const LeaveOneOut expected = refitted(rows, options, 5);
    EXPECT_EQ(found.rows, 90U);
    EXPECT_EQ(found.folds, 5U);
    EXPECT_EQ(found.unscored_rows, 0U);
    EXPECT_EQ(found.accuracy.value, expected.accuracy.value);
    EXPECT_NEAR(found.log_loss, expected.log_loss, missing == 0 ? 1e-10 : 1e-6);
  }
}

TEST(Folds, rows_of_a_class_that_is_gone_without_them_are_errors) {
  Rows rows = make_rows(30, 0);
  for (std::uint32_t& code : rows.codes) {
    code = code == 2 ? 1 : code;
  }
  rows.codes[4] = 2;
  const Summary summary = summarise(rows.table(), rows.truth(), schema, {.keep = keep});
  const LeaveOneOut found =
      leave_folds_out(summary, options_for("lda", schema), keep, rows.table(), rows.truth(), 10, 1);
  EXPECT_EQ(found.unscored_rows, 1U);
  EXPECT_LE(found.accuracy.value, 29.0 / 30);
}

}  // namespace
}  // namespace suffice
