// Caches: what options and sums imply and what takes time to compute, made, and compared with those of a file.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "estimate/model_table.hpp"
#include "estimate/terms/events.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/fit.hpp"
#include "suffice/store.hpp"

namespace suffice {

namespace {

/// Rounding differs from one machine to the other: that of logarithms in the last bits, and with it that of sums; and
/// completed moments have converged up to some such share of a standard deviation.
constexpr double constants_tolerance = 1e-9;
constexpr double moments_tolerance = 1e-6;

bool agree(const TermConstants& found, const TermConstants& expected) {
  const auto near = [](double a, double b) {
    return a == b || std::abs(a - b) <= constants_tolerance * std::max(std::abs(a), std::abs(b));
  };
  return found.last_term == expected.last_term &&
         std::equal(found.numbers.begin(), found.numbers.end(), expected.numbers.begin(), expected.numbers.end(), near);
}

/// Scatters S and S′ as shares of √(S_ii S_jj); means as shares of √(S_jj / n), n being the weight of all classes.
bool agree(const Moments& found, const Moments& expected, const ClassCounts& classes) {
  if (found.kind != expected.kind || found.mean.size() != expected.mean.size() ||
      found.scatter.size() != expected.scatter.size()) {
    return false;
  }
  const std::size_t d = expected.mean.size() / classes.size();
  const std::size_t size = d * d;
  const auto scale = [&](std::size_t set, std::size_t j) {
    return std::sqrt(expected.scatter[set * size + j * d + j]);
  };
  for (std::size_t k = 0; k < expected.scatter.size(); ++k) {
    const double most = moments_tolerance * scale(k / size, k % size / d) * scale(k / size, k % d);
    if (!(std::abs(found.scatter[k] - expected.scatter[k]) <= most)) return false;
  }
  const double root_weight = std::sqrt(classes.total_weight());
  for (std::size_t k = 0; k < expected.mean.size(); ++k) {
    const std::size_t set = expected.kind == MomentKind::full ? k / d : 0;
    const double rounding = 0x1p-40 * std::abs(expected.mean[k]);
    const double most = moments_tolerance * scale(set, k % d) / root_weight + rounding;
    if (!(std::abs(found.mean[k] - expected.mean[k]) <= most)) return false;
  }
  return true;
}

[[noreturn]] void refuse(const char* what) {
  throw Error(ErrorCode::bad_model,
              fmt::format("{}; they are not needed, and estimating the model again makes them anew", what));
}

}  // namespace

Caches make_caches(const Summary& summary, const Options& options, unsigned threads) {
  Caches caches;
  if (needs_rows(options)) return caches;
  try {
    const std::size_t readings = checked(options, summary.schema).readings.size();
    caches.completed = complete(summary, options, threads);
    for (std::size_t r = 0; r < readings; ++r) caches.terms.push_back(term_constants(summary, options, r, threads));
  } catch (const Error& error) {
    if (error.code() == ErrorCode::internal) throw;
    return {};
  }
  return caches;
}

void check_caches(const Stored& stored, unsigned threads) {
  if (stored.caches.ignored) refuse("the caches of the model file belong to other options or sums");
  if (stored.caches.completed.empty() && stored.caches.terms.empty()) return;
  const Caches expected = make_caches(stored.summary, stored.options, threads);
  for (std::size_t r = 0; r < stored.caches.completed.size(); ++r) {
    const Moments* found = stored.caches.completed[r].get();
    if (found == nullptr) continue;
    const Moments* right = r < expected.completed.size() ? expected.completed[r].get() : nullptr;
    if (right == nullptr || !agree(*found, *right, stored.summary.classes)) {
      refuse("the completed moments of the model file are not those of its sums");
    }
  }
  for (std::size_t r = 0; r < stored.caches.terms.size(); ++r) {
    const TermConstants* found = stored.caches.terms[r].get();
    if (found == nullptr) continue;
    const TermConstants* right = r < expected.terms.size() ? expected.terms[r].get() : nullptr;
    if (right == nullptr || !agree(*found, *right)) {
      refuse("the constants over all terms are not those of the sums of the model file");
    }
  }
}

}  // namespace suffice
