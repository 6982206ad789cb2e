#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "evaluate/leave_one_out/closed_form.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "support/table.hpp"
#include "unit/incomplete_rows.hpp"
#include "unit/plain_counts.hpp"
#include "unit/plain_refit.hpp"

namespace suffice {
namespace {

Summary full_sums(const TestTable& table) { return table.summary(1, everything); }

const std::vector<Shrinkage> shrinkages{NoShrinkage{},          AutoShrinkage{},       FixedShrinkage{0.3},
                                        FixedShrinkage{1},      LedoitWolfShrinkage{}, OasShrinkage{},
                                        RdaShrinkage{0.3, 0.4}, RdaShrinkage{0, 0.5},  RdaShrinkage{0.6, 0},
                                        RdaShrinkage{1, 0},     RdaShrinkage{0, 0}};
const GaussianPrior some_prior{.kappa = 0.7, .nu = 9.5, .mean = {}, .variance = std::vector<double>{2, 0.5, 3, 1}};
const GaussianPrior given_mean{.kappa = 2, .nu = {}, .mean = std::vector<double>{1, -1, 0, 2}, .variance = {}};
const std::vector<std::optional<FisherAxes>> axes{{}, FisherAxes{0}, FisherAxes{1}, FisherAxes{2}};
const std::vector<ClassPrior> class_priors{
    EmpiricalPrior{}, SmoothedPrior{}, UniformPrior{},
    GivenPrior{{{"class 0", 0.2}, {"class 1", 0.5}, {"class 2", 0.2}, {"class 3", 0.1}}}};

Options read_by(FamilyOptions options, ClassPrior class_prior = EmpiricalPrior{}) {
  return {.class_prior = std::move(class_prior), .readings = {{.options = std::move(options)}}};
}

// Every structure × estimator × shrinkage × ridge × prior × axes that can be meant.
std::vector<GaussianOptions> combinations() {
  std::vector<GaussianOptions> result;
  for (const Structure structure : {Structure::full, Structure::shared, Structure::diagonal, Structure::shared_diagonal,
                                    Structure::spherical, Structure::shared_spherical, Structure::identity}) {
    for (const Estimator estimator :
         {Estimator::mle, Estimator::unbiased, Estimator::map, Estimator::mean, Estimator::predictive}) {
      for (const Shrinkage& shrinkage : shrinkages) {
        for (const double ridge : {0.0, 0.8}) {
          for (const GaussianPrior& prior : {GaussianPrior{}, some_prior, given_mean}) {
            for (const auto& fisher : axes) {
              const GaussianOptions options{.structure = structure,
                                            .estimator = estimator,
                                            .shrinkage = shrinkage,
                                            .ridge = ridge,
                                            .prior = prior,
                                            .fisher = fisher};
              if (can_be_meant(options)) {
                result.push_back(options);
              }
            }
          }
        }
      }
    }
  }
  return result;
}

std::string in_words(const GaussianOptions& options) {
  return fmt::format("{} {} {} ridge {} kappa {} axes {}", model_name(options), to_text(options.estimator),
                     to_text(options.shrinkage), options.ridge, options.prior.kappa.value_or(0),
                     options.fisher ? static_cast<int>(options.fisher->count) : -1);
}

// As random_table, correlated, without rows of weight 0 and with weights that are no whole numbers.
TestTable weighted_table(std::uint32_t seed, std::size_t rows, std::size_t columns, std::size_t classes) {
  TestTable table = random_table(seed, rows, columns, classes, true);
  for (double& weight : table.weights) {
    weight = 0.5 + 0.3 * weight;
  }
  correlate(table);
  return table;
}

TEST(LeaveOneOut, equals_as_many_refits_for_every_model) {
  const TestTable table = weighted_table(6, 44, 4, 4);
  const Summary summary = full_sums(table);
  const std::vector<GaussianOptions> all = combinations();
  EXPECT_GT(all.size(), 150U);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const GaussianOptions& options = all[k];
    const ClassPrior& prior = class_priors[k % 4];
    const LeaveOneOut plain = plain_leave_one_out(table, summary, options, prior);
    const LeaveOneOut closed = leave_one_out(summary, read_by(options, prior), table.table(), table.labels());
    EXPECT_EQ(closed.rows, plain.rows);
    EXPECT_EQ(closed.unscored_rows, 0U) << in_words(options);
    EXPECT_FALSE(closed.target_held);
    EXPECT_NEAR(closed.log_loss, plain.log_loss, 1e-10) << in_words(options);
    EXPECT_NEAR(closed.accuracy.value, plain.accuracy.value, 1e-12) << in_words(options);
  }
}

TEST(LeaveOneOut, units_and_offsets_do_not_spoil_it) {
  TestTable table = weighted_table(7, 60, 4, 4);
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const double unit = std::array{1e-6, 1.0, 1e6, 1e3}[i % 4];
    table.values[i] = unit * (table.values[i] + 1000);
  }
  const Summary summary = full_sums(table);
  for (const Structure structure : {Structure::full, Structure::shared}) {
    for (const Shrinkage& shrinkage : {shrinkages[0], shrinkages[1]}) {
      for (const double ridge : {0.0, 1e-9}) {
        const GaussianOptions options{.structure = structure, .shrinkage = shrinkage, .ridge = ridge};
        const LeaveOneOut plain = plain_leave_one_out(table, summary, options);
        const LeaveOneOut closed = leave_one_out(summary, read_by(options), table.table(), table.labels());
        EXPECT_EQ(closed.unscored_rows, 0U) << in_words(options);
        EXPECT_NEAR(closed.log_loss, plain.log_loss, 1e-8) << in_words(options);
      }
    }
  }
}

