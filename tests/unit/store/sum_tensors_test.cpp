// Sums of terms, values and amounts as tensors: there and back, refusal.
// Sums as tensors: named by block, there and back, refusal.
// Moments as tensors: shapes by kind, there and back, patterns of missing values, refusal.
#include "store/content/sum_tensors.hpp"

#include <functional>
#include <set>

#include <gtest/gtest.h>

#include "../support/change_terms.hpp"
#include "sample_model.hpp"
#include "summary/terms/term_entries.hpp"
#include "unit/paired_rows.hpp"

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

TEST(CountTensors, PairsOfValuesComeBack) {
  const Summary summary = PairedRows(40, 3, 1).summary();
  TensorList list;
  add_values(value_block(summary, 0), "2.", list);
  EXPECT_EQ(read_values(tensors_of(list), "2.", summary.schema.blocks[0], 3), std::get<ValueCounts>(summary.sums[0]));
  EXPECT_EQ(values_outcome(summary, [](TensorMap& tensors) { tensors["2.pairs"] = {"F64", {0, 3}, {}}; }),
            "bad_model: there are no pairs of values where there should be");
}

TEST(CountTensors, AmountsHaveANumberForEachClassAndColumn) {
  const Summary summary = amount_model().summary;
  EXPECT_EQ(amounts_outcome(summary, [](TensorMap&) {}), "no error");
  EXPECT_EQ(amounts_outcome(summary, [](TensorMap& tensors) { tensors.erase("2.zeros"); }),
            "bad_model: the list of tensors lacks \"2.zeros\"");
}

TensorMap tensors_of(const Summary& summary) {
  static TensorList list;  // holds what the tensors point to
  list = {};
  add_sums(summary, list);
  TensorMap tensors;
  for (const auto& [name, tensor] : list.in_order()) {
    tensors.emplace(name, tensor);
  }
  return tensors;
}

Summary read_back(const Summary& summary) {
  const TensorMap tensors = tensors_of(summary);
  Summary read{summary.schema, {summary.classes.labels, {}, {}}, {}};
  read_classes(tensors, read.classes);
  for (std::size_t b = 0; b < summary.sums.size(); ++b) {
    read.sums.push_back(
        read_sums(tensors, b, summary.schema.blocks[b], summary.classes.size(), sums_name(summary.sums[b])));
  }
  return read;
}

TEST(SumTensors, GiveTheSumsBack) {
  for (const Stored& stored : {sample_model(), word_model(), value_model(), amount_model(), mixed_model()}) {
    EXPECT_EQ(read_back(stored.summary), stored.summary);
  }
}

TEST(SumTensors, KeepTheMarkOfDroppedTerms) {
  Stored stored = word_model();
  change_terms(stored.summary, [](TermCounts& counts) { counts.compacted = true; });
  EXPECT_EQ(sums_name(stored.summary.sums[0]), "compacted_terms");
  EXPECT_EQ(read_back(stored.summary), stored.summary);
}

TEST(SumTensors, AreNamedByBlock) {
  const TensorMap tensors = tensors_of(mixed_model().summary);
  for (const char* name : {"class_rows", "class_weight", "0.sum", "1.mean", "1.scatter", "2.words", "3.counts"}) {
    EXPECT_TRUE(tensors.contains(name)) << name;
  }
  EXPECT_EQ(tensor_prefix(12), "12.");
}

TEST(SumTensors, HaveTheNamesOfTheirKind) {
  const Summary summary = mixed_model().summary;
  const TensorMap tensors = tensors_of(summary);
  std::set<std::string> known = {"class_rows", "class_weight"};
  for (std::size_t b = 0; b < summary.sums.size(); ++b) {
    const TensorNames names = tensor_names(summary.schema.blocks[b].kind);
    for (const std::string_view name : names.required) {
      EXPECT_TRUE(tensors.contains(tensor_prefix(b).append(name))) << b << name;
      known.insert(tensor_prefix(b).append(name));
    }
    for (const std::string_view name : names.optional) known.insert(tensor_prefix(b).append(name));
  }
  for (const auto& [name, tensor] : tensors) EXPECT_TRUE(known.contains(name)) << name;
}

TEST(SumTensors, NameTheKinds) {
  for (const MomentKind kind :
       {MomentKind::full, MomentKind::pooled, MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    Moments moments;
    moments.kind = kind;
    EXPECT_EQ(sums_name(moments), to_text(kind));
  }
  const std::vector<std::pair<Stored, std::string>> others = {
      {word_model(), "terms"}, {value_model(), "values"}, {amount_model(), "amounts"}};
  for (const auto& [stored, name] : others) EXPECT_EQ(sums_name(stored.summary.sums[0]), name);
}

TEST(SumTensors, RefuseANameOfAnotherKind) {
  for (const Stored& stored : {sample_model(), word_model(), value_model(), amount_model()}) {
    const TensorMap tensors = tensors_of(stored.summary);
    const Block& block = stored.summary.schema.blocks[0];
    const std::string own = sums_name(stored.summary.sums[0]);
    for (const std::string name : {"pooled", "terms", "values", "amounts", "half", ""}) {
      const std::string outcome = outcome_of([&] { read_sums(tensors, 0, block, 2, name); });
      EXPECT_EQ(outcome, name == own ? "no error"
                                     : std::string("bad_model: the sums of a block of ") + kind_name(block.kind) +
                                           " are \"" + name +
                                           "\", which this version of Suffice does not know; the file may come from a "
                                           "newer one: upgrade to read it");
    }
  }
}

TEST(SumTensors, RefuseClassesThatDoNotFit) {
  const TensorMap tensors = tensors_of(word_model().summary);
  ClassCounts classes = {{"a", "b", "c"}, {}, {}};
  EXPECT_EQ(outcome_of([&] { read_classes(tensors, classes); }),
            "bad_model: the tensor \"class_rows\" is U64 [2] where the rest of the file asks for U64 [3]");
}

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
