// The picture of a search of options: the criterion over the values of each.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "math/special/not_a_number.hpp"
#include "suffice/error.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/picture.hpp"
#include "suffice/report.hpp"
#include "suffice/store.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_drawn_values = 40;

bool is_of_columns(const Trial& trial) { return trial.option == "add" || trial.option == "drop"; }

// The trials of each option of each reading; of columns those that were taken, step by step.
std::vector<std::vector<Trial>> trials_by_option(const Tuning& tuning) {
  std::vector<std::vector<Trial>> groups;
  for (const Trial& trial : tuning.trials) {
    if (is_of_columns(trial) && !trial.chosen) {
      continue;
    }
    const bool goes_on = !groups.empty() && groups.back().front().option == trial.option &&
                         (is_of_columns(trial) || groups.back().front().reading == trial.reading);
    if (!goes_on) {
      groups.emplace_back();
    }
    groups.back().push_back(trial);
  }
  std::erase_if(groups, [](const std::vector<Trial>& group) {
    return std::ranges::none_of(group, [](const Trial& trial) { return std::isfinite(trial.criterion); });
  });
  return groups;
}

std::string title_of(const Trial& trial) {
  const std::string option = trial.option == "add"    ? "columns added, one after the other"
                             : trial.option == "drop" ? "columns dropped, one after the other"
                                                      : trial.option;
  return trial.reading == 0 || is_of_columns(trial) ? option : fmt::format("{}, reading {}", option, trial.reading + 1);
}

// From the best to the worst criterion, or to five times the median's distance from the best: a few values that are far
// worse would flatten the rest.
struct Losses {
  double best = 0;
  double worst = 1;
  bool is_cut = false;
};

Losses losses_of(std::span<const Trial> trials) {
  std::vector<double> found;
  for (const Trial& trial : trials) {
    if (std::isfinite(trial.criterion)) found.push_back(trial.criterion);
  }
  std::ranges::sort(found);
  const double median = found[found.size() / 2];
  const double most = found.front() + 5 * (median - found.front());
  const bool is_cut = median > found.front() && found.back() > most;
  return {found.front(), is_cut ? most : found.back(), is_cut};
}

// Names such as "auto" have no place between numbers.
bool is_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// A marker for each value, a line through numbers in their order; the value that was taken is marked.
draw::Panel curve_panel(std::span<const Trial> trials, const std::string& criterion, const Losses& losses) {
  draw::Panel panel = {.title = title_of(trials.front()), .y = {.label = criterion}};
  const auto count = static_cast<double>(trials.size());
  panel.x.low = -0.5;
  panel.x.high = count - 0.5;
  const draw::Range range = draw::range_of({losses.best, losses.worst}, 0.08);
  panel.y.low = range.low;
  panel.y.high = range.high;
  draw::Points values = {.at = {}, .look = 0, .radius = 3.4};
  draw::Points taken = {.at = {}, .look = 1, .radius = 5};
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const draw::Point at = {static_cast<double>(k), trials[k].criterion};
    panel.x.names.push_back(trials[k].value);
    (trials[k].chosen && !is_of_columns(trials[k]) ? taken : values).at.push_back(at);
  }
  std::vector<draw::Point> line;
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const bool goes_on = is_of_columns(trials[k]) || is_number(trials[k].value);
    line.push_back({static_cast<double>(k), goes_on ? trials[k].criterion : not_a_number});
  }
  panel.marks = {draw::Lines{{std::move(line)}, 0, 1.6}, std::move(values), std::move(taken)};
  return panel;
}

// The grid of rda: α down, γ across, the darker the better; the pair that was taken has a frame.
draw::Panel grid_panel(std::span<const Trial> trials, const std::string& criterion, const Losses& losses) {
  draw::Panel panel = {.title = fmt::format("{}: {}", title_of(trials.front()), criterion),
                       .x = {.label = "γ"},
                       .y = {.label = "α"},
                       .grid = false};
  const auto place = [](std::vector<std::string>& names, const std::string& value) {
    const auto found = std::ranges::find(names, value);
    const auto k = found - names.begin();
    if (found == names.end()) names.push_back(value);
    return static_cast<double>(k);
  };
  draw::Bars cells = {.bars = {}, .look = 0};
  draw::Lines frame = {.paths = {}, .look = draw::ink, .width = 2};
  std::vector<draw::Mark> words;
  for (const Trial& trial : trials) {
    const std::size_t comma = trial.value.find(',');
    const std::size_t end = trial.value.find(',', comma + 1);
    const double y = place(panel.y.names, trial.value.substr(0, comma));
    const double x = place(panel.x.names, trial.value.substr(comma + 1, end - comma - 1));
    if (!std::isfinite(trial.criterion)) continue;
    const double spread = losses.worst - losses.best;
    const double share = spread > 0 ? std::clamp((losses.worst - trial.criterion) / spread, 0.0, 1.0) : 1;
    cells.bars.push_back({{x - 0.48, y - 0.47}, {x + 0.48, y + 0.47}, 0.06 + 0.5 * share * share});
    words.emplace_back(
        draw::Words{{x, y}, fmt::format("{:.3g}", trial.criterion), draw::Anchor::middle, draw::ink, 48});
    if (trial.chosen) {
      frame.paths.push_back({{x - 0.48, y - 0.47},
                             {x + 0.48, y - 0.47},
                             {x + 0.48, y + 0.47},
                             {x - 0.48, y + 0.47},
                             {x - 0.48, y - 0.47}});
    }
  }
  const auto across = static_cast<double>(panel.x.names.size());
  const auto down = static_cast<double>(panel.y.names.size());
  panel.x.low = -0.5;
  panel.x.high = across - 0.5;
  panel.y.low = down - 0.5;
  panel.y.high = -0.5;
  panel.width = 50 * across;
  panel.height = 26 * down;
  panel.marks = {std::move(cells), std::move(frame)};
  panel.marks.insert(panel.marks.end(), std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
  return panel;
}

bool is_grid(std::span<const Trial> trials) {
  return trials.front().option == "rda" &&
         std::ranges::all_of(trials, [](const Trial& trial) { return trial.value.find(',') != std::string::npos; });
}

}  // namespace

draw::Picture tuning_picture(const Tuning& tuning) {
  const std::vector<std::vector<Trial>> groups = trials_by_option(tuning);
  if (groups.empty()) {
    throw Error(ErrorCode::usage, "no options were searched: there is no criterion to show");
  }
  const std::string criterion = criterion_name(tuning.criterion);
  draw::Picture picture = {.title = "Search of options", .columns = 2};
  picture.caption =
      fmt::format("The {} with each value, the other options as they were found before, {}. Less is better.", criterion,
                  measured_by(tuning));
  bool is_cut = false;
  for (const std::vector<Trial>& group : groups) {
    const Losses losses = losses_of(group);
    if (is_grid(group)) {
      picture.panels.push_back(grid_panel(group, criterion, losses));
      picture.columns = 1;
      picture.caption += " Of the grid the darkest pair is best, and the framed one was taken.";
      continue;
    }
    const auto shown = std::span(group).first(std::min(group.size(), most_drawn_values));
    picture.panels.push_back(curve_panel(shown, criterion, losses));
    is_cut = is_cut || losses.is_cut;
    if (picture.legend.empty() && !is_of_columns(group.front())) {
      picture.legend = {{"a value that was tried", 0}, {"the one that was taken", 1}};
    }
  }
  if (is_cut) picture.caption += " What is far worse lies beyond the axis.";
  picture.description = fmt::format("{} over the values of {} options.", criterion, groups.size());
  return picture;
}

}  // namespace suffice