TEST(LeaveOneOut, one_axis_through_noise_tells_nothing) {
  // Labels that have nothing to do with the rows. The axis of all rows parts the classes; that of the others does not.
  std::mt19937 bits(9);
  std::normal_distribution<double> normal;
  TestTable table{24, {}, {}, {"class 0", "class 1", "class 2"}};
  for (std::size_t i = 0; i < 60; ++i) {
    table.codes.push_back(static_cast<std::uint32_t>(i % 3));
    for (std::size_t j = 0; j < 24; ++j) {
      table.values.push_back(normal(bits));
    }
  }
  const Summary summary = full_sums(table);
  for (const Shrinkage& shrinkage : {shrinkages[0], shrinkages[1], shrinkages[2]}) {
    const GaussianOptions options{.shrinkage = shrinkage, .fisher = FisherAxes{1}};
    const LeaveOneOut plain = plain_leave_one_out(table, summary, options);
    const LeaveOneOut closed = leave_one_out(summary, read_by(options), table.table(), table.labels());
    EXPECT_EQ(closed.rows, 60U);
    EXPECT_EQ(closed.unscored_rows, 0U);
    EXPECT_NEAR(closed.log_loss, plain.log_loss, 1e-9);
    EXPECT_EQ(closed.accuracy.value, plain.accuracy.value);
    EXPECT_LT(closed.accuracy.value, 0.45);
  }
}

TEST(LeaveOneOut, takes_floats_and_any_strides_and_any_number_of_threads) {
  TestTable table = random_table(8, 600, 3, 3);
  std::vector<float> columns(table.values.size());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const auto value = static_cast<float>(table.values[3 * i + j]);
      columns[j * table.rows() + i] = value;
      table.values[3 * i + j] = static_cast<double>(value);
    }
  }
  const Table floats{table.rows(), {NumberMatrix{columns.data(), 3, 1, static_cast<std::ptrdiff_t>(table.rows())}}, {}};
  const Summary summary = full_sums(table);
  for (const Structure structure : {Structure::full, Structure::shared, Structure::diagonal}) {
    const GaussianOptions options{.structure = structure};
    const LeaveOneOut one = leave_one_out(summary, read_by(options), table.table(), table.labels(), {.threads = 1});
    const LeaveOneOut many = leave_one_out(summary, read_by(options), floats, table.labels(), {.threads = 3});
    EXPECT_EQ(one.log_loss, many.log_loss);
    EXPECT_EQ(one.accuracy.value, many.accuracy.value);
  }
}

TEST(LeaveOneOut, a_class_of_one_row_counts_as_wrong_and_is_reported) {
  TestTable table = random_table(1, 40, 2, 2);
  table.names.push_back("rare");
  table.codes[0] = 2;
  for (const Structure structure : {Structure::shared, Structure::shared_diagonal, Structure::identity}) {
    const LeaveOneOut result = leave_one_out(full_sums(table), read_by(GaussianOptions{.structure = structure}),
                                             table.table(), table.labels());
    EXPECT_EQ(result.rows, 40U);
    EXPECT_EQ(result.unscored_rows, 1U);
    EXPECT_LE(result.accuracy.value, 39.0 / 40);
    EXPECT_GT(result.log_loss, 0);
  }
}

