#include "suffice/model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"
#include "categories_by_hand.hpp"
#include "gaussians_by_hand.hpp"
#include "model/assemble.hpp"
#include "model/conditional.hpp"
#include "model/known_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/summary.hpp"

namespace suffice {
namespace {

template <typename Number = double>
std::vector<Number> draw(std::size_t n) {
  std::mt19937 bits(2);
  std::normal_distribution<double> normal;
  std::vector<Number> values(n);
  for (Number& value : values) {
    value = static_cast<Number>(2 * normal(bits));
  }
  return values;
}

TEST(Model, everything_follows_from_the_log_joint) {
  std::vector<double> values = draw(200 * 3);
  values[7] = std::nan("");
  const Table rows = Table::row_major(values.data(), 200, 3);
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians);
    std::vector<double> joint(400);
    std::vector<double> evidence(200);
    std::vector<double> log_posterior(400);
    std::vector<double> posterior(400);
    std::vector<std::uint32_t> predicted(200);
    model.log_joint(rows, joint);
    model.log_evidence(rows, evidence);
    model.log_posterior(rows, log_posterior);
    model.posterior(rows, posterior);
    model.predict(rows, predicted);
    for (std::size_t i = 0; i < 200; ++i) {
      EXPECT_NEAR(evidence[i], std::log(std::exp(joint[2 * i]) + std::exp(joint[2 * i + 1])), 1e-12);
      EXPECT_NEAR(posterior[2 * i] + posterior[2 * i + 1], 1, 1e-15);
      EXPECT_EQ(predicted[i], joint[2 * i + 1] > joint[2 * i] ? 1U : 0U);
      for (std::size_t c = 0; c < 2; ++c) {
        EXPECT_NEAR(log_posterior[2 * i + c], joint[2 * i + c] - evidence[i], 1e-11);
        EXPECT_NEAR(posterior[2 * i + c] / std::exp(log_posterior[2 * i + c]), 1, 1e-13);
      }
    }
  }
}

// Rows of 3 columns, the same numbers dense and sparse.
struct BothForms {
  std::vector<double> values;
  std::vector<std::uint64_t> offsets = {};
  std::vector<std::uint32_t> indices = {};

  explicit BothForms(std::vector<double> numbers) : values(std::move(numbers)) {
    for (std::size_t k = 0; k <= values.size(); ++k) {
      if (k % 3 == 0) {
        offsets.push_back(k);
      }
      if (k < values.size()) {
        indices.push_back(static_cast<std::uint32_t>(k % 3));
      }
    }
  }
  [[nodiscard]] std::vector<Table> tables() const {
    return {Table::row_major(values.data(), values.size() / 3, 3),
            Table::sparse({values.data(), std::span<const std::uint64_t>(offsets), indices, 3})};
  }
};

TEST(KnownRows, are_scored_as_log_posterior_and_predict_say) {
  const std::vector<double> values = draw(200 * 3);
  const Table rows = Table::row_major(values.data(), 200, 3);
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians);
    std::vector<double> expected(400);
    std::vector<std::uint32_t> predicted(200);
    model.log_posterior(rows, expected);
    model.predict(rows, predicted);
    std::vector<std::uint32_t> classes(200);
    for (std::size_t i = 0; i < 200; ++i) classes[i] = i % 3 == 0 ? 1 : 0;
    std::vector<double> own(200);
    std::vector<std::uint8_t> is_right(200);
    std::vector<double> all(400);
    score_known_rows(model, rows, {classes, own, is_right, all});
    EXPECT_EQ(all, expected);
    for (std::size_t i = 0; i < 200; ++i) {
      EXPECT_EQ(own[i], expected[2 * i + classes[i]]);
      EXPECT_EQ(is_right[i] != 0, predicted[i] == classes[i]);
    }
    std::vector<double> without_all(200);
    score_known_rows(model, rows, {classes, without_all, is_right});
    EXPECT_EQ(without_all, own);
  }
}

TEST(Model, missing_numbers_are_counted) {
  const std::vector<std::string> names{"a", "b"};
  const std::vector<std::uint32_t> codes{0, 1, 0, 1, 0, 1};
  const std::vector<double> complete{1, 2, 3, 2, 4, 1, 0, 1, 2, 5, 1, 1, 2, 2, 1, 1, 3, 2};
  std::vector<double> some = complete;
  some[4] = some[5] = some[12] = std::nan("");
  const BothForms fitted(complete);
  const BothForms scored(some);
  for (const char* name : {"gaussian-nb", "multinomial-nb", "bernoulli-nb", "complement-nb", "poisson-nb"}) {
    const NamedModel& named = find_model(name);
    const Schema schema{.blocks = {{.kind = kind_of(named.role), .features = {"x", "y", "z"}}}, .target = "label"};
    const Options options{.readings = {{.options = named.options}}};
    const SummariseOptions summing{.keep = sums_needed(options, schema)};
    const Model model = estimate(summarise(fitted.tables()[0], {codes, names}, schema, summing), options);
    for (std::size_t form = 0; form < 2; ++form) {
      ScoreCounts counts;
      std::vector<std::uint32_t> labels(codes.size());
      model.predict(fitted.tables()[form], labels, {.counts = &counts});
      EXPECT_EQ(counts.missing, 0U) << name;
      model.predict(scored.tables()[form], labels, {.counts = &counts});
      EXPECT_EQ(counts.missing, 3U) << name;
    }
  }
}

