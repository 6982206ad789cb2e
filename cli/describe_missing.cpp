#include "describe_missing.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "describe.hpp"
#include "output.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

bool has_fills(const Block& block) {
  return std::ranges::any_of(block.fills, [](double fill) { return !std::isnan(fill); });
}

bool has_missing_value(const Block& block) {
  const auto has_it = [](const Indicators& own) {
    return std::ranges::find(own.values, missing_value_name) != own.values.end() ||
           std::ranges::find(own.without, missing_value_name) != own.without.end();
  };
  return std::ranges::any_of(block.missing_values, [](std::uint8_t is_value) { return is_value != 0; }) ||
         std::ranges::any_of(block.indicators, has_it);
}

namespace {

// Whether sums do not tell all missing values from others.
bool hides_missing(const Block& block) {
  return has_fills(block) || std::ranges::any_of(block.indicators, [](const Indicators& own) {
           return std::ranges::find(own.without, missing_value_name) != own.without.end();
         });
}

// What becomes of the missing values that a reading takes, in the order in which it is said.
void add_fates(const Stored& stored, const Reading& reading, bool some_are_missing, std::vector<std::string>& fates) {
  bool is_said = false;
  const auto add = [&](std::string_view fate) {
    is_said = true;
    if (std::ranges::find(fates, fate) == fates.end()) {
      fates.emplace_back(fate);
    }
  };
  const Block& block = stored.summary.schema.blocks[reading.block];
  if (stored.options.rival) {
    add("numbers enter at their mean");
    return;
  }
  const auto* const moments = std::get_if<Moments>(&stored.summary.sums[reading.block]);
  if (has_fills(block)) {
    add("numbers enter at their mean");
  }
  if (moments != nullptr && moments->has_patterns()) {
    add("completed by expectation-maximisation");
  }
  if (has_missing_value(block)) {
    add("a missing value is a value of its own");
  }
  if (some_are_missing && !is_said) {
    add("skipped, each column by itself");
  }
}

struct Missing {
  double share = 0;
  std::string patterns = {};
  std::vector<std::string> fates = {};
};

Missing missing_of(const Stored& stored, std::span<const ColumnGuess> guesses) {
  const Summary& summary = stored.summary;
  Missing found;
  double missing = 0;
  double columns = 0;
  bool hides = false;
  std::set<std::string> read;
  const std::vector<Reading> readings = checked(stored.options, summary.schema).readings;
  for (const Reading& reading : readings) {
    const Block& block = summary.schema.blocks[reading.block];
    const std::vector<std::string> names = columns_of(restricted(block, reading.features));
    const double share = share_missing(summary, reading);
    missing += share * static_cast<double>(names.size());
    columns += static_cast<double>(names.size());
    read.insert(names.begin(), names.end());
    hides = hides || hides_missing(block);
    add_fates(stored, reading, share > 0, found.fates);
    const auto* const moments = std::get_if<Moments>(&summary.sums[reading.block]);
    const bool is_whole = reading.features == block.features;
    if (moments != nullptr && moments->has_patterns() && is_whole && readings.size() == 1) {
      found.patterns = fmt::format(", in {}", counted(moments->patterns.size(), "pattern"));
    }
  }
  found.share = columns > 0 ? missing / columns : 0;
  if (hides && !guesses.empty()) {
    std::uint64_t cells = 0;
    for (const ColumnGuess& guess : guesses) {
      cells += read.contains(guess.column) ? guess.missing : 0;
    }
    const auto all = static_cast<double>(summary.classes.total_rows()) * static_cast<double>(read.size());
    found.share = std::max(found.share, static_cast<double>(cells) / all);
  }
  return found;
}

}  // namespace

std::string describe_missing(const Stored& stored, std::span<const ColumnGuess> columns) {
  const Missing found = missing_of(stored, columns);
  if (found.share == 0) {
    // Of a model without the rows that it was fitted on, sums may not tell how many were missing.
    return columns.empty() && !found.fates.empty() && !stored.options.rival
               ? line("missing", fmt::format("{}", fmt::join(found.fates, "; ")))
               : "";
  }
  return line("missing", fmt::format("{} % of the values{}: {}", short_number(100 * found.share), found.patterns,
                                     fmt::join(found.fates, "; ")));
}

}  // namespace suffice::cli
