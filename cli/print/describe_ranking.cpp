#include "print/describe_ranking.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "output.hpp"
#include "print/describe.hpp"
#include "print/text_table.hpp"

namespace suffice::cli {

namespace {

// What speaks for the chosen one, beside the next.
std::string reason(const RankedModel& chosen, const RankedModel& next, bool is_pool) {
  const double lead = next.log_loss - chosen.log_loss;
  if (lead < 0 && is_pool) {
    return fmt::format("several opinions err less than one on most tables; on these rows the loss of {} is lower by {}",
                       next.name, short_number(-lead));
  }
  if (lead < 0) {
    return fmt::format("it is simpler than {}, whose loss is lower by {}: within the noise of these rows", next.name,
                       short_number(-lead));
  }
  if (lead == 0) {
    return fmt::format("the lowest log loss; {} has the same, and is less simple", next.name);
  }
  return fmt::format("the lowest log loss; that of {} is higher by {}", next.name, short_number(lead));
}

// A row of a table is not folded: names give way.
std::string models_table(std::span<const RankedModel> models) {
  constexpr std::size_t indent = 12;
  constexpr std::size_t least = 16;  // of a name
  const auto loss_of = [](const RankedModel& model) {
    const std::string error = std::isfinite(model.standard_error) ? " ± " + short_number(model.standard_error) : "";
    return short_number(model.log_loss) + error;
  };
  std::size_t widest_name = 0;
  std::size_t widest_loss = 0;
  for (const RankedModel& model : models) {
    widest_name = std::max(widest_name, model.name.size());
    widest_loss = std::max(widest_loss, display_width(loss_of(model)));
  }
  const std::size_t taken = indent + 2 + widest_loss;
  const std::size_t width = std::min(widest_name, std::max(most_columns(), taken + least) - taken);
  std::string text;
  for (const RankedModel& model : models) {
    const std::string name = elided(model.name, width);
    text += std::string(indent, ' ') + name + std::string(width + 2 - display_width(name), ' ') + loss_of(model) + '\n';
  }
  return text;
}

}  // namespace

std::string describe_ranking(const Ranking& ranking, const Options& options) {
  constexpr std::size_t candidates_shown = 5;
  if (ranking.models.empty()) {
    return "";
  }
  const RankedModel& chosen = ranking.models.front();
  const auto ranked = static_cast<std::size_t>(
      std::ranges::count_if(ranking.models, [](const RankedModel& model) { return model.problem.empty(); }));
  std::string text =
      line("chosen", fmt::format("{}, among {} by {} folds of {}", chosen.name, counted(ranked, "candidate"),
                                 ranking.folds, counted(ranking.rows, "row")));
  if (ranking.left_out > 0) {
    text += line("", fmt::format("without {}: no other fold has a row of {}", counted(ranking.left_out, "row"),
                                 ranking.left_out == 1 ? "its class" : "their classes"));
  }
  if (ranked > 1) {
    const bool is_pool = std::ranges::any_of(options.readings, &Reading::pooled);
    text += line("", reason(chosen, ranking.models[1], is_pool));
  }
  text += models_table(std::span(ranking.models).first(std::min(candidates_shown, ranked)));
  if (ranking.models.size() > ranked) {
    text +=
        line("", fmt::format("{} could not be estimated", counted(ranking.models.size() - ranked, "more candidate")));
  }
  return text;
}

}  // namespace suffice::cli