TEST(Model, a_row_without_any_value_has_the_class_prior) {
  const std::vector<double> nothing(3, std::nan(""));
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    std::vector<double> posterior(2);
    model_of(gaussians).posterior(Table::row_major(nothing.data(), 1, 3), posterior);
    EXPECT_NEAR(posterior[0], 0.25, 1e-15);
    EXPECT_NEAR(posterior[1], 0.75, 1e-15);
  }
}

TEST(Model, floats_give_what_the_same_numbers_give_as_doubles) {
  const std::vector<float> narrow = draw<float>(100 * 3);
  const std::vector<double> wide(narrow.begin(), narrow.end());
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians);
    std::vector<double> from_wide(200);
    std::vector<double> from_narrow(200);
    std::vector<float> to_narrow(200);
    const auto expect_narrow = [&] {
      for (std::size_t i = 0; i < 200; ++i) {
        EXPECT_EQ(to_narrow[i], static_cast<float>(from_wide[i]));
      }
    };
    model.posterior(Table::row_major(wide.data(), 100, 3), from_wide);
    model.posterior(Table::row_major(narrow.data(), 100, 3), from_narrow);
    EXPECT_EQ(from_wide, from_narrow);
    model.posterior(Table::row_major(narrow.data(), 100, 3), to_narrow);
    expect_narrow();
    model.log_posterior(Table::row_major(wide.data(), 100, 3), from_wide);
    model.log_posterior(Table::row_major(narrow.data(), 100, 3), to_narrow);
    expect_narrow();
  }
}

TEST(Model, no_rows_are_fine) {
  const Model model = model_of(hand_full());
  const Table nothing = Table::row_major(static_cast<const double*>(nullptr), 0, 3);
  model.log_joint(nothing, {});
  model.predict(nothing, {});
}

TEST(Model, a_prior_of_zero_rules_a_class_out_without_nan) {
  std::vector<double> values = draw(50 * 3);
  values[0] = 1e300;
  const Table rows = Table::row_major(values.data(), 50, 3);
  for (const Gaussians& gaussians : all_hand_gaussians()) {
    const Model model = model_of(gaussians, {0, 1});
    std::vector<double> out(100);
    model.log_joint(rows, out);
    for (std::size_t i = 0; i < 50; ++i) {
      ASSERT_EQ(out[2 * i], -INFINITY);
      ASSERT_FALSE(std::isnan(out[2 * i + 1]));
    }
    model.posterior(rows, out);
    for (std::size_t i = 0; i < 50; ++i) {
      ASSERT_EQ(out[2 * i], 0);
      ASSERT_EQ(out[2 * i + 1], 1);
    }
  }
}

TEST(Model, ties_go_to_the_lowest_index) {
  const Schema schema{.blocks = {{.features = {"x"}}}, .target = "y"};
  auto conditional = std::make_shared<const Conditional>(GaussianConditional(on_a_line({-1, 1}, 1), schema.blocks[0]));
  const Model model = model_of(schema, {"a", "b"}, {0.5, 0.5}, {std::move(conditional)});
  const double zero = 0;
  std::vector<std::uint32_t> predicted(1, 9);
  model.predict(Table::row_major(&zero, 1, 1), predicted);
  EXPECT_EQ(predicted[0], 0U);
  for (const std::uint32_t own : {0U, 1U}) {
    double log_posterior = 0;
    std::uint8_t is_right = 9;
    score_known_rows(model, Table::row_major(&zero, 1, 1), {{&own, 1}, {&log_posterior, 1}, {&is_right, 1}});
    EXPECT_EQ(log_posterior, std::log(0.5));
    EXPECT_EQ(is_right, own == 0 ? 1 : 0);
  }
}

TEST(Model, decides_by_cost_and_not_at_all) {
  const std::vector<double> values = draw(200 * 3);
  const Table rows = Table::row_major(values.data(), 200, 3);
  const Model model = model_of(hand_full());
  std::vector<double> posterior(400);
  std::vector<double> evidence(200);
  model.posterior(rows, posterior);
  model.log_evidence(rows, evidence);
  const Decision decision{.cost = {0, 1, 5, 0}, .reject_below = 0.7, .outliers = model.outlier_bounds(0.02, 3)};
  const double least = model.evidence_quantile(0.02, 3);
  std::vector<std::uint32_t> decided(200);
  model.decide(rows, decision, decided);
  std::size_t rejected = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    const double first = posterior[2 * i];
    const bool none = std::max(first, 1 - first) < 0.7 || evidence[i] < least;
    EXPECT_EQ(decided[i], none ? no_decision : 5 * first < 1 - first ? 1U : 0U);
    rejected += none ? 1 : 0;
  }
  EXPECT_GT(rejected, 20U);
  EXPECT_LT(rejected, 180U);
  EXPECT_THROW(model.decide(rows, {.cost = {1}}, decided), Error);
}

TEST(Model, squared_distances_leave_missing_values_out) {
  const std::vector<double> row{0.5, std::nan(""), 2};
  std::vector<double> distances(2);
  model_of(hand_diagonal()).squared_distances(Table::row_major(row.data(), 1, 3), distances);
  EXPECT_NEAR(distances[0], 0.25 / 2 + 1 / 1.5, 1e-15);
  EXPECT_NEAR(distances[1], 0.25 + 9 / 0.8, 1e-14);
}

