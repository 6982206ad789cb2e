// The spelling of estimate options, in the CLI and in the model file.
#include "suffice/options.hpp"

#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice {

namespace {

std::optional<double> read_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

GivenPrior parse_given(std::string_view text) {
  GivenPrior prior;
  while (true) {
    const std::string_view item = text.substr(0, text.find(','));
    const std::size_t equals = item.rfind('=');
    const auto number = equals == std::string_view::npos ? std::nullopt : read_number(item.substr(equals + 1));
    if (!number) {
      throw Error(ErrorCode::usage,
                  fmt::format("cannot read '{}' as a class prior: give empirical, smoothed, uniform or "
                              "LABEL=P,LABEL=P,… with every label named",
                              item));
    }
    if (!prior.probability.emplace(item.substr(0, equals), *number).second) {
      throw Error(ErrorCode::usage, fmt::format("the class prior names '{}' twice", item.substr(0, equals)));
    }
    if (item.size() == text.size()) {
      return prior;
    }
    text.remove_prefix(item.size() + 1);
  }
}

}  // namespace

Estimator parse_estimator(const std::string& text) {
  if (text == "mle") {
    return Estimator::mle;
  }
  if (text == "unbiased") {
    return Estimator::unbiased;
  }
  throw Error(ErrorCode::usage, fmt::format("cannot estimate by '{}': give mle or unbiased", text));
}

std::string to_text(Estimator estimator) { return estimator == Estimator::mle ? "mle" : "unbiased"; }

Shrinkage parse_shrinkage(const std::string& text) {
  if (text == "none") {
    return NoShrinkage{};
  }
  if (text == "auto") {
    return AutoShrinkage{};
  }
  if (const auto lambda = read_number(text); lambda && *lambda >= 0 && *lambda <= 1) {
    return FixedShrinkage{*lambda};
  }
  throw Error(ErrorCode::usage, fmt::format("cannot shrink by '{}': give none, auto or a number from 0 to 1", text));
}

std::string to_text(const Shrinkage& shrinkage) {
  if (const auto* fixed = std::get_if<FixedShrinkage>(&shrinkage)) {
    return fmt::format("{}", fixed->lambda);
  }
  return std::holds_alternative<AutoShrinkage>(shrinkage) ? "auto" : "none";
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
  return parse_given(text);
}

}  // namespace suffice
