// CsvCounting: whether a column that counts the first rows of a file counts on further down.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "data/bytes/missing_markers.hpp"

namespace suffice {

/// Compares each number with the one before it. Cells without a number are skipped.
class CsvCounting {
 public:
  void add(std::string_view cell, const NumberStyle& style);

  [[nodiscard]] std::uint64_t on() const { return on_; }    ///< steps in the direction of the first one
  [[nodiscard]] std::uint64_t off() const { return off_; }  ///< others

 private:
  std::optional<double> last_;
  bool falls_ = false;  // the first step is down
  std::uint64_t on_ = 0;
  std::uint64_t off_ = 0;
};

}  // namespace suffice