TEST(Model, forms_are_there_where_the_posterior_has_them) {
  EXPECT_TRUE(model_of(hand_shared()).is_linear());
  EXPECT_TRUE(model_of(hand_shared()).is_quadratic());
  EXPECT_FALSE(model_of(hand_full()).is_linear());
  EXPECT_TRUE(model_of(hand_full()).is_quadratic());
  const Model students = model_of(with_tail(hand_shared(), Tail::joint_t));
  EXPECT_FALSE(students.is_linear());
  EXPECT_FALSE(students.is_quadratic());
  EXPECT_THROW(static_cast<void>(model_of(hand_full()).linear_form()), Error);
  EXPECT_THROW(static_cast<void>(students.quadratic_form()), Error);
  // The class prior is in the intercepts: at the origin nothing else differs between equal means.
  Gaussians same = hand_shared();
  same.means = {0, 0, 0, 0, 0, 0};
  const LinearForm form = model_of(same).linear_form();
  EXPECT_DOUBLE_EQ(form.intercepts[1] - form.intercepts[0], std::log(3.0));
  const QuadraticForm quadratic = model_of(same).quadratic_form();
  EXPECT_DOUBLE_EQ(quadratic.intercepts[1] - quadratic.intercepts[0], std::log(3.0));
}

TEST(Model, outlier_bounds_of_another_model_are_an_error) {
  const Table row = Table::row_major(hand_rows.data(), 1, 3);
  std::vector<std::uint32_t> decided(1);
  const Decision decision{.outliers = model_of(hand_shared()).outlier_bounds(0.5)};
  EXPECT_THROW(model_of(hand_full()).decide(row, decision, decided), Error);
}

Options values_by(Estimator estimator, ClassPrior prior = EmpiricalPrior{}) {
  return {.class_prior = std::move(prior), .readings = {{.options = ValueOptions{.estimator = estimator}}}};
}

/// (b v), which no class has under mle, and (c t).
struct TwoRows {
  std::vector<std::vector<std::string>> values{{"b", "c"}, {"v", "t"}};
  std::vector<std::uint32_t> codes{0, 0, 1, 1};

  [[nodiscard]] Table rows() const { return Table::categories(codes.data(), 2, values); }
};

TEST(Model, a_row_that_no_class_can_have_is_impossible_everywhere) {
  const Model model = estimate(hand_values(), values_by(Estimator::mle));
  const TwoRows rows;
  std::vector<double> numbers(4);
  std::vector<double> evidence(2);
  std::vector<std::uint32_t> decided(2);
  model.log_joint(rows.rows(), numbers);
  EXPECT_EQ(numbers[0], -INFINITY);
  EXPECT_EQ(numbers[1], -INFINITY);
  model.log_posterior(rows.rows(), numbers);
  EXPECT_EQ(numbers, (std::vector<double>{-INFINITY, -INFINITY, -INFINITY, 0}));
  model.posterior(rows.rows(), numbers);
  EXPECT_EQ(numbers, (std::vector<double>{0, 0, 0, 1}));
  model.log_evidence(rows.rows(), evidence);
  EXPECT_EQ(evidence[0], -INFINITY);
  EXPECT_TRUE(std::isfinite(evidence[1]));
  model.predict(rows.rows(), decided);
  EXPECT_EQ(decided, (std::vector<std::uint32_t>{no_decision, 1}));
  model.decide(rows.rows(), {.cost = {0, 1, 1, 0}, .outliers = model.outlier_bounds(0.001)}, decided);
  EXPECT_EQ(decided, (std::vector<std::uint32_t>{no_decision, 1}));
  EXPECT_EQ(model.impossible(rows.rows(), 0),
            "column 'size': no class has the value 'v' with those of the columns before it");
  EXPECT_EQ(model.impossible(rows.rows(), 1), std::nullopt);
  EXPECT_THROW(static_cast<void>(model.impossible(rows.rows(), 2)), Error);
}

TEST(Model, a_class_whose_prior_is_zero_does_not_make_a_row_possible) {
  const Model model = estimate(hand_values(), values_by(Estimator::mle, GivenPrior{{{"no", 0}, {"yes", 1}}}));
  TwoRows rows;
  rows.values[1] = {"u", "t"};
  EXPECT_EQ(model.impossible(rows.rows(), 0),
            "column 'colour': no class has the value 'b' with those of the columns before it");
}

TEST(Model, families_other_than_gaussian_refuse_what_only_gaussians_have) {
  const Model model = estimate(hand_values());
  std::vector<double> out(4);
  const TwoRows two;
  EXPECT_FALSE(model.has_distances());
  EXPECT_THROW(model.squared_distances(two.rows(), out), Error);
  EXPECT_TRUE(model.shrinkage().empty());
  EXPECT_TRUE(model.is_linear());
  EXPECT_TRUE(model.is_quadratic());
  const QuadraticForm quadratic = model.quadratic_form();
  EXPECT_EQ(quadratic.matrices, std::vector<double>(2 * 6 * 6));
  EXPECT_EQ(quadratic.coefficients, model.linear_form().coefficients);
  EXPECT_DOUBLE_EQ(model.linear_form().intercepts[0], std::log(3.0 / 7));
  EXPECT_EQ(model.strongest(1, 1)[0].value, "c");
  EXPECT_THROW(static_cast<void>(model.strongest(2, 1)), Error);
  EXPECT_EQ(model.explain(two.rows(), 1).contributions[0].value, "c");
  EXPECT_THROW(static_cast<void>(model.explain(two.rows(), 2)), Error);
  EXPECT_THROW(model.log_joint(Table::row_major(out.data(), 1, 4), out), Error);
}

