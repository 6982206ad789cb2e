#include "summary/dense_moments.hpp"

#include <optional>
#include <utility>

#include "data/check_batch.hpp"

namespace suffice {

DenseMoments::DenseMoments(const MomentShape& shape, unsigned threads) : threads_(threads), chain_(shape) {}

void DenseMoments::add(const Batch& rows, const BatchClasses& classes, const Schema& schema) {
  // Rows are checked while they are summed, where a copy of the sums costs little beside the rows; else before.
  constexpr std::size_t little = 16;
  std::optional<MomentChain> before;
  if (chain_.bytes() <= rows.rows * rows.columns * sizeof(double) / little) {
    before = chain_;
  } else {
    check_rows(rows, schema);
  }
  const bool finite =
      chain_.add({rows, classes.codes, classes.class_of_code}, classes.first_rows, threads_, workspace_);
  if (!finite && before) {
    std::swap(chain_, *before);
    check_rows(rows, schema);
    std::swap(chain_, *before);  // finite rows whose sums overflow
  }
}

}  // namespace suffice
