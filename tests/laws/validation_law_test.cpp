// Laws of cross-validation: folds made in one pass say what plain refits without each of them say, for every family.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "families.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

constexpr std::size_t folds = 4;
constexpr std::uint64_t seed = 3;

LawTable rows_where(const LawTable& table, const std::vector<std::uint32_t>& fold, std::uint32_t f, bool in_fold) {
  LawTable part = table.part(0, 0);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (fold[i] != no_fold && (fold[i] == f) == in_fold) part.append(table, i);
  }
  part.make();
  return part;
}

struct Refitted {
  double loss = 0;
  double right = 0;
  double scored = 0;
  double weight = 0;
};

/// Each fold scored by a fit of the rows of all others.
Refitted refit(const LawTable& table, const LawFamily& family) {
  Refitted result;
  const std::vector<std::uint32_t> fold = FoldOrder(folds, seed).next(table.table(), table.labels());
  for (std::uint32_t f = 0; f < folds; ++f) {
    const LawTable part = rows_where(table, fold, f, true);
    std::optional<Model> model;
    try {
      model = fit(rows_where(table, fold, f, false), family.options);
    } catch (const Error&) {
      for (std::size_t i = 0; i < part.rows(); ++i) result.weight += part.table().weight(i);
      continue;
    }
    const std::vector<double> scores = log_posterior(*model, part);
    const std::size_t classes = model->labels().size();
    EXPECT_EQ(classes, law_classes);
    for (std::size_t i = 0; i < part.rows(); ++i) {
      const auto row = std::span(scores).subspan(i * classes, classes);
      const double own = row[part.codes[i]];
      const double weight = part.table().weight(i);
      result.weight += weight;
      result.scored += weight;
      result.loss -= weight * own;
      const bool is_best = std::ranges::max_element(row) - row.begin() == part.codes[i];
      result.right += is_best && !std::isinf(own) ? weight : 0;
    }
  }
  return result;
}

// Each family on a table of its own.
TEST(ValidationLaw, cross_validation_equals_refits_without_each_fold) {
  std::uint32_t tables = 0;
  for_each(families(), [&](const LawFamily& family) {
    ++tables;
    const LawTable table = make_law_table(family.contents, 6 + tables, 200 + tables % 41, 4 + 2 * (tables % 3),
                                          law_classes, tables % 4 != 0);
    const Refitted expected = refit(table, family);
    const LeaveOneOut found = cross_validate(table.table(), table.labels(), table.schema(family.options),
                                             family.options, {.folds = folds, .seed = seed, .threads = 1});
    EXPECT_EQ(found.folds, folds);
    EXPECT_NEAR(found.accuracy.value, expected.right / expected.weight, 1e-12);
    if (std::isinf(expected.loss)) {
      EXPECT_EQ(found.log_loss, expected.loss);
    } else if (expected.scored > 0) {
      EXPECT_NEAR(found.log_loss, expected.loss / expected.scored, 1e-9);
    }
  });
}

TEST(ValidationLaw, threads_and_batches_never_change_a_bit) {
  for_each(mixed_families(), [](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const Schema schema = table.schema(family.options);
    const std::vector<Keep> keep = sums_needed(family.options, schema);
    FoldAccumulator whole(schema, folds, seed, {.threads = 1, .keep = keep});
    whole.add(table.table(), table.labels());
    FoldAccumulator pieces(schema, folds, seed, {.threads = 3, .keep = keep});
    for (std::size_t first = 0; first < table.rows(); first += 37) {
      const LawTable part = table.part(first, std::min<std::size_t>(37, table.rows() - first));
      pieces.add(part.table(), part.labels());
    }
    EXPECT_EQ(whole.rows(), pieces.rows());
    EXPECT_TRUE(whole.folds().parts == pieces.folds().parts);
    FoldScorer once(whole.folds(), family.options, seed, {}, 1);
    once.add(table.table(), table.labels());
    FoldScorer often(whole.folds(), family.options, seed, {}, 3);
    for (std::size_t first = 0; first < table.rows(); first += 41) {
      const LawTable part = table.part(first, std::min<std::size_t>(41, table.rows() - first));
      often.add(part.table(), part.labels());
    }
    EXPECT_EQ(once.result().log_loss, often.result().log_loss);
    EXPECT_EQ(once.result().accuracy.value, often.result().accuracy.value);
  });
}

TEST(ValidationLaw, leave_one_out_of_batches_is_that_of_all_rows) {
  for_each(mixed_families(), [](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const Summary sums = sums_of(table, family.options);
    if (!has_leave_one_out(sums, family.options)) return;
    LeaveOneOutScorer scorer(sums, family.options, {}, 1);
    for (std::size_t first = 0; first < table.rows(); first += 50) {
      const LawTable part = table.part(first, std::min<std::size_t>(50, table.rows() - first));
      scorer.add(part.table(), part.labels());
    }
    Reservoir counted(table.schema(family.options), 0);  // skips rows of weight 0
    counted.add(table.table(), table.labels());
    const LeaveOneOut all = leave_one_out(sums, family.options, counted.rows(), counted.labels(), {.threads = 1});
    EXPECT_NEAR(scorer.result().accuracy.value, all.accuracy.value, 1e-12);
    EXPECT_TRUE(scorer.result().log_loss == all.log_loss || std::abs(scorer.result().log_loss - all.log_loss) < 1e-9);
  });
}

TEST(ValidationLaw, merged_folds_are_those_of_both_tables) {
  const LawFamily family = mixed_families().front();
  const LawTable table = law_table(family.contents);
  const Schema schema = table.schema(family.options);
  const SummariseOptions how{.threads = 1, .keep = sums_needed(family.options, schema)};
  std::vector<Folds> halves;
  for (const std::size_t first : {std::size_t{0}, std::size_t{120}}) {
    const LawTable part = table.part(first, 120);
    FoldAccumulator sums(schema, folds, seed, how);
    sums.add(part.table(), part.labels());
    halves.push_back(sums.folds());
  }
  const Folds both = merge(halves[0], halves[1]);
  EXPECT_TRUE(both.all().classes == sums_of(table, family.options).classes);
  for (const Summary& rest : both.without_each()) {
    EXPECT_LT(rest.classes.total_rows(), both.all().classes.total_rows());
  }
  EXPECT_THROW(static_cast<void>(merge(both, Folds{})), Error);
}

}  // namespace
}  // namespace suffice
