// Dense moments: rows enter the chain of moments, checked on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "suffice/batch.hpp"
#include "suffice/summary.hpp"
#include "summary/moment_chain.hpp"
#include "summary/open_labels.hpp"

namespace suffice {

/// Open moments of any kind, from dense rows.
class DenseMoments {
 public:
  DenseMoments(const MomentShape& shape, unsigned threads);

  /// Rows of the schema's shape whose labels and weights are sound. Error (bad_data) where a value is not finite; then
  /// nothing was added.
  void add(const Batch& rows, const BatchClasses& classes, const Schema& schema);

  [[nodiscard]] std::uint64_t rows() const { return chain_.rows(); }
  [[nodiscard]] const MomentChain& chain() const { return chain_; }
  /// The chain, where no more rows come.
  [[nodiscard]] MomentChain take() && { return std::move(chain_); }

 private:
  unsigned threads_;
  MomentChain chain_;
  MomentChain::Workspace workspace_;
};

}  // namespace suffice
