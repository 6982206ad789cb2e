#include "model/conditional.hpp"

#include <type_traits>

#include <fmt/format.h>

#include "model/row_values.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

QuadraticForm as_quadratic(LinearForm linear, std::size_t classes) {
  const std::size_t d = linear.names.size();
  check_quadratic_size(classes, d);
  return {std::vector<double>(classes * d * d), std::move(linear.coefficients), std::move(linear.intercepts),
          std::move(linear.names)};
}

}  // namespace

void check_quadratic_size(std::size_t classes, std::size_t d) {
  constexpr double most_numbers = 0x1p30;
  if (static_cast<double>(classes) * static_cast<double>(d) * static_cast<double>(d) > most_numbers) {
    throw Error(
        ErrorCode::usage,
        fmt::format("the quadratic form of {} classes over {} features is too large to be written down", classes, d));
  }
}

const Block& Conditional::block() const {
  return std::visit([](const auto& family) -> const Block& { return family.block(); }, conditional_);
}

std::size_t Conditional::classes() const {
  return std::visit([](const auto& family) { return family.classes(); }, conditional_);
}

std::span<const std::vector<std::string>> Conditional::values() const {
  if (const auto* const values = std::get_if<ValueConditional>(&conditional_)) return values->values();
  if (const auto* const dependences = std::get_if<DependenceConditional>(&conditional_)) {
    return dependences->columns().values();
  }
  const auto* const linear = std::get_if<LinearConditional>(&conditional_);
  const ValueConditional* const weighed = linear == nullptr ? nullptr : linear->features().values();
  return weighed == nullptr ? std::span<const std::vector<std::string>>() : weighed->values();
}

const std::vector<double>& Conditional::shrinkage() const {
  static const std::vector<double> none;
  const auto* gaussian = std::get_if<GaussianConditional>(&conditional_);
  return gaussian != nullptr ? gaussian->shrinkage() : none;
}

void Conditional::check(const BlockRows& rows, unsigned threads) const {
  std::visit([&](const auto& family) { family.check(rows, threads); }, conditional_);
}

Conditional::Workspace Conditional::make_workspace() const {
  return std::visit([]<typename Family>(
                        const Family& /*family*/) { return Workspace(std::in_place_type<typename Family::Workspace>); },
                    conditional_);
}

void Conditional::add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted wanted,
                                  std::span<PanelColumn> out, Workspace& work) const {
  std::visit(
      [&]<typename Family>(const Family& family) {
        family.add_log_density(rows, first, count, wanted, out, std::get<typename Family::Workspace>(work));
      },
      conditional_);
}

bool Conditional::is_density() const {
  return std::visit([](const auto& family) { return family.is_density(); }, conditional_);
}

bool Conditional::gives_probabilities() const {
  const auto* linear = std::get_if<LinearConditional>(&conditional_);
  return linear != nullptr ? linear->gives_probabilities() : is_density();
}

bool Conditional::has_full_support() const {
  return std::visit([](const auto& family) { return family.has_full_support(); }, conditional_);
}

bool Conditional::has_given_length() const {
  return std::visit([](const auto& family) { return family.has_given_length(); }, conditional_);
}

std::optional<std::string> Conditional::impossible(const BlockRows& rows, std::size_t i, std::span<double> left) const {
  return std::visit([&](const auto& family) { return family.impossible(rows, i, left); }, conditional_);
}

Explanation Conditional::explain(const BlockRows& rows, std::size_t i, std::span<const double> start,
                                 std::optional<ClassPair> between) const {
  if (const auto* gaussian = std::get_if<GaussianConditional>(&conditional_)) {
    return gaussian->explain(rows, i, start, between);
  }
  if (const auto* linear = std::get_if<LinearConditional>(&conditional_)) {
    return linear->explain(rows, i, start, between);
  }
  return std::visit([&](const auto& family) { return family.explain(rows, i, start); }, conditional_);
}

std::vector<std::vector<FeatureOdds>> Conditional::strongest(std::span<const std::size_t> classes, std::size_t count,
                                                             std::span<const double> class_prior) const {
  return std::visit([&](const auto& family) { return family.strongest(classes, count, class_prior); }, conditional_);
}

bool Conditional::is_linear() const {
  return std::visit([](const auto& family) { return family.is_linear(); }, conditional_);
}

bool Conditional::is_quadratic() const {
  const auto* gaussian = std::get_if<GaussianConditional>(&conditional_);
  return gaussian != nullptr ? gaussian->is_quadratic() : is_linear();
}

LinearForm Conditional::linear_form() const {
  return std::visit([](const auto& family) { return family.linear_form(); }, conditional_);
}

QuadraticForm Conditional::quadratic_form() const {
  const auto* gaussian = std::get_if<GaussianConditional>(&conditional_);
  return gaussian != nullptr ? gaussian->quadratic_form() : as_quadratic(linear_form(), classes());
}

std::vector<std::size_t> Conditional::missing_columns(const BlockRows& rows, std::size_t i) const {
  const auto* gaussian = std::get_if<GaussianConditional>(&conditional_);
  return gaussian != nullptr ? gaussian->missing_columns(rows, i) : suffice::missing_columns(rows, i);
}

void Conditional::sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> length) const {
  std::visit([&](const auto& family) { family.sample(c, random, out, length); }, conditional_);
}

}  // namespace suffice
