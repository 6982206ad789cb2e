#include "summary/moments/missing_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/system/parallel.hpp"
#include "suffice/summary.hpp"

namespace suffice {

namespace {

// Whether every value is finite: v − v is 0 where it is, else NaN. Several sums, so that the compiler can use vectors.
template <typename Number>
bool all_finite(const Number* values, std::size_t count, std::ptrdiff_t stride) {
  std::array<Number, 8> sums{};
  std::size_t j = 0;
  for (; stride == 1 && j + sums.size() <= count; j += sums.size()) {
    for (std::size_t k = 0; k < sums.size(); ++k) {
      sums[k] += values[j + k] - values[j + k];
    }
  }
  for (; j < count; ++j) {
    const Number value = values[static_cast<std::ptrdiff_t>(j) * stride];
    sums[0] += value - value;
  }
  return std::ranges::all_of(sums, [](Number sum) { return sum == 0; });
}

bool is_finite_row(const Batch& rows, std::size_t i) {
  return rows.visit_row(i, [&](const auto* values) { return all_finite(values, rows.columns, rows.column_stride); });
}

// Returns whether a value is infinite.
bool find_present(const Batch& rows, std::size_t i, Presence& present) {
  return rows.visit_row(i, [&](const auto* values) {
    unsigned infinite = 0;
    for (std::size_t j = 0; j < rows.columns; ++j) {
      const auto value = values[static_cast<std::ptrdiff_t>(j) * rows.column_stride];
      present[j] = static_cast<std::uint8_t>(value == value);
      infinite |= static_cast<unsigned>(std::isinf(value));
    }
    return infinite != 0;
  });
}

// body(part, first, last) for parts of the rows that threads divide among them.
template <typename Body>
void for_row_parts(std::size_t rows, std::size_t parts, unsigned threads, const Body& body) {
  parallel_for(threads, parts, [&](std::size_t part, unsigned /*worker*/) {
    body(part, rows * part / parts, rows * (part + 1) / parts);
  });
}

std::size_t part_count(const Batch& rows, unsigned threads) {
  constexpr std::size_t worth_a_thread = std::size_t{1} << 16U;
  return std::clamp<std::size_t>(std::min(rows.rows, rows.rows * rows.columns / worth_a_thread), 1,
                                 4 * std::max(threads, 1U));
}

struct PartSurvey {
  MissingSurvey found;
  PatternTable fresh;
};

void survey_part(const Batch& rows, std::size_t first, std::size_t last, const PatternTable* known, PartSurvey& part) {
  Presence present(rows.columns);
  for (std::size_t i = first; i < last; ++i) {
    const bool counts = rows.weight(i) > 0;
    if (is_finite_row(rows, i)) {
      part.found.complete = part.found.complete || counts;
      continue;
    }
    const bool infinite = find_present(rows, i, present);
    const bool some_missing = std::ranges::find(present, 0) != present.end();
    part.found.infinite = part.found.infinite || infinite;
    part.found.missing = part.found.missing || some_missing;
    if (known != nullptr && some_missing && counts && part.fresh.size() <= most_patterns && !known->find(present)) {
      part.fresh.add(present);
    }
  }
}

}  // namespace

std::optional<std::size_t> PatternTable::find(const Presence& present) const {
  const auto found = numbers_.find(present);
  return found != numbers_.end() ? std::optional(found->second) : std::nullopt;
}

std::size_t PatternTable::add(const Presence& present) {
  const auto [place, is_new] = numbers_.emplace(present, patterns_.size());
  if (is_new) {
    patterns_.push_back(present);
  }
  return place->second;
}

bool probably_finite(const Batch& rows) {
  constexpr std::size_t most_probes = 64;
  constexpr std::size_t few_probes = 16;  // few rows cost little where they turn out not to be
  constexpr std::size_t few_step = 32;
  const std::size_t step =
      std::max({rows.rows / most_probes, std::min(rows.rows / few_probes, few_step), std::size_t{1}});
  for (std::size_t i = 0; i < rows.rows; i += step) {
    if (!is_finite_row(rows, i)) {
      return false;
    }
  }
  return true;
}

void MissingSurvey::join(const MissingSurvey& more) {
  infinite = infinite || more.infinite;
  missing = missing || more.missing;
  complete = complete || more.complete;
  PatternTable table;
  for (const Presence& present : fresh) {
    table.add(present);
  }
  for (std::size_t k = 0; k < more.fresh.size() && fresh.size() <= most_patterns; ++k) {
    if (table.add(more.fresh[k]) == fresh.size()) {
      fresh.push_back(more.fresh[k]);
    }
  }
}

MissingSurvey survey_missing(const Batch& rows, const PatternTable* known, unsigned threads) {
  std::vector<PartSurvey> parts(part_count(rows, threads));
  for_row_parts(rows.rows, parts.size(), threads, [&](std::size_t part, std::size_t first, std::size_t last) {
    survey_part(rows, first, last, known, parts[part]);
  });
  MissingSurvey survey;
  for (PartSurvey& part : parts) {
    for (std::size_t k = 0; k < part.fresh.size(); ++k) {
      part.found.fresh.push_back(part.fresh[k]);
    }
    survey.join(part.found);
  }
  return survey;
}

void find_groups(const Batch& rows, const PatternTable* patterns, unsigned threads, std::span<std::uint32_t> groups) {
  for_row_parts(rows.rows, part_count(rows, threads), threads, [&](std::size_t, std::size_t first, std::size_t last) {
    Presence present(rows.columns);
    for (std::size_t i = first; i < last; ++i) {
      groups[i] = 0;
      if (is_finite_row(rows, i)) {
        continue;
      }
      groups[i] = rows.weight(i) > 0 ? 1 : no_group;
      if (patterns != nullptr && groups[i] == 1) {
        find_present(rows, i, present);
        groups[i] += static_cast<std::uint32_t>(patterns->find(present).value());
      }
    }
  });
}

}  // namespace suffice
