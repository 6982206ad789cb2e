#include "estimate/pseudocounts.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// The parts that a rule names, as bits.
constexpr unsigned names_label = 4;
constexpr unsigned names_one_feature = 2;
constexpr unsigned names_value = 1;

unsigned shape_of(std::string_view label, std::string_view feature, std::string_view value) {
  return (label.empty() ? 0 : names_label) | (feature.empty() ? 0 : names_one_feature) |
         (value.empty() ? 0 : names_value);
}

bool is_weightier(unsigned a, unsigned b) {
  return std::popcount(a) != std::popcount(b) ? std::popcount(a) > std::popcount(b) : a > b;
}

// "class 'a', feature 'x', value 'v'", of which a feature and a value may be missing.
std::string place_text(std::string_view label, std::string_view feature, std::string_view value) {
  std::string text = label.empty() ? "every class" : "class " + quoted(label);
  text += feature.empty() ? "" : ", feature " + quoted(feature);
  return text + (value.empty() ? "" : ", value " + quoted(value));
}

using Names = std::set<std::string_view>;

[[noreturn]] void throw_unknown(const std::string& what, std::string_view name, std::string_view advice,
                                std::vector<Remedy> remedies = {}) {
  throw Error(ErrorCode::usage,
              fmt::format("a pseudocount is given for the {} {}, which {}", what, quoted(name), advice), {},
              std::move(remedies));
}

void check_labels_known(const std::vector<PseudocountRule>& rules, const ClassCounts& classes) {
  const Names known(classes.labels.begin(), classes.labels.end());
  for (const PseudocountRule& rule : rules) {
    if (!rule.label.empty() && !known.contains(rule.label)) {
      throw_unknown("label", rule.label, "no row has" + did_you_mean(rule.label, classes.labels));
    }
  }
}

void check_no_value(const PseudocountRule& rule) {
  if (!rule.value.empty()) {
    throw_unknown("value", rule.value, "only categorical-nb has; name a column or a word as the feature");
  }
}

void check_column(const PseudocountRule& rule, const Names& known, std::span<const std::string> names) {
  if (!rule.feature.empty() && !known.contains(rule.feature)) {
    throw_unknown("feature", rule.feature, "is no column" + did_you_mean(rule.feature, names));
  }
}

bool is_bucket(std::string_view term, std::uint64_t buckets) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(term.data(), term.data() + term.size(), number);
  return error == std::errc() && number < buckets && fmt::format("{}", number) == term;
}

void check_term(const TermBlock& sums, const TermOptions& options, const std::string& term) {
  const std::uint64_t buckets = sums.block.text.hash_buckets;
  if (buckets > 0 ? is_bucket(term, buckets) : sums.sums.words.find(term).has_value()) {
    return;
  }
  if (options.vocabulary && std::ranges::binary_search(*options.vocabulary, term)) {
    return;
  }
  if (buckets > 0) {
    throw_unknown("term", term, fmt::format("is no bucket: they are the numbers below {}", buckets));
  }
  if (sums.sums.compacted) {
    throw_unknown("term", term, "these sums do not have, or not any more: terms were dropped for good");
  }
  throw_unknown("term", term, "neither these sums nor a vocabulary has", {{"vocabulary", {"FILE"}}});
}

}  // namespace

Pseudocounts::Pseudocounts(const Pseudocount& pseudocount, Estimator estimator) : all_(pseudocount.all) {
  for (const PseudocountRule& rule : pseudocount.rules) {
    const unsigned shape = shape_of(rule.label, rule.feature, rule.value);
    if (!rules_.insert({{rule.label, rule.feature, rule.value}, rule.count}).second || (shape == 0 && all_)) {
      throw Error(ErrorCode::usage,
                  fmt::format("two pseudocounts are given for {}", place_text(rule.label, rule.feature, rule.value)));
    }
    shapes_.push_back(shape);
    if (!rule.feature.empty()) {
      features_.insert(rule.feature);
    }
  }
  std::ranges::sort(shapes_, is_weightier);
  shapes_.erase(std::ranges::unique(shapes_).begin(), shapes_.end());
  if (!all_ && rules_.empty()) {
    all_ = pseudocount.usual(estimator);
  }
}

std::optional<double> Pseudocounts::find(std::string_view label, std::string_view feature,
                                         std::string_view value) const {
  const unsigned asked = shape_of(label, feature, value);
  for (const unsigned shape : shapes_) {
    if ((shape & ~asked) != 0) {
      continue;
    }
    const auto part = [&](unsigned bit, std::string_view text) { return (shape & bit) != 0 ? text : ""; };
    const auto rule =
        rules_.find(std::tuple(part(names_label, label), part(names_one_feature, feature), part(names_value, value)));
    if (rule != rules_.end()) {
      return rule->second;
    }
  }
  return all_;
}

double Pseudocounts::of(std::string_view label, std::string_view feature, std::string_view value) const {
  const std::optional<double> found = find(label, feature, value);
  if (!found) {
    throw Error(ErrorCode::usage,
                fmt::format("no pseudocount is given for {}; add a rule for it, or one for all others, with the "
                            "pseudocount alone",
                            place_text(label, feature, value)));
  }
  return *found;
}

bool Pseudocounts::names_feature(std::string_view feature) const { return features_.contains(feature); }

void check_pseudocounts(const TermBlock& sums, const TermOptions& options) {
  const std::vector<PseudocountRule>& rules = options.pseudocount.rules;
  check_labels_known(rules, sums.classes);
  const bool columns = sums.block.kind != Kind::text;
  Names known;
  if (columns && !rules.empty()) {
    known = {sums.block.features.begin(), sums.block.features.end()};
  }
  for (const PseudocountRule& rule : rules) {
    check_no_value(rule);
    const bool in_vocabulary = options.vocabulary && std::ranges::binary_search(*options.vocabulary, rule.feature);
    if (columns && !(sums.block.open_columns && in_vocabulary)) {
      check_column(rule, known, sums.block.features);
    } else if (!columns && !rule.feature.empty()) {
      check_term(sums, options, rule.feature);
    }
  }
}

void check_pseudocounts(const ValueBlock& sums, const ValueOptions& options) {
  const std::vector<PseudocountRule>& rules = options.pseudocount.rules;
  check_labels_known(rules, sums.classes);
  std::map<std::string_view, Names> values;
  Names all;
  for (std::size_t j = 0; j < sums.features() && !rules.empty(); ++j) {
    Names& own = values[sums.block.features[j]];
    own = {sums.sums.values[j].begin(), sums.sums.values[j].end()};
    all.insert(own.begin(), own.end());
  }
  for (const PseudocountRule& rule : rules) {
    const auto column = values.find(rule.feature);
    if (!rule.feature.empty() && column == values.end()) {
      throw_unknown("feature", rule.feature, "is no column" + did_you_mean(rule.feature, sums.block.features));
    }
    const Names& known = rule.feature.empty() ? all : column->second;
    if (!rule.value.empty() && !known.contains(rule.value)) {
      throw_unknown("value", rule.value,
                    rule.feature.empty() ? "no column has" : "column " + quoted(rule.feature) + " does not have");
    }
  }
}

void check_pseudocounts(const AmountBlock& sums, const AmountOptions& options) {
  const std::vector<PseudocountRule>& rules = options.pseudocount.rules;
  check_labels_known(rules, sums.classes);
  Names known;
  if (!rules.empty()) {
    known = {sums.block.features.begin(), sums.block.features.end()};
  }
  for (const PseudocountRule& rule : rules) {
    check_no_value(rule);
    check_column(rule, known, sums.block.features);
  }
}

}  // namespace suffice
