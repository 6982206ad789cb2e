// Sums as tensors: shapes by kind, there and back, refusal.
#include "store/sum_tensors.hpp"

#include <gtest/gtest.h>

#include "../support/change_terms.hpp"
#include "sample_model.hpp"

namespace suffice {
namespace {

Summary summary_of(MomentKind kind, std::size_t scatter_size, bool fourth = false) {
  Summary summary = {{{"x", "y", "z"}, "t", ""}, {{"a", "b"}, {3, 4}, {3, 4}}, {}};
  summary.moments().kind = kind;
  summary.moments().mean = {1, 2, 3, 4, 5, 6};
  for (std::size_t i = 0; i < scatter_size; ++i) {
    summary.moments().scatter.push_back(static_cast<double>(i));
  }
  if (fourth) {
    summary.moments().third = {6, 5, 4, 3, 2, 1};
    summary.moments().fourth = {8, 9};
  }
  return summary;
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

Summary emptied(Summary summary) {
  summary.classes.rows.clear();
  summary.classes.weight.clear();
  const MomentKind kind = summary.moments().kind;
  summary.moments() = {};
  summary.moments().kind = kind;
  return summary;
}

TEST(SumTensors, HaveTheShapeOfTheirKind) {
  const auto shape = [](MomentKind kind) { return tensors_of(summary_of(kind, 0)).at("scatter").shape; };
  EXPECT_EQ(shape(MomentKind::full), (TensorShape{2, 3, 3}));
  EXPECT_EQ(shape(MomentKind::pooled), (TensorShape{3, 3}));
  EXPECT_EQ(shape(MomentKind::diagonal), (TensorShape{2, 3}));
  EXPECT_EQ(shape(MomentKind::pooled_diagonal), (TensorShape{3}));
  const auto fourth = tensors_of(summary_of(MomentKind::full, 18, true));
  EXPECT_EQ(fourth.at("third").shape, (TensorShape{2, 3}));
  EXPECT_EQ(fourth.at("fourth").shape, (TensorShape{2}));
}

TEST(SumTensors, GiveTheSumsBack) {
  for (const Summary& summary :
       {summary_of(MomentKind::full, 18), summary_of(MomentKind::full, 18, true), summary_of(MomentKind::pooled, 9),
        summary_of(MomentKind::diagonal, 6), summary_of(MomentKind::pooled_diagonal, 3)}) {
    Summary read = emptied(summary);
    read_sums(tensors_of(summary), read);
    EXPECT_EQ(read, summary);
  }
}

TEST(SumTensors, GiveTheWeightsOfColumnsBack) {
  Summary summary = summary_of(MomentKind::diagonal, 6);
  summary.moments().column_weight = {3, 2, 1, 0, 4, 4};
  EXPECT_EQ(tensors_of(summary).at("column_weight").shape, (TensorShape{2, 3}));
  Summary read = emptied(summary);
  read_sums(tensors_of(summary), read);
  EXPECT_EQ(read, summary);
}

TEST(SumTensors, AreNamedByKind) {
  for (const char* name : {"full", "pooled", "diagonal", "pooled_diagonal", "full_patterns", "pooled_patterns", "terms",
                           "compacted_terms", "values", "amounts"}) {
    Summary summary = summary_of(MomentKind::full, 0);
    summary.sums = read_sums_name(name);
    EXPECT_EQ(sums_name(summary), name);
  }
  EXPECT_THROW((void)read_sums_name("diagonal_patterns"), Error);
}

TEST(SumTensors, GiveOtherSumsBack) {
  for (const Stored& stored : {word_model(), value_model(), amount_model()}) {
    Summary read{stored.summary.schema, {stored.summary.classes.labels, {}, {}}, {}};
    read.sums = read_sums_name(sums_name(stored.summary));
    read_sums(tensors_of(stored.summary), read);
    EXPECT_EQ(read, stored.summary);
  }
}

TEST(SumTensors, KeepTheMarkOfDroppedTerms) {
  Stored stored = word_model();
  change_terms(stored.summary, [](TermCounts& counts) { counts.compacted = true; });
  Summary read{stored.summary.schema, {stored.summary.classes.labels, {}, {}}, {}};
  read.sums = read_sums_name("compacted_terms");
  read_sums(tensors_of(stored.summary), read);
  EXPECT_EQ(read, stored.summary);
}

TEST(SumTensors, RefuseWhatDoesNotFit) {
  const Summary full = summary_of(MomentKind::full, 18, true);
  const auto outcome = [&](MomentKind kind, const std::string& without) {
    Summary read = emptied(full);
    read.moments().kind = kind;
    TensorMap tensors = tensors_of(full);
    tensors.erase(without);
    return outcome_of([&] { read_sums(tensors, read); });
  };
  EXPECT_EQ(outcome(MomentKind::full, ""), "no error");
  EXPECT_EQ(outcome(MomentKind::full, "third"), "bad_model: one of the tensors \"third\" and \"fourth\" is missing");
  EXPECT_EQ(outcome(MomentKind::full, "fourth"), "bad_model: one of the tensors \"third\" and \"fourth\" is missing");
  EXPECT_EQ(outcome(MomentKind::pooled, ""), "bad_model: there are fourth moments, yet no full ones");
  Summary read = emptied(full);
  read.moments().kind = MomentKind::diagonal;
  EXPECT_EQ(outcome_of([&] { read_sums(tensors_of(summary_of(MomentKind::full, 18)), read); }),
            "bad_model: the tensor \"scatter\" is F64 [2, 3, 3] where the rest of the file asks for F64 [2, 3]");
}

TEST(SumTensors, NameTheKinds) {
  for (const std::string name :
       {"full", "pooled", "diagonal", "pooled_diagonal", "terms", "compacted_terms", "values", "amounts"}) {
    EXPECT_EQ(sums_name({{}, {}, read_sums_name(name)}), name);
  }
  EXPECT_EQ(outcome_of([] { read_sums_name("half"); }),
            "bad_model: the sums are \"half\", which this version of Suffice does not know; the file may come from a "
            "newer one: upgrade to read it");
  EXPECT_EQ(error_of([] { read_moment_kind("terms"); })->code(), ErrorCode::bad_model);
}

}  // namespace
}  // namespace suffice
