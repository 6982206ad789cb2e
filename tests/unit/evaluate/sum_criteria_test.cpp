#include "evaluate/criteria/sum_criteria.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "incomplete_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using enum Structure;

const Keep full_moments{.moments = MomentKind::full};

TEST(SumCriteria, the_likelihood_is_that_of_the_rows) {
  const TestTable table = random_table(3, 80, 3, 2);
  const Summary sums = table.summary(1, full_moments);
  for (const Structure structure : {full, shared, diagonal, shared_diagonal, spherical, shared_spherical, identity}) {
    SCOPED_TRACE(static_cast<int>(structure));
    const Model model = estimate(
        sums, {.class_prior = UniformPrior{}, .readings = {{.options = GaussianOptions{.structure = structure}}}});
    std::vector<double> joint(table.rows() * 2);
    model.log_joint(table.table(), joint, {.threads = 1});
    double sum = 0;
    for (std::size_t i = 0; i < table.rows(); ++i) sum += joint[2 * i + table.codes[i]] - std::log(0.5);
    EXPECT_NEAR(gaussian_likelihood(moment_block(sums, 0), structure).log_likelihood, sum, 1e-9);
  }
}

TEST(SumCriteria, the_likelihood_of_incomplete_rows_is_that_of_what_they_have) {
  const TestTable table = with_missing(random_table(3, 80, 3, 2), 0.2);
  for (const MomentKind kind : {MomentKind::full, MomentKind::diagonal}) {
    const Summary sums = table.summary(1, {.moments = kind});
    for (const Structure structure : {diagonal, shared_diagonal, spherical, shared_spherical, identity}) {
      SCOPED_TRACE(static_cast<int>(structure));
      const Model model = estimate(
          sums, {.class_prior = UniformPrior{}, .readings = {{.options = GaussianOptions{.structure = structure}}}});
      std::vector<double> joint(table.rows() * 2);
      model.log_joint(table.table(), joint, {.threads = 1});
      double sum = 0;
      for (std::size_t i = 0; i < table.rows(); ++i) sum += joint[2 * i + table.codes[i]] - std::log(0.5);
      EXPECT_NEAR(gaussian_likelihood(moment_block(sums, 0), structure).log_likelihood, sum, 1e-9);
    }
    EXPECT_THROW(gaussian_evidence(moment_block(sums, 0), diagonal), Error);
  }
  const Summary sums = table.summary(1, full_moments);
  EXPECT_THROW(gaussian_likelihood(moment_block(sums, 0), shared), Error);
}

// Σ log p(x | y) of rows of two classes, by the model that maximum likelihood gives.
double of_rows(const Summary& sums, FamilyOptions family, const Table& rows, std::span<const std::uint32_t> codes) {
  std::visit([](auto& options) { options.estimator = Estimator::mle; }, family);
  const Model model = estimate(sums, {.class_prior = UniformPrior{}, .readings = {{.options = family}}});
  std::vector<double> joint(codes.size() * 2);
  model.log_joint(rows, joint, {.threads = 1});
  double sum = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) sum += joint[2 * i + codes[i]] - std::log(0.5);
  return sum;
}

const std::vector<std::uint32_t> two_classes{0, 1, 0, 1, 0};
const std::vector<std::string> two_names{"a", "b"};

TEST(SumCriteria, the_likelihood_of_counts_is_that_of_the_rows) {
  const Schema schema{.blocks = {{.kind = Kind::categories, .features = {"x", "z"}}}, .target = "y"};
  const std::vector<std::uint32_t> values{0, 1, 1, 0, 0, 2, 1, 1, 0, 0};
  const std::vector<std::vector<std::string>> dictionaries{{"u", "v"}, {"p", "q", "r"}};
  const Table rows = Table::categories(values.data(), 5, dictionaries);
  const Summary sums = summarise(rows, {two_classes, two_names}, schema);
  const Likelihood found = likelihood(value_block(sums, 0), ValueOptions{});
  EXPECT_NEAR(found.log_likelihood, of_rows(sums, ValueOptions{}, rows, two_classes), 1e-12);
  EXPECT_EQ(found.parameters, 2 * (1 + 2));
  EXPECT_THROW(likelihood(value_block(sums, 0), ValueOptions{.dependence = Dependence::one}), Error);
}

