#include "report/picture/scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "report/picture/labels.hpp"
#include "suffice/schema.hpp"

namespace suffice::draw {

namespace {

constexpr double gap = 10;  // pixels between labels

// "−12.50", "2×10⁶": as many decimals as a step needs, so that the labels of an axis are alike.
std::string number_label(double value, double step) {
  const double largest = std::max(std::abs(value), step);
  const auto decimals = static_cast<int>(std::clamp(-std::floor(std::log10(step) + 1e-9), 0.0, 12.0));
  if (value == 0 && step < 1e-5) {
    return "0";
  }
  if (value != 0 && (largest >= 1e6 || step < 1e-5)) {
    const double power = std::floor(std::log10(std::abs(value)) + 1e-9);
    constexpr std::array<std::string_view, 10> raised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string exponent = power < 0 ? "⁻" : "";
    for (const char digit : fmt::format("{:.0f}", std::abs(power))) {
      exponent += raised[static_cast<std::size_t>(digit - '0')];
    }
    const double factor = std::abs(value) / std::pow(10, power);
    const double digits = std::clamp(power - std::floor(std::log10(step) + 1e-9), 0.0, 12.0);
    const std::string shown = fmt::format("{:.{}f}", factor, static_cast<int>(digits));
    return fmt::format("{}{}10{}", value < 0 ? "−" : "", shown == "1" ? "" : shown + "×", exponent);
  }
  const std::string shown = fmt::format("{:.{}f}", std::abs(value), decimals);
  return (value < 0 ? "−" : "") + shown;
}

// The largest of 1, 2, 5, 10, … that is below a step of these.
double finer_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step) + 1e-9));
  const double factor = step / power;
  return factor > 3 ? 2 * power : factor > 1.5 ? power : 0.5 * power;
}

// The least of 1, 2, 5, 10, … that is at least a number above 0.
double nice_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) {
      return factor * power;
    }
  }
  return 10 * power;
}

std::vector<Tick> linear_ticks(const Axis& axis, double length, double step) {
  const double low = std::min(axis.low, axis.high);
  const double high = std::max(axis.low, axis.high);
  std::vector<Tick> ticks;
  const double first = std::ceil(low / step - 1e-6);
  for (double k = 0; k < 60; ++k) {
    const double value = (first + k) * step;
    if (!(value <= high + 1e-6 * step)) {
      break;
    }
    ticks.push_back({place_on(axis, length, std::clamp(value, low, high)), number_label(value, step)});
  }
  return ticks;
}

std::vector<Tick> log_ticks(const Axis& axis, double length, bool between) {
  std::vector<Tick> ticks;
  const double first = std::floor(std::log10(axis.low));
  const double last = std::ceil(std::log10(axis.high));
  const double stride = std::max(1.0, std::ceil((last - first) / 20));
  for (double power = first; power <= last; power += stride) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, power);
      if ((factor == 1 || between) && value >= axis.low * (1 - 1e-9) && value <= axis.high * (1 + 1e-9)) {
        ticks.push_back({place_on(axis, length, value), number_label(value, std::min(value, 1.0))});
      }
    }
  }
  return ticks;
}

bool overlap(const std::vector<Tick>& ticks, bool horizontal, double size) {
  for (std::size_t k = 1; k < ticks.size(); ++k) {
    const double apart = std::abs(ticks[k].place - ticks[k - 1].place);
    const double needed =
        horizontal ? (text_width(ticks[k].text, size) + text_width(ticks[k - 1].text, size)) / 2 + gap : 1.25 * size;
    if (apart < needed) {
      return true;
    }
  }
  return false;
}

std::vector<Tick> named_ticks(const Axis& axis, double length, double size, double most) {
  const auto count = static_cast<double>(axis.names.size());
  const double apart = length / std::max(1.0, std::abs(axis.high - axis.low));
  const auto stride = static_cast<std::size_t>(std::clamp(std::ceil(1.15 * size / apart), 1.0, std::max(1.0, count)));
  std::vector<Tick> ticks;
  for (std::size_t k = 0; k < axis.names.size(); k += stride) {
    ticks.push_back({place_on(axis, length, static_cast<double>(k)), shortened(axis.names[k], size, most)});
  }
  return ticks;
}

