#include "estimate/pseudocounts.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "data/names.hpp"
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

[[noreturn]] void throw_unknown(const std::string& what, std::string_view name, std::string_view advice) {
  throw Error(ErrorCode::usage,
              fmt::format("a pseudocount is given for the {} {}, which {}", what, quoted(name), advice));
}

// The columns of a table, each with its values where it has them.
class Columns {
 public:
  explicit Columns(const Summary& summary) : names_(summary.schema.features) {
    const auto* counts = std::get_if<ValueCounts>(&summary.sums);
    for (std::size_t j = 0; j < names_.size(); ++j) {
      Names& values = values_[names_[j]];
      if (counts != nullptr) {
        values.insert(counts->values[j].begin(), counts->values[j].end());
        all_values_.insert(values.begin(), values.end());
      }
    }
  }

  void check(const PseudocountRule& rule) const {
    const auto column = values_.find(rule.feature);
    if (!rule.feature.empty() && column == values_.end()) {
      throw_unknown("feature", rule.feature, "is no column" + did_you_mean(rule.feature, names_));
    }
    const Names& values = rule.feature.empty() ? all_values_ : column->second;
    if (!rule.value.empty() && !values.contains(rule.value)) {
      throw_unknown("value", rule.value,
                    rule.feature.empty() ? "no column has" : "column " + quoted(rule.feature) + " does not have");
    }
  }

 private:
  std::span<const std::string> names_;
  std::map<std::string_view, Names> values_;
  Names all_values_;
};

bool is_bucket(std::string_view term, std::uint64_t buckets) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(term.data(), term.data() + term.size(), number);
  return error == std::errc() && number < buckets && fmt::format("{}", number) == term;
}

void check_term(const Summary& summary, const TermReading& reading, const std::string& term) {
  const std::uint64_t buckets = summary.schema.text.hash_buckets;
  if (buckets > 0 ? is_bucket(term, buckets) : summary.terms().words.find(term).has_value()) {
    return;
  }
  if (reading.vocabulary && std::ranges::binary_search(*reading.vocabulary, term)) {
    return;
  }
  throw_unknown("term", term,
                buckets > 0                 ? fmt::format("is no bucket: they are the numbers below {}", buckets)
                : summary.terms().compacted ? "these sums do not have, or not any more: terms were dropped for good"
                                            : "neither these sums nor a vocabulary has (--vocabulary)");
}

}  // namespace

Pseudocounts::Pseudocounts(const Pseudocount& pseudocount, Estimator estimator) : all_(pseudocount.all) {
  for (const PseudocountRule& rule : pseudocount.rules) {
    const unsigned shape = shape_of(rule.label, rule.feature, rule.value);
    if (!rules_.insert({{rule.label, rule.feature, rule.value}, rule.count}).second || (shape == 0 && all_)) {
      throw Error(ErrorCode::usage, fmt::format("two pseudocounts are given for {}: leave out one of them",
                                                place_text(rule.label, rule.feature, rule.value)));
    }
    shapes_.push_back(shape);
    if (!rule.feature.empty()) {
      features_.insert(rule.feature);
    }
  }
  std::ranges::sort(shapes_, is_weightier);
  shapes_.erase(std::ranges::unique(shapes_).begin(), shapes_.end());
  if (!all_ && rules_.empty()) {
    all_ = estimator == Estimator::map ? 2.0 : 1.0;
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
                fmt::format("no pseudocount is given for {}: add a rule for it, or one for all others, with the "
                            "pseudocount alone",
                            place_text(label, feature, value)));
  }
  return *found;
}

bool Pseudocounts::names_feature(std::string_view feature) const { return features_.contains(feature); }

void check_pseudocounts(const Summary& summary, const EstimateOptions& options) {
  const std::vector<PseudocountRule>& rules = options.pseudocount.rules;
  if (rules.empty()) {
    return;
  }
  const std::vector<std::string>& labels = summary.classes.labels;
  const Names known_labels(labels.begin(), labels.end());
  const Columns columns(summary);
  for (const PseudocountRule& rule : rules) {
    if (!rule.label.empty() && !known_labels.contains(rule.label)) {
      throw_unknown("label", rule.label, "no row has" + did_you_mean(rule.label, labels));
    }
    if (!rule.value.empty() && !std::holds_alternative<ValueCounts>(summary.sums)) {
      throw_unknown("value", rule.value, "only categorical-nb has: name a column or a word as the feature");
    }
    const auto& vocabulary = options.terms.vocabulary;
    if (summary.schema.open_columns && vocabulary && std::ranges::binary_search(*vocabulary, rule.feature)) {
      continue;  // a column that no row has
    }
    if (summary.schema.encoding != Encoding::text) {
      columns.check(rule);
    } else if (!rule.feature.empty()) {
      check_term(summary, options.terms, rule.feature);
    }
  }
}

}  // namespace suffice
