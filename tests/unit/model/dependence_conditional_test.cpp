// Dependence conditional: against the formulas, and as a distribution for every pattern of missing columns.
#include "model/values/dependence_conditional.hpp"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "unit/paired_rows.hpp"

namespace suffice {
namespace {

DependenceConditional conditional_of(const Summary& summary, const ValueOptions& options) {
  const ValueBlock block = value_block(summary, 0);
  return {dependences(block, categories(block, options), options, 1), summary.schema.blocks[0]};
}

std::vector<double> log_densities(const DependenceConditional& conditional, const std::vector<std::uint32_t>& cells,
                                  const std::vector<std::vector<std::string>>& values) {
  const std::vector<Texts> texts(values.begin(), values.end());
  const CategoryBatch rows{cells.data(), 1, values.size(), texts};
  DependenceConditional::Workspace work;
  const std::vector<double> start(conditional.classes());
  work.start = start;
  std::vector<PanelColumn> out(conditional.classes());
  conditional.add_log_density(rows, 0, 1, Wanted::joint, out, work);
  std::vector<double> result;
  for (const PanelColumn& column : out) result.push_back(column[0]);
  return result;
}

// visit(row) for every row of three columns with 2, 3 and 4 values; where `last` also what is missing or reserved.
template <typename Visitor>
void visit_rows(const std::vector<std::size_t>& sizes, const Visitor& visit) {
  for (std::uint32_t a = 0; a < sizes[0]; ++a) {
    for (std::uint32_t b = 0; b < sizes[1]; ++b) {
      for (std::uint32_t c = 0; c < sizes[2]; ++c) visit(std::vector<std::uint32_t>{a, b, c});
    }
  }
}

TEST(DependenceConditional, is_what_the_formulas_say_whatever_is_missing) {
  const PairedRows rows(90, 3, 1, true);
  for (const Dependence dependence : {Dependence::one, Dependence::tree}) {
    const DependenceConditional conditional = conditional_of(rows.summary(), dependence_options(dependence));
    const std::vector<std::size_t>& parents = conditional.dependences().parents;
    visit_rows({3, 4, 5}, [&](std::vector<std::uint32_t> x) {
      for (std::size_t j = 0; j < 3; ++j) x[j] = x[j] == j + 2 ? missing_category : x[j];
      const std::vector<double> found = log_densities(conditional, x, rows.values);
      for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(found[c], std::log(rows.density(c, x, parents)), 1e-12);
    });
  }
}

TEST(DependenceConditional, sums_to_one_over_the_values_of_every_set_of_columns) {
  const PairedRows rows(50, 3, 2);
  for (const Dependence dependence : {Dependence::one, Dependence::tree}) {
    for (const Unseen unseen : {Unseen::ignore, Unseen::reserve}) {
      ValueOptions options = dependence_options(dependence);
      options.unseen = unseen;
      const DependenceConditional conditional = conditional_of(rows.summary(), options);
      std::vector<std::vector<std::string>> values = rows.values;
      if (unseen == Unseen::reserve) {
        for (auto& names : values) names.emplace_back("unheard of");
      }
      for (std::uint32_t present = 0; present < 8; ++present) {
        std::vector<std::size_t> sizes;
        for (std::size_t j = 0; j < 3; ++j) sizes.push_back((present >> j & 1U) != 0 ? values[j].size() : 1);
        std::vector<double> sums(3);
        visit_rows(sizes, [&](std::vector<std::uint32_t> x) {
          for (std::size_t j = 0; j < 3; ++j) x[j] = (present >> j & 1U) != 0 ? x[j] : missing_category;
          const std::vector<double> found = log_densities(conditional, x, values);
          for (std::size_t c = 0; c < 3; ++c) sums[c] += std::exp(found[c]);
        });
        for (const double sum : sums) EXPECT_NEAR(sum, 1, 1e-13);
      }
    }
  }
}

TEST(DependenceConditional, one_column_is_naive_bayes) {
  const PairedRows rows(40, 1, 3);
  const DependenceConditional one = conditional_of(rows.summary(), dependence_options(Dependence::one));
  for (std::uint32_t v = 0; v < 2; ++v) {
    EXPECT_NEAR(log_densities(one, {v}, rows.values)[1], std::log(rows.single(1, 0, v)), 1e-14);
  }
}

TEST(DependenceConditional, contributions_add_up) {
  const PairedRows rows(90, 3, 4);
  const std::vector<Texts> texts(rows.values.begin(), rows.values.end());
  const CategoryBatch batch{rows.cells.data(), rows.rows(), 3, texts};
  const std::vector<double> start{-1, -2, -0.5};
  for (const Dependence dependence : {Dependence::one, Dependence::tree}) {
    const DependenceConditional conditional = conditional_of(rows.summary(), dependence_options(dependence));
    for (std::size_t i = 0; i < 20; ++i) {
      const Explanation why = conditional.explain(batch, i, start);
      const std::vector<double> found = log_densities(conditional, rows.row(i), rows.values);
      for (std::size_t c = 0; c < 3; ++c) {
        double sum = start[c];
        for (const Contribution& part : why.contributions) sum += part.scores[c];
        EXPECT_NEAR(sum, start[c] + found[c], 1e-12);
        EXPECT_EQ(sum, why.log_joint[c]);
      }
    }
  }
}

TEST(DependenceConditional, draws_rows_by_their_probabilities) {
  const PairedRows rows(60, 3, 5);
  for (const Dependence dependence : {Dependence::one, Dependence::tree}) {
    const DependenceConditional conditional = conditional_of(rows.summary(), dependence_options(dependence));
    std::map<std::vector<std::string>, double> drawn;
    Random random(7);
    constexpr double draws = 20000;
    for (double n = 0; n < draws; ++n) {
      DrawnRow row;
      conditional.sample(1, random, row);
      drawn[row.categories] += 1 / draws;
    }
    visit_rows({2, 3, 4}, [&](const std::vector<std::uint32_t>& x) {
      const double p = std::exp(log_densities(conditional, x, rows.values)[1]);
      const double found = drawn[{rows.values[0][x[0]], rows.values[1][x[1]], rows.values[2][x[2]]}];
      EXPECT_NEAR(found, p, 5 * std::sqrt(p * (1 - p) / draws));
    });
  }
}

TEST(DependenceConditional, names_what_leaves_no_class_and_has_no_linear_form) {
  ValueOptions options = dependence_options(Dependence::tree);
  options.pseudocount.all = 0;
  PairedRows apart(2, 2, 7, false, false);
  apart.cells = {0, 0, 1, 1};
  apart.codes = {0, 1};
  apart.names = {"a", "b"};
  const DependenceConditional strict = conditional_of(apart.summary(), options);
  const std::vector<std::uint32_t> crossed{0, 1};
  const std::vector<Texts> own(apart.values.begin(), apart.values.end());
  const CategoryBatch batch{crossed.data(), 1, 2, own};
  EXPECT_THROW((void)strict.linear_form(), Error);
  EXPECT_FALSE(DependenceConditional::is_linear());
  std::vector<double> left{0, 0};
  EXPECT_EQ(strict.impossible(batch, 0, left),
            "column 'x1': no class has the value 'v1' with those of the columns before it");
}

}  // namespace
}  // namespace suffice
