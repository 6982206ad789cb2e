// Sums of terms, values and amounts as tensors: there and back, refusal.
#include "store/content/count_tensors.hpp"

#include <functional>

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "summary/terms/term_entries.hpp"

namespace suffice {
namespace {

TensorMap tensors_of(const TensorList& list) {
  TensorMap tensors;
  for (const auto& [name, tensor] : list.in_order()) tensors.emplace(name, tensor);
  return tensors;
}

using Change = std::function<void(TensorMap&)>;

/// What reading the tensors of a summary says, after they were changed.
std::string terms_outcome(const Summary& summary, const Change& change) {
  TensorList list;
  add_terms(term_block(summary, 0), "2.", list);
  TensorMap tensors = tensors_of(list);
  change(tensors);
  return outcome_of([&] { read_terms(tensors, "2.", summary.schema.blocks[0], summary.classes.size()); });
}

std::string values_outcome(const Summary& summary, const Change& change) {
  TensorList list;
  add_values(value_block(summary, 0), "2.", list);
  TensorMap tensors = tensors_of(list);
  change(tensors);
  return outcome_of([&] { read_values(tensors, "2.", summary.schema.blocks[0], summary.classes.size()); });
}

std::string amounts_outcome(const Summary& summary, const Change& change) {
  TensorList list;
  add_amounts(amount_block(summary, 0), "2.", list);
  TensorMap tensors = tensors_of(list);
  change(tensors);
  return outcome_of([&] { read_amounts(tensors, "2.", summary.schema.blocks[0], summary.classes.size()); });
}

template <typename Number>
std::string_view bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

TEST(CountTensors, TermsHaveWordsOnlyWhereTheyAreWords) {
  Summary summary = word_model().summary;
  EXPECT_TRUE(has_words(summary.schema.blocks[0]));
  const auto outcome = [&](const Change& change) { return terms_outcome(summary, change); };
  EXPECT_EQ(outcome([](TensorMap&) {}), "no error");
  EXPECT_EQ(outcome([](TensorMap& tensors) { tensors.erase("2.words"); }),
            "bad_model: the tensor \"2.words\" does not go with the schema");
  summary.schema.blocks[0].text.hash_buckets = 5;
  EXPECT_FALSE(has_words(summary.schema.blocks[0]));
  EXPECT_EQ(outcome([](TensorMap&) {}), "no error");
  EXPECT_EQ(outcome([](TensorMap& tensors) { tensors["2.word_index"] = {"U8", {0, 16}, ""}; }),
            "bad_model: the tensor \"2.word_index\" does not go with the schema");
}

TEST(CountTensors, TermsAreRefusedWhereSizesDoNotFit) {
  const Summary summary = word_model().summary;
  const auto outcome = [&](const Change& change) { return terms_outcome(summary, change); };
  EXPECT_EQ(outcome([](TensorMap& tensors) { tensors["2.tokens"].shape = {5}; }),
            "bad_model: the tensor \"2.tokens\" is F64 [5] where the rest of the file asks for F64 [6]");
  EXPECT_EQ(outcome([](TensorMap& tensors) { tensors["2.missing"] = {"F64", {2, 4}, ""}; }),
            "bad_model: the tensor \"2.missing\" is F64 [2, 4] where the rest of the file asks for F64 [2, 5]");
  const std::vector<std::uint64_t> ends = {3, 8, 7, 16, 21};
  EXPECT_EQ(outcome([&](TensorMap& tensors) { tensors["2.word_ends"].bytes = bytes_of(ends); }),
            "bad_model: the tensor \"2.word_ends\" does not ascend");
  const std::vector<std::uint64_t> beyond = {3, 8, 13, 16, 22};
  EXPECT_EQ(outcome([&](TensorMap& tensors) { tensors["2.word_ends"].bytes = bytes_of(beyond); }),
            "bad_model: the tensor \"2.word_ends\" does not ascend");
}

TEST(CountTensors, ValuesBelongToColumns) {
  const Summary summary = value_model().summary;
  const auto outcome = [&](const std::vector<std::uint64_t>& sizes) {
    return values_outcome(
        summary, [&](TensorMap& tensors) { tensors["2.column_values"] = {"U64", {sizes.size()}, bytes_of(sizes)}; });
  };
  EXPECT_EQ(outcome({2, 2}), "no error");
  EXPECT_EQ(outcome({0, 4}), "no error");
  EXPECT_EQ(outcome({2, 3}), "bad_model: the columns have more values than there are");
  EXPECT_EQ(outcome({UINT64_MAX, 5}), "bad_model: the columns have more values than there are");
  EXPECT_EQ(outcome({2, 1}), "bad_model: there are values of no column");
  EXPECT_EQ(outcome({4}),
            "bad_model: the tensor \"2.column_values\" is U64 [1] where the rest of the file asks for U64 [2]");
}

TEST(CountTensors, AmountsHaveANumberForEachClassAndColumn) {
  const Summary summary = amount_model().summary;
  EXPECT_EQ(amounts_outcome(summary, [](TensorMap&) {}), "no error");
  EXPECT_EQ(amounts_outcome(summary, [](TensorMap& tensors) { tensors.erase("2.zeros"); }),
            "bad_model: the list of tensors lacks \"2.zeros\"");
}

}  // namespace
}  // namespace suffice
