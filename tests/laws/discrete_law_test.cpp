// Laws of the discrete families: counts, categories, amounts and text (MODELS §10).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "discrete_families.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

constexpr std::size_t columns = law_columns;
constexpr std::size_t classes = law_classes;

bool is_density(const EstimateOptions& options) { return options.family != Family::complement; }
/// Whether the sums are counts, which are exact; sums of amounts and their logarithms are rounded.
bool is_count(const EstimateOptions& options) {
  const SumKind kind = sums_needed(options).sums;
  return kind == SumKind::terms || kind == SumKind::values;
}

TEST(DiscreteLaw, everything_follows_from_the_log_joint) {
  for_each_discrete_family([](const DiscreteFamily& family) {
    const DiscreteTable table = law_table(family.content);
    const Model model = fit(table, family.options);
    const std::vector<double> joint = log_joint(model, table);
    const std::vector<double> log_p = log_posterior(model, table);
    std::vector<double> p(log_p.size());
    std::vector<std::uint32_t> predicted(table.rows());
    model.posterior(table.view(), p);
    model.predict(table.view(), predicted);
    std::vector<double> evidence(table.rows());
    if (is_density(family.options)) {
      model.log_evidence(table.view(), evidence);
    } else {
      EXPECT_THROW(model.log_evidence(table.view(), evidence), Error);
    }
    for (std::size_t i = 0; i < table.rows(); ++i) {
      const std::span<const double> scores(joint.data() + i * classes, classes);
      const double best = *std::ranges::max_element(scores);
      ASSERT_FALSE(std::ranges::any_of(scores, [](double score) { return std::isnan(score); }));
      if (best == -INFINITY) {
        ASSERT_EQ(predicted[i], no_decision);
        ASSERT_TRUE(model.impossible(table.view(), i).has_value());
        continue;
      }
      ASSERT_FALSE(model.impossible(table.view(), i).has_value());
      ASSERT_EQ(scores[predicted[i]], best);
      ASSERT_NEAR(std::accumulate(p.begin() + static_cast<std::ptrdiff_t>(i * classes),
                                  p.begin() + static_cast<std::ptrdiff_t>((i + 1) * classes), 0.0),
                  1, 1e-14);
      for (std::size_t c = 0; c < classes; ++c) {
        ASSERT_NEAR(p[i * classes + c], std::exp(log_p[i * classes + c]), 1e-13);
        if (is_density(family.options) && scores[c] > -INFINITY) {
          ASSERT_NEAR(log_p[i * classes + c], scores[c] - evidence[i], 1e-9);
        }
      }
    }
  });
}

TEST(DiscreteLaw, threads_and_batches_do_not_change_a_bit) {
  for_each_discrete_family([](const DiscreteFamily& family) {
    for (const double weight_unit : {1.0, 0.1}) {  // tenths are not whole numbers
      DiscreteTable table = discrete_table(family.content, 11, 3000, columns, classes, true);
      for (double& weight : table.weights) weight *= weight_unit;
      table.make();
      const Summary sums = sums_of(table, family.options);
      EXPECT_EQ(sums_of(table, family.options, 3), sums);
      Accumulator pieces(table.schema(), {.threads = 2, .keep = sums_needed(family.options)});
      for (const std::size_t first : {0U, 1U, 700U, 2900U}) {
        const std::size_t end = first == 0 ? 1 : first == 1 ? 700 : first == 700 ? 2900 : 3000;
        const Labels labels{std::span(table.codes).subspan(first, end - first), table.names};
        pieces.add(slice_rows(table.view(), first, end - first), labels);
      }
      EXPECT_EQ(pieces.summary(), sums);
      const Model model = estimate(sums, family.options);
      const std::vector<double> joint = log_joint(model, table);
      std::vector<double> again(joint.size());
      model.log_joint(table.view(), again, {.threads = 3});
      EXPECT_EQ(again, joint);
      std::vector<double> one(classes);
      for (std::size_t i = 0; i < table.rows(); i += 613) {
        model.log_joint(slice_rows(table.view(), i, 1), one);
        EXPECT_TRUE(std::ranges::equal(one, std::span(joint).subspan(i * classes, classes)));
      }
    }
  });
}

TEST(DiscreteLaw, sequential_equals_batch_equals_merged_shards_equals_forgotten) {
  for_each_discrete_family([](const DiscreteFamily& family) {
    const DiscreteTable first = law_table(family.content);
    const DiscreteTable second = discrete_table(family.content, 8, 100, columns, classes, true);
    DiscreteTable all = first;
    for (std::size_t i = 0; i < second.rows(); ++i) all.append(second, i);
    all.make();
    const Summary both = merge(sums_of(first, family.options), sums_of(second, family.options));
    const Summary rest = remove(both, sums_of(second, family.options)).rest;
    if (is_count(family.options)) {
      EXPECT_EQ(both, sums_of(all, family.options));
      EXPECT_EQ(rest, sums_of(first, family.options));
      return;
    }
    EXPECT_LT(difference(log_joint(estimate(both, family.options), all), log_joint(fit(all, family.options), all)),
              1e-10);
    EXPECT_LT(difference(log_joint(estimate(rest, family.options), all), log_joint(fit(first, family.options), all)),
              1e-9);
  });
}

TEST(DiscreteLaw, weight_two_equals_the_row_twice_and_weight_zero_none) {
  for_each_discrete_family([](const DiscreteFamily& family) {
    const DiscreteTable table = law_table(family.content);
    DiscreteTable repeated = table.part(0, 0);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      for (double copies = table.weights[i]; copies > 0; --copies) repeated.append(table, i);
    }
    repeated.weights.clear();
    repeated.make();
    EXPECT_LT(difference(log_joint(fit(repeated, family.options), table), log_joint(fit(table, family.options), table)),
              1e-11);
  });
}

