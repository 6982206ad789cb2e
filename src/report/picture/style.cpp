#include "report/picture/style.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "report/picture/labels.hpp"

namespace suffice::draw {

namespace {

// Okabe and Ito (2008), the yellow darkened on white; on black, lighter tints of the same hues.
constexpr std::array<std::string_view, palette_size> on_light = {"#0072b2", "#d55e00", "#009e73", "#b8578f",
                                                                 "#c98a00", "#56b4e9", "#8c8100"};
constexpr std::array<std::string_view, palette_size> on_dark = {"#4ba3e3", "#f2803a", "#2cc89b", "#e39cc8",
                                                                "#f2b93b", "#9bd9f9", "#f0e442"};
constexpr std::size_t markers = 5;

std::string colours(std::string_view text, std::string_view grey, std::string_view rest, std::string_view ground,
                    const std::array<std::string_view, palette_size>& series) {
  std::string rules = fmt::format(
      ".picture{{color:{0}}}.picture .faint{{color:{1}}}.picture .others{{color:{2}}}.picture .ground{{color:{3}}}",
      text, grey, rest, ground);
  for (std::size_t k = 0; k < series.size(); ++k) {
    rules += fmt::format(".picture .s{}{{color:{}}}", k, series[k]);
  }
  return rules;
}

}  // namespace

std::string style_sheet() {
  return ".picture{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,'Liberation Sans',sans-serif;"
         "font-size:12px;max-width:100%;height:auto}"
         ".picture text{fill:currentColor}.picture .heading{font-weight:600}.picture .note{opacity:.8}" +
         colours("#1f2328", "#8b929a", "#7a828b", "#ffffff", on_light) +
         "@media screen and (prefers-color-scheme:dark){" +
         colours("#e6edf3", "#757d87", "#99a2ac", "#14171c", on_dark) + "}";
}

std::string style_class(Look look) {
  return look == ink      ? "ink"
         : look == faint  ? "faint"
         : look == others ? "others"
                          : fmt::format("s{}", look % on_light.size());
}

std::string marker_path(Look look, double x, double y, double radius) {
  const std::string r = pixels(radius);
  if (look >= others) {
    return fmt::format("M{} {}a{r} {r} 0 1 1-.1 0z", pixels(x), pixels(y - radius), fmt::arg("r", r));
  }
  const double wide = 1.15 * radius;
  switch (look % markers) {
    case 1:  // a triangle on its base
      return fmt::format("M{} {}l{w} {h}h-{b}z", pixels(x), pixels(y - 1.2 * radius), fmt::arg("w", pixels(wide)),
                         fmt::arg("h", pixels(2 * radius)), fmt::arg("b", pixels(2 * wide)));
    case 2:  // a square
      return fmt::format("M{} {}h{s}v{s}h-{s}z", pixels(x - 0.9 * radius), pixels(y - 0.9 * radius),
                         fmt::arg("s", pixels(1.8 * radius)));
    case 3:  // a diamond
      return fmt::format("M{} {}l{w} {w}-{w} {w}-{w}-{w}z", pixels(x), pixels(y - 1.3 * radius),
                         fmt::arg("w", pixels(1.3 * radius)));
    case 4:  // a triangle on its tip
      return fmt::format("M{} {}l-{w}-{h}h{b}z", pixels(x), pixels(y + 1.2 * radius), fmt::arg("w", pixels(wide)),
                         fmt::arg("h", pixels(2 * radius)), fmt::arg("b", pixels(2 * wide)));
    default:  // a circle
      return fmt::format("M{} {}a{r} {r} 0 1 1-.1 0z", pixels(x), pixels(y - radius), fmt::arg("r", r));
  }
}

std::vector<std::size_t> thinned(std::size_t count, std::size_t most) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (count <= most) {
    return places;
  }
  // By the steps of SplitMix64, which are the same on every machine.
  const auto mixed = [](std::size_t place) {
    std::uint64_t z = (static_cast<std::uint64_t>(place) + 1) * 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  };
  std::ranges::nth_element(places, places.begin() + static_cast<std::ptrdiff_t>(most), {}, mixed);
  places.resize(most);
  std::ranges::sort(places);
  return places;
}

}  // namespace suffice::draw
