// Moments as tensors: shapes by kind, there and back, patterns of missing values, refusal.
#include "store/content/moment_tensors.hpp"

#include <gtest/gtest.h>

#include "sample_model.hpp"

namespace suffice {
namespace {

const Block three_columns = {.features = {"x", "y", "z"}};
const Block two_columns = {.features = {"p", "q"}};
const ClassCounts classes = {{"a", "b"}, {4, 2}, {4.5, 2}};

Moments moments_of(MomentKind kind, std::size_t scatter_size, bool fourth = false) {
  Moments moments;
  moments.kind = kind;
  moments.mean = {1, 2, 3, 4, 5, 6};
  for (std::size_t i = 0; i < scatter_size; ++i) moments.scatter.push_back(static_cast<double>(i));
  if (fourth) {
    moments.third = {6, 5, 4, 3, 2, 1};
    moments.fourth = {8, 9};
  }
  return moments;
}

Pattern pattern(std::vector<std::uint8_t> present, double weight, MomentKind kind, double size) {
  const std::size_t scatter = kind == MomentKind::full ? 8 : 4;
  const std::vector<double> mean = {size, size * present[1], size, size * present[1]};
  std::vector<double> numbers(scatter);
  for (std::size_t k = 0; k < scatter; ++k) {
    numbers[k] = present[1] == 1 || k % 4 == 0 ? size : 0;
  }
  return {std::move(present), {2, 1}, {weight, 1}, mean, numbers};
}

Moments with_patterns(MomentKind kind) {
  Moments moments;
  moments.kind = kind;
  moments.patterns = {pattern({1, 1}, 2, kind, 7), pattern({1, 0}, 2.5, kind, 5)};
  return moments;
}

TensorMap tensors_of(const Moments& moments) {
  static TensorList list;  // holds what the tensors point to
  list = {};
  add_moments({moments.has_patterns() ? two_columns : three_columns, classes, moments}, "7.", list);
  TensorMap tensors;
  for (const auto& [name, tensor] : list.in_order()) tensors.emplace(name, tensor);
  return tensors;
}

Moments read_back(const Moments& moments) {
  return read_moments(tensors_of(moments), "7.", moments.kind, 2, moments.has_patterns() ? 2 : 3);
}

TEST(MomentTensors, HaveTheShapeOfTheirKind) {
  const auto shape = [](MomentKind kind) { return tensors_of(moments_of(kind, 0)).at("7.scatter").shape; };
  EXPECT_EQ(shape(MomentKind::full), (TensorShape{2, 3, 3}));
  EXPECT_EQ(shape(MomentKind::pooled), (TensorShape{3, 3}));
  EXPECT_EQ(shape(MomentKind::diagonal), (TensorShape{2, 3}));
  EXPECT_EQ(shape(MomentKind::pooled_diagonal), (TensorShape{3}));
}

TEST(MomentTensors, GiveTheSumsBack) {
  for (const Moments& moments :
       {moments_of(MomentKind::full, 18), moments_of(MomentKind::full, 18, true), moments_of(MomentKind::pooled, 9),
        moments_of(MomentKind::diagonal, 6), moments_of(MomentKind::pooled_diagonal, 3)}) {
    EXPECT_EQ(read_back(moments), moments);
  }
}

TEST(MomentTensors, GiveTheWeightsOfColumnsBack) {
  Moments moments = moments_of(MomentKind::diagonal, 6);
  moments.column_weight = {3, 2, 1, 0, 2, 2};
  EXPECT_EQ(tensors_of(moments).at("7.column_weight").shape, (TensorShape{2, 3}));
  EXPECT_EQ(read_back(moments), moments);
}

TEST(MomentTensors, RefuseWhatDoesNotFit) {
  const Moments full = moments_of(MomentKind::full, 18, true);
  const auto outcome = [&](MomentKind kind, const std::string& without) {
    TensorMap tensors = tensors_of(full);
    tensors.erase(without);
    return outcome_of([&] { read_moments(tensors, "7.", kind, 2, 3); });
  };
  const std::string one_missing = "bad_model: one of the tensors \"7.third\" and \"7.fourth\" is missing";
  EXPECT_EQ(outcome(MomentKind::full, ""), "no error");
  EXPECT_EQ(outcome(MomentKind::full, "7.third"), one_missing);
  EXPECT_EQ(outcome(MomentKind::full, "7.fourth"), one_missing);
  EXPECT_EQ(outcome(MomentKind::full, "7.mean"), "bad_model: the list of tensors lacks \"7.mean\"");
  EXPECT_TRUE(outcome(MomentKind::pooled, "").starts_with("bad_model: "));
  const Moments pooled_moments = moments_of(MomentKind::pooled, 9);
  TensorMap pooled = tensors_of(pooled_moments);
  const TensorMap more = tensors_of(full);
  pooled.emplace("7.third", more.at("7.third"));
  pooled.emplace("7.fourth", more.at("7.fourth"));
  EXPECT_EQ(outcome_of([&] { read_moments(pooled, "7.", MomentKind::pooled, 2, 3); }),
            "bad_model: there are fourth moments, yet no full ones");
  EXPECT_EQ(outcome_of([&] { read_moments(more, "7.", MomentKind::diagonal, 2, 3); }),
            "bad_model: the tensor \"7.scatter\" is F64 [2, 3, 3] where the rest of the file asks for F64 [2, 3]");
}

TEST(MomentTensors, OfPatternsHaveTheShapeOfTheirKind) {
  const TensorMap full = tensors_of(with_patterns(MomentKind::full));
  EXPECT_EQ(full.at("7.pattern_columns").shape, (TensorShape{2, 2}));
  EXPECT_EQ(full.at("7.pattern_columns").bytes, std::string_view("\1\1\1\0", 4));
  EXPECT_EQ(full.at("7.pattern_rows").shape, (TensorShape{2, 2}));
  EXPECT_EQ(full.at("7.pattern_weight").shape, (TensorShape{2, 2}));
  EXPECT_EQ(full.at("7.mean").shape, (TensorShape{2, 2, 2}));
  EXPECT_EQ(full.at("7.scatter").shape, (TensorShape{2, 2, 2, 2}));
  EXPECT_EQ(tensors_of(with_patterns(MomentKind::pooled)).at("7.scatter").shape, (TensorShape{2, 2, 2}));
}

TEST(MomentTensors, GivePatternsBack) {
  for (const MomentKind kind : {MomentKind::full, MomentKind::pooled}) {
    EXPECT_EQ(read_back(with_patterns(kind)), with_patterns(kind));
  }
}

TEST(MomentTensors, RefusePatternsThatDoNotFit) {
  const TensorMap sound = tensors_of(with_patterns(MomentKind::pooled));
  const auto message_of = [](const TensorMap& tensors) {
    return outcome_of([&] { read_moments(tensors, "7.", MomentKind::pooled, 2, 2); });
  };
  const auto message = [&](const std::string& name, const TensorShape& shape) {
    TensorMap tensors = sound;
    tensors.at(name).shape = shape;
    return message_of(tensors);
  };
  for (const std::string name : {"7.pattern_columns", "7.pattern_rows", "7.pattern_weight", "7.mean", "7.scatter"}) {
    EXPECT_NE(message(name, {1, 4}).find(name), std::string::npos) << name;
    TensorMap fewer = sound;
    fewer.erase(name);
    EXPECT_NE(message_of(fewer).find(name), std::string::npos) << name;
  }
  EXPECT_NE(message("7.pattern_columns", {0, 2}).find("no patterns"), std::string::npos);
  TensorMap more = sound;
  more.emplace("7.column_weight", Tensor{"F64", {2, 2}, sound.at("7.pattern_weight").bytes});
  EXPECT_EQ(message_of(more), "bad_model: there are patterns of missing values beside moments that have none");
}

}  // namespace
}  // namespace suffice
