// Patterns as tensors: shapes, there and back, refusal.
#include "store/pattern_tensors.hpp"

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

Pattern pattern(std::vector<std::uint8_t> present, double weight, MomentKind kind, double size) {
  const std::size_t scatter = kind == MomentKind::full ? 8 : 4;
  const std::vector<double> mean = {size, size * present[1], size, size * present[1]};
  std::vector<double> numbers(scatter);
  for (std::size_t k = 0; k < scatter; ++k) {
    numbers[k] = present[1] == 1 || k % 4 == 0 ? size : 0;
  }
  return {std::move(present), {2, 1}, {weight, 1}, {kind, mean, numbers, {}, {}}};
}

Summary pattern_summary(MomentKind kind) {
  return {{{"p", "q"}, "y", ""},
          {{"a", "b"}, {4, 2}, {4.5, 2}},
          PatternMoments{kind, {pattern({1, 1}, 2, kind, 7), pattern({1, 0}, 2.5, kind, 5)}}};
}

TensorMap tensors_in(const TensorList& list) {
  TensorMap tensors;
  for (const auto& [name, tensor] : list.in_order()) {
    tensors.emplace(name, tensor);
  }
  return tensors;
}

Summary without_sums(Summary summary) {
  summary.sums = PatternMoments{summary.patterns().kind, {}};
  return summary;
}

TEST(PatternTensors, have_the_shape_of_their_kind) {
  TensorList list;
  add_patterns(pattern_summary(MomentKind::full), list);
  const TensorMap full = tensors_in(list);
  EXPECT_EQ(full.at("pattern_columns").shape, (TensorShape{2, 2}));
  EXPECT_EQ(full.at("pattern_columns").bytes, std::string_view("\1\1\1\0", 4));
  EXPECT_EQ(full.at("pattern_rows").shape, (TensorShape{2, 2}));
  EXPECT_EQ(full.at("pattern_weight").shape, (TensorShape{2, 2}));
  EXPECT_EQ(full.at("mean").shape, (TensorShape{2, 2, 2}));
  EXPECT_EQ(full.at("scatter").shape, (TensorShape{2, 2, 2, 2}));
  TensorList pooled;
  add_patterns(pattern_summary(MomentKind::pooled), pooled);
  EXPECT_EQ(tensors_in(pooled).at("scatter").shape, (TensorShape{2, 2, 2}));
}

TEST(PatternTensors, give_the_sums_back) {
  for (const MomentKind kind : {MomentKind::full, MomentKind::pooled}) {
    const Summary summary = pattern_summary(kind);
    TensorList list;
    add_patterns(summary, list);
    EXPECT_EQ(read_patterns(tensors_in(list), without_sums(summary)), summary.patterns());
  }
}

TEST(PatternTensors, give_back_what_the_patterns_have_completed) {
  const Summary summary = pattern_summary(MomentKind::full);
  const Moments pooled{MomentKind::pooled, {1, 2, 3, 4}, {2, 1, 1, 2}, {}, {}};
  const Moments full{MomentKind::full, {1, 2, 3, 4}, {2, 1, 1, 2, 3, 1, 1, 3}, {}, {}};
  for (const Moments& completed : {pooled, full}) {
    TensorList list;
    add_patterns(summary, list);
    add_completed(completed, summary.classes, list);
    TensorMap tensors = tensors_in(list);
    EXPECT_EQ(*read_patterns(tensors, without_sums(summary)).completed, completed);
    tensors.erase("completed_mean");
    EXPECT_NE(message_of([&] { (void)read_patterns(tensors, without_sums(summary)); }).find("completed_mean"),
              std::string::npos);
  }
}

TEST(PatternTensors, are_refused_where_they_do_not_fit) {
  const Summary summary = pattern_summary(MomentKind::pooled);
  TensorList list;
  add_patterns(summary, list);
  const TensorMap sound = tensors_in(list);
  const auto message = [&](const char* name, const TensorShape& shape) {
    TensorMap tensors = sound;
    tensors.at(name).shape = shape;
    return message_of([&] { (void)read_patterns(tensors, without_sums(summary)); });
  };
  for (const char* name : {"pattern_columns", "pattern_rows", "pattern_weight", "mean", "scatter"}) {
    EXPECT_NE(message(name, {1, 4}).find(name), std::string::npos) << name;
    TensorMap fewer = sound;
    fewer.erase(name);
    EXPECT_NE(message_of([&] { (void)read_patterns(fewer, without_sums(summary)); }).find(name), std::string::npos);
  }
  EXPECT_NE(message("pattern_columns", {0, 2}).find("no patterns"), std::string::npos);
}

}  // namespace
}  // namespace suffice
