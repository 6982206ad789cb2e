#include "evaluate/leave_one_out/dependence_removal.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "estimate/pseudocounts.hpp"
#include "math/special/log_zero.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

double log_of(double share) { return share > 0 ? std::log(share) : log_zero; }

}  // namespace

DependenceRemoval::DependenceRemoval(const ValueBlock& block, const ValueOptions& options, unsigned threads)
    : classes_(block.classes),
      sums_(block.sums),
      layout_(sums_.values, classes_.size()),
      conditional_(dependences(block, categories(block, options), options, threads), Shared<Block>(block.block)),
      total_(layout_.features() * classes_.size()),
      added_total_(total_.size()),
      pair_total_(layout_.first(layout_.features()) * total_.size()) {
  const std::size_t size = classes_.size();
  const std::size_t d = layout_.features();
  const Pseudocounts pseudocounts(options.pseudocount, options.estimator);
  for (std::size_t k = 0; k < d; ++k) {
    const auto beta = [&](std::size_t c, const std::string& value) {
      return pseudocounts.of(classes_.labels[c], block.block.features[k], value);
    };
    for (std::size_t v = 0; v < layout_.size(k); ++v) {
      for (std::size_t c = 0; c < size; ++c) {
        added_.push_back(beta(c, sums_.values[k][v]));
        total_[k * size + c] += sums_.counts[(layout_.first(k) + v) * size + c];
        added_total_[k * size + c] += added_.back();
      }
    }
    for (std::size_t c = 0; options.unseen == Unseen::reserve && c < size; ++c) {
      reserved_.push_back(beta(c, {}));
      added_total_[k * size + c] += reserved_.back();
    }
    const std::vector<std::string> always = known_values(block.block, k);
    const std::unordered_set<std::string_view> known(always.begin(), always.end());
    for (const std::string& value : sums_.values[k]) {
      always_.push_back(known.contains(value) ? 1 : 0);
    }
  }
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t u = 0; u < layout_.size(j); ++u) {
      for (std::size_t k = 0; k < d; ++k) {
        for (std::size_t v = 0; k != j && v < layout_.size(k); ++v) {
          for (std::size_t c = 0; c < size; ++c) {
            pair_total_[((layout_.first(j) + u) * d + k) * size + c] += sums_.pairs[layout_.place(j, u, k, v) + c];
          }
        }
      }
    }
  }
}

std::vector<DependenceRemoval::Observed> DependenceRemoval::observed(const CategoryBatch& rows, std::size_t i,
                                                                     std::size_t c, double weight,
                                                                     std::vector<std::uint32_t>& places) const {
  const std::size_t size = classes_.size();
  const ValueConditional& columns = conditional_.columns();
  std::vector<Observed> row;
  places.clear();
  for (std::size_t k = 0; k < rows.columns; ++k) {
    const std::size_t place = columns.place_of(rows, i, k);
    places.push_back(static_cast<std::uint32_t>(place));
    const std::uint32_t code = rows.codes[i * rows.columns + k];
    if (code == missing_category) {
      continue;
    }
    const std::size_t value = place - columns.firsts()[k];
    if (place == columns.ignored() || value >= layout_.size(k)) {
      throw Error(ErrorCode::usage, fmt::format("the sums have no value '{}' to remove in column '{}'",
                                                rows.values[k][code], columns.block().features[k]));
    }
    const std::size_t at = layout_.first(k) + value;
    const bool unseen = always_[at] == 0 && is_only_row(std::span(sums_.counts).subspan(at * size, size), c, weight);
    if (unseen) {
      const std::size_t unknown = reserved_.empty() ? columns.ignored() : columns.firsts()[k] + layout_.size(k);
      places.back() = static_cast<std::uint32_t>(unknown);
    }
    row.push_back({k, value, at, unseen});
  }
  return row;
}

double DependenceRemoval::log_given(const Observed& parent, const Observed& child, std::size_t c, double weight) const {
  const std::size_t size = classes_.size();
  const double rows = prior_rows(conditional_.dependences().dependence);
  const double both = sums_.pairs[layout_.place(parent.column, parent.value, child.column, child.value) + c];
  const double total = pair_total_[(parent.place * layout_.features() + child.column) * size + c];
  return log_of((what_is_left(both, weight) + rows * child.probability) / (what_is_left(total, weight) + rows));
}

double DependenceRemoval::own_density(std::span<const Observed> row, std::size_t c, double weight) const {
  const Dependences& of = conditional_.dependences();
  std::vector<double> sums;
  if (of.dependence == Dependence::tree) {
    double sum = 0;
    for (const Observed& child : row) {
      const auto parent = std::ranges::find(row, of.parents[child.column], &Observed::column);
      sum += parent == row.end() ? log_of(child.probability) : log_given(*parent, child, c, weight);
    }
    return sum;
  }
  for (const Observed& parent : row) {
    double sum = 0;
    for (const Observed& child : row) {
      sum += child.column == parent.column ? log_of(child.probability) : log_given(parent, child, c, weight);
    }
    sums.push_back(sum);
  }
  return sums.empty() ? 0.0 : log_mean_exp(sums);
}

bool DependenceRemoval::score(const CategoryBatch& rows, std::size_t i, std::size_t c, double weight,
                              DependenceConditional::Workspace& work, std::span<double> out) const {
  std::vector<Observed> row = observed(rows, i, c, weight, work.panel);
  const std::size_t size = classes_.size();
  for (Observed& value : row) {
    const std::size_t place = value.place * size + c;
    const std::size_t column = value.column * size + c;
    const double divisor = what_is_left(total_[column], weight) + added_total_[column];
    if (!(divisor > 0)) {
      return false;
    }
    const double added = !value.unseen ? added_[place] : reserved_.empty() ? 0 : reserved_[column];
    value.probability = (what_is_left(sums_.counts[place], weight) + added) / divisor;
  }
  if (reserved_.empty()) {
    std::erase_if(row, &Observed::unseen);
  }
  conditional_.log_densities(work.panel, work, out);
  out[c] = own_density(row, c, weight);
  return true;
}

void DependenceRemoval::log_densities(const LeftOut& left_out, std::span<double> out) const {
  const auto& rows = std::get<CategoryBatch>(left_out.rows);
  DependenceConditional::Workspace work;
  score_left_out(left_out, classes_, out,
                 [&](std::size_t i, std::size_t c, double weight, std::span<double> densities) {
                   return score(rows, i, c, weight, work, densities);
                 });
}

}  // namespace suffice