TEST(LeaveOneOut, a_removal_that_makes_the_covariance_singular_is_reported) {
  // Column x1 varies in one row only.
  TestTable table = random_table(2, 30, 2, 1);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.values[2 * i + 1] = i == 7 ? 1 : 0;
  }
  const Summary summary = full_sums(table);
  for (const Structure structure :
       {Structure::full, Structure::shared, Structure::diagonal, Structure::shared_diagonal}) {
    for (const Shrinkage& shrinkage : {shrinkages[0], shrinkages[1]}) {
      GaussianOptions options{.structure = structure, .shrinkage = shrinkage};
      EXPECT_EQ(leave_one_out(summary, read_by(options), table.table(), table.labels()).unscored_rows, 1U)
          << in_words(options);
      options.ridge = 0.1;
      EXPECT_EQ(leave_one_out(summary, read_by(options), table.table(), table.labels()).unscored_rows, 0U)
          << in_words(options);
    }
  }
}

TEST(LeaveOneOut, just_enough_rows_are_too_few_once_one_is_removed) {
  for (const std::size_t d : {2U, 5U, 20U, 50U}) {
    const TestTable enough = random_table(3, d + 1, d, 1);
    const TestTable more = random_table(3, d + 2, d, 1);
    for (const Structure structure : {Structure::full, Structure::shared}) {
      const GaussianOptions options{.structure = structure};
      const LeaveOneOut none = leave_one_out(full_sums(enough), read_by(options), enough.table(), enough.labels());
      EXPECT_EQ(none.unscored_rows, d + 1);
      EXPECT_TRUE(std::isnan(none.log_loss));
      EXPECT_EQ(none.accuracy.value, 0);
      const LeaveOneOut all = leave_one_out(full_sums(more), read_by(options), more.table(), more.labels());
      EXPECT_EQ(all.unscored_rows, 0U);
    }
  }
}

TEST(LeaveOneOut, refuses_rows_of_a_class_that_the_sums_do_not_have) {
  const TestTable table = random_table(3, 30, 2, 2);
  const std::vector<std::string> names{"class 0", "class 9"};
  EXPECT_THROW(leave_one_out(full_sums(table), {}, table.table(), {table.codes, names}), Error);
  const double* nothing = nullptr;
  EXPECT_THROW(leave_one_out(full_sums(table), {}, Table::row_major(nothing, 0, 2), {{}, names}), Error);
  EXPECT_THROW(leave_one_out(full_sums(table), {}, table.table(), {std::span(table.codes).first(3), table.names}),
               Error);
}

TEST(LeaveOneOut, says_what_no_closed_form_removes_a_row_from) {
  const TestTable table = random_table(3, 30, 2, 2);
  Options options =
      read_by(GaussianOptions{.structure = Structure::full, .shrinkage = RdaShrinkage{0.2, 0.3, RdaTarget::variances}});
  EXPECT_EQ(no_closed_form(full_sums(table), options), "rda that shrinks towards variances");
  options.readings.front().options = GaussianOptions{};
  EXPECT_EQ(no_closed_form(full_sums(table), options), "");
  EXPECT_NE(no_closed_form(with_missing(table, 0.2).summary(), options).find("missing"), std::string::npos);
  options.rival = Rival{.loss = RivalLoss::least_squares};
  EXPECT_EQ(no_closed_form(full_sums(table), options), "least-squares");
}

TEST(LeaveOneOut, refuses_rivals) {
  const TestTable table = random_table(3, 30, 2, 2);
  Options options = read_by(GaussianOptions{});
  for (const RivalLoss loss : {RivalLoss::logistic, RivalLoss::perceptron, RivalLoss::least_squares}) {
    options.rival = Rival{.loss = loss};
    EXPECT_FALSE(has_leave_one_out(full_sums(table), options));
    EXPECT_THROW(leave_one_out(full_sums(table), options, table.table(), table.labels()), Error);
    EXPECT_THROW(LeaveOneOutScorer(full_sums(table), options), Error);
  }
}

