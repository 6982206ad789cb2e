// Tensors: order, shapes, texts.
#include "store/container/tensors.hpp"

#include <gtest/gtest.h>

#include "sample_model.hpp"

namespace suffice {
namespace {

TensorMap map_of(const TensorList& list) {
  TensorMap tensors;
  for (const auto& [name, tensor] : list.in_order()) tensors.emplace(name, tensor);
  return tensors;
}

TEST(Tensors, StandByTheSizeOfTheirNumbers) {
  TensorList list;
  const std::vector<std::uint32_t> small = {1, 2};
  const std::vector<double> large = {0.5};
  list.add_bytes("bytes", "abc");
  list.add("small", small);
  list.add("large", large, {1, 1});
  list.keep("copied", std::vector<std::uint64_t>{7});
  std::vector<std::string> names;
  for (const auto& [name, tensor] : list.in_order()) names.push_back(name + " " + tensor.type);
  EXPECT_EQ(names, (std::vector<std::string>{"large F64", "copied U64", "small U32", "bytes U8"}));
  EXPECT_EQ(numbers_at<std::uint32_t>(map_of(list), "small"), small);
  EXPECT_EQ(numbers_at<double>(map_of(list), "large", {any_extent, 1}), large);
  EXPECT_EQ(numbers_at<std::uint64_t>(map_of(list), "copied", {1}), (std::vector<std::uint64_t>{7}));
}

TEST(Tensors, AreRefusedWhenTheyAreOthersThanAskedFor) {
  TensorList list;
  list.keep("x", std::vector<double>{1, 2, 3});
  const TensorMap tensors = map_of(list);
  EXPECT_EQ(outcome_of([&] { numbers_at<double>(tensors, "y"); }), "bad_model: the list of tensors lacks \"y\"");
  EXPECT_EQ(outcome_of([&] { numbers_at<std::uint64_t>(tensors, "x"); }),
            "bad_model: the tensor \"x\" is F64 [3] where the rest of the file asks for U64 [any]");
  EXPECT_EQ(outcome_of([&] { numbers_at<double>(tensors, "x", {2}); }),
            "bad_model: the tensor \"x\" is F64 [3] where the rest of the file asks for F64 [2]");
}

TEST(Tensors, HavePlacesThatAreCheckedAlike) {
  const TensorPlaces places = {{"x", {"x", "F64", {3}, 0, 24}}};
  EXPECT_EQ(place_at(places, "x", "F64", {any_extent}).end, 24U);
  EXPECT_EQ(outcome_of([&] { place_at(places, "y", "F64", {3}); }), "bad_model: the list of tensors lacks \"y\"");
  EXPECT_EQ(outcome_of([&] { place_at(places, "x", "U64", {3}); }),
            "bad_model: the tensor \"x\" is F64 [3] where the rest of the file asks for U64 [3]");
}

TEST(Tensors, HoldTextsInAnyOrder) {
  for (const std::vector<std::string>& texts :
       {std::vector<std::string>{}, {"", "b", "a", std::string("\0x", 2), ""}, {"größe"}}) {
    TensorList list;
    add_texts(list, "texts", "ends", texts);
    EXPECT_EQ(texts_at(map_of(list), "texts", "ends"), texts);
  }
}

TEST(Tensors, RefuseTextsWhoseEndsDoNotFit) {
  const auto outcome = [](const std::vector<std::uint64_t>& ends) {
    TensorList list;
    list.keep("ends", ends);
    list.add_bytes("texts", "abc");
    return outcome_of([&] { texts_at(map_of(list), "texts", "ends"); });
  };
  EXPECT_EQ(outcome({1, 3}), "no error");
  EXPECT_EQ(outcome({2, 1, 3}), "bad_model: the tensor \"ends\" does not ascend");
  EXPECT_EQ(outcome({UINT64_MAX}), "bad_model: the tensor \"ends\" does not ascend");
  EXPECT_EQ(outcome({1, 2}), "bad_model: the tensor \"ends\" ends before the last text does");
}

}  // namespace
}  // namespace suffice
