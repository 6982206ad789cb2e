// Which terms a reading of the sums keeps.
#include "estimate/events.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {

std::vector<std::size_t> kept_terms(const Summary& summary, const EstimateOptions& options) {
  const TermCounts* counts = summary.find_terms();
  if (counts == nullptr) {
    throw Error(ErrorCode::usage, "only sums of terms have terms to keep");
  }
  const Events found = events(summary, options);
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < counts->terms(); ++k) {
    if (is_kept(found, term_name(summary, k), record_of(*counts, k, summary.classes.size()))) {
      kept.push_back(k);
    }
  }
  return kept;
}

}  // namespace suffice