TEST(SumCriteria, the_likelihood_of_terms_is_that_of_the_rows) {
  const Schema schema{.blocks = {{.kind = Kind::counts, .features = {"u", "v", "w"}}}, .target = "y"};
  const std::vector<double> counts{2, 1, 0, 1, 0, 3, 0, 1, 1, 4, 1, 0, 1, 0, 0};
  const Table rows = Table::row_major(counts.data(), 5, 3);
  const Summary sums = summarise(rows, {two_classes, two_names}, schema);
  for (const TermFamily family : {TermFamily::multinomial, TermFamily::bernoulli}) {
    const TermOptions options{.family = family};
    const Likelihood found = likelihood(term_block(sums, 0), options);
    EXPECT_NEAR(found.log_likelihood, of_rows(sums, options, rows, two_classes), 1e-12);
    EXPECT_EQ(found.parameters, 2 * (family == TermFamily::bernoulli ? 3 : 2));
  }
  EXPECT_THROW(likelihood(term_block(sums, 0), TermOptions{.family = TermFamily::complement}), Error);
  EXPECT_THROW(likelihood(term_block(sums, 0), TermOptions{.tf_idf = true}), Error);
}

TEST(SumCriteria, the_likelihood_of_amounts_is_that_of_the_rows) {
  const Schema schema{.blocks = {{.kind = Kind::amounts, .features = {"x"}}}, .target = "y"};
  const std::vector<double> amounts{1, 4, 3, 2, 7};
  const Table rows = Table::row_major(amounts.data(), 5, 1);
  const Summary sums = summarise(rows, {two_classes, two_names}, schema);
  double factorials = 0;
  for (const double amount : amounts) factorials += std::lgamma(amount + 1);
  for (const AmountFamily family :
       {AmountFamily::poisson, AmountFamily::exponential, AmountFamily::geometric, AmountFamily::gamma}) {
    const AmountOptions options{.family = family};
    const Likelihood found = likelihood(amount_block(sums, 0), options);
    const double without = family == AmountFamily::poisson ? factorials : 0;
    EXPECT_NEAR(found.log_likelihood - without, of_rows(sums, options, rows, two_classes), 1e-11);
    EXPECT_EQ(found.parameters, family == AmountFamily::gamma ? 4 : 2);
  }
}

TEST(SumCriteria, counts_parameters_as_the_literature_does) {
  const TestTable table = random_table(3, 80, 3, 2);
  const Summary sums = table.summary(1, full_moments);
  const auto parameters = [&](Structure structure) {
    return gaussian_likelihood(moment_block(sums, 0), structure).parameters;
  };
  EXPECT_EQ(parameters(full), 2 * (3 + 6));
  EXPECT_EQ(parameters(shared), 2 * 3 + 6);
  EXPECT_EQ(parameters(diagonal), 2 * (3 + 3));
  EXPECT_EQ(parameters(shared_diagonal), 2 * 3 + 3);
  EXPECT_EQ(parameters(spherical), 2 * (3 + 1));
  EXPECT_EQ(parameters(shared_spherical), 2 * 3 + 1);
  EXPECT_EQ(parameters(identity), 2 * 3);
}

TEST(SumCriteria, refuses_what_the_sums_do_not_hold_and_missing_values) {
  TestTable table = random_table(3, 80, 3, 2);
  EXPECT_THROW(gaussian_likelihood(moment_block(table.summary(), 0), full), Error);
  table.values[5] = std::nan("");
  EXPECT_THROW(gaussian_likelihood(moment_block(table.summary(), 0), shared), Error);
  const OptionScore score = likelihood_criterion(table.summary(), options_for("lda", table.schema()), 2);
  EXPECT_FALSE(score.problem.empty());
}

// ∫ p(rows | σ²) p(σ²) dσ², the mean integrated by hand: rows ~ N(m₀, σ²(I + 11ᵀ/κ₀)), σ² ~ inverse Gamma(ν₀/2, s₀/2).
double integrated(double n, double scatter, double distance2, double prior_scatter) {
  constexpr double kappa = 0.01;
  constexpr double nu = 3;
  const double total = scatter + kappa * n / (kappa + n) * distance2;
  double sum = 0;
  constexpr double step = 1e-3;
  for (double log_variance = -12; log_variance < 15; log_variance += step) {
    const double variance = std::exp(log_variance);
    const double rows =
        -n / 2 * std::log(2 * std::numbers::pi * variance) - 0.5 * std::log(1 + n / kappa) - total / (2 * variance);
    const double prior = nu / 2 * std::log(prior_scatter / 2) - std::lgamma(nu / 2) - nu / 2 * log_variance -
                         prior_scatter / (2 * variance);
    sum += std::exp(rows + prior) * step;
  }
  return std::log(sum);
}

