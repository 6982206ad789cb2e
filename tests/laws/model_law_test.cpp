// Laws of the models, over every family and over models of several blocks (MODELS §10).
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <type_traits>
#include <variant>

#include <gtest/gtest.h>

#include "families.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

constexpr std::size_t columns = law_columns;
constexpr std::size_t classes = law_classes;

/// Whether the sums are counts, which are exact; moments, sums of amounts and their logarithms are rounded.
bool is_count(const Options& options) {
  return std::ranges::all_of(options.readings, [](const Reading& reading) {
    return std::holds_alternative<TermOptions>(reading.options) ||
           std::holds_alternative<ValueOptions>(reading.options);
  });
}

/// Whether a reading answers a question.
template <typename OfFamily, typename Question>
bool some_reading(const Options& options, const Question& question) {
  return std::ranges::any_of(options.readings, [&](const Reading& reading) {
    const auto* of_family = std::get_if<OfFamily>(&reading.options);
    return of_family != nullptr && question(*of_family);
  });
}

void for_each_family(const std::function<void(const LawFamily&)>& law) { for_each(families(), law); }

TEST(ModelLaw, everything_follows_from_the_log_joint) {
  for_each_family([](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const Model model = fit(table, family.options);
    const std::vector<double> joint = log_joint(model, table);
    const std::vector<double> log_p = log_posterior(model, table);
    std::vector<double> p(log_p.size());
    std::vector<std::uint32_t> predicted(table.rows());
    model.posterior(table.table(), p);
    model.predict(table.table(), predicted);
    std::vector<double> evidence(table.rows());
    if (model.has_evidence()) {
      model.log_evidence(table.table(), evidence);
    } else {
      EXPECT_THROW(model.log_evidence(table.table(), evidence), Error);
    }
    for (std::size_t i = 0; i < table.rows(); ++i) {
      const std::span<const double> scores(joint.data() + i * classes, classes);
      const double best = *std::ranges::max_element(scores);
      ASSERT_FALSE(std::ranges::any_of(scores, [](double score) { return std::isnan(score); }));
      if (best == -INFINITY) {
        ASSERT_EQ(predicted[i], no_decision);
        ASSERT_TRUE(model.impossible(table.table(), i).has_value());
        continue;
      }
      ASSERT_FALSE(model.impossible(table.table(), i).has_value());
      ASSERT_NEAR(scores[predicted[i]], best, 1e-10 * (1 + std::abs(best)));  // decisions may leave out common terms
      ASSERT_NEAR(std::accumulate(p.begin() + static_cast<std::ptrdiff_t>(i * classes),
                                  p.begin() + static_cast<std::ptrdiff_t>((i + 1) * classes), 0.0),
                  1, 1e-14);
      for (std::size_t c = 0; c < classes; ++c) {
        ASSERT_NEAR(p[i * classes + c], std::exp(log_p[i * classes + c]), 1e-13);
        if (model.has_evidence() && scores[c] > -INFINITY) {
          ASSERT_NEAR(log_p[i * classes + c], scores[c] - evidence[i], 1e-9);
        }
      }
    }
  });
}

TEST(ModelLaw, threads_and_batches_do_not_change_a_bit) {
  for_each_family([](const LawFamily& family) {
    for (const double weight_unit : {1.0, 0.1}) {  // tenths are not whole numbers
      LawTable table = make_law_table(family.contents, 11, 3000, columns, classes, true);
      for (double& weight : table.weights) weight *= weight_unit;
      const Summary sums = sums_of(table, family.options);
      EXPECT_EQ(sums_of(table, family.options, 3), sums);
      const Schema schema = table.schema(family.options);
      Accumulator pieces(schema, {.threads = 2, .keep = sums_needed(family.options, schema)});
      for (const std::size_t first : {0U, 1U, 700U, 2900U}) {
        const std::size_t end = first == 0 ? 1 : first == 1 ? 700 : first == 700 ? 2900 : 3000;
        const Labels labels{std::span(table.codes).subspan(first, end - first), table.names};
        pieces.add(table.table().slice(first, end - first), labels);
      }
      EXPECT_EQ(pieces.summary(), sums);
      const Model model = estimate(sums, family.options);
      const std::vector<double> joint = log_joint(model, table);
      std::vector<double> again(joint.size());
      model.log_joint(table.table(), again, {.threads = 3});
      EXPECT_EQ(again, joint);
      std::vector<double> one(classes);
      for (std::size_t i = 0; i < table.rows(); i += 613) {
        model.log_joint(table.table().slice(i, 1), one);
        EXPECT_TRUE(std::ranges::equal(one, std::span(joint).subspan(i * classes, classes)));
      }
    }
  });
}

