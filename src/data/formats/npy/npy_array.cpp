#include "data/formats/npy/npy_array.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

constexpr std::size_t gathered_bytes = std::size_t{8} << 20;
constexpr std::string_view too_long = "goes on after the last row that its header names: save the array again";

}  // namespace

NpyArray::NpyArray(Input input, std::size_t chunk_bytes)
    : window_(std::move(input), chunk_bytes), header_(read_npy_header(window_)) {
  const std::uint64_t bytes = header_.rows * header_.row_bytes();
  if (!header_.columns_together) {
    if (header_.rows > 0 && !window_.hold(header_.row_bytes())) fail_cut_short();
    return;
  }
  const std::optional<std::uint64_t> size = window_.input().size();
  if (!size) {
    throw Error(
        ErrorCode::bad_data,
        "has its columns together (Fortran order), which can be read from a plain file only: decompress it, give "
        "it by its name, or save numpy.ascontiguousarray of it",
        window_.input().name());
  }
  if (*size < header_.header_bytes + bytes) fail_cut_short();
  if (*size > header_.header_bytes + bytes) {
    throw Error(ErrorCode::bad_data, std::string(too_long), window_.input().name());
  }
}

NpyArray::Step NpyArray::find_rows(bool may_wait) {
  const bool at_end = dropped_ == header_.rows;
  if (header_.columns_together) {
    if (!at_end && found_rows() == 0) gather_rows();
    return at_end ? Step::end : Step::rows;
  }
  while (at_end ? window_.bytes().empty() : found_rows() == 0) {
    if (!may_wait && window_.input().would_wait()) return Step::waiting;
    if (window_.grow()) continue;
    if (at_end) return Step::end;
    fail_cut_short();
  }
  if (at_end) throw Error(ErrorCode::bad_data, std::string(too_long), window_.input().name());
  return Step::rows;
}

std::size_t NpyArray::found_rows() const {
  if (header_.columns_together) return gathered_rows_ - gathered_dropped_;
  return static_cast<std::size_t>(std::min(window_.bytes().size() / header_.row_bytes(), header_.rows - dropped_));
}

const char* NpyArray::row_bytes(std::size_t i) const {
  const char* const first =
      header_.columns_together ? gathered_.data() + gathered_dropped_ * header_.row_bytes() : window_.bytes().data();
  return first + i * header_.row_bytes();
}

void NpyArray::drop_rows(std::size_t count) {
  dropped_ += count;
  if (header_.columns_together) {
    gathered_dropped_ += count;
  } else {
    window_.drop(count * header_.row_bytes());
  }
}

/// Reads the next rows' part of each column and lays it out by rows.
void NpyArray::gather_rows() {
  const std::size_t size = header_.type.size;
  const std::size_t row_bytes = header_.row_bytes();
  const std::uint64_t most = std::clamp<std::size_t>(gathered_bytes / row_bytes, 1, 4096);
  const auto rows = static_cast<std::size_t>(std::min(most, header_.rows - dropped_));
  gathered_.resize(rows * row_bytes);
  std::vector<char> column(rows * size);
  for (std::size_t j = 0; j < header_.columns; ++j) {
    window_.input().read_at(header_.header_bytes + (j * header_.rows + dropped_) * size, column.data(), column.size());
    for (std::size_t i = 0; i < rows; ++i) {
      std::memcpy(gathered_.data() + i * row_bytes + j * size, column.data() + i * size, size);
    }
  }
  gathered_rows_ = rows;
  gathered_dropped_ = 0;
}

std::string NpyArray::where(std::size_t i) const {
  return fmt::format("{}, row {}", window_.input().name(), dropped_ + i + 1);
}

std::uint64_t NpyArray::bytes_read() const {
  if (!header_.columns_together) return input().bytes_read();
  return header_.header_bytes + (dropped_ + found_rows()) * header_.row_bytes();
}

void NpyArray::fail_cut_short() const {
  throw Error(
      ErrorCode::bad_data,
      fmt::format("is cut short: its header names {} rows; copy the file or save the array again", header_.rows),
      header_.columns_together ? window_.input().name() : where(0));
}

}  // namespace suffice