TEST(SumCriteria, the_evidence_is_the_integral_over_parameters) {
  const TestTable table = random_table(3, 12, 1, 2);
  const Summary sums = table.summary(1, full_moments);
  const Moments& moments = moments_of(sums);
  const double n = sums.classes.total_weight();
  double centre = 0;
  for (std::size_t c = 0; c < 2; ++c) centre += sums.classes.weight[c] * moments.mean[c] / n;
  const double prior = (moments.scatter[0] + moments.scatter[1]) / (n - 2);
  double expected = 0;
  for (std::size_t c = 0; c < 2; ++c) {
    const double distance = moments.mean[c] - centre;
    expected += integrated(sums.classes.weight[c], moments.scatter[c], distance * distance, prior);
  }
  for (const Structure structure : {full, diagonal, spherical}) {
    EXPECT_NEAR(gaussian_evidence(moment_block(sums, 0), structure), expected, 1e-5);
  }
  EXPECT_EQ(gaussian_evidence(moment_block(sums, 0), shared),
            gaussian_evidence(moment_block(sums, 0), shared_diagonal));
}

TEST(SumCriteria, the_evidence_of_counts_is_the_product_of_predictions) {
  // One class; values a, b, a of one column at β = 0.5: ½/1 · ½/2 · 1.5/3.
  const Schema schema{.blocks = {{.kind = Kind::categories, .features = {"x"}}}, .target = "y"};
  const std::vector<std::uint32_t> values{0, 1, 0};
  const std::vector<std::uint32_t> codes{0, 0, 0};
  const std::vector<std::string> names{"c"};
  const std::vector<std::vector<std::string>> dictionaries{{"a", "b"}};
  const Summary sums = summarise(Table::categories(values.data(), 3, dictionaries), {codes, names}, schema);
  EXPECT_NEAR(evidence(value_block(sums, 0), ValueOptions{.pseudocount = {.all = 0.5}}), std::log(0.5 * 0.25 * 0.5),
              1e-12);
}

TEST(SumCriteria, the_evidence_of_terms_is_the_product_of_predictions) {
  const Schema schema{.blocks = {{.kind = Kind::counts, .features = {"u", "v"}}}, .target = "y"};
  const std::vector<double> counts{2, 1, 0, 1};  // two rows
  const std::vector<std::uint32_t> codes{0, 0};
  const std::vector<std::string> names{"c"};
  const Summary sums = summarise(Table::row_major(counts.data(), 2, 2), {codes, names}, schema);
  // Tokens u, u, v, v at β = 1.
  const TermOptions tokens{.pseudocount = {.all = 1}};
  EXPECT_NEAR(evidence(term_block(sums, 0), tokens), std::log(1.0 / 2 * 2 / 3 * 1 / 4 * 2 / 5), 1e-12);
  // u in one of two rows, v in both, at Beta(1, 1).
  const TermOptions presence{.family = TermFamily::bernoulli, .pseudocount = {.all = 1}};
  EXPECT_NEAR(evidence(term_block(sums, 0), presence), std::log(1.0 / 6 * 1 / 3), 1e-12);
  EXPECT_THROW(evidence(term_block(sums, 0), TermOptions{.family = TermFamily::complement}), Error);
}

TEST(SumCriteria, the_evidence_of_amounts_is_the_product_of_predictions) {
  const Schema schema{.blocks = {{.kind = Kind::amounts, .features = {"x"}}}, .target = "y"};
  const std::vector<double> amounts{1, 3};
  const std::vector<std::uint32_t> codes{0, 0};
  const std::vector<std::string> names{"c"};
  const Summary sums = summarise(Table::row_major(amounts.data(), 2, 1), {codes, names}, schema);
  const auto of = [&](AmountFamily family) {
    return evidence(amount_block(sums, 0), AmountOptions{.family = family, .pseudocount = {.all = 1}});
  };
  // One pseudo-row at the mean 2. Poisson, without the factorials: Γ(2+4)/Γ(2) · 1² / 3⁶.
  EXPECT_NEAR(of(AmountFamily::poisson), std::log(120.0) - 6 * std::log(3.0), 1e-12);
  // Exponential: rate ~ Gamma(1, 2): Γ(3)/Γ(1) · 2 / 6³.
  EXPECT_NEAR(of(AmountFamily::exponential), std::log(2.0 * 2 / 216), 1e-12);
  // Geometric: Beta(1, 2): B(3, 6) / B(1, 2).
  EXPECT_NEAR(of(AmountFamily::geometric), std::log(std::beta(3.0, 6.0) / std::beta(1.0, 2.0)), 1e-12);
  EXPECT_THROW(of(AmountFamily::gamma), Error);
}

}  // namespace
}  // namespace suffice
