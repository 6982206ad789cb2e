#include "summary/open_labels.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Names = std::vector<std::string>;
using Codes = std::vector<std::uint32_t>;

TEST(OpenLabels, classes_are_numbered_by_their_first_rows_that_count) {
  const std::vector<double> weights{0, 1, 1, 1};
  const Names names{"a", "b", "c"};
  const Codes codes{0, 2, 1, 2};
  OpenLabels labels({});
  const BatchClasses first = labels.classes_of(weights, {codes, names});
  EXPECT_EQ(first.class_of_code, (Codes{no_class, 1, 0}));
  EXPECT_EQ(first.first_rows, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(first.rows().classes, 2U);
  EXPECT_EQ(first.rows()[3], 0U);
  EXPECT_EQ(first.rows().slice(2, 2)[0], 1U);
  EXPECT_EQ(first.rows().slice(2, 2).codes.size(), 2U);
  EXPECT_EQ(labels.size(), 0U);  // not yet added
  labels.add(first);
  EXPECT_EQ(labels.names(), (Names{"c", "b"}));

  const Names twice{"a", "b", "a"};
  const Codes again{0, 2, 1, 0};
  const BatchClasses second = labels.classes_of({}, {again, twice});
  EXPECT_EQ(second.class_of_code, (Codes{2, 1, 2}));
  EXPECT_EQ(second.new_labels, Names{"a"});
}

TEST(OpenLabels, declared_labels_are_there_from_the_start) {
  const Codes codes{0};
  OpenLabels labels({"p", "q"});
  EXPECT_EQ(labels.size(), 2U);
  const BatchClasses classes = labels.classes_of({}, {codes, Names{"q"}});
  EXPECT_EQ(labels.size_after(classes), 2U);
  labels.add(classes);
  EXPECT_EQ(labels.names(), (Names{"q", "p"}));
  EXPECT_EQ(labels.met(), 1U);
  EXPECT_EQ(labels.size_after(labels.classes_of({}, {codes, Names{"new"}})), 3U);
}

TEST(ClassTally, is_exact_while_weights_are_whole_numbers) {
  const Codes codes{0, 1, 0};
  const Codes classes{1, 0};
  ClassTally tally;
  tally.add({codes, classes, 2}, {}, 1);
  EXPECT_EQ(tally.rows, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(tally.weight, (std::vector<double>{1, 2}));
  EXPECT_TRUE(tally.exact);
  EXPECT_FALSE(tally.stays_exact(std::vector<double>{0.5}, 1));
  EXPECT_FALSE(tally.stays_exact(std::vector<double>{0x1p53}, 1));
  EXPECT_TRUE(tally.stays_exact(std::vector<double>{0x1p52}, 1));
  tally.add({codes, classes, 2}, std::vector<double>{0.5, 0, 2}, 1);
  EXPECT_EQ(tally.rows, (std::vector<std::uint64_t>{1, 4}));
  EXPECT_EQ(tally.weight, (std::vector<double>{1, 4.5}));
  EXPECT_FALSE(tally.exact);
  EXPECT_FALSE(tally.stays_exact({}, 1));  // once rounded, order matters for good
  EXPECT_EQ(tally.total_rows(), 5U);
}

TEST(ClassTally, labels_without_a_number_have_no_rows) {
  const ClassTally tally{{3}, {4}};
  const ClassCounts counts = counts_in_order(tally, Names{"b", "a"}, std::vector<std::size_t>{1, 0});
  EXPECT_EQ(counts.labels, (Names{"a", "b"}));
  EXPECT_EQ(counts.rows, (std::vector<std::uint64_t>{0, 3}));
  EXPECT_EQ(counts.weight, (std::vector<double>{0, 4}));
}

}  // namespace
}  // namespace suffice
