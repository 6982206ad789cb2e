// Laws of bins that are joined at cut points: the model is that of rows counted in the joined bins.
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "encode/sampled_knots.hpp"
#include "families.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/store.hpp"

namespace suffice {
namespace {

/// Columns that tell the classes apart, and one, the last, that does not.
TestTable cut_rows() {
  TestTable table = random_table(3, 240, 4, 3);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      table.values[i * 4 + j] += 2.0 * table.codes[i];
    }
    table.values[i * 4 + 3] = static_cast<double>(i * 37 % 240);
  }
  return table;
}

Schema fine_schema(const TestTable& table, std::size_t most = 60) {
  Schema schema = table.schema(Kind::categories);
  for (std::size_t j = 0; j < table.columns; ++j) {
    std::vector<double> values;
    for (std::size_t i = 0; i < table.rows(); ++i) {
      values.push_back(table.values[i * table.columns + j]);
    }
    schema.blocks[0].edges.push_back(fine_edges(RankedNumbers(values), most));
  }
  return schema;
}

Options cut_by(const Cuts& cuts, std::size_t columns) {
  ValueOptions options;
  for (std::size_t j = 0; j < columns; ++j) {
    options.cuts.emplace(fmt::format("x{}", j), cuts);
  }
  return {.readings = {{.options = options}}};
}

Summary fine_sums(const TestTable& table, const Schema& schema) {
  return summarise(table.table(), table.labels(), schema, {.threads = 1});
}

std::vector<double> log_joints(const Model& model, const TestTable& table) {
  std::vector<double> out(table.rows() * model.labels().size());
  model.log_joint(table.table(), out, {.threads = 1});
  return out;
}

const std::vector<Cuts> every_rule{{CutRule::mdl, 0}, {CutRule::equal_width, 5}, {CutRule::equal_frequency, 4}};

TEST(CutLaw, the_model_and_its_leave_one_out_are_those_of_the_joined_bins) {
  const TestTable table = cut_rows();
  const Summary sums = fine_sums(table, fine_schema(table));
  for (const Cuts& cuts : every_rule) {
    SCOPED_TRACE(to_text(cuts));
    const Options options = cut_by(cuts, 3);
    const Model model = estimate(sums, options);
    Schema joined = sums.schema;
    joined.blocks = model.schema().blocks;
    EXPECT_LT(joined.blocks[0].edges[0].size(), 10U);
    EXPECT_EQ(joined.blocks[0].edges[3], sums.schema.blocks[0].edges[3]);
    const Summary coarse = fine_sums(table, joined);
    EXPECT_EQ(log_joints(model, table), log_joints(estimate(coarse, {}), table));
    const LeaveOneOut cut = leave_one_out(sums, options, table.table(), table.labels());
    const LeaveOneOut plain = leave_one_out(coarse, {}, table.table(), table.labels());
    EXPECT_EQ(cut.accuracy.value, plain.accuracy.value);
    EXPECT_EQ(cut.log_loss, plain.log_loss);
  }
}

TEST(CutLaw, pairs_of_values_are_those_of_the_joined_bins) {
  const TestTable table = cut_rows();
  const SummariseOptions keep{.threads = 1, .keep = {{.pairs = true}}};
  const Summary sums = summarise(table.table(), table.labels(), fine_schema(table, 20), keep);
  for (const Dependence dependence : {Dependence::one, Dependence::tree}) {
    Options options = cut_by({}, 3);
    std::get<ValueOptions>(options.readings[0].options).dependence = dependence;
    const Model model = estimate(sums, options);
    Schema joined = sums.schema;
    joined.blocks = model.schema().blocks;
    const Summary coarse = summarise(table.table(), table.labels(), joined, keep);
    const Options plain{.readings = {{.options = ValueOptions{.dependence = dependence}}}};
    EXPECT_EQ(log_joints(model, table), log_joints(estimate(coarse, plain), table));
    EXPECT_EQ(leave_one_out(sums, options, table.table(), table.labels()).log_loss,
              leave_one_out(coarse, plain, table.table(), table.labels()).log_loss);
  }
}

TEST(CutLaw, a_column_without_a_cut_changes_no_posterior) {
  const TestTable table = cut_rows();
  const Summary sums = fine_sums(table, fine_schema(table));
  const Model all = estimate(sums, cut_by({}, 4));
  ASSERT_EQ(all.notes().size(), 1U);
  EXPECT_EQ(all.notes()[0], "MDL finds no cut in 'x3': it says nothing by itself");
  Options without = cut_by({}, 3);
  without.readings[0].features = {"x0", "x1", "x2"};
  const TestTable fewer = [&] {
    TestTable rows{3, {}, table.codes, table.names};
    for (std::size_t i = 0; i < table.rows(); ++i) {
      rows.values.insert(rows.values.end(), {table.values[i * 4], table.values[i * 4 + 1], table.values[i * 4 + 2]});
    }
    return rows;
  }();
  EXPECT_LT(difference(log_joints(all, table), log_joints(estimate(sums, without), fewer)), 1e-12);
  const Sample drawn = all.sample(5, 1);
  EXPECT_TRUE(std::isnan(std::get<std::vector<double>>(drawn.columns[3])[0]));
}

TEST(CutLaw, shards_have_the_cut_points_of_all_rows) {
  const TestTable table = cut_rows();
  const Schema schema = fine_schema(table);
  const Summary all = fine_sums(table, schema);
  const Summary first = fine_sums(table.part(0, 100), schema);
  const Summary merged = merge(first, fine_sums(table.part(100, 140), schema));
  const Options options = cut_by({}, 4);
  EXPECT_EQ(merged, all);
  EXPECT_EQ(estimate(merged, options).schema(), estimate(all, options).schema());
  EXPECT_EQ(estimate(remove(all, fine_sums(table.part(100, 140), schema)).rest, options).schema(),
            estimate(first, options).schema());
}

TEST(CutLaw, a_stored_model_has_its_rules) {
  const TestTable table = cut_rows();
  for (const Cuts& cuts : every_rule) {
    const Stored stored{.options = cut_by(cuts, 2), .summary = fine_sums(table, fine_schema(table))};
    EXPECT_EQ(decode(encode(stored)), stored);
  }
}

}  // namespace
}  // namespace suffice
