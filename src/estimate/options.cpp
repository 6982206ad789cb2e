// The spelling of estimate options, in the CLI and in the model file.
#include "suffice/options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice {

namespace {

constexpr std::array<std::pair<std::string_view, Estimator>, 5> estimators{{{"mle", Estimator::mle},
                                                                            {"unbiased", Estimator::unbiased},
                                                                            {"map", Estimator::map},
                                                                            {"mean", Estimator::mean},
                                                                            {"predictive", Estimator::predictive}}};

std::optional<double> read_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// A number from 0 to 1, or nothing.
std::optional<double> read_share(std::string_view text) {
  const auto value = read_number(text);
  return value && *value >= 0 && *value <= 1 ? value : std::nullopt;
}

// a=0,4;b=0,6 with points for decimals and commas between labels; empty where it is not written so.
std::string with_decimal_points(std::string text) {
  std::ranges::replace(text, ';', ',');
  const auto is_digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  bool changed = false;
  for (std::size_t i = text.find('='); i < text.size(); i = text.find('=', i)) {
    do ++i;
    while (is_digit(i));
    if (is_digit(i - 1) && i < text.size() && text[i] == ',' && is_digit(i + 1)) {
      text[i] = '.';
      changed = true;
    }
  }
  return changed ? text : "";
}

// A label in quotes may hold commas: "a,b"=0.3.
GivenPrior parse_given(std::string_view text) {
  GivenPrior prior;
  const std::string pointed = with_decimal_points(std::string(text));
  while (true) {
    const std::size_t end_of_quoted = text.starts_with('"') ? text.find("\"=", 1) : std::string_view::npos;
    const bool in_quotes = end_of_quoted != std::string_view::npos;
    const std::string_view item = text.substr(0, text.find(',', in_quotes ? end_of_quoted : 0));
    const std::size_t equals = item.rfind('=');
    const auto number = equals == std::string_view::npos ? std::nullopt : read_number(item.substr(equals + 1));
    if (!number) {
      throw Error(ErrorCode::usage,
                  fmt::format("cannot read '{}' as a class prior: give empirical, smoothed, uniform or {}", item,
                              pointed.empty() ? "LABEL=P,LABEL=P,… with every label named"
                                              : "probabilities with decimal points: " + pointed));
    }
    const std::string_view label = in_quotes ? item.substr(1, equals - 2) : item.substr(0, equals);
    if (!prior.probability.emplace(label, *number).second) {
      throw Error(ErrorCode::usage, fmt::format("the class prior names '{}' twice", label));
    }
    if (item.size() == text.size()) {
      return prior;
    }
    text.remove_prefix(item.size() + 1);
  }
}

}  // namespace

Estimator parse_estimator(const std::string& text) {
  for (const auto& [name, estimator] : estimators) {
    if (text == name) {
      return estimator;
    }
  }
  throw Error(ErrorCode::usage,
              fmt::format("cannot estimate by '{}': give mle, unbiased, map, mean or predictive", text));
}

std::string to_text(Estimator estimator) {
  for (const auto& [name, known] : estimators) {
    if (estimator == known) {
      return std::string(name);
    }
  }
  throw Error(ErrorCode::internal, "an estimator without a name");
}

Shrinkage parse_shrinkage(const std::string& text) {
  if (text == "none") {
    return NoShrinkage{};
  }
  if (text == "auto") {
    return AutoShrinkage{};
  }
  if (text == "ledoit-wolf") {
    return LedoitWolfShrinkage{};
  }
  if (text == "oas") {
    return OasShrinkage{};
  }
  if (const auto lambda = read_share(text)) {
    return FixedShrinkage{*lambda};
  }
  throw Error(ErrorCode::usage,
              fmt::format("cannot shrink by '{}': give none, auto, ledoit-wolf, oas or a number from 0 to 1", text));
}

RdaShrinkage parse_rda(const std::string& text) {
  const std::string_view all = text;
  const std::size_t comma = std::min(all.find(','), all.size());
  const std::string_view rest = all.substr(std::min(comma + 1, all.size()));
  const std::size_t second = std::min(rest.find(','), rest.size());
  const std::string_view target = rest.substr(second);
  const auto alpha = read_share(all.substr(0, comma));
  const auto gamma = read_share(rest.substr(0, second));
  const bool known = target.empty() || target == ",spheres" || target == ",variances";
  if (alpha && gamma && known) {
    return {*alpha, *gamma, target == ",variances" ? RdaTarget::variances : RdaTarget::spheres};
  }
  throw Error(
      ErrorCode::usage,
      fmt::format(
          "cannot read '{}' as ALPHA,GAMMA: give two numbers from 0 to 1, such as 0.5,0.1, and where to shrink towards "
          "variances instead of spheres that word: 0.5,0.1,variances",
          text));
}

