#include "summary/moments/column_moments.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"
#include "summary/count_removal.hpp"
#include "summary/label_dictionary.hpp"
#include "summary/moments/moments.hpp"
#include "summary/whole.hpp"

namespace suffice {

namespace {

ColumnCell cell_of(const MomentBlock& moments, std::optional<std::size_t> c, std::size_t j) {
  if (!c) {
    return {};
  }
  const std::size_t at = *c * moments.features() + j;
  return {column_weight(moments, *c, j),
          {moments.sums.mean[at], moments.sums.remainder.empty() ? 0 : moments.sums.remainder[at]},
          is_pooled(moments.sums.kind) ? 0 : moments.sums.scatter[at]};
}

// Puts the cell of class c and column j; scatter of classes that share it is added up.
void put_cell(Moments& moments, std::size_t c, std::size_t j, std::size_t d, const ColumnCell& cell) {
  moments.column_weight[c * d + j] = cell.weight;
  moments.mean[c * d + j] = cell.mean.rounded;
  moments.remainder[c * d + j] = cell.mean.remainder;
  moments.scatter[is_pooled(moments.kind) ? j : c * d + j] += cell.scatter;
}

Moments no_columns(MomentKind kind, std::size_t classes, std::size_t d) {
  const std::vector<double> zeros(classes * d);
  return {kind, zeros, std::vector<double>(set_count(kind, classes) * d), {}, {}, zeros, {}, zeros};
}

// Error (bad_data) where class c would lose more values of column j than it has, or more missing ones.
void check_column(const MomentBlock& all, std::size_t c, const MomentBlock& part, std::size_t k, std::size_t j,
                  std::size_t column) {
  const double held = column_weight(all, c, j);
  const double gone = column_weight(part, k, column);
  const double held_missing = all.classes.weight[c] - held;
  const double gone_missing = part.classes.weight[k] - gone;
  const double rounding = rows_left(all.classes, c, {}, no_place).rounding;
  if (gone > held + rounding || gone_missing > held_missing + rounding) {
    const bool values = gone > held + rounding;
    throw Error(
        ErrorCode::bad_data,
        fmt::format("{}values of weight {} cannot be forgotten: the model holds such of weight {}. Forget only rows "
                    "that were fitted, each once. Nothing was changed",
                    values ? "" : "missing ", values ? gone : gone_missing, values ? held : held_missing),
        fmt::format("class {}, column {}", all.classes.labels[c], quoted(all.block.features[j])));
  }
}

}  // namespace

ColumnCell merge_cells(const ColumnCell& a, const ColumnCell& b) {
  if (!(a.weight > 0) || !(b.weight > 0)) {
    const ColumnCell& one = a.weight > 0 ? a : b;
    return {one.weight, one.mean, a.scatter + b.scatter};
  }
  const double n = a.weight + b.weight;
  const double delta = b.mean.minus(a.mean);
  const double share_b = b.weight / n;
  return {n, a.mean.plus(delta * share_b), a.scatter + b.scatter + a.weight * share_b * (delta * delta)};
}

double column_weight(const MomentBlock& moments, std::size_t c, std::size_t j) {
  const std::vector<double>& weights = moments.sums.column_weight;
  return weights.empty() ? moments.classes.weight[c] : weights[c * moments.features() + j];
}

void clear_complete_columns(Moments& moments, const ClassCounts& classes) {
  const std::size_t d = classes.size() == 0 ? 0 : moments.column_weight.size() / classes.size();
  bool complete = true;
  for (std::size_t k = 0; k < moments.column_weight.size() && complete; ++k) {
    const double weight = classes.weight[k / d];
    complete = weight - moments.column_weight[k] <= rounding_share * weight;
  }
  if (complete) {
    moments.column_weight.clear();
  }
}

Moments merge_columns(const MomentBlock& a, const MomentBlock& b, const ClassCounts& sum,
                      std::span<const std::size_t> columns) {
  const std::size_t d = columns.size();
  Moments merged = no_columns(a.sums.kind, sum.size(), d);
  const LabelDictionary labels_a(a.classes.labels);
  const LabelDictionary labels_b(b.classes.labels);
  for (std::size_t c = 0; c < sum.size(); ++c) {
    const auto in_a = labels_a.find(sum.labels[c]);
    const auto in_b = labels_b.find(sum.labels[c]);
    for (std::size_t j = 0; j < d; ++j) {
      put_cell(merged, c, j, d, merge_cells(cell_of(a, in_a, j), cell_of(b, in_b, columns[j])));
    }
  }
  for (std::size_t j = 0; is_pooled(merged.kind) && j < d; ++j) {
    merged.scatter[j] += a.sums.scatter[j] + b.sums.scatter[columns[j]];
  }
  drop_slight_remainder(merged, sum.weight, d);
  return merged;
}

Moments remove_columns(const MomentBlock& all, const MomentBlock& part, const ClassCounts& rest,
                       std::span<const std::size_t> columns) {
  const std::size_t d = columns.size();
  Moments left = no_columns(all.sums.kind, rest.size(), d);
  const LabelDictionary labels_rest(rest.labels);
  const LabelDictionary labels_part(part.classes.labels);
  for (std::size_t c = 0; c < all.classes.size(); ++c) {
    const auto in_rest = labels_rest.find(all.classes.labels[c]);
    const auto in_part = labels_part.find(all.classes.labels[c]);
    for (std::size_t j = 0; j < d; ++j) {
      const ColumnCell was = cell_of(all, c, j);
      const ColumnCell gone = cell_of(part, in_part, columns[j]);
      if (in_part) {
        check_column(all, c, part, *in_part, j, columns[j]);
      }
      const double weight = was.weight - gone.weight;
      if (!in_rest || rest.rows[*in_rest] == 0 || weight <= rounding_share * was.weight) {
        continue;  // nothing is left, exactly
      }
      const double delta = was.mean.minus(gone.mean);
      const double odds = gone.weight / weight;
      ColumnCell cell = odds > 0 ? ColumnCell{weight, was.mean.plus(delta * odds),
                                              was.scatter - gone.scatter - was.weight * odds * (delta * delta)}
                                 : was;
      cell.weight = std::min(weight, rest.weight[*in_rest]);  // rounding may have left more
      put_cell(left, *in_rest, j, d, cell);
    }
  }
  for (std::size_t j = 0; is_pooled(left.kind) && j < d; ++j) {
    bool some = false;
    for (std::size_t c = 0; c < rest.size(); ++c) {
      some = some || left.column_weight[c * d + j] > 0;
    }
    left.scatter[j] = some ? left.scatter[j] + (all.sums.scatter[j] - part.sums.scatter[columns[j]]) : 0;
  }
  clear_complete_columns(left, rest);
  drop_slight_remainder(left, rest.weight, d);
  return left;
}

}  // namespace suffice