/// Measurements (p, q), amounts (n), categories (colour, size) and documents of two classes, the first 60 rows of a
/// sequence; some values are missing.
struct MixedRows {
  std::size_t n = 60;
  std::vector<double> numbers = {};
  std::vector<double> amounts = {};
  std::vector<std::uint32_t> codes = {};
  std::vector<std::vector<std::string>> values = {{"red", "green", "blue"}, {"small", "large"}};
  std::vector<std::string> documents = {};
  std::vector<std::uint32_t> classes = {};
  std::vector<std::string> labels = {"no", "yes"};

  explicit MixedRows(std::size_t rows = 60) : n(rows) {
    std::mt19937 bits(11);
    std::normal_distribution<double> normal;
    const std::vector<std::string> words{"alpha", "beta", "gamma", "delta"};
    for (std::size_t i = 0; i < n; ++i) {
      const auto c = static_cast<std::uint32_t>(i % 2);
      classes.push_back(c);
      numbers.push_back(i % 11 == 5 ? std::nan("") : normal(bits) + c);
      numbers.push_back(i % 7 == 3 ? std::nan("") : 2 * normal(bits) - c);
      amounts.push_back(i % 13 == 1 ? std::nan("") : static_cast<double>(bits() % (3 + 2 * c)));
      codes.push_back(i % 17 == 2 ? missing_category : static_cast<std::uint32_t>((bits() + c) % 3));
      codes.push_back(static_cast<std::uint32_t>(bits() % 2));
      documents.emplace_back();
      for (std::size_t k = bits() % 6; k > 0; --k) {
        documents.back() += words[(bits() % 3 + c) % 4] + " ";
      }
    }
  }

  [[nodiscard]] Column number_column() const { return NumberMatrix{numbers.data(), 2, 2, 1}; }
  [[nodiscard]] Column amount_column() const { return NumberColumn{amounts.data()}; }
  [[nodiscard]] std::vector<Column> category_columns() const {
    return {CategoryColumn{codes.data(), Texts(values[0]), 2}, CategoryColumn{codes.data() + 1, Texts(values[1]), 2}};
  }
  [[nodiscard]] Column text_column() const { return TextColumn{Texts(documents)}; }
  [[nodiscard]] Table table() const {
    return {n, {number_column(), amount_column(), category_columns()[0], category_columns()[1], text_column()}};
  }
  [[nodiscard]] static std::vector<Block> blocks() {
    return {{.kind = Kind::measurements, .features = {"p", "q"}},
            {.kind = Kind::amounts, .features = {"n"}},
            {.kind = Kind::categories, .features = {"colour", "size"}},
            {.kind = Kind::text, .features = {"text"}}};
  }
  [[nodiscard]] Summary summary() const {
    return summarise(table(), {classes, labels}, {.blocks = blocks(), .target = "y"});
  }
  /// The rows of one block alone.
  [[nodiscard]] Table part(std::size_t block) const {
    const std::vector<std::vector<Column>> columns{
        {number_column()}, {amount_column()}, category_columns(), {text_column()}};
    return {n, columns[block]};
  }
};

std::vector<double> log_joint_of(const Model& model, const Table& rows) {
  std::vector<double> out(rows.rows * model.labels().size());
  model.log_joint(rows, out);
  return out;
}

std::vector<double> log_posterior_of(const Model& model, const Table& rows) {
  std::vector<double> out(rows.rows * model.labels().size());
  model.log_posterior(rows, out);
  return out;
}

Model only(const Model& model, std::size_t reading) {
  std::vector<double> temperatures(model.readings());
  temperatures[reading] = 1;
  return model.tempered(temperatures);
}

TEST(MixedModel, the_log_joint_is_the_sum_of_the_readings_to_the_bit) {
  const MixedRows rows(3000);
  const Summary whole = rows.summary();
  const Model model = estimate(whole);
  ASSERT_EQ(model.readings(), 4U);
  std::vector<double> sums;
  for (std::size_t b = 0; b < 4; ++b) {
    const Schema schema{.blocks = {whole.schema.blocks[b]}, .target = "y"};
    const Model part = estimate({schema, whole.classes, {whole.sums[b]}});
    std::vector<std::string> notes;
    const auto reading = make_conditional(schema.blocks[0], whole.classes, whole.sums[b],
                                          default_options(schema.blocks[0].kind), 1, nullptr, notes);
    // The first from the log prior, the others from 0: prior probabilities of 1.
    const Model alone =
        model_of(schema, part.labels(), b == 0 ? part.class_prior() : std::vector<double>{1, 1}, {reading});
    const std::vector<double> scores = log_joint_of(alone, rows.part(b));
    sums.resize(scores.size());
    for (std::size_t k = 0; k < sums.size(); ++k) {
      sums[k] = b == 0 ? scores[k] : sums[k] + scores[k];
    }
  }
  EXPECT_EQ(log_joint_of(model, rows.table()), sums);
  for (const unsigned threads : {1U, 3U}) {
    std::vector<double> again(sums.size());
    model.log_joint(rows.table(), again, {.threads = threads});
    EXPECT_EQ(again, sums);
  }
  for (const std::size_t i : {0U, 37U, 2999U}) {
    EXPECT_EQ(log_joint_of(model, rows.table().slice(i, 1)), (std::vector<double>{sums[2 * i], sums[2 * i + 1]}));
  }
}