TEST(ModelLaw, sequential_equals_batch_equals_merged_shards_equals_forgotten) {
  for_each_family([](const LawFamily& family) {
    const LawTable first = law_table(family.contents);
    const LawTable second = make_law_table(family.contents, 8, 100, columns, classes, true);
    LawTable all = first;
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
              1e-9);
    EXPECT_LT(difference(log_joint(estimate(rest, family.options), all), log_joint(fit(first, family.options), all)),
              1e-8);
  });
}

TEST(ModelLaw, weight_two_equals_the_row_twice_and_weight_zero_none) {
  for_each_family([](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    LawTable repeated = table.part(0, 0);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      for (double copies = table.weights[i]; copies > 0; --copies) repeated.append(table, i);
    }
    repeated.weights.clear();
    repeated.make();
    EXPECT_LT(difference(log_joint(fit(repeated, family.options), table), log_joint(fit(table, family.options), table)),
              1e-10);
  });
}

TEST(ModelLaw, relabelling_permutes_the_output) {
  for_each_family([](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    LawTable renamed = table;
    renamed.names = {"z", "m", "a"};  // the reverse of the order before
    const std::vector<double> before = log_posterior(fit(table, family.options), table);
    const std::vector<double> after = log_posterior(fit(renamed, family.options), table);
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double permuted = after[i / classes * classes + classes - 1 - i % classes];
      if (before[i] == permuted) continue;  // −∞ too
      ASSERT_NEAR(permuted, before[i], 1e-9);
    }
  });
}

TEST(ModelLaw, contributions_sum_to_the_log_joint) {
  for_each_family([](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const Model model = fit(table, family.options);
    const std::vector<double> joint = log_joint(model, table);
    for (std::size_t i = 0; i < 40; ++i) {
      const Explanation why =
          model.explain(table.table(), i, i % 2 == 0 ? std::optional<ClassPair>() : ClassPair{classes - 1, 0});
      for (std::size_t c = 0; c < classes; ++c) {
        double sum = why.base[c];
        for (const Contribution& part : why.contributions) sum += part.scores[c];
        ASSERT_TRUE(sum == why.log_joint[c] || std::abs(sum - why.log_joint[c]) <= 1e-12 * (1 + std::abs(sum)));
        if (joint[i * classes + c] == sum) continue;  // −∞ too
        ASSERT_NEAR(sum, joint[i * classes + c], 1e-10 * (1 + std::abs(sum)));
      }
    }
  });
}

// What is chosen from all rows is held: those families are left to laws of their own.
bool is_estimated_anew(const LawFamily& family) {
  return !some_reading<TermOptions>(family.options, [](const TermOptions& options) {
    return options.max_terms > 0 || options.tf_idf;
  }) && !some_reading<AmountOptions>(family.options, [](const AmountOptions& options) {
    return options.estimator != Estimator::mle;  // the prior's mean is held
  }) && !some_reading<ValueOptions>(family.options, [](const ValueOptions& options) {
    return options.dependence == Dependence::tree;
  }) && !some_reading<GaussianOptions>(family.options, [](const GaussianOptions& options) {
    return std::holds_alternative<AutoShrinkage>(options.shrinkage);  // so is λ
  });
}

