#include "summary/open_labels.hpp"

#include <algorithm>
#include <numeric>

#include "summary/whole.hpp"

namespace suffice {

BatchClasses OpenLabels::classes_of(const Rows& rows, const Labels& labels) const {
  BatchClasses result;
  result.codes = labels.codes;
  result.class_of_code.assign(labels.names.size(), no_class);
  LabelDictionary fresh;
  std::size_t unknown = 0;  // names that may turn up as new classes
  for (std::size_t code = 0; code < labels.names.size(); ++code) {
    if (const auto number = met_.find(labels.names[code])) {
      result.class_of_code[code] = static_cast<std::uint32_t>(*number);
    } else {
      ++unknown;
    }
  }
  const std::span<const double> weights = row_weights(rows);
  for (std::size_t i = 0; i < labels.codes.size() && unknown > 0; ++i) {
    std::uint32_t& c = result.class_of_code[labels.codes[i]];
    if (c == no_class && (weights.empty() || weights[i] > 0)) {
      const std::size_t number = fresh.add(labels.names[labels.codes[i]]);  // a dictionary may name a label twice
      c = static_cast<std::uint32_t>(met() + number);
      --unknown;
      if (number == result.first_rows.size()) {
        result.first_rows.push_back(i);
      }
    }
  }
  result.new_labels = fresh.names();
  result.classes = met() + result.new_labels.size();
  return result;
}

void OpenLabels::add(const BatchClasses& classes) {
  for (const std::string& label : classes.new_labels) {
    met_.add(label);
  }
}

std::size_t OpenLabels::size_after(const BatchClasses& classes) const {
  const auto is_declared = [&](const std::string& label) { return std::ranges::binary_search(declared_, label); };
  const auto known = std::ranges::count_if(classes.new_labels, is_declared);
  return size() + classes.new_labels.size() - static_cast<std::size_t>(known);
}

std::vector<std::string> OpenLabels::names() const {
  std::vector<std::string> names = met_.names();
  std::ranges::copy_if(declared_, std::back_inserter(names),
                       [&](const std::string& label) { return !met_.find(label); });
  return names;
}

bool ClassTally::stays_exact(std::span<const double> weights, std::size_t count) const {
  if (!exact || !std::ranges::all_of(weights, is_whole)) {
    return false;
  }
  const double more =
      weights.empty() ? static_cast<double>(count) : std::accumulate(weights.begin(), weights.end(), 0.0);
  return total + more <= most_whole;
}

void ClassTally::add(const RowClasses& classes, std::span<const double> weights) {
  exact = stays_exact(weights, classes.codes.size());
  rows.resize(classes.classes);
  weight.resize(classes.classes);
  if (exact && weights.empty()) {
    std::vector<std::uint64_t> more(classes.classes);
    for (std::size_t i = 0; i < classes.codes.size(); ++i) {
      ++more[classes[i]];
    }
    for (std::size_t c = 0; c < more.size(); ++c) {
      rows[c] += more[c];
      weight[c] += static_cast<double>(more[c]);
    }
    total += static_cast<double>(classes.codes.size());
    return;
  }
  for (std::size_t i = 0; i < classes.codes.size(); ++i) {
    const double w = weights.empty() ? 1.0 : weights[i];
    if (w > 0) {
      const std::uint32_t c = classes[i];
      ++rows[c];
      weight[c] += w;
      total += w;
    }
  }
}

std::uint64_t ClassTally::total_rows() const { return std::accumulate(rows.begin(), rows.end(), std::uint64_t{0}); }

ClassCounts counts_in_order(const ClassTally& tally, std::span<const std::string> names,
                            std::span<const std::size_t> order) {
  ClassCounts counts;
  for (const std::size_t c : order) {
    counts.labels.push_back(names[c]);
    counts.rows.push_back(c < tally.rows.size() ? tally.rows[c] : 0);
    counts.weight.push_back(c < tally.weight.size() ? tally.weight[c] : 0);
  }
  return counts;
}

}  // namespace suffice