TEST(MixedModel, knows_the_values_that_the_sums_know) {
  const Summary sums = MixedRows(500).summary();
  const std::vector<ColumnValues> of_model = estimate(sums).known_values();
  const std::vector<ColumnValues> of_sums = known_values(sums);
  ASSERT_EQ(of_model.size(), 2U);
  ASSERT_EQ(of_sums.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(of_model[k].column, k == 0 ? "colour" : "size");
    EXPECT_EQ(of_sums[k].column, of_model[k].column);
    EXPECT_EQ(of_sums[k].values, of_model[k].values);
    EXPECT_GT(of_model[k].values.size(), 1U);
  }
}

TEST(MixedModel, everything_follows_from_the_log_joint) {
  const MixedRows rows(500);
  const Model model = estimate(rows.summary());
  const std::vector<double> joint = log_joint_of(model, rows.table());
  const std::vector<double> posterior = log_posterior_of(model, rows.table());
  std::vector<double> evidence(500);
  std::vector<std::uint32_t> predicted(500);
  model.log_evidence(rows.table(), evidence);
  model.predict(rows.table(), predicted);
  for (std::size_t i = 0; i < 500; ++i) {
    EXPECT_NEAR(posterior[2 * i], joint[2 * i] - evidence[i], 1e-11);
    EXPECT_EQ(predicted[i], joint[2 * i + 1] > joint[2 * i] ? 1U : 0U);
  }
}

TEST(MixedModel, temperatures_weigh_the_readings_of_the_score_and_nothing_else) {
  const MixedRows rows;
  const Model model = estimate(rows.summary());
  const std::vector<double> temperatures{2, 0, 0.5, 1};
  const Model tempered = model.tempered(temperatures);
  EXPECT_EQ(tempered.temperatures(), temperatures);
  EXPECT_EQ(log_joint_of(tempered, rows.table()), log_joint_of(model, rows.table()));
  EXPECT_EQ(log_posterior_of(model.tempered({1, 1, 1, 1}), rows.table()), log_posterior_of(model, rows.table()));
  // Readings alone give log π + log p_r, up to a term that is the same for both classes.
  std::vector<double> odds(rows.n, std::log(model.class_prior()[1] / model.class_prior()[0]));
  for (std::size_t r = 0; r < 4; ++r) {
    const std::vector<double> alone = log_posterior_of(only(model, r), rows.table());
    for (std::size_t i = 0; i < rows.n; ++i) {
      odds[i] += temperatures[r] * (alone[2 * i + 1] - alone[2 * i] - std::log(model.class_prior()[1]) +
                                    std::log(model.class_prior()[0]));
    }
  }
  const std::vector<double> found = log_posterior_of(tempered, rows.table());
  std::vector<std::uint32_t> predicted(rows.n);
  tempered.predict(rows.table(), predicted);
  for (std::size_t i = 0; i < rows.n; ++i) {
    EXPECT_NEAR(found[2 * i + 1] - found[2 * i], odds[i], 1e-10);
    EXPECT_EQ(predicted[i], found[2 * i + 1] > found[2 * i] ? 1U : 0U);
  }
  const std::vector<double> prior = log_posterior_of(model.tempered({0, 0, 0, 0}), rows.table());
  EXPECT_NEAR(prior[0], std::log(model.class_prior()[0]), 1e-15);
  EXPECT_THROW(static_cast<void>(model.tempered({1, 1})), Error);
  EXPECT_THROW(static_cast<void>(model.tempered({1, 1, 1, -1})), Error);
  EXPECT_THROW(static_cast<void>(model.tempered({1, 1, 1, std::nan("")})), Error);
}

TEST(MixedModel, a_reading_at_temperature_zero_rules_nothing_out) {
  const MixedRows rows;
  Options options{.readings = {{.block = 0}, {.block = 2, .options = ValueOptions{.estimator = Estimator::mle}}}};
  Summary sums = rows.summary();
  auto& counts = std::get<ValueCounts>(sums.sums[2]);
  counts.counts[0] = 0;  // no class has the first value of colour
  counts.counts[1] = 0;
  options.readings[0].options = GaussianOptions{};
  const Model model = estimate(sums, options);
  const std::vector<double> numbers{0.5, 1};
  const std::vector<std::string> colours{counts.values[0][0]};
  const std::vector<std::string> sizes{"small"};
  const std::uint32_t code = 0;
  const Table table{1,
                    {NumberMatrix{numbers.data(), 2, 2, 1}, CategoryColumn{&code, Texts(colours)},
                     CategoryColumn{&code, Texts(sizes)}}};
  std::vector<std::uint32_t> predicted(1);
  model.predict(table, predicted);
  EXPECT_EQ(predicted[0], no_decision);
  EXPECT_EQ(model.impossible(table, 0), "column 'colour': no class has the value 'blue'");
  const Model without = model.tempered({1, 0});
  without.predict(table, predicted);
  EXPECT_NE(predicted[0], no_decision);
  EXPECT_EQ(without.impossible(table, 0), std::nullopt);
}

