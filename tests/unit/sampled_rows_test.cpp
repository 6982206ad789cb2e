#include "model/sampled_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(SampledRows, numbers_are_a_batch) {
  SampledRows rows({.values = {1, 2, 3, 4}, .labels = {0, 1}}, 2);
  EXPECT_EQ(std::get<Batch>(rows.rows()).value(1, 0), 3);
  SampledRows copy = rows;
  copy.lose(std::vector<std::size_t>{1});
  EXPECT_TRUE(std::isnan(std::get<Batch>(copy.rows()).value(0, 1)));
  EXPECT_EQ(std::get<Batch>(rows.rows()).value(0, 1), 2);
}

TEST(SampledRows, categories_have_a_dictionary_for_each_column) {
  SampledRows rows({.values = {}, .labels = {0, 1, 0}, .documents = {}, .categories = {"a", "u", "b", "", "a", "u"}},
                   2);
  const auto batch = std::get<CategoryBatch>(rows.rows());
  ASSERT_EQ(batch.rows, 3U);
  EXPECT_EQ(batch.values[0][batch.codes[2]], "b");
  EXPECT_EQ(batch.values[0][batch.codes[4]], "a");
  EXPECT_EQ(batch.codes[3], missing_category);
  rows.lose(std::vector<std::size_t>{0});
  EXPECT_EQ(std::get<CategoryBatch>(rows.rows()).codes[2], missing_category);
}

TEST(SampledRows, documents_outlive_the_sample) {
  const SampledRows rows = [] {
    const SampledRows first({.values = {}, .labels = {0}, .documents = {"some words"}}, 1);
    return SampledRows(first);
  }();
  EXPECT_EQ(std::get<TextBatch>(rows.rows()).documents[0], "some words");
}

}  // namespace
}  // namespace suffice
