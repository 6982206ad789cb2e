// Term rows: the parameters of terms in rows of C numbers, ready to be summed over the terms of a document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "estimate/terms/events.hpp"
#include "math/system/huge_pages.hpp"

namespace suffice {

/// Row 0 is that of all terms that the model does not know: zeros, or the parameters of the reserved term. A row of a
/// Bernoulli model is log φ − log(1−φ), what a present term adds to the sum over absent ones; where φ is 1, which has
/// no part in that sum, it is log φ = 0 and the term is marked as certain.
class TermRows {
 public:
  explicit TermRows(const Events& events);

  /// Adds the row of a term that is kept and returns its number.
  std::uint32_t add(const Events& events, std::string_view term, const TermRecord& record);
  /// New rows are to be set, each of them.
  void resize(std::size_t rows);
  /// Different rows may be set on different threads.
  void set(std::size_t row, const Events& events, std::string_view term, const TermRecord& record);
  /// set() where parameters follow_from_counts(): for a term that has entries in these classes, row 1 of `none` being
  /// that of a term without entries.
  void set_counted(std::size_t row, const TermRows& none, const Events& events, std::span<const std::uint32_t> classes,
                   std::span<const double> counts);
  /// Makes a row like row 0.
  void set_unknown(std::size_t row);
  /// Leaves row 0 alone.
  void clear();

  [[nodiscard]] std::size_t size() const { return parameters_.size() / width_; }
  /// Numbers in a row, C of which count: a picked_width.
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] const double* parameters(std::size_t row = 0) const { return parameters_.data() + row * width_; }
  /// 1 where φ is 1, else 0; null where no term of the model is certain.
  [[nodiscard]] const double* certain(std::size_t row = 0) const {
    return certain_.empty() ? nullptr : certain_.data() + row * width_;
  }

 private:
  void copy_row(const TermRows& from, std::size_t row_there, std::size_t row);

  std::size_t width_;
  HugeVector parameters_;
  HugeVector certain_;
  bool has_certain_;
};

}  // namespace suffice
