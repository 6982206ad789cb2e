#include "summary/open_labels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>

#include "math/system/parallel.hpp"
#include "summary/whole.hpp"

namespace suffice {

namespace {

double sum_of(std::span<const double> numbers) {
  constexpr std::size_t chains = 8;  // additions that need not wait for each other
  std::array<double, chains> sums{};
  const std::size_t even = numbers.size() - numbers.size() % chains;
  for (std::size_t i = 0; i < even; i += chains) {
    for (std::size_t k = 0; k < chains; ++k) {
      sums[k] += numbers[i + k];
    }
  }
  const double rest = std::accumulate(numbers.begin() + static_cast<std::ptrdiff_t>(even), numbers.end(), 0.0);
  return std::accumulate(sums.begin(), sums.end(), rest);
}

// Tables that take the counts of neighbouring rows, so that rows of one label need not wait for each other.
constexpr std::size_t count_tables = 4;

void count_codes(std::span<const std::uint32_t> codes, std::size_t size, std::vector<std::uint64_t>& counts) {
  counts.assign(count_tables * size, 0);
  const std::size_t even = codes.size() - codes.size() % count_tables;
  for (std::size_t i = 0; i < even; i += count_tables) {
    for (std::size_t k = 0; k < count_tables; ++k) {
      ++counts[k * size + codes[i + k]];
    }
  }
  for (std::size_t i = even; i < codes.size(); ++i) {
    ++counts[codes[i]];
  }
}

// How many rows have each code.
std::vector<std::uint64_t> rows_of_codes(const RowClasses& classes, unsigned threads) {
  constexpr std::size_t rows_of_task = std::size_t{1} << 18U;
  const std::size_t size = classes.class_of_code.size();
  const std::size_t rows = classes.codes.size();
  const std::size_t tasks = std::clamp<std::size_t>(rows / rows_of_task, 1, threads);
  std::vector<std::vector<std::uint64_t>> counts(tasks);
  parallel_for(threads, tasks, [&](std::size_t task, unsigned /*worker*/) {
    const std::size_t first = rows * task / tasks;
    count_codes(classes.codes.subspan(first, rows * (task + 1) / tasks - first), size, counts[task]);
  });
  std::vector<std::uint64_t> result(size);
  for (const std::vector<std::uint64_t>& tables : counts) {
    for (std::size_t k = 0; k < count_tables; ++k) {
      for (std::size_t code = 0; code < size; ++code) {
        result[code] += tables[k * size + code];
      }
    }
  }
  return result;
}

}  // namespace

BatchClasses OpenLabels::classes_of(std::span<const double> weights, const Labels& labels) const {
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
  return total + (weights.empty() ? static_cast<double>(count) : sum_of(weights)) <= most_whole;
}

void ClassTally::add(const RowClasses& classes, std::span<const double> weights, unsigned threads) {
  exact = stays_exact(weights, classes.codes.size());
  rows.resize(classes.classes);
  weight.resize(classes.classes);
  if (exact && weights.empty() && classes.codes.size() > 16 * classes.class_of_code.size()) {
    const std::vector<std::uint64_t> more = rows_of_codes(classes, threads);
    for (std::size_t code = 0; code < more.size(); ++code) {
      if (more[code] > 0) {
        rows[classes.class_of_code[code]] += more[code];
        weight[classes.class_of_code[code]] += static_cast<double>(more[code]);
      }
    }
  } else {
    for (std::size_t i = 0; i < classes.codes.size(); ++i) {
      const double w = weights.empty() ? 1.0 : weights[i];
      if (w > 0) {
        const std::uint32_t c = classes[i];
        ++rows[c];
        weight[c] += w;
      }
    }
  }
  total = sum_of(weight);
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
