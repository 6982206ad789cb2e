// The public C++ API behind C entry points, so that Python benchmarks can time it on numpy's own arrays.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "suffice/suffice.hpp"

namespace {

using suffice::Batch;
using suffice::Model;
using suffice::Summary;

/// Text of the last failure; the benchmarks call from one thread.
std::string& last_error() {
  static std::string text;
  return text;
}

/// The value of body(), or `otherwise` after keeping the message of what it threw.
template <typename Value, typename Body>
Value guarded(Value otherwise, const Body& body) {
  try {
    return body();
  } catch (const std::exception& error) {
    last_error() = error.what();
    return otherwise;
  }
}

/// Columns 0, 1, … and the label y.
suffice::Schema numbered_schema(std::size_t columns) {
  suffice::Schema schema{.features = {}, .target = "y", .weight = {}};
  for (std::size_t j = 0; j < columns; ++j) schema.features.push_back(std::to_string(j));
  return schema;
}

/// exp in place, the array cut into one piece per thread.
void exponentiate(std::span<double> numbers, unsigned threads) {
  std::vector<std::jthread> workers;
  workers.reserve(threads);
  for (unsigned t = 0; t < threads; ++t) {
    const std::size_t first = numbers.size() * t / threads;
    const std::size_t last = numbers.size() * (t + 1) / threads;
    workers.emplace_back([part = numbers.subspan(first, last - first)] {
      std::ranges::transform(part, part.begin(), [](double x) { return std::exp(x); });
    });
  }
}

}  // namespace

// Pointers returned are owned by the caller and freed by the matching function. Calls that fail return null or false;
// suffice_bench_error() then says why. Arrays are row-major and dense.
extern "C" {

const char* suffice_bench_error() { return last_error().c_str(); }

/// Class c is called "c".
Summary* suffice_bench_summarise(const double* values, std::size_t rows, std::size_t columns,
                                 const std::uint32_t* codes, std::size_t classes, unsigned threads) {
  return guarded<Summary*>(nullptr, [&] {
    std::vector<std::string> names;
    names.reserve(classes);
    for (std::size_t c = 0; c < classes; ++c) names.push_back(std::to_string(c));
    const suffice::Labels labels{{codes, rows}, names};
    return new Summary(suffice::summarise(Batch::row_major(values, rows, columns), labels, numbered_schema(columns),
                                          {.threads = threads}));
  });
}

void suffice_bench_free_summary(Summary* summary) { delete summary; }

/// Maximum likelihood, no shrinkage, empirical class prior.
Model* suffice_bench_estimate(const Summary* summary) {
  return guarded<Model*>(nullptr, [&] { return new Model(suffice::estimate(*summary)); });
}

void suffice_bench_free_model(Model* model) { delete model; }

/// C × d class means.
void suffice_bench_means(const Summary* summary, double* out) { std::ranges::copy(summary->moments.mean, out); }

/// C × d coefficients and C intercepts.
void suffice_bench_linear_form(const Model* model, double* coefficients, double* intercepts) {
  const suffice::LinearForm form = model->linear_form();
  std::ranges::copy(form.coefficients, coefficients);
  std::ranges::copy(form.intercepts, intercepts);
}

/// rows × C: p(y=c | x), or its log when `logs`.
bool suffice_bench_posterior(const Model* model, const double* values, std::size_t rows, double* out, bool logs,
                             unsigned threads) {
  return guarded(false, [&] {
    const std::span<double> posterior(out, rows * model->labels().size());
    const Batch batch = Batch::row_major(values, rows, model->schema().features.size());
    model->log_posterior(batch, posterior, {.threads = threads});
    if (!logs) exponentiate(posterior, threads);
    return true;
  });
}
}