TEST(DiscreteLaw, relabelling_permutes_the_output) {
  for_each_discrete_family([](const DiscreteFamily& family) {
    const DiscreteTable table = law_table(family.content);
    DiscreteTable renamed = table;
    renamed.make();
    renamed.names = {"z", "m", "a"};  // the reverse of the order before
    const std::vector<double> before = log_posterior(fit(table, family.options), table);
    const std::vector<double> after = log_posterior(fit(renamed, family.options), table);
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double permuted = after[i / classes * classes + classes - 1 - i % classes];
      if (before[i] == permuted) continue;  // −∞ too
      ASSERT_NEAR(permuted, before[i], 1e-10);
    }
  });
}

TEST(DiscreteLaw, contributions_sum_to_the_log_joint) {
  for_each_discrete_family([](const DiscreteFamily& family) {
    const DiscreteTable table = law_table(family.content);
    const Model model = fit(table, family.options);
    const std::vector<double> joint = log_joint(model, table);
    for (std::size_t i = 0; i < 40; ++i) {
      const Explanation why = model.explain(table.view(), i);
      for (std::size_t c = 0; c < classes; ++c) {
        double sum = why.base[c];
        for (const Contribution& part : why.contributions) sum += part.scores[c];
        EXPECT_EQ(sum, why.log_joint[c]);
        if (joint[i * classes + c] == sum) continue;  // −∞ too
        ASSERT_NEAR(sum, joint[i * classes + c], 1e-10 * (1 + std::abs(sum)));
      }
    }
  });
}

TEST(DiscreteLaw, leave_one_out_equals_as_many_refits) {
  for_each_discrete_family([](const DiscreteFamily& family) {
    if (!is_count(family.options) && family.options.estimator != Estimator::mle) return;  // the prior's mean is held
    if (family.options.terms.max_terms > 0 || family.options.terms.tf_idf) return;        // held from all rows
    const DiscreteTable table = discrete_table(family.content, 13, 60, 5, classes, true);
    const Summary sums = sums_of(table, family.options);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      if (table.weights[i] == 0) continue;
      const DiscreteTable row = table.part(i, 1);
      const LeaveOneOut left = leave_one_out(sums, family.options, row.view(), row.labels());
      std::vector<double> posterior(classes);
      Model refit = estimate(sums, family.options);
      try {
        refit = estimate(remove(sums, sums_of(row, family.options)).rest, family.options);
      } catch (const Error&) {
        EXPECT_EQ(left.unscored_rows, 1U);
        continue;
      }
      if (refit.labels().size() < classes) continue;
      if (refit.is_linear() && estimate(sums, family.options).is_linear() &&
          refit.linear_form().names != estimate(sums, family.options).linear_form().names) {
        continue;  // the dictionary changes; leave-one-out holds it
      }
      refit.log_posterior(row.view(), posterior);
      if (std::ranges::all_of(posterior, [](double p) { return p == -INFINITY; })) continue;
      const double expected = -posterior[row.codes[0]];
      if (std::isinf(expected)) {
        EXPECT_EQ(left.log_loss, expected);
      } else {
        EXPECT_NEAR(left.log_loss, expected, 1e-9 * (1 + std::abs(expected))) << "row " << i;
      }
    }
  });
}

TEST(DiscreteLaw, sampling_then_refitting_recovers_the_parameters) {
  constexpr std::size_t n = 20000;
  for_each_discrete_family([](const DiscreteFamily& family) {
    if (family.options.estimator != Estimator::mean || family.content == Content::sparse_counts) return;
    if (family.options.terms != TermReading{} || family.options.unseen == Unseen::reserve) return;
    const DiscreteTable table = law_table(family.content, false);
    const Model model = fit(table, family.options);
    if (!is_density(family.options)) {
      EXPECT_THROW(static_cast<void>(model.sample(1, 0)), Error);
      return;
    }
    const Sample drawn = model.sample(n, 3);
    DiscreteTable again{family.content, columns, drawn.values, drawn.labels, table.names};
    if (family.content == Content::text) {
      again.values.assign(n * columns, 0);
      again.make();
      again.texts = drawn.documents;
      again.documents.assign(again.texts.begin(), again.texts.end());
    } else if (family.content == Content::categories) {
      for (const std::string& category : drawn.categories) again.values.push_back(std::stod(category));
      again.make();
    } else {
      again.make();
    }
    const std::vector<double> before = log_posterior(model, table);
    const std::vector<double> after = log_posterior(fit(again, family.options), table);
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_NEAR(std::exp(after[i]), std::exp(before[i]), 0.15);  // a log ratio of nine columns, some 5 errors
    }
  });
}

TEST(DiscreteLaw, what_is_forgotten_leaves_the_support) {
  for (const Content content : {Content::text, Content::categories}) {
    const EstimateOptions options = options_for(content == Content::text ? "multinomial-nb" : "categorical-nb");
    DiscreteTable table = law_table(content, false);
    DiscreteTable odd = table.part(0, 1);
    for (double& value : odd.values) value = 8;  // a value that no other row has; words in plenty
    odd.make();
    if (content == Content::text) {
      odd.texts[0] = "unheard of";
      odd.documents.assign(odd.texts.begin(), odd.texts.end());
    }
    const Summary both = merge(sums_of(table, options), sums_of(odd, options));
    const auto support = [&](const Summary& sums) { return estimate(sums, options).linear_form().names.size(); };
    EXPECT_GT(support(both), support(sums_of(table, options)));
    EXPECT_EQ(remove(both, sums_of(odd, options)).rest, sums_of(table, options));
  }
}

}  // namespace
}  // namespace suffice
