#include "estimate/values/dependences.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "estimate/model_table.hpp"
#include "math/special/log_zero.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "summary/values/pair_layout.hpp"

namespace suffice {

namespace {

void check_pairs(const ValueBlock& values, const std::string& model) {
  if (!has_pairs(values.sums, values.classes.size())) {
    throw Error(
        ErrorCode::usage,
        fmt::format("these sums count single values, and {} needs counts of pairs, which cannot be read off them",
                    model),
        {}, {Remedy{"model", {model}, Remedy::Act::refit}});
  }
}

// Makes log p(v | c, u) of pairs.
class Conditionals {
 public:
  Conditionals(const ValueBlock& values, const Dependences& of)
      : sums_(values.sums), of_(of), layout_(values.sums.values, of.classes()), rows_(prior_rows(of.dependence)) {
    probability_.reserve(of.single.log_probability.size());
    std::ranges::transform(of.single.log_probability, std::back_inserter(probability_),
                           [](double log) { return std::exp(log); });
  }

  /// M_k × C numbers for value u of feature j. A value that is reserved has no rows.
  void write(std::size_t j, std::size_t u, std::size_t k, double* out) const {
    const std::size_t classes = of_.classes();
    const bool counted = u < layout_.size(j);
    for (std::size_t c = 0; c < classes; ++c) {
      double total = 0;
      for (std::size_t v = 0; counted && v < layout_.size(k); ++v) {
        total += sums_.pairs[layout_.place(j, u, k, v) + c];
      }
      for (std::size_t v = 0; v < of_.single.size(k); ++v) {
        const bool both = counted && v < layout_.size(k);
        const double count = both ? sums_.pairs[layout_.place(j, u, k, v) + c] : 0;
        const double share = (count + rows_ * probability_[(of_.firsts[k] + v) * classes + c]) / (total + rows_);
        out[v * classes + c] = share > 0 ? std::log(share) : log_zero;
      }
    }
  }

 private:
  const ValueCounts& sums_;
  const Dependences& of_;
  PairLayout layout_;
  double rows_;
  std::vector<double> probability_;
};

std::span<const double> single_of(const Dependences& of, std::size_t k) {
  return std::span(of.single.log_probability)
      .subspan(of.firsts[k] * of.classes(), (of.firsts[k + 1] - of.firsts[k]) * of.classes());
}

void fill_one(const Conditionals& conditionals, Dependences& of, unsigned threads) {
  const std::size_t classes = of.classes();
  of.log_probability.resize(of.values() * of.values() * classes);
  parallel_for(threads, of.features(), [&](std::size_t j, unsigned /*worker*/) {
    for (std::size_t a = of.firsts[j]; a < of.firsts[j + 1]; ++a) {
      double* row = &of.log_probability[a * of.values() * classes];
      for (std::size_t k = 0; k < of.features(); ++k) {
        if (k != j) {
          conditionals.write(j, a - of.firsts[j], k, row + of.firsts[k] * classes);
        }
      }
      std::copy_n(&of.single.log_probability[a * classes], classes, row + a * classes);
    }
  });
}

void fill_tree(const Conditionals& conditionals, Dependences& of) {
  const std::size_t classes = of.classes();
  for (std::size_t k = 0; k < of.features(); ++k) {
    of.starts.push_back(of.log_probability.size() / std::max<std::size_t>(classes, 1));
    const std::size_t parent = of.parents[k];
    const std::size_t table = of.single.size(k) * classes;
    for (std::size_t u = 0; parent != no_parent && u < of.single.size(parent); ++u) {
      of.log_probability.resize(of.log_probability.size() + table);
      conditionals.write(parent, u, k, of.log_probability.data() + (of.log_probability.size() - table));
    }
    const auto single = single_of(of, k);
    of.log_probability.insert(of.log_probability.end(), single.begin(), single.end());
  }
}

}  // namespace

std::vector<double> conditional_information(const ValueBlock& values) {
  check_pairs(values, "tan");
  const std::size_t classes = values.classes.size();
  const PairLayout layout(values.sums.values, classes);
  const std::size_t d = layout.features();
  std::vector<double> information(d * d);
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t k = j + 1; k < d; ++k) {
      std::vector<double> of_u(layout.size(j) * classes);
      std::vector<double> of_v(layout.size(k) * classes);
      std::vector<double> of_class(classes);
      double all = 0;
      // visit(u, v, c, N_c(u, v))
      const auto visit_counts = [&](const auto& visit) {
        for (std::size_t u = 0; u < layout.size(j); ++u) {
          for (std::size_t v = 0; v < layout.size(k); ++v) {
            for (std::size_t c = 0; c < classes; ++c) {
              visit(u, v, c, values.sums.pairs[layout.place(j, u, k, v) + c]);
            }
          }
        }
      };
      visit_counts([&](std::size_t u, std::size_t v, std::size_t c, double count) {
        of_u[u * classes + c] += count;
        of_v[v * classes + c] += count;
        of_class[c] += count;
        all += count;
      });
      double sum = 0;
      visit_counts([&](std::size_t u, std::size_t v, std::size_t c, double count) {
        if (count > 0) {
          sum += count * std::log(count / of_u[u * classes + c] * (of_class[c] / of_v[v * classes + c]));
        }
      });
      const double share = all > 0 ? std::max(sum / all, 0.0) : 0.0;
      information[j * d + k] = share;
      information[k * d + j] = share;
    }
  }
  return information;
}

std::vector<std::size_t> spanning_tree(const std::vector<double>& weights, std::size_t d) {
  std::vector<std::size_t> parents(d, no_parent);
  std::vector<bool> inside(d);
  if (d > 0) {
    inside[0] = true;
  }
  for (std::size_t grown = 1; grown < d; ++grown) {
    std::size_t next = no_parent;
    std::size_t parent = no_parent;
    for (std::size_t k = 0; k < d; ++k) {
      for (std::size_t j = 0; !inside[k] && j < d; ++j) {
        if (inside[j] && (next == no_parent || weights[j * d + k] > weights[parent * d + next])) {
          next = k;
          parent = j;
        }
      }
    }
    parents[next] = parent;
    inside[next] = true;
  }
  return parents;
}

Dependences dependences(const ValueBlock& values, Categories single, const ValueOptions& options, unsigned threads,
                        std::vector<std::size_t> tree) {
  check_pairs(values, named_model(options).name);
  Dependences result;
  result.single = std::move(single);
  result.dependence = options.dependence;
  result.firsts.push_back(0);
  for (std::size_t j = 0; j < result.features(); ++j) {
    result.firsts.push_back(result.firsts.back() + result.single.size(j));
  }
  const Conditionals conditionals(values, result);
  if (options.dependence == Dependence::tree) {
    result.parents = tree.empty() ? spanning_tree(conditional_information(values), result.features()) : std::move(tree);
    fill_tree(conditionals, result);
  } else {
    fill_one(conditionals, result, threads);
  }
  return result;
}

}  // namespace suffice