TEST(LeaveOneOut, constant_columns_are_ignored) {
  const TestTable table = random_table(4, 50, 2, 2);
  TestTable wider{3, {}, table.codes, table.names, {}};
  for (std::size_t i = 0; i < table.rows(); ++i) {
    wider.values.insert(wider.values.end(), {table.values[2 * i], 4.5, table.values[2 * i + 1]});
  }
  for (const Structure structure : {Structure::full, Structure::shared, Structure::diagonal}) {
    const GaussianOptions options{.structure = structure};
    const LeaveOneOut narrow = leave_one_out(full_sums(table), read_by(options), table.table(), table.labels());
    const LeaveOneOut wide = leave_one_out(full_sums(wider), read_by(options), wider.table(), wider.labels());
    EXPECT_NEAR(narrow.log_loss, wide.log_loss, 1e-12);
  }
}

TEST(LeaveOneOut, where_no_column_is_informative_the_class_prior_decides) {
  TestTable table = random_table(5, 30, 2, 2);
  std::ranges::fill(table.values, 3.0);
  for (const Shrinkage& shrinkage : {shrinkages[0], shrinkages[1], shrinkages[2]}) {
    const LeaveOneOut result =
        leave_one_out(full_sums(table), read_by(GaussianOptions{.shrinkage = shrinkage}, UniformPrior{}), table.table(),
                      table.labels());
    EXPECT_EQ(result.unscored_rows, 0U);
    EXPECT_NEAR(result.log_loss, std::log(2), 1e-15);
  }
}

// log loss and accuracy of posteriors that `plain(i)` gives the log densities of, under the class prior without row i.
template <typename Plain>
LeaveOneOut plain_sums(const TestTable& table, bool has_prior, const Plain& plain) {
  LeaveOneOut result;
  double right = 0;
  double total = 0;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    std::vector<double> posterior = plain(i);
    std::vector<double> n(posterior.size());
    for (std::size_t r = 0; r < table.rows(); ++r) {
      n[table.codes[r]] += r == i ? 0 : table.table().weight(r);
    }
    for (std::size_t c = 0; has_prior && c < n.size(); ++c) {
      posterior[c] += std::log(n[c]);
    }
    normalise_logs(posterior);
    const double w = table.batch().weight(i);
    total += w;
    right += std::ranges::max_element(posterior) - posterior.begin() == table.codes[i] ? w : 0;
    result.log_loss -= w * posterior[table.codes[i]];
  }
  result.log_loss /= total;
  result.accuracy.value = right / total;
  return result;
}

TEST(LeaveOneOut, equals_as_many_refits_for_terms) {
  const TestTable table = count_table(11, 60, 9, 3, true);
  const Summary summary = sums_of(table, Kind::counts);
  for (const std::string name : {"bernoulli-nb", "multinomial-nb", "boolean-nb", "complement-nb"}) {
    const auto options = options_of<TermOptions>(name);
    const PlainTerms plain(table, options);
    const bool has_prior = options.family != TermFamily::complement;
    const LeaveOneOut expected = plain_sums(table, has_prior, [&](std::size_t i) { return plain.log_densities(i); });
    const LeaveOneOut closed = leave_one_out(summary, read_by(options), table.table(), table.labels());
    EXPECT_EQ(closed.rows, 60U);
    EXPECT_EQ(closed.unscored_rows, 0U);
    EXPECT_NEAR(closed.log_loss, expected.log_loss, 1e-11) << name;
    EXPECT_NEAR(closed.accuracy.value, expected.accuracy.value, 1e-14) << name;
    EXPECT_EQ(leave_one_out(summary, read_by(options), table.table(), table.labels(), {.threads = 3}).log_loss,
              closed.log_loss);
  }
}

