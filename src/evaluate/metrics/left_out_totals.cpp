#include "evaluate/metrics/left_out_totals.hpp"

#include <cmath>

#include "evaluate/metrics/proportion.hpp"
#include "suffice/error.hpp"

namespace suffice {

LeaveOneOut LeftOutTotals::result() const {
  if (!(weight_ > 0)) throw Error(ErrorCode::bad_data, "there are no rows to leave out");
  LeaveOneOut result;
  result.rows = rows_;
  result.accuracy = wilson_interval(right_, weight_);
  result.log_loss = scored_ > 0 ? loss_ / scored_ : std::nan("");
  result.unscored_rows = unscored_rows_;
  return result;
}

}  // namespace suffice
