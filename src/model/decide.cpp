#include "model/decide.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "math/kernels/softmax.hpp"
#include "math/special/log_zero.hpp"
#include "suffice/error.hpp"

namespace suffice {

void check_decision(const Decision& decision, std::size_t classes) {
  if (!decision.cost.empty() && decision.cost.size() != classes * classes) {
    throw Error(ErrorCode::usage, fmt::format("the cost matrix has {} numbers where {} classes need {}",
                                              decision.cost.size(), classes, classes * classes));
  }
  if (!std::ranges::all_of(decision.cost, [](double cost) { return std::isfinite(cost); })) {
    throw Error(ErrorCode::usage, "a cost is not finite; use a large number to rule a decision out");
  }
  if (std::isnan(decision.reject_below)) {
    throw Error(ErrorCode::usage, "the threshold for rejecting rows is not a number");
  }
}

void predict_panel(std::span<const PanelColumn> scores, std::size_t rows, std::uint32_t* out) {
  std::array<std::uint32_t, panel_rows> largest{};
  largest_columns(scores, largest);
  for (std::size_t r = 0; r < rows; ++r) {
    out[r] = scores[largest[r]][r] > log_zero ? largest[r] : no_decision;
  }
}

void decide_panel(const Decision& decision, const Contamination& contamination, std::span<PanelColumn> scores,
                  std::size_t rows, std::uint32_t* out) {
  const std::size_t classes = scores.size();
  predict_panel(scores, rows, out);
  if (decision.cost.empty() && !(decision.reject_below > 0) && contamination.is_none()) {
    return;
  }
  softmax(scores);
  contamination.apply_to_posterior(scores, rows);
  std::array<std::uint32_t, panel_rows> most_probable{};
  largest_columns(scores, most_probable);
  for (std::size_t r = 0; r < rows; ++r) {
    if (out[r] == no_decision) {
      continue;
    }
    if (!contamination.is_none()) {
      out[r] = most_probable[r];
    }
    const double largest = scores[out[r]][r];
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t decided = 0; !decision.cost.empty() && decided < classes; ++decided) {
      double expected = 0;
      for (std::size_t c = 0; c < classes; ++c) {
        expected += decision.cost[decided * classes + c] * scores[c][r];
      }
      if (expected < least) {
        least = expected;
        out[r] = static_cast<std::uint32_t>(decided);
      }
    }
    if (largest < decision.reject_below) {
      out[r] = no_decision;
    }
  }
}

void reject_outliers(std::span<const PanelColumn> log_joint, const PanelColumn& least, std::size_t rows,
                     std::uint32_t* out) {
  PanelColumn evidence;
  log_sum_exp(log_joint, evidence);
  for (std::size_t r = 0; r < rows; ++r) {
    out[r] = evidence[r] < least[r] ? no_decision : out[r];
  }
}

}  // namespace suffice
