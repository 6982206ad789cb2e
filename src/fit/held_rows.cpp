#include "fit/held_rows.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "suffice/error.hpp"
#include "summary/class_counts.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

bool is_compacted(const Sums& sums) {
  const auto* const terms = std::get_if<Shared<TermCounts>>(&sums);
  return terms != nullptr && (*terms)->compacted;
}

[[noreturn]] void refuse(const std::string& where) {
  throw Error(ErrorCode::bad_data,
              fmt::format("the model was not fitted on these rows, so that they cannot be left out of it{}: name rows "
                          "that it was fitted on, each once",
                          where.empty() ? "" : fmt::format(" (its sums do not hold them: {})", where)),
              "", {{"tune", {}, Remedy::Act::leave_out}});
}

// Of class c, which has all of its rows in class k of the others.
void check_means(const MomentBlock& all, std::size_t c, const MomentBlock& rows, std::size_t k) {
  constexpr double more_than_rounding = 1e-6;
  const std::size_t d = all.features();
  const Moments variances = read_as(all, MomentKind::pooled_diagonal);
  for (std::size_t j = 0; j < d; ++j) {
    const double weight = column_weight(all, c, j);
    const double mean = all.sums.mean[c * d + j];
    const double spread = weight > 0 ? std::sqrt(std::max(0.0, variances.scatter[j]) / weight) : 0;
    const double difference = weight > 0 ? std::abs(rows.sums.mean[k * d + j] - mean) : 0;
    if (difference > more_than_rounding * (std::abs(mean) + spread)) {
      refuse(fmt::format("class {}, column '{}'", all.classes.labels[c], all.block.features[j]));
    }
  }
}

// Of the sums that both have of class c and class k, or of all classes: a matrix, or its diagonal. Rounding of rows
// that were forgotten may be far larger than that of sums.
void check_scatter(const MomentBlock& all, std::size_t c, const MomentBlock& rows, std::size_t k, MomentKind kind) {
  constexpr double more_than_rounding = 1e-3;
  const std::size_t d = all.features();
  const std::size_t size = has_matrices(kind) ? d * d : d;
  const std::vector<double> held = read_as(all, kind).scatter;
  const std::vector<double> given = read_as(rows, kind).scatter;
  const auto spread = [&](std::size_t j) {
    const std::size_t place = has_matrices(kind) ? j * (d + 1) : j;
    return std::sqrt(std::max({0.0, held[c * size + place], given[k * size + place]}));
  };
  const auto rounding = [&](std::size_t j) {  // of values that are all the same
    double largest = 0;
    for (std::size_t at = j; at < all.sums.mean.size(); at += d)
      largest = std::max(largest, std::abs(all.sums.mean[at]));
    return 1e-14 * largest * std::sqrt(all.classes.total_weight());
  };
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t row = has_matrices(kind) ? i / d : i;
    if (i % d > row) continue;  // as the one below the diagonal
    const double difference = std::abs(held[c * size + i] - given[k * size + i]);
    if (difference > more_than_rounding * spread(row) * spread(i % d) + rounding(row) * rounding(i % d)) {
      refuse(fmt::format("column '{}' varies otherwise", all.block.features[row]));
    }
  }
}

// What is left of a class without rows is nothing, whatever was taken off: its means and its scatter tell.
void check_whole_classes(const Summary& summary, const Summary& rows) {
  const std::vector<std::size_t> places = places_in(rows.classes.labels, summary.classes.labels);
  for (std::size_t b = 0; b < summary.sums.size(); ++b) {
    const auto* const all = std::get_if<Moments>(&summary.sums[b]);
    const auto* const own = std::get_if<Moments>(&rows.sums[b]);
    if (all == nullptr || own == nullptr || all->has_patterns() || own->has_patterns() ||
        summary.schema.blocks[b].features != rows.schema.blocks[b].features) {
      continue;
    }
    const MomentBlock held{summary.schema.blocks[b], summary.classes, *all};
    const MomentBlock given{rows.schema.blocks[b], rows.classes, *own};
    const auto holds = [&](MomentKind kind) { return contains(all->kind, kind) && contains(own->kind, kind); };
    for (std::size_t k = 0; k < rows.classes.size(); ++k) {
      if (rows.classes.rows[k] == 0 || rows.classes.rows[k] != summary.classes.rows[places[k]]) continue;
      check_means(held, places[k], given, k);
      if (holds(MomentKind::diagonal)) {
        check_scatter(held, places[k], given, k, holds(MomentKind::full) ? MomentKind::full : MomentKind::diagonal);
      }
    }
    if (rows.classes.rows == summary.classes.rows && rows.classes.labels == summary.classes.labels) {
      check_scatter(held, 0, given, 0, holds(MomentKind::pooled) ? MomentKind::pooled : MomentKind::pooled_diagonal);
    }
  }
}

}  // namespace

void check_holds(const Summary& summary, const Summary& rows) {
  try {
    if (std::ranges::any_of(summary.sums, is_compacted)) {
      remove_counts(summary.classes, rows.classes, summary.schema.declared_labels);
      return;
    }
    remove(summary, rows);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_data) throw;
    refuse(error.where());
  }
  check_whole_classes(summary, rows);
}

}  // namespace suffice
