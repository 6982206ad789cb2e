// The share of values that is missing, column by column, as the sums of a block tell it, and what becomes of them.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "estimate/read_block.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

// A column of a block: its first feature, and the feature that says that it is missing, if there is one.
struct ReadColumn {
  std::string name;
  std::size_t feature = 0;
  std::optional<std::size_t> is_missing = {};
};

std::vector<ReadColumn> read_columns(const Block& block) {
  std::vector<ReadColumn> columns;
  const std::size_t numbers = block.features.size() - indicator_count(block);
  for (std::size_t j = 0; j < numbers; ++j) columns.push_back({block.features[j], j});
  std::size_t first = numbers;
  for (const Indicators& own : block.indicators) {
    ReadColumn& column = columns.emplace_back(ReadColumn{own.column, first});
    const auto found = std::ranges::find(own.values, missing_value_name);
    if (found != own.values.end()) column.is_missing = first + static_cast<std::size_t>(found - own.values.begin());
    first += own.values.size();
  }
  return columns;
}

double sum_of(const std::vector<double>& numbers) { return std::accumulate(numbers.begin(), numbers.end(), 0.0); }

// Σ w over the rows of one pattern, or of all, that have a value in the feature; and Σ w x of the feature.
struct FeatureSums {
  double weight = 0;
  double sum = 0;
};

FeatureSums feature_sums(const Moments& moments, const ClassCounts& classes, std::size_t j, std::size_t d) {
  FeatureSums sums;
  if (moments.has_patterns()) {
    for (const Pattern& pattern : moments.patterns) {
      for (std::size_t c = 0; pattern.present[j] != 0 && c < pattern.weight.size(); ++c) {
        sums.weight += pattern.weight[c];
        sums.sum += pattern.mean.empty() ? 0 : pattern.weight[c] * pattern.mean[c * d + j];
      }
    }
    return sums;
  }
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const double weight = moments.column_weight.empty() ? classes.weight[c] : moments.column_weight[c * d + j];
    sums.weight += weight;
    sums.sum += weight * moments.mean[c * d + j];
  }
  return sums;
}

// For each column Σ w over the rows that have a value in it; `n` is Σ w over all rows. One pass over the sums.
struct WeightsPresent {
  const ClassCounts& classes;
  const Block& block;
  const std::vector<ReadColumn>& columns;
  double n;

  std::vector<double> operator()(const Moments& moments) const {
    const std::size_t d = block.features.size();
    std::vector<double> present;
    for (const ReadColumn& column : columns) {
      present.push_back(feature_sums(moments, classes, column.feature, d).weight);
      if (column.is_missing) present.back() -= feature_sums(moments, classes, *column.is_missing, d).sum;
    }
    return present;
  }

  std::vector<double> operator()(const Shared<TermCounts>& terms) const {
    return std::vector<double>(columns.size(), n - sum_of(terms->missing) / static_cast<double>(block.features.size()));
  }

  std::vector<double> operator()(const ValueCounts& values) const {
    std::vector<double> present(columns.size());
    std::size_t first = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {  // features are the columns
      const std::vector<std::string>& names = values.values[j];
      for (std::size_t v = 0; v < names.size(); ++v) {
        if (names[v] == missing_value_name) continue;
        for (std::size_t c = 0; c < classes.size(); ++c) {
          present[j] += values.counts[(first + v) * classes.size() + c];
        }
      }
      first += names.size();
    }
    return present;
  }

  std::vector<double> operator()(const AmountSums& amounts) const {
    std::vector<double> present(columns.size());
    for (std::size_t c = 0; c < classes.size(); ++c) {
      for (std::size_t j = 0; j < columns.size(); ++j) {
        present[j] += amounts.weight[c * block.features.size() + columns[j].feature];
      }
    }
    return present;
  }
};

// The columns that a reading takes, each with the share of its values, by weight, that is missing.
std::vector<std::pair<std::string, double>> missing_shares(const Summary& summary, const Reading& reading) {
  constexpr double rounding = 1e-12;  // of sums of weights
  std::vector<std::pair<std::string, double>> shares;
  const ReadBlock read(summary, reading);
  const double n = summary.classes.total_weight();
  const std::vector<ReadColumn> columns = read_columns(read.block());
  std::vector<double> present(columns.size(), n);
  if (n > 0 && read.block().kind != Kind::text) {
    present = std::visit(WeightsPresent{summary.classes, read.block(), columns, n}, read.sums());
  }
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const double share = n > 0 ? 1 - present[j] / n : 0;
    shares.emplace_back(columns[j].name, share > rounding ? share : 0);
  }
  return shares;
}

}  // namespace

// Missing values are those that are summed nowhere, and those that are a value or an indicator of their own. Sums do
// not tell a missing number from others where Block::fills has one for it.
double share_missing(const Summary& summary, const Reading& reading) {
  const std::vector<std::pair<std::string, double>> shares = missing_shares(summary, reading);
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0,
                                     [](double so_far, const auto& column) { return so_far + column.second; });
  return shares.empty() ? 0 : sum / static_cast<double>(shares.size());
}

bool has_fills(const Block& block) {
  return std::ranges::any_of(block.fills, [](double fill) { return !std::isnan(fill); });
}

bool has_own_missing_value(const Block& block) {
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
void add_handling(const Stored& stored, const Reading& reading, bool some_are_missing,
                  std::vector<std::string>& handling) {
  bool is_said = false;
  const auto add = [&](std::string_view what) {
    is_said = true;
    if (std::ranges::find(handling, what) == handling.end()) {
      handling.emplace_back(what);
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
  if (has_own_missing_value(block)) {
    add("a missing value is a value of its own");
  }
  if (some_are_missing && !is_said) {
    add("skipped, each column by itself");
  }
}

}  // namespace

MissingValues missing_values(const Stored& stored, std::span<const ColumnGuess> columns_of_fit) {
  const Summary& summary = stored.summary;
  MissingValues found;
  bool hides = false;
  std::map<std::string, double> shares;  // of each column, by the reading that tells most
  const std::vector<Reading> readings = checked(stored.options, summary.schema).readings;
  for (const Reading& reading : readings) {
    const Block& block = summary.schema.blocks[reading.block];
    bool some_are_missing = false;
    for (const auto& [column, share] : missing_shares(summary, reading)) {
      double& most = shares[column];
      most = std::max(most, share);
      some_are_missing = some_are_missing || share > 0;
    }
    hides = hides || hides_missing(block);
    add_handling(stored, reading, some_are_missing, found.handling);
    const auto* const moments = std::get_if<Moments>(&summary.sums[reading.block]);
    const bool is_whole = reading.features == block.features;
    if (moments != nullptr && moments->has_patterns() && is_whole && readings.size() == 1) {
      found.patterns = moments->patterns.size();
    }
  }
  for (const auto& [column, share] : shares) found.share += share;
  found.share /= static_cast<double>(std::max<std::size_t>(shares.size(), 1));
  if (hides && !columns_of_fit.empty()) {
    std::uint64_t cells = 0;
    for (const ColumnGuess& guess : columns_of_fit) {
      cells += shares.contains(guess.column) ? guess.missing : 0;
    }
    const auto all = static_cast<double>(summary.classes.total_rows()) * static_cast<double>(shares.size());
    found.share = std::max(found.share, static_cast<double>(cells) / all);
  }
  return found;
}

}  // namespace suffice
