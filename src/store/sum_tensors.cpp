#include "store/sum_tensors.hpp"

#include <bit>
#include <cstdint>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/json.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"

namespace suffice {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are copied as they stand in memory");

template <typename Number>
std::string_view bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

template <typename Number>
std::vector<Number> numbers_of(const Tensor& tensor) {
  std::vector<Number> numbers(tensor.bytes.size() / sizeof(Number));
  tensor.bytes.copy(reinterpret_cast<char*>(numbers.data()), numbers.size() * sizeof(Number));
  return numbers;
}

std::vector<std::uint64_t> scatter_shape(MomentKind kind, std::uint64_t classes, std::uint64_t features) {
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

std::vector<NamedTensor> all_tensors(const Summary& summary, bool fourth) {
  const Moments& moments = summary.moments;
  const std::uint64_t classes = summary.classes.size();
  const std::uint64_t features = summary.schema.features.size();
  std::vector<NamedTensor> tensors = {
      {"class_rows", {"U64", {classes}, bytes_of(summary.classes.rows)}},
      {"class_weight", {"F64", {classes}, bytes_of(summary.classes.weight)}},
      {"mean", {"F64", {classes, features}, bytes_of(moments.mean)}},
      {"scatter", {"F64", scatter_shape(moments.kind, classes, features), bytes_of(moments.scatter)}}};
  if (fourth) {
    tensors.push_back({"third", {"F64", {classes, features}, bytes_of(moments.third)}});
    tensors.push_back({"fourth", {"F64", {classes}, bytes_of(moments.fourth)}});
  }
  return tensors;
}

}  // namespace

std::vector<NamedTensor> sum_tensors(const Summary& summary) {
  return all_tensors(summary, summary.moments.has_fourth());
}

void read_sums(const std::map<std::string, Tensor>& tensors, Summary& summary) {
  const bool fourth = tensors.contains("fourth");
  if (fourth != tensors.contains("third")) fail("one of the tensors \"third\" and \"fourth\" is missing");
  if (fourth && summary.moments.kind != MomentKind::full) fail("there are fourth moments, yet no full ones");
  for (const auto& [name, expected] : all_tensors(summary, fourth)) {
    const Tensor& found = tensors.at(name);
    if (found.type != expected.type || found.shape != expected.shape) {
      fail(fmt::format("the tensor \"{}\" is {} [{}] where labels, columns and moments ask for {} [{}]", name,
                       found.type, fmt::join(found.shape, ", "), expected.type, fmt::join(expected.shape, ", ")));
    }
  }
  summary.classes.rows = numbers_of<std::uint64_t>(tensors.at("class_rows"));
  summary.classes.weight = numbers_of<double>(tensors.at("class_weight"));
  summary.moments.mean = numbers_of<double>(tensors.at("mean"));
  summary.moments.scatter = numbers_of<double>(tensors.at("scatter"));
  if (fourth) {
    summary.moments.third = numbers_of<double>(tensors.at("third"));
    summary.moments.fourth = numbers_of<double>(tensors.at("fourth"));
  }
}

std::string to_text(MomentKind kind) {
  switch (kind) {
    case MomentKind::full:
      return "full";
    case MomentKind::pooled:
      return "pooled";
    case MomentKind::diagonal:
      return "diagonal";
    case MomentKind::pooled_diagonal:
      return "pooled_diagonal";
  }
  throw Error(ErrorCode::internal, "there is no such kind of sums");
}

MomentKind read_moment_kind(const std::string& name) {
  for (const MomentKind kind :
       {MomentKind::full, MomentKind::pooled, MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    if (name == to_text(kind)) return kind;
  }
  fail(
      fmt::format("the moments are {}, which this version of Suffice does not know; the file may come from a newer "
                  "one: upgrade to read it",
                  json_text(name)));
}

}  // namespace suffice
