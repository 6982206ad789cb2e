#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "support/table.hpp"
#include "unit/gapped_rows.hpp"
#include "unit/plain_counts.hpp"
#include "unit/plain_refit.hpp"

namespace suffice {
namespace {

Summary full_sums(const Table& table) { return table.summary(1, everything); }

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

// Every structure × estimator × shrinkage × ridge × prior × axes that can be meant; class priors in turn.
std::vector<EstimateOptions> combinations() {
  std::vector<EstimateOptions> result;
  for (const Structure structure : {Structure::full, Structure::shared, Structure::diagonal, Structure::shared_diagonal,
                                    Structure::spherical, Structure::shared_spherical, Structure::identity}) {
    for (const Estimator estimator :
         {Estimator::mle, Estimator::unbiased, Estimator::map, Estimator::mean, Estimator::predictive}) {
      for (const Shrinkage& shrinkage : shrinkages) {
        for (const double ridge : {0.0, 0.8}) {
          for (const GaussianPrior& prior : {GaussianPrior{}, some_prior, given_mean}) {
            for (const auto& fisher : axes) {
              const EstimateOptions options{.structure = structure,
                                            .estimator = estimator,
                                            .shrinkage = shrinkage,
                                            .ridge = ridge,
                                            .class_prior = class_priors[result.size() % 4],
                                            .gaussian_prior = prior,
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

std::string in_words(const EstimateOptions& options) {
  return fmt::format("{} {} {} ridge {} kappa {} axes {}", model_name(options), to_text(options.estimator),
                     to_text(options.shrinkage), options.ridge, options.gaussian_prior.kappa.value_or(0),
                     options.fisher ? static_cast<int>(options.fisher->count) : -1);
}

// As random_table, correlated, without rows of weight 0 and with weights that are no whole numbers.
Table weighted_table(std::uint32_t seed, std::size_t rows, std::size_t columns, std::size_t classes) {
  Table table = random_table(seed, rows, columns, classes, true);
  for (double& weight : table.weights) {
    weight = 0.5 + 0.3 * weight;
  }
  correlate(table);
  return table;
}

TEST(LeaveOneOut, equals_as_many_refits_for_every_model) {
  const Table table = weighted_table(6, 44, 4, 4);
  const Summary summary = full_sums(table);
  const std::vector<EstimateOptions> all = combinations();
  EXPECT_GT(all.size(), 150U);
  for (const EstimateOptions& options : all) {
    const LeaveOneOut plain = plain_leave_one_out(table, summary, options);
    const LeaveOneOut closed = leave_one_out(summary, options, table.batch(), table.labels());
    EXPECT_EQ(closed.rows, plain.rows);
    EXPECT_EQ(closed.unscored_rows, 0U) << in_words(options);
    EXPECT_FALSE(closed.target_held);
    EXPECT_NEAR(closed.log_loss, plain.log_loss, 1e-10) << in_words(options);
    EXPECT_NEAR(closed.accuracy.value, plain.accuracy.value, 1e-12) << in_words(options);
  }
}

TEST(LeaveOneOut, units_and_offsets_do_not_spoil_it) {
  Table table = weighted_table(7, 60, 4, 4);
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const double unit = std::array{1e-6, 1.0, 1e6, 1e3}[i % 4];
    table.values[i] = unit * (table.values[i] + 1000);
  }
  const Summary summary = full_sums(table);
  for (const Structure structure : {Structure::full, Structure::shared}) {
    for (const Shrinkage& shrinkage : {shrinkages[0], shrinkages[1]}) {
      for (const double ridge : {0.0, 1e-9}) {
        const EstimateOptions options{.structure = structure, .shrinkage = shrinkage, .ridge = ridge};
        const LeaveOneOut plain = plain_leave_one_out(table, summary, options);
        const LeaveOneOut closed = leave_one_out(summary, options, table.batch(), table.labels());
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
  Table table{24, {}, {}, {"class 0", "class 1", "class 2"}};
  for (std::size_t i = 0; i < 60; ++i) {
    table.codes.push_back(static_cast<std::uint32_t>(i % 3));
    for (std::size_t j = 0; j < 24; ++j) {
      table.values.push_back(normal(bits));
    }
  }
  const Summary summary = full_sums(table);
  for (const Shrinkage& shrinkage : {shrinkages[0], shrinkages[1], shrinkages[2]}) {
    const EstimateOptions options{.shrinkage = shrinkage, .fisher = FisherAxes{1}};
    const LeaveOneOut plain = plain_leave_one_out(table, summary, options);
    const LeaveOneOut closed = leave_one_out(summary, options, table.batch(), table.labels());
    EXPECT_EQ(closed.rows, 60U);
    EXPECT_EQ(closed.unscored_rows, 0U);
    EXPECT_NEAR(closed.log_loss, plain.log_loss, 1e-9);
    EXPECT_EQ(closed.accuracy.value, plain.accuracy.value);
    EXPECT_LT(closed.accuracy.value, 0.45);
  }
}

TEST(LeaveOneOut, takes_floats_and_any_strides_and_any_number_of_threads) {
  Table table = random_table(8, 600, 3, 3);
  std::vector<float> columns(table.values.size());
  for (std::size_t i = 0; i < table.rows(); ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const auto value = static_cast<float>(table.values[3 * i + j]);
      columns[j * table.rows() + i] = value;
      table.values[3 * i + j] = static_cast<double>(value);
    }
  }
  const Batch floats{columns.data(), table.rows(), 3, 1, static_cast<std::ptrdiff_t>(table.rows()), {}};
  const Summary summary = full_sums(table);
  for (const Structure structure : {Structure::full, Structure::shared, Structure::diagonal}) {
    const EstimateOptions options{.structure = structure};
    const LeaveOneOut one = leave_one_out(summary, options, table.batch(), table.labels(), {.threads = 1});
    const LeaveOneOut many = leave_one_out(summary, options, floats, table.labels(), {.threads = 3});
    EXPECT_EQ(one.log_loss, many.log_loss);
    EXPECT_EQ(one.accuracy.value, many.accuracy.value);
  }
}

TEST(LeaveOneOut, a_class_of_one_row_counts_as_wrong_and_is_reported) {
  Table table = random_table(1, 40, 2, 2);
  table.names.push_back("rare");
  table.codes[0] = 2;
  for (const Structure structure : {Structure::shared, Structure::shared_diagonal, Structure::identity}) {
    const LeaveOneOut result = leave_one_out(full_sums(table), {.structure = structure}, table.batch(), table.labels());
    EXPECT_EQ(result.rows, 40U);
    EXPECT_EQ(result.unscored_rows, 1U);
    EXPECT_LE(result.accuracy.value, 39.0 / 40);
    EXPECT_GT(result.log_loss, 0);
  }
}

TEST(LeaveOneOut, a_removal_that_makes_the_covariance_singular_is_reported) {
  // Column x1 varies in one row only.
  Table table = random_table(2, 30, 2, 1);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.values[2 * i + 1] = i == 7 ? 1 : 0;
  }
  const Summary summary = full_sums(table);
  for (const Structure structure :
       {Structure::full, Structure::shared, Structure::diagonal, Structure::shared_diagonal}) {
    for (const Shrinkage& shrinkage : {shrinkages[0], shrinkages[1]}) {
      EstimateOptions options{.structure = structure, .shrinkage = shrinkage};
      EXPECT_EQ(leave_one_out(summary, options, table.batch(), table.labels()).unscored_rows, 1U) << in_words(options);
      options.ridge = 0.1;
      EXPECT_EQ(leave_one_out(summary, options, table.batch(), table.labels()).unscored_rows, 0U) << in_words(options);
    }
  }
}

TEST(LeaveOneOut, just_enough_rows_are_too_few_once_one_is_left_out) {
  for (const std::size_t d : {2U, 5U, 20U, 50U}) {
    const Table enough = random_table(3, d + 1, d, 1);
    const Table more = random_table(3, d + 2, d, 1);
    for (const Structure structure : {Structure::full, Structure::shared}) {
      const EstimateOptions options{.structure = structure};
      const LeaveOneOut none = leave_one_out(full_sums(enough), options, enough.batch(), enough.labels());
      EXPECT_EQ(none.unscored_rows, d + 1);
      EXPECT_TRUE(std::isnan(none.log_loss));
      EXPECT_EQ(none.accuracy.value, 0);
      const LeaveOneOut all = leave_one_out(full_sums(more), options, more.batch(), more.labels());
      EXPECT_EQ(all.unscored_rows, 0U);
    }
  }
}

TEST(LeaveOneOut, refuses_rows_of_a_class_that_the_sums_do_not_have) {
  const Table table = random_table(3, 30, 2, 2);
  const std::vector<std::string> names{"class 0", "class 9"};
  EXPECT_THROW(leave_one_out(full_sums(table), {}, table.batch(), {table.codes, names}), Error);
  const double* nothing = nullptr;
  EXPECT_THROW(leave_one_out(full_sums(table), {}, Batch::row_major(nothing, 0, 2), {{}, names}), Error);
  EXPECT_THROW(leave_one_out(full_sums(table), {}, table.batch(), {std::span(table.codes).first(3), table.names}),
               Error);
}

TEST(LeaveOneOut, constant_columns_have_no_say) {
  const Table table = random_table(4, 50, 2, 2);
  Table wider{3, {}, table.codes, table.names, {}};
  for (std::size_t i = 0; i < table.rows(); ++i) {
    wider.values.insert(wider.values.end(), {table.values[2 * i], 4.5, table.values[2 * i + 1]});
  }
  for (const Structure structure : {Structure::full, Structure::shared, Structure::diagonal}) {
    const EstimateOptions options{.structure = structure};
    const LeaveOneOut narrow = leave_one_out(full_sums(table), options, table.batch(), table.labels());
    const LeaveOneOut wide = leave_one_out(full_sums(wider), options, wider.batch(), wider.labels());
    EXPECT_NEAR(narrow.log_loss, wide.log_loss, 1e-12);
  }
}

TEST(LeaveOneOut, where_no_column_has_a_say_the_class_prior_decides) {
  Table table = random_table(5, 30, 2, 2);
  std::ranges::fill(table.values, 3.0);
  for (const Shrinkage& shrinkage : {shrinkages[0], shrinkages[1], shrinkages[2]}) {
    const LeaveOneOut result = leave_one_out(full_sums(table), {.shrinkage = shrinkage, .class_prior = UniformPrior{}},
                                             table.batch(), table.labels());
    EXPECT_EQ(result.unscored_rows, 0U);
    EXPECT_NEAR(result.log_loss, std::log(2), 1e-15);
  }
}

// log loss and accuracy of posteriors that `plain(i)` gives the log densities of, under the class prior without row i.
template <typename Plain>
LeaveOneOut plain_sums(const Table& table, const EstimateOptions& options, const Plain& plain) {
  LeaveOneOut result;
  double right = 0;
  double total = 0;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    std::vector<double> posterior = plain(i);
    std::vector<double> n(posterior.size());
    for (std::size_t r = 0; r < table.rows(); ++r) {
      n[table.codes[r]] += r == i ? 0 : table.batch().weight(r);
    }
    for (std::size_t c = 0; options.family != Family::complement && c < n.size(); ++c) {
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
  const Table table = count_table(11, 60, 9, 3, true);
  const Summary summary = table.summary(1, {.sums = SumKind::terms});
  for (const std::string name : {"bernoulli-nb", "multinomial-nb", "boolean-nb", "complement-nb"}) {
    const EstimateOptions options = options_for(name);
    const PlainTerms plain(table, options);
    const LeaveOneOut expected = plain_sums(table, options, [&](std::size_t i) { return plain.log_densities(i); });
    const LeaveOneOut closed = leave_one_out(summary, options, table.batch(), table.labels());
    EXPECT_EQ(closed.rows, 60U);
    EXPECT_EQ(closed.unscored_rows, 0U);
    EXPECT_NEAR(closed.log_loss, expected.log_loss, 1e-11) << name;
    EXPECT_NEAR(closed.accuracy.value, expected.accuracy.value, 1e-14) << name;
    EXPECT_EQ(leave_one_out(summary, options, table.batch(), table.labels(), {.threads = 3}).log_loss, closed.log_loss);
  }
}

TEST(LeaveOneOut, rows_may_be_text_dense_or_sparse) {
  const Table table = count_table(12, 40, 5, 2);
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
  const SparseBatch sparse{values.data(), offsets, indices, 5};
  const std::vector<std::string_view> documents(texts.begin(), texts.end());
  Schema text{{"t"}, "y", ""};
  text.encoding = Encoding::text;
  for (const std::string name : {"bernoulli-nb", "multinomial-nb", "complement-nb"}) {
    const EstimateOptions options = options_for(name);
    const SummariseOptions terms{.threads = 1, .keep = {.sums = SumKind::terms}};
    const Summary numbers = summarise(table.batch(), table.labels(), table.schema(), terms);
    const Summary words = summarise(TextBatch{documents}, table.labels(), text, terms);
    const double expected = leave_one_out(numbers, options, table.batch(), table.labels()).log_loss;
    EXPECT_EQ(leave_one_out(numbers, options, sparse, table.labels()).log_loss, expected) << name;
    EXPECT_NEAR(leave_one_out(words, options, TextBatch{documents}, table.labels()).log_loss, expected, 1e-13) << name;
  }
  const Summary diagonal = table.summary(1, {.sums = SumKind::moments, .moments = MomentKind::diagonal});
  const EstimateOptions gaussian{.structure = Structure::diagonal, .shrinkage = AutoShrinkage{}};
  EXPECT_EQ(leave_one_out(diagonal, gaussian, sparse, table.labels()).log_loss,
            leave_one_out(diagonal, gaussian, table.batch(), table.labels()).log_loss);
}

TEST(LeaveOneOut, what_no_other_row_has_makes_the_log_loss_infinite_and_is_no_hit) {
  const Table table{2, {1, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 1, 1}, {"a", "b"}};
  const Summary summary = table.summary(1, {.sums = SumKind::terms});
  const LeaveOneOut result = leave_one_out(summary, {.family = Family::multinomial}, table.batch(), table.labels());
  EXPECT_EQ(result.unscored_rows, 0U);
  EXPECT_EQ(result.log_loss, INFINITY);
  EXPECT_LT(result.accuracy.value, 1);
}

TEST(LeaveOneOut, where_values_are_missing_only_variances_have_a_closed_form) {
  const Table table = gapped(random_table(9, 60, 3, 3), 0.2);
  const Summary sums = gapped_sums(table, MomentKind::full);
  for (const EstimateOptions& options : {EstimateOptions{}, EstimateOptions{.structure = Structure::full}}) {
    EXPECT_FALSE(has_leave_one_out(sums, options));
    try {
      (void)leave_one_out(sums, options, table.batch(), table.labels());
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_NE(std::string(error.what()).find("by k folds"), std::string::npos);
    }
  }
  const EstimateOptions diagonal{.structure = Structure::diagonal};
  EXPECT_TRUE(has_leave_one_out(sums, diagonal));
  EXPECT_TRUE(has_leave_one_out(random_table(9, 60, 3, 3).summary(), {}));
  const LeaveOneOut found = leave_one_out(sums, diagonal, table.batch(), table.labels());
  EXPECT_EQ(found.rows, 60U);
  EXPECT_EQ(found.unscored_rows, 0U);
  const LeaveOneOut by_column =
      leave_one_out(gapped_sums(table, MomentKind::diagonal), diagonal, table.batch(), table.labels());
  EXPECT_NEAR(found.log_loss, by_column.log_loss, 1e-12);
}

}  // namespace
}  // namespace suffice