TEST(LeaveOneOut, rows_may_be_text_dense_or_sparse) {
  const TestTable table = count_table(12, 40, 5, 2);
  std::vector<double> values;
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> indices;
  std::vector<std::string> texts(table.rows());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    for (std::uint32_t j = 0; j < 5; ++j) {
      const double x = table.values[i * 5 + j];
      if (x > 0) {
        values.push_back(x);
        indices.push_back(j);
      }
      for (int k = 0; k < static_cast<int>(x); ++k) {
        texts[i] += fmt::format("x{} ", j);
      }
    }
    offsets.push_back(values.size());
  }
  const Table sparse = Table::sparse({values.data(), std::span<const std::uint64_t>(offsets), indices, 5});
  const Table documents = Table::documents(texts);
  const Schema text{.blocks = {{.kind = Kind::text, .features = {"t"}}}, .target = "y"};
  for (const std::string name : {"bernoulli-nb", "multinomial-nb", "complement-nb"}) {
    const auto options = options_of<TermOptions>(name);
    const Summary numbers = sums_of(table, Kind::counts);
    const Summary words = summarise(documents, table.labels(), text, {.threads = 1});
    const double expected = leave_one_out(numbers, read_by(options), table.table(), table.labels()).log_loss;
    EXPECT_EQ(leave_one_out(numbers, read_by(options), sparse, table.labels()).log_loss, expected) << name;
    EXPECT_NEAR(leave_one_out(words, read_by(options), documents, table.labels()).log_loss, expected, 1e-13) << name;
  }
  const Summary diagonal = table.summary(1, {.moments = MomentKind::diagonal});
  const GaussianOptions gaussian{.structure = Structure::diagonal, .shrinkage = AutoShrinkage{}};
  EXPECT_EQ(leave_one_out(diagonal, read_by(gaussian), sparse, table.labels()).log_loss,
            leave_one_out(diagonal, read_by(gaussian), table.table(), table.labels()).log_loss);
}

TEST(LeaveOneOut, what_no_other_row_has_makes_the_log_loss_infinite_and_is_no_hit) {
  const TestTable table{2, {1, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 1, 1}, {"a", "b"}};
  const Summary summary = sums_of(table, Kind::counts);
  const LeaveOneOut result =
      leave_one_out(summary, read_by(TermOptions{.estimator = Estimator::mle}), table.table(), table.labels());
  EXPECT_EQ(result.unscored_rows, 0U);
  EXPECT_EQ(result.log_loss, INFINITY);
  EXPECT_LT(result.accuracy.value, 1);
}

TEST(LeaveOneOut, where_values_are_missing_only_variances_have_a_closed_form) {
  const TestTable table = with_missing(random_table(9, 60, 3, 3), 0.2);
  const Summary sums = incomplete_sums(table, MomentKind::full);
  for (const GaussianOptions& options : {GaussianOptions{}, GaussianOptions{.structure = Structure::full}}) {
    EXPECT_FALSE(has_leave_one_out(sums, read_by(options)));
    try {
      (void)leave_one_out(sums, read_by(options), table.table(), table.labels());
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_NE(std::string(error.what()).find("by k folds"), std::string::npos);
    }
  }
  const GaussianOptions diagonal{.structure = Structure::diagonal};
  EXPECT_TRUE(has_leave_one_out(sums, read_by(diagonal)));
  EXPECT_TRUE(has_leave_one_out(random_table(9, 60, 3, 3).summary(), {}));
  const LeaveOneOut found = leave_one_out(sums, read_by(diagonal), table.table(), table.labels());
  EXPECT_EQ(found.rows, 60U);
  EXPECT_EQ(found.unscored_rows, 0U);
  const LeaveOneOut by_column =
      leave_one_out(incomplete_sums(table, MomentKind::diagonal), read_by(diagonal), table.table(), table.labels());
  EXPECT_NEAR(found.log_loss, by_column.log_loss, 1e-12);
}

/// Rows of measurements, amounts, counts, categories and text, that differ a little by class. Weights are 1 and 2; the
/// only row of class "rare" is the first one.
struct MixedRows {
  std::vector<double> numbers;  // rows × 4: two measurements, an amount, a count of a term
  std::vector<double> more;     // rows × 2: counts of two other terms
  std::vector<std::uint32_t> colours;
  std::vector<std::string> shapes;
  std::vector<std::string> texts;
  std::vector<std::uint32_t> codes;
  std::vector<double> weights;
  std::vector<std::string> palette{"red", "green", "blue"};
  std::vector<std::string> names{"a", "b", "rare"};
  Schema schema{.blocks = {{.kind = Kind::measurements, .features = {"length", "width"}},
                           {.kind = Kind::amounts, .features = {"calls"}},
                           {.kind = Kind::counts, .features = {"one", "two", "three"}},
                           {.kind = Kind::categories,
                            .features = {"colour", "shape"},
                            .declared_values = {{"blue", "green", "red"}, {"round", "square"}}},
                           {.kind = Kind::text, .features = {"note"}}},
                .target = "y"};

