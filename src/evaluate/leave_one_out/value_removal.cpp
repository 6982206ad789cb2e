#include "evaluate/leave_one_out/value_removal.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "estimate/pseudocounts.hpp"
#include "estimate/terms/term_parameters.hpp"
#include "estimate/values/categories.hpp"
#include "evaluate/leave_one_out/removed_row.hpp"
#include "math/special/log_zero.hpp"
#include "suffice/error.hpp"

namespace suffice {

ValueRemoval::ValueRemoval(const ValueBlock& block, const ValueOptions& options) : classes_(block.classes) {
  (void)categories(block, options);  // its errors
  const ValueCounts& sums = block.sums;
  const Pseudocounts pseudocounts(options.pseudocount, options.estimator);
  const std::size_t size = classes_.size();
  auto count = sums.counts.begin();
  for (std::size_t j = 0; j < sums.values.size(); ++j) {
    const auto added_to = [&](std::size_t c, const std::string& value) {
      const bool mle = options.estimator == Estimator::mle;
      return mle ? 0
                 : added_count(options.estimator, pseudocounts.of(classes_.labels[c], block.block.features[j], value));
    };
    Column column;
    column.name = block.block.features[j];
    column.count_total.resize(size);
    column.added_total.resize(size);
    for (const std::string& value : sums.values[j]) {
      column.places.emplace(value, column.places.size());
      for (std::size_t c = 0; c < size; ++c, ++count) {
        column.counts.push_back(*count);
        column.added.push_back(added_to(c, value));
        column.count_total[c] += column.counts.back();
        column.added_total[c] += column.added.back();
      }
    }
    for (std::size_t c = 0; options.unseen == Unseen::reserve && c < size; ++c) {
      column.reserved.push_back(added_to(c, {}));
      column.added_total[c] += column.reserved.back();
    }
    column.always.resize(column.places.size());
    for (const std::string& value : known_values(block.block, j)) {
      const auto found = column.places.find(value);
      if (found != column.places.end()) {
        column.always[found->second] = 1;
      }
    }
    columns_.push_back(std::move(column));
  }
}

bool ValueRemoval::score(const CategoryBatch& rows, std::size_t i, std::size_t c, double weight,
                         std::span<double> out) const {
  std::ranges::fill(out, 0.0);
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Column& column = columns_[j];
    const std::uint32_t code = rows.codes[i * rows.columns + j];
    if (code == missing_category) {
      continue;
    }
    const auto found = column.places.find(rows.values[j][code]);
    if (found == column.places.end()) {
      throw Error(ErrorCode::usage, fmt::format("the sums have no value '{}' to remove in column '{}'",
                                                rows.values[j][code], column.name));
    }
    const std::size_t first = found->second * out.size();
    const auto counts = std::span(column.counts).subspan(first, out.size());
    const bool unseen = column.always[found->second] == 0 && is_only_row(counts, c, weight);
    const std::span<const double> added =
        unseen ? std::span(column.reserved) : std::span(column.added).subspan(first, out.size());
    for (std::size_t k = 0; k < out.size(); ++k) {
      const double part = k == c ? weight : 0;
      const double divisor = what_is_left(column.count_total[k], part) + column.added_total[k];
      if (k == c && !(divisor > 0)) {
        return false;
      }
      if (added.empty()) {
        continue;
      }
      const double numerator = what_is_left(counts[k], part) + added[k];
      if (numerator < 0) {
        return false;
      }
      out[k] += numerator > 0 ? std::log(numerator / divisor) : log_zero;
    }
  }
  return true;
}

void ValueRemoval::log_densities(const LeftOut& left_out, std::span<double> out) const {
  const auto& rows = std::get<CategoryBatch>(left_out.rows);
  score_left_out(left_out, classes_, out,
                 [&](std::size_t i, std::size_t c, double weight, std::span<double> densities) {
                   return score(rows, i, c, weight, densities);
                 });
}

}  // namespace suffice
