// Laws of columns that enter other than as they are: scores, indicators and bins (MODELS §13).
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "families.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/store.hpp"

namespace suffice {
namespace {

/// Rows of a column in the middle of the knots, mapped, with the knots mapped alike.
TestTable mapped(const TestTable& table, const std::function<double(double)>& map) {
  TestTable other = table;
  for (double& value : other.values) value = map(value);
  return other;
}

Schema scored_schema(const TestTable& table, const NormalScore& score, const std::function<double(double)>& map) {
  Schema schema = table.schema();
  NormalScore own = score;
  for (double& x : own.x) x = map(x);
  schema.blocks[0].normal_scores.assign(table.columns, own);
  return schema;
}

std::vector<double> scored_posterior(const TestTable& table, const Schema& schema, Structure structure) {
  const Options options{.readings = {{.options = GaussianOptions{.structure = structure}}}};
  const Summary sums =
      summarise(table.table(), table.labels(), schema, {.threads = 1, .keep = sums_needed(options, schema)});
  const Model model = estimate(sums, options);
  std::vector<double> out(table.rows() * model.labels().size());
  model.log_posterior(table.table(), out, {.threads = 1});
  return out;
}

TEST(EncodingLaw, normal_scores_do_not_depend_on_monotone_maps_of_the_column) {
  TestTable table = random_table(3, 200, 4, 3);
  const NormalScore score{{-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6}, {-3, -2, -1.4, -1, -0.5, 0, 0.4, 1, 1.5, 2.1, 3}};
  const auto same = [](double x) { return x; };
  const auto scaled = [](double x) { return 3 * x + 100; };
  const auto bent = [](double x) { return std::exp(x / 2); };
  for (const Structure structure : {Structure::shared, Structure::full, Structure::diagonal}) {
    EXPECT_LT(difference(scored_posterior(table, scored_schema(table, score, same), structure),
                         scored_posterior(mapped(table, scaled), scored_schema(table, score, scaled), structure)),
              1e-9);
  }
  for (double& value : table.values) value = std::clamp(std::round(value), -8.0, 8.0);  // at the knots, or beyond
  std::ranges::replace(table.values, 5.0, 4.0);
  std::ranges::replace(table.values, -5.0, -4.0);
  for (const Structure structure : {Structure::shared, Structure::full, Structure::diagonal}) {
    EXPECT_LT(difference(scored_posterior(table, scored_schema(table, score, same), structure),
                         scored_posterior(mapped(table, bent), scored_schema(table, score, bent), structure)),
              1e-9);
  }
}

double normal_share(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

TEST(EncodingLaw, densities_of_normal_scores_are_densities_of_the_column) {
  TestTable table = random_table(5, 100, 1, 2);
  const NormalScore score{{-3, -1, 0.5, 2, 4}, {-2, -0.5, 0, 1, 2.5}};
  const Schema schema = scored_schema(table, score, [](double x) { return x; });
  const Options options{.class_prior = UniformPrior{}, .readings = {{.options = GaussianOptions{}}}};
  const Summary sums =
      summarise(table.table(), table.labels(), schema, {.threads = 1, .keep = sums_needed(options, schema)});
  const Model model = estimate(sums, options);
  constexpr std::size_t n = 70'000;
  std::vector<double> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = -3 + 7 * (static_cast<double>(i) + 0.5) / n;
  std::vector<double> evidence(n);
  model.log_evidence(Table::row_major(x.data(), n, 1), evidence);
  double area = 0;
  for (const double log_density : evidence) area += std::exp(log_density) * 7 / n;
  const auto& moments = std::get<Moments>(sums.sums[0]);
  const double deviation = std::sqrt(moments.scatter[0] / 100);
  double expected = 0;
  for (std::size_t c = 0; c < 2; ++c) {
    expected +=
        0.5 * (normal_share((2.5 - moments.mean[c]) / deviation) - normal_share((-2 - moments.mean[c]) / deviation));
  }
  EXPECT_NEAR(area, expected, 1e-6);
  const std::vector<double> ends = {4, 4.5, 7, -3, -5};
  std::vector<double> tails(ends.size());
  model.log_evidence(Table::row_major(ends.data(), ends.size(), 1), tails);
  EXPECT_NEAR(tails[1] - tails[0], -0.75 * 0.5, 1e-12);
  EXPECT_NEAR(tails[2] - tails[0], -0.75 * 3, 1e-12);
  EXPECT_NEAR(tails[4] - tails[3], -0.75 * 2, 1e-12);
}

TEST(EncodingLaw, missing_values_and_fills) {
  for (const LawFamily& family : encoded_families()) {
    SCOPED_TRACE(family.name);
    LawTable table = law_table(family.contents);
    for (LawBlock& block : table.blocks) {
      for (std::size_t i = 10; i < block.values.size(); i += 11) block.values[i] = std::nan("");
    }
    table.make();
    const Model model = fit(table, family.options);
    for (const double score : log_posterior(model, table)) ASSERT_FALSE(std::isnan(score));
  }
}

TEST(EncodingLaw, a_fill_is_the_value_itself) {
  LawTable table = law_table({Content::scores});
  LawTable filled = table;
  for (std::size_t i = 10; i < table.blocks[0].values.size(); i += 11) {
    table.blocks[0].values[i] = std::nan("");
    filled.blocks[0].values[i] = 0.7;
  }
  const Options options = one_reading(find_model("lda").options);
  Schema schema = table.schema(options);
  const auto fitted = [&](const LawTable& rows) {
    return summarise(rows.table(), rows.labels(), schema, {.threads = 1, .keep = sums_needed(options, schema)});
  };
  schema.blocks[0].fills.assign(law_columns, 0.7);
  const Summary with_fills = fitted(table);
  EXPECT_EQ(with_fills, fitted(filled));
  const Model model = estimate(with_fills, options);
  EXPECT_EQ(log_joint(model, table), log_joint(model, filled));
  EXPECT_EQ(model.explain(table.table(), 1).contributions.at(1).value, "missing (0.7)");
}

TEST(EncodingLaw, a_stored_model_is_the_same) {
  for (const LawFamily& family : encoded_families()) {
    SCOPED_TRACE(family.name);
    const LawTable table = law_table(family.contents);
    const Summary sums = sums_of(table, family.options);
    const Stored stored = decode(encode(Stored{.options = family.options, .summary = sums}));
    EXPECT_EQ(stored.summary, sums);
    EXPECT_EQ(log_joint(estimate(stored.summary, stored.options), table), log_joint(fit(table, family.options), table));
  }
}

TEST(EncodingLaw, rows_that_are_kept_are_scored_as_they_were) {
  for (const LawFamily& family : encoded_families()) {
    SCOPED_TRACE(family.name);
    const LawTable table = law_table(family.contents, false);
    const Summary sums = sums_of(table, family.options);
    Reservoir reservoir(sums.schema, 1);
    reservoir.add(table.table(), table.labels());
    const LeaveOneOut kept = leave_one_out(sums, family.options, reservoir.rows(), reservoir.labels());
    const LeaveOneOut all = leave_one_out(sums, family.options, table.table(), table.labels());
    EXPECT_NEAR(kept.log_loss, all.log_loss, 1e-9);
    EXPECT_EQ(kept.rows, all.rows);
  }
}

TEST(EncodingLaw, outliers_are_found_in_scores_and_bins) {
  for (const LawFamily& family : encoded_families()) {
    SCOPED_TRACE(family.name);
    LawTable table = law_table(family.contents);
    const Model model = fit(table, family.options);
    if (!model.has_evidence()) {
      EXPECT_THROW((void)model.outlier_bounds(0.01), Error);
      continue;
    }
    const auto bounds = model.outlier_bounds(0.01);
    std::vector<std::uint32_t> decided(table.rows());
    model.decide(table.table(), {.outliers = bounds}, decided);
    EXPECT_LT(std::ranges::count(decided, no_decision), 20);
    for (LawBlock& block : table.blocks) {
      for (std::size_t i = 10; i < block.values.size(); i += 11) block.values[i] = std::nan("");
    }
    table.make();
    model.decide(table.table(), {.outliers = bounds}, decided);
    EXPECT_LT(std::ranges::count(decided, no_decision), 20);
  }
}

/// A number and a colour; the last rows have a colour of their own.
struct ColouredRows {
  std::vector<double> numbers;
  std::vector<std::uint32_t> colours;
  std::vector<std::uint32_t> codes;
  std::vector<std::string> names{"a", "b"};
  std::vector<std::string> values{"red", "green", "blue"};

  ColouredRows() {
    for (std::uint32_t i = 0; i < 60; ++i) {
      codes.push_back(i % 2);
      colours.push_back(i < 50 ? i / 3 % 2 : 2);
      numbers.push_back(std::sin(7.0 * i) + codes.back() + 0.3 * colours.back());
    }
  }
  [[nodiscard]] Table table() const {
    Table table = Table::row_major(numbers.data(), codes.size(), 1);
    table.columns.emplace_back(CategoryColumn{colours.data(), values});
    return table;
  }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
};

Schema coloured_schema(const std::vector<std::string>& values) {
  Block block{.kind = Kind::measurements, .features = {"x"}, .indicators = {{.column = "colour", .values = values}}};
  for (const std::string& value : values) block.features.push_back("colour=" + value);
  return {.blocks = {block}, .target = "y"};
}

TEST(EncodingLaw, a_value_whose_rows_are_forgotten_is_as_one_that_never_was) {
  const ColouredRows rows;
  const Options lda = one_reading(GaussianOptions{.shrinkage = FixedShrinkage{0.1}});
  Options least_squares{.readings = {{.options = GaussianOptions{}}}};
  least_squares.rival = Rival{RivalLoss::least_squares, 0};
  for (const Options& options : {lda, least_squares}) {
    const auto sums_of_rows = [&](const Schema& schema, std::size_t first, std::size_t count) {
      return summarise(rows.table().slice(first, count), {std::span(rows.codes).subspan(first, count), rows.names},
                       schema, {.threads = 1, .keep = sums_needed(options, schema)});
    };
    const auto posterior = [&](const Summary& sums) {
      std::vector<double> out(rows.codes.size() * 2);
      estimate(sums, options).log_posterior(rows.table(), out, {.threads = 1});
      return out;
    };
    const Schema all = coloured_schema({"red", "green", "blue"});
    const Summary rest = remove(sums_of_rows(all, 0, 60), sums_of_rows(all, 50, 10)).rest;
    const Summary never = sums_of_rows(coloured_schema({"red", "green"}), 0, 50);
    EXPECT_LT(difference(posterior(rest), posterior(never)), 1e-9);
    EXPECT_EQ(estimate(rest, options).linear_form().names, estimate(never, options).linear_form().names);
    const Summary back = merge(rest, sums_of_rows(all, 50, 10));
    EXPECT_LT(difference(posterior(back), posterior(sums_of_rows(all, 0, 60))), 1e-9);
  }
}

}  // namespace
}  // namespace suffice