  MixedRows() {
    std::mt19937 bits(3);
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < 40; ++i) {
      const std::uint32_t c = i == 0 ? 2 : i % 2;
      codes.push_back(c);
      weights.push_back(static_cast<double>(1 + bits() % 2));
      const double length = normal(bits) + c;
      numbers.insert(numbers.end(), {length, normal(bits) - 0.5 * c + 0.6 * length,
                                     static_cast<double>(bits() % (3 + c)), static_cast<double>(bits() % 4)});
      more.push_back(static_cast<double>(bits() % 3));
      more.push_back(static_cast<double>(bits() % (2 + c)));
      colours.push_back(bits() % 9 == 0 ? missing_category : static_cast<std::uint32_t>((bits() + c) % 3));
      shapes.emplace_back((bits() + c) % 3 == 0 ? "round" : "square");
      for (std::size_t k = 0; k < 1 + bits() % 5; ++k) {
        texts.resize(i + 1);
        texts[i] += fmt::format("w{} ", (bits() % 4) * (1 + c % 2));
      }
    }
  }

  [[nodiscard]] Table table() const {
    return {codes.size(),
            {NumberMatrix{numbers.data(), 4, 4, 1}, NumberMatrix{more.data(), 2, 2, 1},
             CategoryColumn{colours.data(), Texts(palette)}, TextColumn{Texts(shapes)}, TextColumn{Texts(texts)}},
            weights};
  }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
  [[nodiscard]] Summary summary() const {
    return summarise(table(), labels(), schema, {.threads = 1, .keep = std::vector<Keep>(5, {MomentKind::full, true})});
  }
  /// The rows but one.
  [[nodiscard]] MixedRows without(std::size_t i) const {
    MixedRows rest = *this;
    const auto erase = [](auto& values, std::size_t place, std::size_t count) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(place * count);
      values.erase(first, first + static_cast<std::ptrdiff_t>(count));
    };
    erase(rest.numbers, i, 4), erase(rest.more, i, 2), erase(rest.colours, i, 1), erase(rest.shapes, i, 1);
    erase(rest.texts, i, 1), erase(rest.codes, i, 1), erase(rest.weights, i, 1);
    return rest;
  }
};

/// leave_one_out() by as many refits as there are rows, with the readings given.
LeaveOneOut refitted(const MixedRows& rows, const Options& options, const Model& model) {
  LeaveOneOut result;
  double right = 0;
  double total = 0;
  double scored = 0;
  const Table table = rows.table();
  for (std::size_t i = 0; i < table.rows; ++i) {
    ++result.rows;
    total += table.weight(i);
    if (rows.names[rows.codes[i]] == "rare") {
      ++result.unscored_rows;
      continue;
    }
    std::vector<double> posterior(3);
    const Table row = table.slice(i, 1);
    // A model of fewer columns than the summary takes a table of these.
    Table read{1, {}, {}};
    const std::vector<std::string> all = columns_of(rows.schema);
    for (const std::string& name : columns_of(model.schema())) {
      const auto place = static_cast<std::size_t>(std::ranges::find(all, name) - all.begin());
      if (place < 4) {
        read.columns.emplace_back(NumberColumn{rows.numbers.data() + 4 * i + place});
      } else if (place < 6) {
        read.columns.emplace_back(NumberColumn{rows.more.data() + 2 * i + (place - 4)});
      } else {
        read.columns.push_back(row.columns[place - 4]);
      }
    }
    estimate(rows.without(i).summary(), options).log_posterior(read, posterior);
    const auto best = static_cast<std::size_t>(std::ranges::max_element(posterior) - posterior.begin());
    right += best == rows.codes[i] ? table.weight(i) : 0;
    scored += table.weight(i);
    result.log_loss -= table.weight(i) * posterior[rows.codes[i]];
  }
  result.log_loss /= scored;
  result.accuracy.value = right / total;
  return result;
}