double parse_ridge(const std::string& text) {
  if (const auto ridge = read_number(text); ridge && *ridge >= 0 && std::isfinite(*ridge)) {
    return *ridge;
  }
  throw Error(ErrorCode::usage, fmt::format("cannot add a ridge of '{}': give a number of at least 0", text));
}

std::string to_text(const Shrinkage& shrinkage) {
  struct Names {
    std::string operator()(const NoShrinkage&) const { return "none"; }
    std::string operator()(const AutoShrinkage&) const { return "auto"; }
    std::string operator()(const FixedShrinkage& fixed) const { return fmt::format("{}", fixed.lambda); }
    std::string operator()(const LedoitWolfShrinkage&) const { return "ledoit-wolf"; }
    std::string operator()(const OasShrinkage&) const { return "oas"; }
    std::string operator()(const RdaShrinkage& rda) const {
      return fmt::format("rda {},{}{}", rda.alpha, rda.gamma, rda.target == RdaTarget::variances ? ",variances" : "");
    }
  };
  return std::visit(Names{}, shrinkage);
}

Unseen parse_unseen(const std::string& text) {
  if (text == "ignore") {
    return Unseen::ignore;
  }
  if (text == "reserve") {
    return Unseen::reserve;
  }
  throw Error(ErrorCode::usage, fmt::format("cannot treat what is unseen by '{}': give ignore or reserve", text));
}

Cuts parse_cuts(const std::string& text) {
  if (text == "mdl") {
    return {};
  }
  const std::size_t colon = text.find(':');
  const std::string rule = text.substr(0, colon);
  std::size_t bins = 0;
  const char* const end = text.data() + text.size();
  const bool is_number = colon != std::string::npos && colon + 1 < text.size() &&
                         std::from_chars(text.data() + colon + 1, end, bins).ptr == end;
  if (is_number && bins >= 2 && bins <= most_edges && (rule == "equal-width" || rule == "equal-frequency")) {
    return {rule == "equal-width" ? CutRule::equal_width : CutRule::equal_frequency, bins};
  }
  throw Error(
      ErrorCode::usage,
      fmt::format("cannot cut a column by '{}': give mdl, equal-width:BINS or equal-frequency:BINS, with 2 to {} "
                  "bins",
                  text, most_edges));
}

std::string to_text(const Cuts& cuts) {
  if (cuts.rule == CutRule::mdl) {
    return "mdl";
  }
  return fmt::format("{}:{}", cuts.rule == CutRule::equal_width ? "equal-width" : "equal-frequency", cuts.bins);
}

Calibrate parse_calibrate(const std::string& text) {
  if (text == "none") {
    return Calibrate::none;
  }
  if (text == "temperature") {
    return Calibrate::temperature;
  }
  if (text == "isotonic") {
    return Calibrate::isotonic;
  }
  throw Error(ErrorCode::usage, fmt::format("cannot calibrate by '{}': give temperature, isotonic or none", text));
}

ClassPrior parse_class_prior(const std::string& text) {
  if (text == "empirical") {
    return EmpiricalPrior{};
  }
  if (text == "smoothed") {
    return SmoothedPrior{};
  }
  if (text == "uniform") {
    return UniformPrior{};
  }
  if (text == "balanced" || text == "equal" || text == "flat") {
    throw Error(ErrorCode::usage, fmt::format("a class prior that is {} is called uniform here", text));
  }
  return parse_given(text);
}

std::string to_text(const ClassPrior& prior) {
  struct Name {
    const char* operator()(const EmpiricalPrior& /*prior*/) const { return "empirical"; }
    const char* operator()(const SmoothedPrior& /*prior*/) const { return "smoothed"; }
    const char* operator()(const UniformPrior& /*prior*/) const { return "uniform"; }
    const char* operator()(const GivenPrior& /*prior*/) const { return "given"; }
  };
  return std::visit(Name{}, prior);
}

bool reserves_unseen(const FamilyOptions& options) {
  struct Reserves {
    bool operator()(const GaussianOptions& /*options*/) const { return false; }
    bool operator()(const TermOptions& terms) const { return terms.unseen == Unseen::reserve; }
    bool operator()(const ValueOptions& values) const { return values.unseen == Unseen::reserve; }
    bool operator()(const AmountOptions& /*options*/) const { return false; }
  };
  return std::visit(Reserves{}, options);
}

}  // namespace suffice
