// Class chain: a chain of moments for some of the rows, which may not meet every class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "summary/moments/moment_chain.hpp"

namespace suffice {

/// Classes are numbered in the order in which this chain meets them: its bits depend on its own rows alone.
class ClassChain {
 public:
  explicit ClassChain(const MomentShape& shape) : chain_(shape) {}

  /// Rows and their classes, as everyone numbers them; otherwise as MomentChain::add.
  bool add(const LabelledRows& rows, unsigned threads, MomentChain::Workspace& workspace);

  /// Whether nothing was ever added.
  [[nodiscard]] bool is_new() const { return chain_.is_new(); }
  /// Rows of positive weight so far.
  [[nodiscard]] std::uint64_t rows() const { return chain_.rows(); }
  [[nodiscard]] const MomentShape& shape() const { return chain_.shape(); }
  /// What a copy costs.
  [[nodiscard]] std::size_t bytes() const { return chain_.bytes() + numbers_.size() * sizeof(numbers_[0]); }

  struct Closed {
    std::vector<std::uint64_t> rows;
    std::vector<double> weight;
    Moments moments;
  };
  /// The moments of all rows so far, class k being order[k]; a class may be without rows. The chain is used up.
  Closed close(std::span<const std::size_t> order) &&;

 private:
  MomentChain chain_;
  std::vector<std::uint32_t> numbers_;  // of each class in this chain, or no_class
};

}  // namespace suffice
