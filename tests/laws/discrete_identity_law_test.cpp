// Identities between discrete models, and between ways to give them the same rows (MODELS §10).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "families.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

constexpr std::size_t columns = law_columns;
constexpr std::size_t classes = law_classes;

TEST(DiscreteIdentity, text_sparse_and_dense_counts_are_one_model) {
  const LawTable dense = law_table({Content::counts});
  LawTable sparse = dense, text = dense;
  sparse.blocks[0].content = Content::sparse_counts;
  text.blocks[0].content = Content::text;
  sparse.make(), text.make();
  for_each(discrete_families(), [&](const LawFamily& family) {
    if (family.contents[0] != Content::counts) return;
    const std::vector<double> scores = log_joint(fit(dense, family.options), dense);
    EXPECT_LT(difference(log_joint(fit(sparse, family.options), sparse), scores), 1e-12);
    if (family.terms() != nullptr) {
      EXPECT_LT(difference(log_joint(fit(text, family.options), text), scores), 1e-12);
    }
  });
  const Options gaussian = one_reading(find_model("gaussian-nb").options);
  EXPECT_LT(difference(log_joint(fit(sparse, gaussian), sparse), log_joint(fit(dense, gaussian), dense)), 1e-12);
}

TEST(DiscreteIdentity, the_order_of_words_does_not_matter) {
  const LawTable table = law_table({Content::text});
  LawTable shuffled = table;
  std::mt19937 bits(5);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    std::vector<std::string> words = terms_of(table.blocks[0].texts[i], {});
    std::ranges::shuffle(words, bits);
    shuffled.blocks[0].texts[i].clear();
    for (const std::string& word : words) shuffled.blocks[0].texts[i] += word + " ";
  }
  shuffled.blocks[0].documents.assign(shuffled.blocks[0].texts.begin(), shuffled.blocks[0].texts.end());
  for_each(discrete_families(), [&](const LawFamily& family) {
    if (family.contents[0] != Content::text) return;
    EXPECT_EQ(sums_of(shuffled, family.options), sums_of(table, family.options));
    const Model model = fit(table, family.options);
    EXPECT_LT(difference(log_joint(model, shuffled), log_joint(model, table)), 1e-12);
  });
}

TEST(DiscreteIdentity, categories_of_two_values_are_bernoulli) {
  LawTable bits = law_table({Content::counts});
  for (double& value : bits.blocks[0].values) value = std::min(value, 1.0);
  LawTable categories = bits;
  categories.blocks[0].content = Content::categories;
  bits.make(), categories.make();
  for (const Estimator estimator : {Estimator::mle, Estimator::map, Estimator::mean, Estimator::predictive}) {
    const Model bernoulli = fit(bits, one_reading(named_options("bernoulli-nb", estimator)));
    const Model categorical = fit(categories, one_reading(named_options("categorical-nb", estimator)));
    EXPECT_LT(difference(log_joint(categorical, categories), log_joint(bernoulli, bits)), 1e-12);
  }
}

TEST(DiscreteIdentity, laplace_is_the_mean_at_one_and_the_map_at_two_and_map_at_one_is_mle) {
  for (const auto& [model, content] : {std::pair{"multinomial-nb", Content::counts},
                                       {"bernoulli-nb", Content::text},
                                       {"categorical-nb", Content::categories},
                                       {"complement-nb", Content::text}}) {
    const LawTable table = law_table({content});
    const auto scores = [&](Estimator estimator, std::optional<double> count) {
      return log_joint(fit(table, one_reading(named_options(model, estimator, count))), table);
    };
    EXPECT_LT(difference(scores(Estimator::map, 2), scores(Estimator::mean, 1)), 1e-13);
    EXPECT_LT(difference(scores(Estimator::map, {}), scores(Estimator::mean, {})), 1e-13);
    EXPECT_LT(difference(scores(Estimator::map, 1), scores(Estimator::mle, {})), 1e-13);
  }
}

