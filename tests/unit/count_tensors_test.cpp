// Sums of terms, values and amounts as tensors: there and back, refusal.
#include "store/count_tensors.hpp"

#include <functional>

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "summary/term_entries.hpp"

namespace suffice {
namespace {

using Add = void (*)(const Summary&, TensorList&);

/// The tensors of `summary`, changed, and what reading them says.
template <typename Read>
std::string outcome_with(const Summary& summary, Add add, Read read, const std::function<void(TensorMap&)>& change) {
  TensorList list;
  add(summary, list);
  TensorMap tensors;
  for (const auto& [name, tensor] : list.in_order()) tensors.emplace(name, tensor);
  change(tensors);
  return outcome_of([&] { read(tensors, summary); });
}

template <typename Number>
std::string_view bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

TEST(CountTensors, TermsHaveWordsOnlyWhereTheyAreWords) {
  Summary summary = word_model().summary;
  EXPECT_TRUE(has_words(summary.schema));
  const auto outcome = [&](const std::function<void(TensorMap&)>& change) {
    return outcome_with(summary, add_terms, read_terms, change);
  };
  EXPECT_EQ(outcome([](TensorMap&) {}), "no error");
  EXPECT_EQ(outcome([](TensorMap& tensors) { tensors.erase("words"); }),
            "bad_model: the tensor \"words\" does not go with the schema");
  summary.schema.text.hash_buckets = 5;
  EXPECT_FALSE(has_words(summary.schema));
  EXPECT_EQ(outcome([](TensorMap&) {}), "no error");
  EXPECT_EQ(outcome([](TensorMap& tensors) { tensors["word_index"] = {"U8", {0, 16}, ""}; }),
            "bad_model: the tensor \"word_index\" does not go with the schema");
}

TEST(CountTensors, TermsAreRefusedWhereSizesDoNotFit) {
  const Summary summary = word_model().summary;
  const auto outcome = [&](const std::function<void(TensorMap&)>& change) {
    return outcome_with(summary, add_terms, read_terms, change);
  };
  EXPECT_EQ(outcome([](TensorMap& tensors) { tensors["tokens"].shape = {5}; }),
            "bad_model: the tensor \"tokens\" is F64 [5] where the rest of the file asks for F64 [6]");
  EXPECT_EQ(outcome([](TensorMap& tensors) { tensors["missing"] = {"F64", {2, 4}, ""}; }),
            "bad_model: the tensor \"missing\" is F64 [2, 4] where the rest of the file asks for F64 [2, 5]");
  const std::vector<std::uint64_t> ends = {3, 8, 7, 16, 21};
  EXPECT_EQ(outcome([&](TensorMap& tensors) { tensors["word_ends"].bytes = bytes_of(ends); }),
            "bad_model: the tensor \"word_ends\" does not ascend");
  const std::vector<std::uint64_t> beyond = {3, 8, 13, 16, 22};
  EXPECT_EQ(outcome([&](TensorMap& tensors) { tensors["word_ends"].bytes = bytes_of(beyond); }),
            "bad_model: the tensor \"word_ends\" does not ascend");
}

TEST(CountTensors, ValuesBelongToColumns) {
  const Summary summary = value_model().summary;
  const auto outcome = [&](const std::vector<std::uint64_t>& sizes) {
    return outcome_with(summary, add_values, read_values, [&](TensorMap& tensors) {
      tensors["column_values"] = {"U64", {sizes.size()}, bytes_of(sizes)};
    });
  };
  EXPECT_EQ(outcome({2, 2}), "no error");
  EXPECT_EQ(outcome({0, 4}), "no error");
  EXPECT_EQ(outcome({2, 3}), "bad_model: the columns have more values than there are");
  EXPECT_EQ(outcome({UINT64_MAX, 5}), "bad_model: the columns have more values than there are");
  EXPECT_EQ(outcome({2, 1}), "bad_model: there are values of no column");
  EXPECT_EQ(outcome({4}),
            "bad_model: the tensor \"column_values\" is U64 [1] where the rest of the file asks for U64 [2]");
}

TEST(CountTensors, AmountsHaveANumberForEachClassAndColumn) {
  const Summary summary = amount_model().summary;
  EXPECT_EQ(outcome_with(summary, add_amounts, read_amounts, [](TensorMap&) {}), "no error");
  EXPECT_EQ(outcome_with(summary, add_amounts, read_amounts, [](TensorMap& tensors) { tensors.erase("zeros"); }),
            "bad_model: the list of tensors lacks \"zeros\"");
}

}  // namespace
}  // namespace suffice