// Dates, evenly spread over the axis, at the starts of days where it has some; as many as there is room for.
std::vector<Tick> date_ticks(const Axis& axis, double length, bool horizontal, double size) {
  constexpr double day = 86'400;
  std::vector<Tick> ticks;
  for (double count = 5; count >= 1; --count) {
    const double apart = (axis.high - axis.low) / (count + 0.5);
    const double step = std::abs(apart) < day ? apart : std::round(apart / day) * day;
    const double first = std::abs(apart) < day ? axis.low : std::ceil(axis.low / day) * day;
    ticks.clear();
    for (double k = 0; k <= count && std::abs(first + k * step - axis.low) <= std::abs(axis.high - axis.low); ++k) {
      std::string text = date_text(axis.dates, first + k * step);
      if (ticks.empty() || text != ticks.back().text) {
        ticks.push_back({place_on(axis, length, first + k * step), std::move(text)});
      }
    }
    if (!overlap(ticks, horizontal, size)) {
      break;
    }
  }
  return ticks;
}

}  // namespace

double place_on(const Axis& axis, double length, double value) {
  if (axis.logarithmic) {
    return length * std::log(value / axis.low) / std::log(axis.high / axis.low);
  }
  return length * ((value / 2 - axis.low / 2) / (axis.high / 2 - axis.low / 2));
}

std::vector<Tick> ticks_of(const Axis& axis, double length, bool horizontal, double size, double most) {
  if (!axis.has_ticks) {
    return {};
  }
  if (!axis.names.empty()) {
    return named_ticks(axis, length, size, most);
  }
  if (!axis.dates.empty()) {
    return date_ticks(axis, length, horizontal, size);
  }
  if (axis.logarithmic) {
    std::vector<Tick> dense = log_ticks(axis, length, true);
    if (!overlap(dense, horizontal, size)) {
      return dense;
    }
    std::vector<Tick> sparse = log_ticks(axis, length, false);
    while (sparse.size() > 2 && overlap(sparse, horizontal, size)) {
      for (std::size_t k = 1; k < sparse.size(); ++k) {
        sparse.erase(sparse.begin() + static_cast<std::ptrdiff_t>(k));
      }
    }
    return sparse;
  }
  const double half = std::abs(axis.high / 2 - axis.low / 2);
  const double wanted = std::max(2.0, std::floor(length / (horizontal ? 48 : 34)));
  double step = nice_step(std::max(half / wanted * 2, std::numeric_limits<double>::min() * 1e6));
  std::vector<Tick> ticks = linear_ticks(axis, length, step);
  constexpr std::size_t few = 3;  // ticks say too little
  if (std::vector<Tick> finer = linear_ticks(axis, length, finer_step(step));
      ticks.size() < few && !overlap(finer, horizontal, size)) {
    return finer;
  }
  while (ticks.size() > 1 && overlap(ticks, horizontal, size)) {
    step = nice_step(step * 1.5);
    ticks = linear_ticks(axis, length, step);
  }
  return ticks;
}

Range range_of(const std::vector<double>& numbers, double margin) {
  constexpr double most = 1e300;  // so that no sum or difference overflows
  double low = most;
  double high = -most;
  for (const double number : numbers) {
    if (std::isfinite(number)) {
      low = std::min(low, std::max(number, -most));
      high = std::max(high, std::min(number, most));
    }
  }
  if (low > high) {
    return {0, 1};
  }
  const double largest = std::max(std::abs(low), std::abs(high));
  if (high - low <= 1e-12 * largest) {
    const double around = largest == 0 ? 1 : std::max(1e-3 * largest, 1e-300);
    low -= around;
    high += around;
  }
  const double beyond = margin * (high - low);
  return {low - beyond, high + beyond};
}

}  // namespace suffice::draw
