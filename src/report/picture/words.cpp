// The picture of what speaks for each class: terms and values with their log odds.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/picture/style.hpp"
#include "suffice/error.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/report.hpp"
#include "suffice/schema.hpp"

namespace suffice {

namespace {

bool has_names(const Block& block) { return has_terms(block.kind) || block.kind == Kind::categories; }

std::vector<std::vector<FeatureOdds>> strongest_of_all(const Model& model, std::size_t first_classes, std::size_t top) {
  std::vector<std::size_t> classes(first_classes);
  std::iota(classes.begin(), classes.end(), std::size_t{0});
  std::vector<std::vector<FeatureOdds>> all(classes.size());
  for (std::size_t r = 0; r < model.readings(); ++r) {
    if (has_names(model.schema().blocks[r])) {
      const std::vector<std::vector<FeatureOdds>> found = speaking_for(model, classes, top, r);
      for (const std::size_t c : classes) {
        all[c].insert(all[c].end(), found[c].begin(), found[c].end());
      }
    }
  }
  for (std::vector<FeatureOdds>& of_class : all) {
    std::ranges::stable_sort(of_class, std::ranges::greater{}, &FeatureOdds::log_odds);
    of_class.resize(std::min(of_class.size(), top));
  }
  return all;
}

}  // namespace

draw::Picture words_picture(const Model& model, std::size_t top) {
  if (std::ranges::none_of(model.schema().blocks, has_names)) {
    throw Error(ErrorCode::usage, "words are those of text, counts or categories: the model has none");
  }
  constexpr double bar = 19;  // pixels
  const std::size_t classes = model.labels().size();
  constexpr std::size_t most_panels = 40;
  const std::size_t shown = std::min(classes, most_panels);
  constexpr std::size_t most_bars = 640;
  const std::size_t most = std::clamp<std::size_t>(top, 1, std::min<std::size_t>(40, most_bars / shown));
  draw::Picture picture = {.title = "What speaks for each class"};
  double largest = 0;
  std::size_t longest = 1;
  const std::vector<std::vector<FeatureOdds>> strongest = strongest_of_all(model, shown, most);
  for (std::size_t c = 0; c < shown; ++c) {
    draw::Panel panel = {.title = model.labels()[c], .x = {.label = "log odds"}, .width = 220, .grid = true};
    draw::Bars bars = {.bars = {}, .look = c % draw::palette_size};
    for (const FeatureOdds& odds : strongest[c]) {
      const auto place = static_cast<double>(panel.y.names.size());
      panel.y.names.push_back(named_value(model.schema(), odds.feature, odds.value));
      bars.bars.push_back({{0, place - 0.36}, {odds.log_odds, place + 0.36}, 0.8});
      largest = std::isfinite(odds.log_odds) ? std::max(largest, odds.log_odds) : largest;
    }
    longest = std::max(longest, panel.y.names.size());
    if (bars.bars.empty()) {
      panel.y.has_ticks = false;
      panel.marks.emplace_back(draw::Words{{0, 0}, "nothing", draw::Anchor::start});
    }
    panel.marks.emplace_back(std::move(bars));
    picture.panels.push_back(std::move(panel));
  }
  largest = largest > 0 ? largest : 1;
  for (draw::Panel& panel : picture.panels) {
    panel.x.high = 1.05 * largest;
    panel.y.low = static_cast<double>(longest) - 0.4;
    panel.y.high = -0.6;
    panel.height = bar * static_cast<double>(longest);
    // What only one class has is beyond every scale.
    for (draw::Mark& mark : panel.marks) {
      if (auto* const bars = std::get_if<draw::Bars>(&mark)) {
        for (draw::Bars::Bar& one : bars->bars) {
          one.to.x = std::min(one.to.x, 2 * largest);
        }
      }
    }
  }
  picture.columns = shown == 1 ? 1 : shown <= 4 ? 2 : 3;
  const bool tempered = std::ranges::any_of(model.temperatures(), [](double t) { return t != 1; });
  picture.caption = fmt::format("log p(it | class) − log p(it | the other classes){}, the strongest first.",
                                tempered ? ", counted as in the score" : "");
  if (shown < classes) {
    picture.caption += fmt::format(" The first {} of {} classes.", shown, classes);
  }
  picture.description = fmt::format("Bars of the terms or values that speak most for each of {} classes.", shown);
  return picture;
}

}  // namespace suffice