/// All blocks; λ, the vocabulary and the prior's hyper-parameters follow from nothing that a row changes.
Options all_readings() {
  return {.class_prior = SmoothedPrior{},
          .readings = {{.block = 0, .options = GaussianOptions{.structure = Structure::shared}},
                       {.block = 1, .options = AmountOptions{.estimator = Estimator::mle}},
                       {.block = 2, .options = TermOptions{.family = TermFamily::multinomial}},
                       {.block = 3, .options = ValueOptions{}},
                       {.block = 4,
                        .options = TermOptions{.family = TermFamily::bernoulli,
                                               .vocabulary = std::vector<std::string>{"w0", "w1", "w2", "w3"}}}}};
}

TEST(LeaveOneOut, of_several_readings_equals_as_many_refits) {
  const MixedRows rows;
  const Summary summary = rows.summary();
  Options few = all_readings();
  few.readings = {{.block = 3, .features = {"shape"}, .options = ValueOptions{.estimator = Estimator::map}},
                  {.block = 0,
                   .features = {"width"},
                   .options = GaussianOptions{.structure = Structure::shared_diagonal, .ridge = 0.2}},
                  {.block = 2, .features = {"one", "three"}, .options = TermOptions{}}};
  Options pooled = all_readings();
  pooled.class_prior = EmpiricalPrior{};
  std::get<GaussianOptions>(pooled.readings[0].options) = {.shrinkage = FixedShrinkage{0.3}, .ridge = 0.1};
  for (const Options& options : {all_readings(), few, pooled}) {
    const LeaveOneOut expected = refitted(rows, options, estimate(summary, options));
    const LeaveOneOut closed = leave_one_out(summary, options, rows.table(), rows.labels(), {.threads = 1});
    EXPECT_EQ(closed.rows, expected.rows);
    EXPECT_EQ(closed.unscored_rows, 1U) << "the only row of its class";
    EXPECT_NEAR(closed.log_loss, expected.log_loss, 1e-10);
    EXPECT_NEAR(closed.accuracy.value, expected.accuracy.value, 1e-14);
    EXPECT_EQ(leave_one_out(summary, options, rows.table(), rows.labels(), {.threads = 3}).log_loss, closed.log_loss);
  }
}

TEST(LeaveOneOut, of_one_block_among_several_is_that_of_the_block_alone) {
  const MixedRows rows;
  const Summary summary = rows.summary();
  const Table table = rows.table();
  const std::vector<Column> documents{table.columns.back()};
  const Schema text{.blocks = {rows.schema.blocks[4]}, .target = "y"};
  const Table alone{table.rows, documents, rows.weights};
  const Options among{.readings = {{.block = 4, .options = TermOptions{}}}};
  EXPECT_EQ(
      leave_one_out(summary, among, table, rows.labels()).log_loss,
      leave_one_out(summarise(alone, rows.labels(), text), read_by(TermOptions{}), alone, rows.labels()).log_loss);
}

TEST(LeaveOneOut, a_row_that_one_reading_cannot_remove_is_not_scored) {
  // Column "width" varies in one row only: without that row its variance is 0.
  MixedRows rows;
  for (std::size_t i = 0; i < rows.codes.size(); ++i) {
    rows.numbers[4 * i + 1] = i == 7 ? 3 : 1;
  }
  const Summary summary = rows.summary();
  EXPECT_EQ(leave_one_out(summary, all_readings(), rows.table(), rows.labels()).unscored_rows, 2U);
  Options without = all_readings();
  without.readings[0].features = {"length"};
  EXPECT_EQ(leave_one_out(summary, without, rows.table(), rows.labels()).unscored_rows, 1U);
}

TEST(LeaveOneOut, needs_no_completion_where_the_columns_with_missing_values_are_not_read) {
  MixedRows rows;
  rows.numbers[4 * 5 + 1] = std::nan("");
  const Summary summary = rows.summary();
  EXPECT_FALSE(has_leave_one_out(summary, all_readings()));
  EXPECT_THROW((void)leave_one_out(summary, all_readings(), rows.table(), rows.labels()), Error);
  Options fewer = all_readings();
  fewer.readings[0].features = {"length"};
  EXPECT_TRUE(has_leave_one_out(summary, fewer));
  EXPECT_EQ(leave_one_out(summary, fewer, rows.table(), rows.labels()).rows, 40U);
  EXPECT_THROW((void)has_leave_one_out(summary, {.readings = {{.block = 9}}}), Error);
}

}  // namespace
}  // namespace suffice
