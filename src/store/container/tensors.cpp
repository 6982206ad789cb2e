#include "store/container/tensors.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/container/json.hpp"

namespace suffice {
namespace {

int element_rank(const NamedTensor& tensor) {
  const std::string& type = tensor.second.type;
  return type == "U8" ? 2 : type == "U32" ? 1 : 0;
}

bool fits(const TensorShape& found, const TensorShape& shape) {
  return std::equal(found.begin(), found.end(), shape.begin(), shape.end(),
                    [](std::uint64_t extent, std::uint64_t asked) { return asked == any_extent || extent == asked; });
}

std::string in_words(const TensorShape& shape) {
  std::vector<std::string> extents;
  for (const std::uint64_t extent : shape) extents.push_back(extent == any_extent ? "any" : std::to_string(extent));
  return fmt::format("[{}]", fmt::join(extents, ", "));
}

template <typename Map>
const auto& checked_at(const Map& tensors, const std::string& name, const std::string& type, const TensorShape& shape) {
  const auto found = tensors.find(name);
  if (found == tensors.end()) fail(fmt::format("the list of tensors lacks \"{}\"", name));
  check_tensor(name, found->second.type, found->second.shape, type, shape);
  return found->second;
}

}  // namespace

template <>
std::string tensor_type<double>() {
  return "F64";
}
template <>
std::string tensor_type<std::uint64_t>() {
  return "U64";
}
template <>
std::string tensor_type<std::uint32_t>() {
  return "U32";
}
template <>
std::string tensor_type<char>() {
  return "U8";
}

std::vector<NamedTensor> TensorList::in_order() const {
  std::vector<NamedTensor> tensors = list_;
  std::ranges::stable_sort(tensors, {}, element_rank);
  return tensors;
}

void check_tensor(const std::string& name, const std::string& found_type, const TensorShape& found,
                  const std::string& type, const TensorShape& shape) {
  if (found_type == type && fits(found, shape)) return;
  fail(fmt::format("the tensor \"{}\" is {} {} where the rest of the file asks for {} {}", name, found_type,
                   in_words(found), type, in_words(shape)));
}

const Tensor& tensor_at(const TensorMap& tensors, const std::string& name, const std::string& type,
                        const TensorShape& shape) {
  return checked_at(tensors, name, type, shape);
}

const TensorEntry& place_at(const TensorPlaces& places, const std::string& name, const std::string& type,
                            const TensorShape& shape) {
  return checked_at(places, name, type, shape);
}

void add_texts(TensorList& list, const std::string& bytes_name, const std::string& ends_name,
               const std::vector<std::string>& texts) {
  std::string bytes;
  std::vector<std::uint64_t> ends;
  for (const std::string& text : texts) {
    bytes += text;
    ends.push_back(bytes.size());
  }
  list.keep(ends_name, ends);
  const std::uint64_t size = bytes.size();
  list.keep_bytes(bytes_name, std::move(bytes), {size});
}

std::vector<std::string> texts_at(const TensorMap& tensors, const std::string& bytes_name,
                                  const std::string& ends_name) {
  const std::string_view bytes = tensor_at(tensors, bytes_name, "U8", {any_extent}).bytes;
  std::vector<std::string> texts;
  std::uint64_t start = 0;
  for (const std::uint64_t end : numbers_at<std::uint64_t>(tensors, ends_name)) {
    if (end < start || end > bytes.size()) fail(fmt::format("the tensor \"{}\" does not ascend", ends_name));
    texts.emplace_back(bytes.substr(start, end - start));
    start = end;
  }
  if (start != bytes.size()) fail(fmt::format("the tensor \"{}\" ends before the last text does", ends_name));
  return texts;
}

}  // namespace suffice