/// How many values and words there are is held: what the rest of the rows does not have is there under a name that no
/// row has, so that the row that had it alone meets a value that is unknown, as any new row may.
template <typename Keys>
std::vector<std::string> held_names(const Keys& all, const Keys& rest) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string name(all[k]);
    bool is_left = false;
    for (std::size_t l = 0; l < rest.size(); ++l) is_left = is_left || rest[l] == name;
    names.push_back(is_left ? name : "held " + name);
  }
  std::ranges::sort(names);
  return names;
}

/// A fit of the rest of the rows that is given the numbers of values and words that all rows have. Words that a
/// Bernoulli model does not know are no factors of it, so that it is simply fitted again.
Model refit_of(const LawTable& rest, const Summary& all, Options options, std::size_t& unseen) {
  Schema schema = rest.schema(options);
  const Summary plain = sums_of(rest, options);
  for (std::size_t b = 0; b < schema.blocks.size(); ++b) {
    const auto* values = std::get_if<ValueCounts>(&all.sums[b]);
    if (values == nullptr || *values == std::get<ValueCounts>(plain.sums[b])) continue;
    const auto& left = std::get<ValueCounts>(plain.sums[b]).values;
    if (values->values == left) continue;
    ++unseen;
    std::vector<std::vector<std::string>>& declared = schema.blocks[b].declared_values;
    declared.resize(left.size());
    for (std::size_t j = 0; j < left.size(); ++j) {
      if (values->values[j] != left[j]) declared[j] = held_names(values->values[j], left[j]);
    }
  }
  for (Reading& reading : options.readings) {
    auto* terms = std::get_if<TermOptions>(&reading.options);
    const auto* counts = std::get_if<Shared<TermCounts>>(&all.sums[reading.block]);
    if (terms == nullptr || counts == nullptr || (*counts)->words.size() == 0) continue;
    const auto& left = std::get<Shared<TermCounts>>(plain.sums[reading.block]);
    unseen += left->words.size() < (*counts)->words.size() ? 1U : 0U;
    if (terms->family != TermFamily::bernoulli) terms->vocabulary = held_names((*counts)->words, left->words);
  }
  return estimate(summarise(rest.table(), rest.labels(), schema, {.threads = 1, .keep = sums_needed(options, schema)}),
                  options);
}

LawTable without_row(const LawTable& table, std::size_t left_out) {
  LawTable rest = table.part(0, 0);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (i != left_out) rest.append(table, i);
  }
  rest.make();
  return rest;
}

// Each family on a table of its own.
TEST(ModelLaw, leave_one_out_equals_as_many_refits) {
  std::vector<LawFamily> some = discrete_families();
  for (const LawFamily& family : mixed_families()) some.push_back(family);
  for (const LawFamily& family : encoded_families()) some.push_back(family);
  std::uint32_t tables = 0;
  std::size_t unseen = 0;
  for_each(some, [&](const LawFamily& family) {
    if (!is_estimated_anew(family)) return;
    ++tables;
    const LawTable table =
        make_law_table(family.contents, 12 + tables, 48 + tables % 17, 4 + 2 * (tables % 2), classes, tables % 3 != 0);
    const Summary sums = sums_of(table, family.options);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      if (table.table().weight(i) == 0) continue;
      const LawTable row = table.part(i, 1);
      const LeaveOneOut left = leave_one_out(sums, family.options, row.table(), row.labels());
      std::vector<double> posterior(classes);
      Model refit = estimate(sums, family.options);
      try {
        refit = refit_of(without_row(table, i), sums, family.options, unseen);
      } catch (const Error&) {
        EXPECT_EQ(left.unscored_rows, 1U);
        continue;
      }
      if (refit.labels().size() < classes) continue;
      refit.log_posterior(row.table(), posterior);
      if (std::ranges::all_of(posterior, [](double p) { return p == -INFINITY; })) continue;
      const double expected = -posterior[row.codes[0]];
      if (std::isinf(expected)) {
        EXPECT_EQ(left.log_loss, expected);
      } else {
        EXPECT_NEAR(left.log_loss, expected, 1e-9 * (1 + std::abs(expected))) << "row " << i;
      }
    }
  });
  EXPECT_GE(tables, 20U);
  EXPECT_GE(unseen, 50U);
}

