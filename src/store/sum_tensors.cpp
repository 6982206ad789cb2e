#include "store/sum_tensors.hpp"

#include <fmt/format.h>

#include "store/count_tensors.hpp"
#include "store/json.hpp"
#include "store/pattern_tensors.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"

namespace suffice {
namespace {

constexpr std::string_view of_patterns = "_patterns";

TensorShape scatter_shape(MomentKind kind, std::uint64_t classes, std::uint64_t features) {
  switch (kind) {
    case MomentKind::full:
      return {classes, features, features};
    case MomentKind::pooled:
      return {features, features};
    case MomentKind::diagonal:
      return {classes, features};
    case MomentKind::pooled_diagonal:
      return {features};
  }
  throw Error(ErrorCode::internal, "there is no such kind of sums");
}

void add_moments(const Summary& summary, TensorList& list) {
  const Moments& moments = summary.moments();
  const std::uint64_t classes = summary.classes.size();
  const std::uint64_t features = summary.schema.features.size();
  list.add("mean", moments.mean, {classes, features});
  list.add("scatter", moments.scatter, scatter_shape(moments.kind, classes, features));
  if (!moments.column_weight.empty()) list.add("column_weight", moments.column_weight, {classes, features});
  if (!moments.has_fourth()) return;
  list.add("third", moments.third, {classes, features});
  list.add("fourth", moments.fourth, {classes});
}

Moments read_moments(const TensorMap& tensors, const Summary& summary) {
  const std::uint64_t classes = summary.classes.size();
  const std::uint64_t features = summary.schema.features.size();
  Moments moments;
  moments.kind = summary.moments().kind;
  const bool fourth = tensors.contains("fourth");
  if (fourth != tensors.contains("third")) fail("one of the tensors \"third\" and \"fourth\" is missing");
  if (fourth && moments.kind != MomentKind::full) fail("there are fourth moments, yet no full ones");
  if (tensors.contains("column_weight")) {
    moments.column_weight = numbers_at<double>(tensors, "column_weight", {classes, features});
  }
  moments.mean = numbers_at<double>(tensors, "mean", {classes, features});
  moments.scatter = numbers_at<double>(tensors, "scatter", scatter_shape(moments.kind, classes, features));
  if (fourth) {
    moments.third = numbers_at<double>(tensors, "third", {classes, features});
    moments.fourth = numbers_at<double>(tensors, "fourth", {classes});
  }
  return moments;
}

}  // namespace

void add_sums(const Summary& summary, TensorList& list) {
  list.add("class_rows", summary.classes.rows);
  list.add("class_weight", summary.classes.weight);
  switch (static_cast<SumKind>(summary.sums.index())) {
    case SumKind::moments:
      return add_moments(summary, list);
    case SumKind::terms:
      return add_terms(summary, list);
    case SumKind::values:
      return add_values(summary, list);
    case SumKind::amounts:
      return add_amounts(summary, list);
    case SumKind::patterns:
      return add_patterns(summary, list);
  }
}

void read_sums(const TensorMap& tensors, Summary& summary) {
  const std::uint64_t classes = summary.classes.size();
  summary.classes.rows = numbers_at<std::uint64_t>(tensors, "class_rows", {classes});
  summary.classes.weight = numbers_at<double>(tensors, "class_weight", {classes});
  if (std::holds_alternative<Moments>(summary.sums)) summary.sums = read_moments(tensors, summary);
  if (const TermCounts* terms = summary.find_terms()) {
    const bool compacted = terms->compacted;
    TermCounts counts = read_terms(tensors, summary);
    counts.compacted = compacted;
    summary.sums = std::move(counts);
  }
  if (std::holds_alternative<ValueCounts>(summary.sums)) summary.sums = read_values(tensors, summary);
  if (std::holds_alternative<AmountSums>(summary.sums)) summary.sums = read_amounts(tensors, summary);
  if (std::holds_alternative<PatternMoments>(summary.sums)) summary.sums = read_patterns(tensors, summary);
}

std::string sums_name(const Summary& summary) {
  switch (static_cast<SumKind>(summary.sums.index())) {
    case SumKind::moments:
      return to_text(summary.moments().kind);
    case SumKind::terms:
      return summary.terms().compacted ? "compacted_terms" : "terms";
    case SumKind::values:
      return "values";
    case SumKind::amounts:
      return "amounts";
    case SumKind::patterns:
      return to_text(summary.patterns().kind) + std::string(of_patterns);
  }
  throw Error(ErrorCode::internal, "there is no such kind of sums");
}

decltype(Summary::sums) read_sums_name(const std::string& name) {
  TermCounts terms;
  terms.compacted = name == "compacted_terms";
  if (name == "terms" || terms.compacted) return terms;
  if (name == "values") return ValueCounts{};
  if (name == "amounts") return AmountSums{};
  for (const MomentKind kind : {MomentKind::full, MomentKind::pooled}) {
    if (name == to_text(kind) + std::string(of_patterns)) return PatternMoments{kind, {}};
  }
  return Moments{read_moment_kind(name), {}, {}, {}, {}};
}

MomentKind read_moment_kind(const std::string& name) {
  for (const MomentKind kind :
       {MomentKind::full, MomentKind::pooled, MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    if (name == to_text(kind)) return kind;
  }
  fail(
      fmt::format("the sums are {}, which this version of Suffice does not know; the file may come from a newer one: "
                  "upgrade to read it",
                  json_text(name)));
}

}  // namespace suffice
