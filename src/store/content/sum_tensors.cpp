#include "store/content/sum_tensors.hpp"

#include <fmt/format.h>

#include "store/container/json.hpp"
#include "store/content/count_tensors.hpp"
#include "store/content/moment_tensors.hpp"
#include "suffice/error.hpp"
#include "summary/block_sums.hpp"

namespace suffice {
namespace {

const std::string compacted_terms = "compacted_terms";

void add_block(const MomentBlock& block, const std::string& prefix, TensorList& list) {
  add_moments(block, prefix, list);
}
void add_block(const TermBlock& block, const std::string& prefix, TensorList& list) { add_terms(block, prefix, list); }
void add_block(const ValueBlock& block, const std::string& prefix, TensorList& list) {
  add_values(block, prefix, list);
}
void add_block(const AmountBlock& block, const std::string& prefix, TensorList& list) {
  add_amounts(block, prefix, list);
}

std::string name_of(const Moments& moments) { return to_text(moments.kind); }
std::string name_of(const TermCounts& counts) { return counts.compacted ? compacted_terms : "terms"; }
std::string name_of(const ValueCounts& /*counts*/) { return "values"; }
std::string name_of(const AmountSums& /*sums*/) { return "amounts"; }

[[noreturn]] void fail_name(const std::string& name, Kind kind) {
  fail(
      fmt::format("the sums of a block of {} are {}, which this version of Suffice does not know; the file may come "
                  "from a newer one: upgrade to read it",
                  kind_name(kind), json_text(name)));
}

MomentKind read_moment_kind(const std::string& name) {
  for (const MomentKind kind :
       {MomentKind::full, MomentKind::pooled, MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    if (name == to_text(kind)) return kind;
  }
  fail_name(name, Kind::measurements);
}

}  // namespace

std::string tensor_prefix(std::size_t number) { return std::to_string(number) + "."; }

void add_sums(const Summary& summary, TensorList& list) {
  list.add("class_rows", summary.classes.rows);
  list.add("class_weight", summary.classes.weight);
  for (std::size_t b = 0; b < summary.schema.blocks.size(); ++b) {
    visit_block(summary, b, [&](const auto& block) { add_block(block, tensor_prefix(b), list); });
  }
}

void read_classes(const TensorMap& tensors, ClassCounts& classes) {
  classes.rows = numbers_at<std::uint64_t>(tensors, "class_rows", {classes.size()});
  classes.weight = numbers_at<double>(tensors, "class_weight", {classes.size()});
}

Sums read_sums(const TensorMap& tensors, std::size_t b, const Block& block, std::uint64_t classes,
               const std::string& name) {
  const std::string prefix = tensor_prefix(b);
  switch (block.kind) {
    case Kind::measurements:
      return read_moments(tensors, prefix, read_moment_kind(name), classes, block.features.size());
    case Kind::counts:
    case Kind::text: {
      if (name != "terms" && name != compacted_terms) fail_name(name, block.kind);
      TermCounts counts = read_terms(tensors, prefix, block, classes);
      counts.compacted = name == compacted_terms;
      return Shared<TermCounts>(std::move(counts));
    }
    case Kind::categories:
      if (name != "values") fail_name(name, block.kind);
      return read_values(tensors, prefix, block, classes);
    case Kind::amounts:
      if (name != "amounts") fail_name(name, block.kind);
      return read_amounts(tensors, prefix, block, classes);
  }
  throw Error(ErrorCode::internal, "there is no such kind of block");
}

std::string sums_name(const Sums& sums) {
  return std::visit([](const auto& held) { return name_of(sums_in(held)); }, sums);
}

TensorNames tensor_names(Kind kind) {
  switch (kind) {
    case Kind::measurements:
      return {{"mean", "scatter"},
              {"third", "fourth", "column_weight", "pattern_columns", "pattern_rows", "pattern_weight"}};
    case Kind::counts:
    case Kind::text:
      return {{"offsets", "tokens", "documents", "classes"}, {"word_ends", "missing", "words", "word_index"}};
    case Kind::categories:
      return {{"column_values", "counts", "value_ends", "values"}, {}};
    case Kind::amounts:
      return {{"column_weight", "sum", "log_sum", "zeros", "fractional"}, {}};
  }
  throw Error(ErrorCode::internal, "there is no such kind of block");
}

}  // namespace suffice
