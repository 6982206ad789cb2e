#include "rival/feature_rows.hpp"

#include <gtest/gtest.h>

#include "rival_tables.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

struct Read {
  RivalTable rows{30};
  Summary summary = summarise(rows.table(), rows.labels(), RivalTable::schema(), {.threads = 1});
  Options options = checked({.rival = Rival{}}, RivalTable::schema());
  FeatureReader reader{summary, options, 1};
};

TEST(FeatureRows, hold_numbers_and_indicators_side_by_side) {
  const Read read;
  FeatureRows found = read.reader.no_rows();
  read.reader.append(read.rows.table(), read.rows.labels(), found);
  ASSERT_EQ(found.size(), 30U);
  EXPECT_TRUE(found.dense);
  EXPECT_EQ(found.features, 5U);
  EXPECT_EQ(found.values[5], read.rows.numbers[2]);
  EXPECT_EQ(found.values[7] + found.values[8] + found.values[9], 1);
  EXPECT_EQ(found.classes, read.rows.codes);
  const FeatureRows some = selected_rows(found, {4, 1});
  EXPECT_EQ(some.values[5], found.values[5]);
  EXPECT_EQ(some.classes[0], found.classes[4]);
}

TEST(FeatureRows, have_names_across_blocks) {
  const Read read;
  FeatureRows held;
  const LinearProblem problem = read.reader.problem(read.rows.table(), read.rows.labels(), held);
  EXPECT_EQ(problem.name_of(1), "'" + RivalTable::schema().blocks[0].features[1] + "'");
  EXPECT_EQ(problem.name_of(2).find("'" + RivalTable::schema().blocks[1].features[0] + "="), 0U);
}

TEST(FeatureRows, too_many_for_memory_are_written_out_again_in_each_pass) {
  const Read read;
  const EachTable each = [&](const auto& use) {
    use(read.rows.table().slice(0, 20), Labels{std::span(read.rows.codes).first(20), read.rows.names});
    use(read.rows.table().slice(20, 10), Labels{std::span(read.rows.codes).subspan(20), read.rows.names});
  };
  for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 20U}) {
    FeatureRows held;
    const LinearProblem problem = read.reader.problem(each, memory, held);
    EXPECT_EQ(problem.rows, 30U);
    EXPECT_EQ(held.size(), memory == 0 ? 0U : 30U);
    double sum = 0;
    problem.each([&](const LinearRows& rows) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        sum += std::get<Batch>(rows.features).value(i, 0);
      }
    });
    double expected = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      expected += read.rows.numbers[2 * i];
    }
    EXPECT_NEAR(sum, expected, 1e-12);
  }
}

TEST(FeatureRows, numbers_alone_are_a_view_of_the_table) {
  const RivalTable rows(30);
  const Summary summary = summarise(rows.number_table(), rows.labels(), RivalTable::number_schema(), {.threads = 1});
  const FeatureReader reader(summary, checked({.rival = Rival{}}, summary.schema), 1);
  FeatureRows held;
  const LinearProblem problem = reader.problem(rows.number_table(), rows.labels(), held);
  EXPECT_TRUE(held.values.empty());
  problem.each([&](const LinearRows& seen) {
    const auto& batch = std::get<Batch>(seen.features);
    EXPECT_EQ(std::get<const double*>(batch.values), rows.numbers.data());
  });
}

TEST(FeatureRows, a_label_that_is_not_known_is_an_error) {
  const Read read;
  const std::vector<std::string> names{"c0", "other"};
  FeatureRows found = read.reader.no_rows();
  EXPECT_THROW(read.reader.append(read.rows.table(), {read.rows.codes, names}, found), Error);
}

}  // namespace
}  // namespace suffice
