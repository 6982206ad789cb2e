// Sums as tensors: named by block, there and back, refusal.
#include "store/content/sum_tensors.hpp"

#include <set>

#include <gtest/gtest.h>

#include "../support/change_terms.hpp"
#include "sample_model.hpp"

namespace suffice {
namespace {

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

}  // namespace
}  // namespace suffice
