#include "describe_ranking.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "describe.hpp"
#include "output.hpp"

namespace suffice::cli {

namespace {

// What speaks for the best: how far the next one is behind it.
std::string lead(const RankedModel& best, const RankedModel& next) {
  const double difference = next.log_loss - best.log_loss;
  const double error = std::max(best.standard_error, next.standard_error);
  const bool is_close = !(difference > error);
  return fmt::format("next is {}, {} above{}", next.name, short_number(difference),
                     is_close ? ", which is within the noise of these rows" : "");
}

}  // namespace

std::string describe_ranking(const Ranking& ranking, std::size_t top) {
  if (ranking.models.empty()) {
    return "";
  }
  const RankedModel& best = ranking.models.front();
  const auto ranked = static_cast<std::size_t>(
      std::ranges::count_if(ranking.models, [](const RankedModel& model) { return model.problem.empty(); }));
  std::string text =
      line("chosen", fmt::format("{}: the lowest log loss of {} in {} folds of {}", best.name,
                                 counted(ranked, "candidate"), ranking.folds, counted(ranking.rows, "row")));
  if (ranked > 1) {
    text += line("", lead(best, ranking.models[1]));
  }
  std::size_t width = 0;
  const std::size_t shown_models = std::min(top, ranked);
  for (std::size_t k = 0; k < shown_models; ++k) width = std::max(width, ranking.models[k].name.size());
  for (std::size_t k = 0; k < shown_models; ++k) {
    const RankedModel& model = ranking.models[k];
    const std::string error = std::isfinite(model.standard_error) ? " ± " + short_number(model.standard_error) : "";
    text += line("", fmt::format("  {:<{}}  {}{}", model.name, width, short_number(model.log_loss), error));
  }
  if (ranking.models.size() > ranked) {
    text +=
        line("", fmt::format("{} could not be estimated", counted(ranking.models.size() - ranked, "more candidate")));
  }
  return text;
}

}  // namespace suffice::cli
