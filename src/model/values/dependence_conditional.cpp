#include "model/values/dependence_conditional.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "encode/check_rows.hpp"
#include "math/special/log_zero.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// sums[k] = Σ_i table[rows[i] · width + k] for `count` numbers k, in the order of i.
template <std::size_t count>
void sum_columns(const double* table, std::size_t width, std::span<const std::uint32_t> rows, double* sums) {
  std::array<double, count> sum{};
  for (const std::uint32_t row : rows) {
    const double* next = table + row * width;
    for (std::size_t k = 0; k < count; ++k) {
      sum[k] += next[k];
    }
  }
  std::copy_n(sum.begin(), count, sums);
}

void sum_rows(const double* table, std::size_t width, std::span<const std::uint32_t> rows, double* sums) {
  std::size_t k = 0;
  for (; k + 8 <= width; k += 8) {
    sum_columns<8>(table + k, width, rows, sums + k);
  }
  if (k + 4 <= width) {
    sum_columns<4>(table + k, width, rows, sums + k);
    k += 4;
  }
  if (k + 2 <= width) {
    sum_columns<2>(table + k, width, rows, sums + k);
    k += 2;
  }
  if (k < width) {
    sum_columns<1>(table + k, width, rows, sums + k);
  }
}

}  // namespace

// What is below the largest by more than 50 is less than its last bit.
double log_mean_exp(const double* values, std::size_t n, std::size_t step) {
  double largest = log_zero;
  for (std::size_t i = 0; i < n; ++i) {
    largest = std::max(largest, values[i * step]);
  }
  if (largest == log_zero) {
    return log_zero;
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double below = values[i * step] - largest;
    sum += below > -50 ? std::exp(below) : 0.0;
  }
  return largest + std::log(sum / static_cast<double>(n));
}

DependenceConditional::DependenceConditional(Dependences dependences, const Shared<Block>& block)
    : dependences_(std::move(dependences)), columns_(dependences_.single, block) {}

void DependenceConditional::find_tree_rows(std::span<const std::uint32_t> places,
                                           std::vector<std::uint32_t>& rows) const {
  rows.clear();
  const std::size_t ignored = columns_.ignored();
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k] == ignored) {
      continue;
    }
    const std::size_t parent = dependences_.parents[k];
    std::size_t u = 0;  // after the values of the parent
    if (parent != no_parent) {
      u = places[parent] == ignored ? dependences_.single.size(parent) : places[parent] - dependences_.firsts[parent];
    }
    rows.push_back(static_cast<std::uint32_t>(dependences_.starts[k] + u * dependences_.single.size(k) + places[k] -
                                              dependences_.firsts[k]));
  }
}

void DependenceConditional::log_density(std::span<const std::uint32_t> places, Workspace& work,
                                        std::span<double> out) const {
  const double* table = dependences_.log_probability.data();
  if (is_tree()) {
    find_tree_rows(places, work.present);
    sum_rows(table, classes(), work.present, out.data());
    return;
  }
  work.present.clear();
  std::ranges::copy_if(places, std::back_inserter(work.present),
                       [ignored = columns_.ignored()](std::uint32_t place) { return place != ignored; });
  const std::size_t count = work.present.size();
  if (count == 0) {
    std::ranges::fill(out, 0.0);
    return;
  }
  work.sums.resize(count * classes());
  for (std::size_t i = 0; i < count; ++i) {
    sum_rows(table + work.present[i] * dependences_.values() * classes(), classes(), work.present,
             &work.sums[i * classes()]);
  }
  for (std::size_t c = 0; c < classes(); ++c) {
    out[c] = log_mean_exp(&work.sums[c], count, classes());
  }
}

void DependenceConditional::add_log_density(const BlockRows& rows, std::size_t first, std::size_t count,
                                            Wanted /*wanted*/, std::span<PanelColumn> out, Workspace& work) const {
  const auto& batch = std::get<CategoryBatch>(rows);
  columns_.prepare(batch, work);
  work.density.resize(classes());
  for (std::size_t start = 0; start < count; start += panel_rows) {
    const std::size_t panel = std::min(panel_rows, count - start);
    columns_.find_panel(batch, first + start, panel, work);
    const auto scores = out.subspan(start / panel_rows * classes(), classes());
    for (std::size_t r = 0; r < panel; ++r) {
      log_density(std::span(work.panel).subspan(r * batch.columns, batch.columns), work, work.density);
      for (std::size_t c = 0; c < classes(); ++c) {
        scores[c][r] = work.start[c] + work.density[c];
      }
    }
  }
}

std::vector<std::uint32_t> DependenceConditional::places_of(const CategoryBatch& rows, std::size_t i) const {
  std::vector<std::uint32_t> places;
  for (std::size_t j = 0; j < rows.columns; ++j) {
    places.push_back(static_cast<std::uint32_t>(columns_.place_of(rows, i, j)));
  }
  return places;
}

