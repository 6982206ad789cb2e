#include "summary/dense_moments.hpp"

#include <optional>
#include <utility>

#include "data/check_batch.hpp"

namespace suffice {

DenseMoments::DenseMoments(const MomentShape& shape, unsigned threads) : threads_(threads), chain_(shape) {}

void DenseMoments::add(const Batch& rows, const BatchClasses& classes, const Schema& schema) {
  // Rows are checked while they are summed, where a copy of the sums costs little beside the rows; else before.
  constexpr std::size_t little = 16;
  const bool starts = chain_.is_new();
  const bool checks_late = starts || chain_.bytes() <= rows.rows * rows.columns * sizeof(double) / little;
  std::optional<MomentChain> before;
  if (!checks_late) {
    check_rows(rows, schema);
  } else if (!starts) {
    before = chain_;
  }
  const bool finite =
      chain_.add({rows, classes.codes, classes.class_of_code}, classes.first_rows, threads_, workspace_);
  if (!finite && checks_late) {
    MomentChain after = std::exchange(chain_, before ? std::move(*before) : MomentChain(chain_.shape()));
    check_rows(rows, schema);
    chain_ = std::move(after);  // finite rows whose sums overflow
  }
}

}  // namespace suffice
