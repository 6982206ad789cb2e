#include "model/values/dependence_conditional.hpp"

#include <algorithm>
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

// sums[k] = Σ_i table[rows[i] · width + k] for k < width, in the order of i. Sums are named so that compilers keep them
// in registers.
void sum_rows(const double* table, std::size_t width, std::span<const std::uint32_t> rows, double* sums) {
  std::size_t k = 0;
  for (; k + 4 <= width; k += 4) {
    double first = 0;
    double second = 0;
    double third = 0;
    double fourth = 0;
    for (const std::uint32_t row : rows) {
      const double* next = table + row * width + k;
      first += next[0];
      second += next[1];
      third += next[2];
      fourth += next[3];
    }
    sums[k] = first;
    sums[k + 1] = second;
    sums[k + 2] = third;
    sums[k + 3] = fourth;
  }
  for (; k + 2 <= width; k += 2) {
    double first = 0;
    double second = 0;
    for (const std::uint32_t row : rows) {
      const double* next = table + row * width + k;
      first += next[0];
      second += next[1];
    }
    sums[k] = first;
    sums[k + 1] = second;
  }
  if (k < width) {
    sums[k] = 0;
    for (const std::uint32_t row : rows) {
      sums[k] += table[row * width + k];
    }
  }
}

// Adds exp(log) to sum · exp(largest), and keeps the largest log. What is below it by more than 50 is less than the
// last bit of the sum.
void add_exponential(double log, double& largest, double& sum) {
  const double above = log - largest;
  if (log == log_zero || above < -50) {
    return;
  }
  if (above <= 0) {
    sum += std::exp(above);
    return;
  }
  sum = (above > 50 ? 0.0 : sum * std::exp(-above)) + 1;
  largest = log;
}

}  // namespace

double log_mean_exp(std::span<const double> logs) {
  double largest = log_zero;
  double sum = 0;
  for (const double log : logs) {
    add_exponential(log, largest, sum);
  }
  return sum > 0 ? largest + std::log(sum / static_cast<double>(logs.size())) : log_zero;
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

void DependenceConditional::log_densities(std::span<const std::uint32_t> places, Workspace& work,
                                          std::span<double> out) const {
  if (!is_tree()) {
    average(places, work, out);
    return;
  }
  const std::size_t d = dependences_.features();
  for (std::size_t r = 0; r * d < places.size(); ++r) {
    find_tree_rows(places.subspan(r * d, d), work.present);
    sum_rows(dependences_.log_probability.data(), classes(), work.present, &out[r * classes()]);
  }
}

// Column after column for all rows: what follows from the values of one column is a table that stays in the cache. The
// sum of exponentials is kept relative to its largest term.
void DependenceConditional::average(std::span<const std::uint32_t> places, Workspace& work,
                                    std::span<double> out) const {
  const std::size_t d = dependences_.features();
  const std::size_t C = classes();
  const std::size_t rows = d == 0 ? 0 : places.size() / d;
  const std::size_t ignored = columns_.ignored();
  work.present.clear();
  work.ends.clear();
  for (std::size_t r = 0; r < rows; ++r) {
    std::ranges::copy_if(places.subspan(r * d, d), std::back_inserter(work.present),
                         [ignored](std::uint32_t place) { return place != ignored; });
    work.ends.push_back(work.present.size());
  }
  work.sums.resize(C);
  work.largest.assign(rows * C, log_zero);
  std::ranges::fill(out, 0.0);
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t r = 0; r < rows; ++r) {
      const std::size_t parent = places[r * d + j];
      if (parent == ignored) {
        continue;
      }
      const std::size_t first = r == 0 ? 0 : work.ends[r - 1];
      sum_rows(given(parent, 0), C, std::span(work.present).subspan(first, work.ends[r] - first), work.sums.data());
      for (std::size_t c = 0; c < C; ++c) {
        add_exponential(work.sums[c], work.largest[r * C + c], out[r * C + c]);
      }
    }
  }
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t count = work.ends[r] - (r == 0 ? 0 : work.ends[r - 1]);
    for (std::size_t k = r * C; k < (r + 1) * C; ++k) {
      const bool some = work.largest[k] > log_zero;
      out[k] = some ? work.largest[k] + std::log(out[k] / static_cast<double>(count)) : count == 0 ? 0.0 : log_zero;
    }
  }
}

void DependenceConditional::add_log_density(const BlockRows& rows, std::size_t first, std::size_t count,
                                            Wanted /*wanted*/, std::span<PanelColumn> out, Workspace& work) const {
  const auto& batch = std::get<CategoryBatch>(rows);
  columns_.prepare(batch, first, count, work);
  work.likes_long_calls = true;
  work.places.clear();
  for (std::size_t start = 0; start < count; start += panel_rows) {
    const std::size_t panel = std::min(panel_rows, count - start);
    columns_.find_panel(batch, first + start, panel, work);
    const auto end = work.panel.begin() + static_cast<std::ptrdiff_t>(panel * batch.columns);
    work.places.insert(work.places.end(), work.panel.begin(), end);
  }
  work.density.resize(count * classes());
  log_densities(work.places, work, work.density);
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t c = 0; c < classes(); ++c) {
      out[r / panel_rows * classes() + c][r % panel_rows] = work.start[c] + work.density[r * classes() + c];
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
  log_densities(places, work, density);
  std::ranges::transform(density, left, density.begin(), std::plus<>());
  if (std::ranges::max(density) > log_zero) {
    std::ranges::copy(density, left.begin());
    return std::nullopt;
  }
  for (std::size_t j = 0; j < places.size(); ++j) {
    some[j] = places[j];
    log_densities(some, work, density);
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
  log_densities(places, work, density);
  const std::size_t count = work.present.size();
  std::vector<double> shares(count * classes());  // w
  for (std::size_t parent = 0; !is_tree() && parent < count; ++parent) {
    sum_rows(given(work.present[parent], 0), classes(), work.present, work.sums.data());
    for (std::size_t c = 0; c < classes(); ++c) {
      const double share = density[c] == log_zero ? 1 : std::exp(work.sums[c] - density[c]);
      shares[parent * classes() + c] = share / static_cast<double>(count);
    }
  }
  std::size_t place = 0;
  for (std::size_t j = 0; j < batch.columns; ++j) {
    if (places[j] == columns_.ignored()) {
      columns_.show_unknown(batch, i, j, result);
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