TEST(DiscreteIdentity, complement_of_two_classes_is_multinomial_with_a_uniform_prior) {
  const LawTable table = make_law_table({Content::counts}, 9, 120, columns, 2, true);
  const Model complement = fit(table, one_reading(find_model("complement-nb").options));
  const Model multinomial = fit(table, one_reading(find_model("multinomial-nb").options, UniformPrior{}));
  EXPECT_LT(difference(log_posterior(complement, table), log_posterior(multinomial, table)), 1e-11);
}

TEST(DiscreteIdentity, columns_repeated_multiply_the_log_ratios) {
  for_each(discrete_families(), [](const LawFamily& family) {
    const bool is_bernoulli = family.terms() != nullptr && family.terms()->family == TermFamily::bernoulli;
    if (family.contents[0] == Content::text || (family.terms() != nullptr && !is_bernoulli)) return;
    const auto* const values = std::get_if<ValueOptions>(&family.options.readings[0].options);
    if (values != nullptr && values->dependence != Dependence::none) return;  // a copy tells aode and tan nothing new
    const LawTable table = law_table(family.contents);
    LawTable twice = table;
    twice.blocks[0].columns = 2 * columns;
    twice.blocks[0].values.clear();
    for (std::size_t i = 0; i < table.rows(); ++i) {
      for (std::size_t j = 0; j < 2 * columns; ++j) {
        twice.blocks[0].values.push_back(table.blocks[0].values[i * columns + j % columns]);
      }
    }
    twice.make();
    Options options = family.options;
    options.class_prior = UniformPrior{};
    const std::vector<double> once = log_joint(fit(table, options), table);
    const std::vector<double> doubled = log_joint(fit(twice, options), twice);
    for (std::size_t i = 0; i < once.size(); ++i) {
      const double first = once[i / classes * classes];
      const double first_doubled = doubled[i / classes * classes];
      if (std::isinf(once[i]) || std::isinf(first)) continue;
      ASSERT_NEAR(doubled[i] - first_doubled, 2 * (once[i] - first), 1e-9);
    }
  });
}

TEST(DiscreteIdentity, linear_forms_give_the_same_posterior) {
  for_each(discrete_families(), [](const LawFamily& family) {
    const Model model = fit(law_table(family.contents), family.options);
    if (!model.is_linear()) {
      EXPECT_THROW(static_cast<void>(model.linear_form()), Error);
      return;
    }
    const Estimator estimator =
        std::visit([](const auto& options) { return options.estimator; }, family.options.readings[0].options);
    if (family.contents[0] == Content::text || estimator == Estimator::mle) return;
    const LawTable table = law_table(family.contents);
    const LinearForm form = model.linear_form();
    const std::size_t size = form.names.size();
    const std::vector<double> posterior = log_posterior(model, table);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      std::vector<double> statistic;
      for (const std::string& name : form.names) {
        const bool log = name.starts_with("log ");
        const std::size_t sign = name.find('=');
        const std::string column = name.substr(log ? 4 : 0, sign == std::string::npos ? sign : sign - (log ? 4 : 0));
        const std::size_t place = column.starts_with("x") ? std::stoul(column.substr(1)) : columns;
        const double x = place < columns ? table.blocks[0].values[i * columns + place] : 0;
        const bool once =
            family.terms() != nullptr && (family.terms()->family == TermFamily::bernoulli || family.terms()->boolean);
        statistic.push_back(sign != std::string::npos ? (std::to_string(static_cast<int>(x)) == name.substr(sign + 1))
                            : log                     ? std::log(x)
                            : once                    ? std::min(x, 1.0)
                                                      : x);
      }
      if (family.name.find("reserve") != std::string::npos) continue;  // what is left out counts for the reserved term
      std::vector<double> scores(form.intercepts);
      for (std::size_t c = 0; c < classes; ++c) {
        for (std::size_t k = 0; k < size; ++k) {
          if (statistic[k] != 0) scores[c] += form.coefficients[c * size + k] * statistic[k];
        }
      }
      for (std::size_t c = 1; c < classes; ++c) {
        ASSERT_NEAR(scores[c] - scores[0], posterior[i * classes + c] - posterior[i * classes], 1e-9);
      }
    }
  });
}

}  // namespace
}  // namespace suffice
