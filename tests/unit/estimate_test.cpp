#include "suffice/estimate.hpp"

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

TEST(Estimate, carries_schema_labels_prior_and_shrinkage_into_the_model) {
  const Table table = random_table(1, 50, 3, 2);
  const Model model = estimate(table.summary(), {.shrinkage = FixedShrinkage{0.25}, .class_prior = UniformPrior{}});
  EXPECT_EQ(model.schema(), table.schema());
  EXPECT_EQ(model.labels(), table.names);
  EXPECT_EQ(model.class_prior(), (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(model.shrinkage(), std::vector<double>{0.25});
  EXPECT_TRUE(model.notes().empty());
}

TEST(Estimate, notes_a_single_class_and_constant_columns) {
  Table table = random_table(2, 20, 2, 1);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.values[2 * i + 1] = 4;
  }
  const Model model = estimate(table.summary());
  ASSERT_EQ(model.notes().size(), 2U);
  EXPECT_EQ(model.notes()[0].rfind("there is a single class, 'class 0'", 0), 0U);
  EXPECT_EQ(model.notes()[1], "column 'x1' is constant: it is kept and has no say");
  std::vector<std::uint32_t> predicted(20, 9);
  model.predict(table.batch(), predicted);
  EXPECT_EQ(predicted, std::vector<std::uint32_t>(20, 0));
}

TEST(Estimate, one_row_is_enough_for_a_shard) {
  const Table table = random_table(3, 1, 4, 1);
  const Model model = estimate(table.summary(), {.shrinkage = AutoShrinkage{}});
  EXPECT_EQ(model.notes().size(), 5U);
  std::vector<double> posterior(1, -1);
  model.log_posterior(table.batch(), posterior);
  EXPECT_EQ(posterior[0], 0);
}

TEST(Estimate, where_there_is_nothing_to_shrink_no_shrinkage_is_reported) {
  const Table table = random_table(1, 50, 3, 2);
  EXPECT_TRUE(estimate(table.summary(), {.structure = Structure::identity}).shrinkage().empty());
}

TEST(Estimate, refuses_empty_sums) {
  EXPECT_THROW(estimate({{{"x"}, "y", ""}, {}, {MomentKind::pooled, {}, {0}, {}, {}}}), Error);
}

TEST(Estimate, refuses_options_that_make_no_sense) {
  EXPECT_THROW(estimate(random_table(1, 50, 3, 2).summary(), {.ridge = -1}), Error);
}

}  // namespace
}  // namespace suffice