std::optional<std::string> DependenceConditional::impossible(const BlockRows& rows, std::size_t i,
                                                             std::span<double> left) const {
  const auto& batch = std::get<CategoryBatch>(rows);
  const std::vector<std::uint32_t> places = places_of(batch, i);
  std::vector<std::uint32_t> some(places.size(), static_cast<std::uint32_t>(columns_.ignored()));
  Workspace work;
  std::vector<double> density(classes());
  log_density(places, work, density);
  std::ranges::transform(density, left, density.begin(), std::plus<>());
  if (std::ranges::max(density) > log_zero) {
    std::ranges::copy(density, left.begin());
    return std::nullopt;
  }
  for (std::size_t j = 0; j < places.size(); ++j) {
    some[j] = places[j];
    log_density(some, work, density);
    std::ranges::transform(density, left, density.begin(), std::plus<>());
    if (places[j] != columns_.ignored() && std::ranges::max(density) == log_zero) {
      const auto value = batch.values[j][batch.codes[i * batch.columns + j]];
      return fmt::format("column {}: no class has the value {}{}", quoted(block().features[j]), quoted(value),
                         j == 0 ? "" : " with those of the columns before it");
    }
  }
  return std::nullopt;
}

Explanation DependenceConditional::explain(const BlockRows& rows, std::size_t i, std::span<const double> start) const {
  const auto& batch = std::get<CategoryBatch>(rows);
  check_codes(std::get<CategoryBatch>(slice_rows(rows, i, 1)), block(), i, 1);
  const std::vector<std::uint32_t> places = places_of(batch, i);
  Explanation result{{}, {start.begin(), start.end()}, {start.begin(), start.end()}};
  Workspace work;
  std::vector<double> density(classes());
  log_density(places, work, density);
  const std::size_t count = work.present.size();
  std::vector<double> shares(count * classes());  // w
  for (std::size_t k = 0; !is_tree() && k < shares.size(); ++k) {
    const double all = density[k % classes()];
    shares[k] = (all == log_zero ? 1 : std::exp(work.sums[k] - all)) / static_cast<double>(count);
  }
  std::size_t place = 0;
  for (std::size_t j = 0; j < batch.columns; ++j) {
    if (places[j] == columns_.ignored()) {
      continue;
    }
    std::vector<double> scores(classes());
    for (std::size_t c = 0; c < classes(); ++c) {
      if (is_tree()) {
        scores[c] = dependences_.log_probability[work.present[place] * classes() + c];
        continue;
      }
      for (std::size_t parent = 0; parent < count; ++parent) {
        const double share = shares[parent * classes() + c];
        scores[c] += share > 0 ? share * given(work.present[parent], places[j])[c] : 0;
      }
      const double own = shares[place * classes() + c];
      scores[c] -= own > 0 ? own * std::log(own * static_cast<double>(count)) : 0;
    }
    ++place;
    std::ranges::transform(result.log_joint, scores, result.log_joint.begin(), std::plus<>());
    const auto value = batch.values[j][batch.codes[i * batch.columns + j]];
    result.contributions.push_back({block().features[j], std::string(value), std::move(scores)});
  }
  return result;
}

LinearForm DependenceConditional::linear_form() const {
  throw Error(ErrorCode::usage, "columns that depend on one another have no linear form", {},
              {Remedy{"model", {"categorical-nb"}}});
}

std::optional<std::size_t> DependenceConditional::draw(std::size_t j, std::size_t c, const double* logs,
                                                       Random& random) const {
  std::vector<double> shares;
  double sum = 0;
  for (std::size_t m = 0; m < dependences_.single.values[j].size(); ++m) {
    shares.push_back(std::exp(logs[m * classes() + c]));
    sum += shares.back();
  }
  if (!(sum > 0)) {
    return std::nullopt;
  }
  std::ranges::for_each(shares, [sum](double& share) { share /= sum; });
  return random.index(shares);
}

void DependenceConditional::sample(std::size_t c, Random& random, DrawnRow& out,
                                   std::optional<double> /*length*/) const {
  const Dependences& of = dependences_;
  const std::size_t d = of.features();
  out.categories.assign(d, {});
  std::vector<std::optional<std::size_t>> drawn(d);
  const auto take = [&](std::size_t k, const double* logs) {
    drawn[k] = draw(k, c, logs, random);
    if (drawn[k]) {
      out.categories[k] = of.single.values[k][*drawn[k]];
    }
  };
  if (!is_tree()) {
    std::vector<std::size_t> parents;
    for (std::size_t j = 0; j < d; ++j) {
      if (!of.single.values[j].empty()) {
        parents.push_back(j);
      }
    }
    if (parents.empty()) {
      return;
    }
    const std::vector<double> even(parents.size(), 1.0 / static_cast<double>(parents.size()));
    const std::size_t parent = parents[random.index(even)];
    take(parent, &of.single.log_probability[of.firsts[parent] * classes()]);
    for (std::size_t k = 0; drawn[parent] && k < d; ++k) {
      if (k != parent && !of.single.values[k].empty()) {
        take(k, given(of.firsts[parent] + *drawn[parent], of.firsts[k]));
      }
    }
    return;
  }
  // A column is drawn after its parent, which may stand behind it.
  std::vector<bool> is_done(d);
  for (std::size_t done = 0; done < d;) {
    for (std::size_t k = 0; k < d; ++k) {
      const std::size_t parent = of.parents[k];
      if (is_done[k] || (parent != no_parent && !is_done[parent])) {
        continue;
      }
      const std::size_t last = parent == no_parent ? 0 : of.single.size(parent);
      const std::size_t u = parent != no_parent && drawn[parent] ? *drawn[parent] : last;
      if (!of.single.values[k].empty()) {
        take(k, &of.log_probability[(of.starts[k] + u * of.single.size(k)) * classes()]);
      }
      is_done[k] = true;
      ++done;
    }
  }
}

}  // namespace suffice
