// Vectors of numbers as tensors and back.
#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "store/container/safetensors.hpp"
#include "suffice/summary.hpp"

namespace suffice {

static_assert(std::endian::native == std::endian::little, "tensors are copied as they stand in memory");

using TensorShape = std::vector<std::uint64_t>;
using TensorMap = std::map<std::string, Tensor>;
/// Where tensors stand in a file, by name.
using TensorPlaces = std::map<std::string, TensorEntry>;

/// "F64", "U64", "U32" or "U8".
template <typename Number>
std::string tensor_type();

/// Tensors to be written: views of numbers elsewhere, or bytes that the list holds.
class TensorList {
 public:
  template <typename Number>
  void add(const std::string& name, const std::vector<Number>& numbers, TensorShape shape) {
    const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
    list_.push_back({name, {tensor_type<Number>(), std::move(shape), bytes}});
  }
  template <typename Number>
  void add(const std::string& name, const std::vector<Number>& numbers) {
    add(name, numbers, {numbers.size()});
  }
  void add_bytes(const std::string& name, std::string_view bytes) {
    list_.push_back({name, {"U8", {bytes.size()}, bytes}});
  }
  /// As add and add_bytes, of what is copied into the list.
  template <typename Number>
  void keep(const std::string& name, const std::vector<Number>& numbers, TensorShape shape) {
    held_.emplace_back(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
    list_.push_back({name, {tensor_type<Number>(), std::move(shape), held_.back()}});
  }
  template <typename Number>
  void keep(const std::string& name, const std::vector<Number>& numbers) {
    keep(name, numbers, {numbers.size()});
  }
  void keep_bytes(const std::string& name, std::string bytes, TensorShape shape) {
    held_.push_back(std::move(bytes));
    list_.push_back({name, {"U8", std::move(shape), held_.back()}});
  }

  /// In the order of the file: numbers of 8 bytes, then of 4, then bytes, each as they were added.
  [[nodiscard]] std::vector<NamedTensor> in_order() const;

 private:
  std::vector<NamedTensor> list_;
  std::deque<std::string> held_;
};

/// An extent that may be anything.
constexpr std::uint64_t any_extent = UINT64_MAX;

/// Error (bad_model) unless there is such a tensor, of that type and shape.
const Tensor& tensor_at(const TensorMap& tensors, const std::string& name, const std::string& type,
                        const TensorShape& shape);
/// The same of a place.
const TensorEntry& place_at(const TensorPlaces& places, const std::string& name, const std::string& type,
                            const TensorShape& shape);
/// Error (bad_model) unless type and shape are as asked for.
void check_tensor(const std::string& name, const std::string& found_type, const TensorShape& found,
                  const std::string& type, const TensorShape& shape);

/// The numbers of a tensor. Error (bad_model) as tensor_at.
template <typename Number>
std::vector<Number> numbers_at(const TensorMap& tensors, const std::string& name,
                               const TensorShape& shape = {any_extent}) {
  const Tensor& tensor = tensor_at(tensors, name, tensor_type<Number>(), shape);
  std::vector<Number> numbers(tensor.bytes.size() / sizeof(Number));
  tensor.bytes.copy(reinterpret_cast<char*>(numbers.data()), numbers.size() * sizeof(Number));
  return numbers;
}

/// Texts one after the other, in the tensors `bytes_name` and `ends_name`; texts may be in any order.
void add_texts(TensorList& list, const std::string& bytes_name, const std::string& ends_name,
               const std::vector<std::string>& texts);
/// Error (bad_model) unless ends ascend up to the last byte.
std::vector<std::string> texts_at(const TensorMap& tensors, const std::string& bytes_name,
                                  const std::string& ends_name);

}  // namespace suffice