/// The rows that were drawn, as the table that they were drawn from.
LawTable drawn_table(const Sample& drawn, const LawTable& like) {
  LawTable table = like.part(0, 0);
  table.codes = drawn.labels;
  std::size_t column = 0;
  for (LawBlock& block : table.blocks) {
    const std::size_t features = block.content == Content::text ? 1 : block.columns;
    block.values.assign(drawn.labels.size() * block.columns, 0);
    for (std::size_t j = 0; j < features && block.content != Content::text; ++j) {
      for (std::size_t i = 0; i < drawn.labels.size(); ++i) {
        block.values[i * block.columns + j] = std::visit(
            [i](const auto& values) -> double {
              if constexpr (std::is_same_v<std::decay_t<decltype(values[i])>, std::string>)
                return std::stod(values[i]);
              else
                return values[i];
            },
            drawn.columns[column + j]);
      }
    }
    block.make();
    if (block.content == Content::text) {
      block.texts = std::get<std::vector<std::string>>(drawn.columns[column]);
      block.documents.assign(block.texts.begin(), block.texts.end());
    }
    column += features;
  }
  return table;
}

TEST(ModelLaw, sampling_then_refitting_recovers_the_parameters) {
  constexpr std::size_t n = 20000;
  std::vector<LawFamily> some = discrete_families();
  for (const LawFamily& family : mixed_families()) some.push_back(family);
  for (const LawFamily& family : encoded_families()) some.push_back(family);
  for_each(some, [](const LawFamily& family) {
    const bool plain = std::ranges::all_of(family.options.readings, [](const Reading& reading) {
      return std::visit(
          [&]<typename OfFamily>(const OfFamily& options) {
            if constexpr (std::is_same_v<OfFamily, GaussianOptions>) return options.estimator == Estimator::mle;
            if constexpr (std::is_same_v<OfFamily, TermOptions>) {
              TermOptions defaults{.family = options.family, .boolean = options.boolean};
              defaults.pseudocount = options.pseudocount;
              return options == defaults;
            }
            if constexpr (requires { options.unseen; }) {
              if (options.unseen == Unseen::reserve) return false;
            }
            if constexpr (std::is_same_v<OfFamily, ValueOptions>) {
              if (options.dependence == Dependence::one) return false;  // its draws are a mixture, its refit is another
            }
            return options.estimator == Estimator::mean;
          },
          reading.options);
    });
    if (!plain || std::ranges::count(family.contents, Content::sparse_counts) > 0) return;
    const LawTable table = law_table(family.contents, false);
    const Model model = fit(table, family.options);
    if (!model.has_evidence()) {
      EXPECT_THROW(static_cast<void>(model.sample(1, 0)), Error);
      return;
    }
    const LawTable again = drawn_table(model.sample(n, 3), table);
    const std::vector<double> before = log_posterior(model, table);
    const std::vector<double> after = log_posterior(fit(again, family.options), table);
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_NEAR(std::exp(after[i]), std::exp(before[i]), 0.15);  // a log ratio of nine columns, some 5 errors
    }
  });
}

TEST(ModelLaw, what_is_forgotten_leaves_the_support) {
  for (const Content content : {Content::text, Content::categories}) {
    const Options options =
        one_reading(find_model(content == Content::text ? "multinomial-nb" : "categorical-nb").options);
    const LawTable table = law_table({content}, false);
    LawTable odd = table.part(0, 1);
    for (double& value : odd.blocks[0].values) value = 8;  // a value that no other row has; words in plenty
    odd.make();
    if (content == Content::text) {
      odd.blocks[0].texts[0] = "unheard of";
      odd.blocks[0].documents.assign(odd.blocks[0].texts.begin(), odd.blocks[0].texts.end());
    }
    const Summary both = merge(sums_of(table, options), sums_of(odd, options));
    const auto support = [&](const Summary& sums) { return estimate(sums, options).linear_form().names.size(); };
    EXPECT_GT(support(both), support(sums_of(table, options)));
    EXPECT_EQ(remove(both, sums_of(odd, options)).rest, sums_of(table, options));
  }
}

}  // namespace
}  // namespace suffice