// Each reading leaves a class, but no class is left by both.
TEST(MixedModel, readings_together_leave_no_class) {
  Summary sums = word_sums({{"no", "a a"}, {"yes", "b"}});
  const Summary values = hand_values();
  sums.classes = values.classes;
  sums.schema.blocks.push_back(values.schema.blocks[0]);
  sums.sums.push_back(values.sums[0]);
  const Model model =
      estimate(sums, {.readings = {{.block = 0, .options = TermOptions{.estimator = Estimator::mle}},
                                   {.block = 1, .options = ValueOptions{.estimator = Estimator::mle}}}});
  const std::vector<std::string> documents{"a"};
  const std::vector<std::string> colours{"c"};
  const std::vector<std::string> sizes{"t"};
  const std::uint32_t code = 0;
  const Table table{
      1, {TextColumn{Texts(documents)}, CategoryColumn{&code, Texts(colours)}, CategoryColumn{&code, Texts(sizes)}}};
  EXPECT_EQ(model.impossible(table, 0),
            "column 'colour': no class has the value 'c' with those of the columns before it");
}

// Densities below the range of a double: the nearest class that is possible, never NaN.
TEST(MixedModel, rows_that_are_far_out_are_compared_at_another_scale) {
  const Schema schema{.blocks = {{.features = {"x"}}, {.kind = Kind::categories, .features = {"v"}}}, .target = "y"};
  Gaussians line = on_a_line({-1, 1, 3}, 1);
  line.shared = false;
  line.factors = {*cholesky(std::vector{1.0}, 1, 1), *cholesky(std::vector{4.0}, 1, 1),
                  *cholesky(std::vector{2.0}, 1, 1)};
  const auto gaussian = std::make_shared<const Conditional>(GaussianConditional(line, schema.blocks[0]));
  const auto table_of = [&](double last) {
    return std::make_shared<const Conditional>(
        ValueConditional({3, {{"u"}}, false, {std::log(0.5), last, std::log(0.25)}, {1, 1, 1}}, schema.blocks[1]));
  };
  const double x = 1e200;
  const std::vector<std::string> names{"u"};
  const std::uint32_t code = 0;
  const Table row{1, {NumberMatrix{&x, 1, 1, 1}, CategoryColumn{&code, Texts(names)}}};
  const std::vector<double> prior{0.2, 0.4, 0.4};
  const Model all = model_of(schema, {"a", "b", "c"}, prior, {gaussian, table_of(std::log(0.5))});
  std::vector<double> posterior(3);
  all.posterior(row, posterior);
  EXPECT_EQ(posterior, (std::vector<double>{0, 1, 0}));  // the widest
  const Model two = model_of(schema, {"a", "b", "c"}, prior, {gaussian, table_of(-INFINITY)});
  two.posterior(row, posterior);
  EXPECT_EQ(posterior, (std::vector<double>{0, 0, 1}));  // the widest that is possible
  two.tempered({0.5, 2}).posterior(row, posterior);
  EXPECT_EQ(posterior, (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(log_joint_of(two, row), std::vector<double>(3, -INFINITY));
}

TEST(MixedModel, explanations_add_up_at_any_temperatures) {
  const MixedRows rows;
  const Model model = estimate(rows.summary());
  const std::vector<double> joint = log_joint_of(model, rows.table());
  for (std::size_t i = 0; i < rows.n; ++i) {
    const Explanation found = model.explain(rows.table(), i);
    std::vector<double> sums = found.base;
    for (const Contribution& part : found.contributions) {
      for (std::size_t c = 0; c < 2; ++c) {
        sums[c] += part.scores[c];
      }
    }
    EXPECT_EQ(found.log_joint, sums);
    EXPECT_NEAR(found.log_joint[0], joint[2 * i], 1e-10);
    EXPECT_NEAR(found.log_joint[1], joint[2 * i + 1], 1e-10);
  }
  const Model tempered = model.tempered({2, 0, 0.5, 1});
  const std::vector<double> posterior = log_posterior_of(tempered, rows.table());
  for (std::size_t i = 0; i < rows.n; ++i) {
    const Explanation found = tempered.explain(rows.table(), i);
    EXPECT_TRUE(std::ranges::none_of(found.contributions, [](const Contribution& c) { return c.feature == "n"; }));
    EXPECT_NEAR(found.log_joint[1] - found.log_joint[0], posterior[2 * i + 1] - posterior[2 * i], 1e-10);
  }
}

TEST(MixedModel, class_offsets_are_part_of_the_score_and_of_nothing_else) {
  const MixedRows rows;
  const Model model = estimate(rows.summary());
  const Model same = model.calibrated({{1, 1, 1, 1}, {0, 0}});
  EXPECT_FALSE(same.is_calibrated());
  EXPECT_EQ(log_posterior_of(same, rows.table()), log_posterior_of(model, rows.table()));
  EXPECT_TRUE(same.offsets().empty());
  for (const std::vector<double>& temperatures : {std::vector<double>{1, 1, 1, 1}, {2, 0, 0.5, 1}}) {
    const Model tempered = model.tempered(temperatures);
    const Model shifted = model.calibrated({temperatures, {0.25, 1}});
    EXPECT_TRUE(shifted.is_calibrated());
    EXPECT_EQ(log_joint_of(shifted, rows.table()), log_joint_of(model, rows.table()));
    const std::vector<double> before = log_posterior_of(tempered, rows.table());
    const std::vector<double> after = log_posterior_of(shifted, rows.table());
    std::vector<std::uint32_t> predicted(rows.n);
    std::vector<std::uint32_t> decided(rows.n);
    shifted.predict(rows.table(), predicted);
    shifted.decide(rows.table(), {.cost = {0, 1, 1, 0}}, decided);
    for (std::size_t i = 0; i < rows.n; ++i) {
      const double odds = after[2 * i + 1] - after[2 * i];
      EXPECT_NEAR(odds, before[2 * i + 1] - before[2 * i] + 0.75, 1e-10);
      EXPECT_EQ(predicted[i], odds > 0 ? 1U : 0U);
      EXPECT_EQ(decided[i], predicted[i]);
      const Explanation found = shifted.explain(rows.table(), i);
      std::vector<double> sums = found.base;
      for (const Contribution& part : found.contributions) {
        for (std::size_t c = 0; c < 2; ++c) {
          sums[c] += part.scores[c];
        }
      }
      EXPECT_EQ(found.log_joint, sums);
      EXPECT_NEAR(sums[1] - sums[0], odds, 1e-10);
      EXPECT_NEAR(found.log_posterior[0], after[2 * i], 1e-10);
    }
    const LinearForm plain = tempered.linear_form();
    const LinearForm form = shifted.linear_form();
    EXPECT_EQ(form.coefficients, plain.coefficients);
    EXPECT_NEAR(form.intercepts[1] - plain.intercepts[1], 1, 1e-12);
  }
  EXPECT_THROW(static_cast<void>(model.calibrated({{}, {1}})), Error);
  EXPECT_THROW(static_cast<void>(model.calibrated({{}, {1, INFINITY}})), Error);
}

TEST(MixedModel, a_map_of_log_odds_comes_after_the_scores_and_before_the_prior) {
  const MixedRows rows;
  const Summary sums = rows.summary();
  const Model model = estimate(sums);
  const OddsMap map{{-2, 0, 2}, {-1, 0.5, 0.75}};
  const Model mapped = model.calibrated({.map = map});
  EXPECT_TRUE(mapped.is_calibrated());
  const double prior = std::log(model.class_prior()[1] / model.class_prior()[0]);
  EXPECT_EQ(log_joint_of(mapped, rows.table()), log_joint_of(model, rows.table()));
  const std::vector<double> before = log_posterior_of(model, rows.table());
  const std::vector<double> after = log_posterior_of(mapped, rows.table());
  std::vector<std::uint32_t> predicted(rows.n);
  mapped.predict(rows.table(), predicted);
  for (std::size_t i = 0; i < rows.n; ++i) {
    const double ratio = before[2 * i + 1] - before[2 * i] - prior;
    const double expected = ratio < 0 ? std::max(-1.0, 0.5 + 0.75 * ratio) : std::min(0.75, 0.5 + 0.125 * ratio);
    EXPECT_NEAR(after[2 * i + 1] - after[2 * i], prior + expected, 1e-9);
    EXPECT_EQ(predicted[i], after[2 * i + 1] > after[2 * i] ? 1U : 0U);
    const Explanation found = mapped.explain(rows.table(), i);
    EXPECT_NEAR(found.log_joint[1] - found.log_joint[0], ratio + prior, 1e-9);
    EXPECT_NEAR(found.log_posterior[1], after[2 * i + 1], 1e-9);
  }
  const Model uniform = estimate(sums, {.class_prior = UniformPrior{}}).calibrated({.map = map});
  EXPECT_NEAR(log_posterior_of(uniform, rows.table())[1] - log_posterior_of(uniform, rows.table())[0],
              after[1] - after[0] - prior, 1e-9);
  EXPECT_THROW(static_cast<void>(model.calibrated({.map = {{1, 0}, {1, 2}}})), Error);
}

TEST(MixedModel, forms_stand_side_by_side) {
  const MixedRows rows;
  const Model model = estimate(rows.summary()).tempered({2, 1, 1, 1});
  ASSERT_TRUE(model.is_linear());
  const LinearForm linear = model.linear_form();
  const QuadraticForm quadratic = model.quadratic_form();
  EXPECT_EQ(linear.names, quadratic.names);
  EXPECT_EQ(linear.names[2], "n");
  EXPECT_EQ(linear.names[3], "colour=blue");
  const std::size_t d = linear.names.size();
  ASSERT_EQ(linear.coefficients.size(), 2 * d);
  ASSERT_EQ(quadratic.matrices.size(), 2 * d * d);
  EXPECT_LT(quadratic.matrices[0], 0);
  EXPECT_EQ(quadratic.matrices[2 * d + 2], 0);
  const LinearForm colours = only(model, 2).linear_form();
  EXPECT_EQ(linear.coefficients[d + 5], colours.coefficients[colours.names.size() + 2]);
  const Model without = model.tempered({0, 1, 0, 0});
  EXPECT_EQ(without.linear_form().names, std::vector<std::string>{"n"});
  Options options{.readings = {{.block = 0, .options = GaussianOptions{.structure = Structure::diagonal}},
                               {.block = 1, .options = AmountOptions{}}}};
  const Summary sums =
      summarise(rows.table(), {rows.classes, rows.labels}, {.blocks = MixedRows::blocks(), .target = "y"},
                {.keep = {{MomentKind::diagonal}, {}, {}, {}}});
  const Model naive = estimate(sums, options);
  EXPECT_FALSE(naive.is_linear());
  EXPECT_TRUE(naive.is_quadratic());
  EXPECT_THROW(static_cast<void>(naive.linear_form()), Error);
  EXPECT_EQ(naive.quadratic_form().names.size(), 3U);
}

TEST(MixedModel, distances_and_strongest_are_those_of_readings_that_have_them) {
  const MixedRows rows;
  const Summary sums = rows.summary();
  const Model model = estimate(sums);
  const Model alone = estimate({{.blocks = {sums.schema.blocks[0]}, .target = "y"}, sums.classes, {sums.sums[0]}});
  std::vector<double> found(2 * rows.n);
  std::vector<double> expected(2 * rows.n);
  model.squared_distances(rows.table(), found);
  alone.squared_distances(rows.part(0), expected);
  EXPECT_EQ(found, expected);
  EXPECT_FALSE(model.strongest(0, 1, 3).empty());
  EXPECT_EQ(model.strongest(0, 1, 2)[0].value.empty(), false);
  EXPECT_THROW(static_cast<void>(model.strongest(0, 1, 0)), Error);
  EXPECT_THROW(static_cast<void>(model.strongest(0, 1, 4)), Error);
}

// Numbers of two classes, read as lda and, pooled, as gaussian-nb.
struct Pool {
  std::vector<double> values = draw(60 * 2);
  Table rows = Table::row_major(values.data(), 60, 2);
  Summary sums = {{{{.features = {"p", "q"}}}, "y"},
                  {{"no", "yes"}, {6, 5}, {6, 5}},
                  {Moments{MomentKind::full, {0, 1, 2, 3}, {3, 1, 1, 4, 5, -2, -2, 4}, {}, {}}}};
  FamilyOptions nb = GaussianOptions{.structure = Structure::diagonal};
  Model both = estimate(sums, {.readings = {{.options = GaussianOptions{}}, {.options = nb, .opinion = 1}}});
  Model first = estimate(sums, {.readings = {{.options = GaussianOptions{}}}});
  Model second = estimate(sums, {.readings = {{.options = nb}}});
};

TEST(Model, a_pooled_reading_has_no_part_where_no_temperature_was_fitted_for_it) {
  const Pool pool;
  EXPECT_EQ(pool.both.temperatures(), (std::vector<double>{1, 0}));
  std::vector<double> with(120);
  std::vector<double> without(120);
  pool.both.log_posterior(pool.rows, with);
  pool.first.log_posterior(pool.rows, without);
  for (std::size_t i = 0; i < 120; ++i) EXPECT_NEAR(with[i], without[i], 1e-13);
}

TEST(Model, densities_and_samples_of_a_pool_are_those_of_its_first_readings) {
  const Pool pool;
  const Model tempered = pool.both.tempered({0.4, 0.3});
  std::vector<double> with(120);
  std::vector<double> without(120);
  tempered.log_joint(pool.rows, with);
  pool.first.log_joint(pool.rows, without);
  EXPECT_EQ(with, without);
  tempered.log_evidence(pool.rows, std::span(with).first(60));
  pool.first.log_evidence(pool.rows, std::span(without).first(60));
  EXPECT_EQ(with, without);
  EXPECT_EQ(tempered.sample(50, 3).columns, pool.first.sample(50, 3).columns);
  EXPECT_EQ(tempered.evidence_quantile(0.1, 1), pool.first.evidence_quantile(0.1, 1));
  std::vector<std::uint32_t> decided(60);
  tempered.decide(pool.rows, {.outliers = tempered.outlier_bounds(0.5, 1)}, decided);
  EXPECT_GT(std::ranges::count(decided, no_decision), 10);
}

TEST(Model, posteriors_of_a_pool_add_both_readings_at_their_temperatures) {
  const Pool pool;
  const Model tempered = pool.both.tempered({0.4, 0.3});
  std::vector<double> of_pool(120);
  std::vector<double> first(120);
  std::vector<double> second(120);
  tempered.log_posterior(pool.rows, of_pool);
  pool.first.log_joint(pool.rows, first);
  pool.second.log_joint(pool.rows, second);
  const std::vector<double>& prior = pool.first.class_prior();
  const double prior_odds = std::log(prior[1] / prior[0]);
  for (std::size_t i = 0; i < 60; ++i) {
    const double odds = prior_odds + 0.4 * (first[2 * i + 1] - first[2 * i] - prior_odds) +
                        0.3 * (second[2 * i + 1] - second[2 * i] - prior_odds);
    EXPECT_NEAR(of_pool[2 * i + 1] - of_pool[2 * i], odds, 1e-12);
    const Explanation why = tempered.explain(pool.rows, i);
    EXPECT_EQ(why.contributions.size(), 2U);  // by column
    EXPECT_NEAR(why.log_joint[1] - why.log_joint[0], odds, 1e-12);
  }
}

}  // namespace
}  // namespace suffice
