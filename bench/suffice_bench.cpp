// The public C++ API behind C entry points, so that Python benchmarks can time it on numpy's own arrays.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shim.hpp"
#include "suffice/suffice.hpp"

namespace {

using suffice::Model;
using suffice::Summary;
using suffice::Table;

/// Text of the last failure; the benchmarks call from one thread.
std::string& last_error() {
  static std::string text;
  return text;
}

/// A model by its name: maximum likelihood, no shrinkage, empirical class prior.
suffice::Options options_of(const char* model) {
  return {.readings = {{.options = suffice::find_model(model).options}}};
}

const suffice::Moments& moments_of(const Summary& summary) { return std::get<suffice::Moments>(summary.sums[0]); }

Table table_of(const void* values, bool single, std::size_t rows, std::size_t columns) {
  return single ? Table::row_major(static_cast<const float*>(values), rows, columns)
                : Table::row_major(static_cast<const double*>(values), rows, columns);
}

}  // namespace

// Pointers returned are owned by the caller and freed by the matching function. Calls that fail return null or false;
// suffice_bench_error() then says why. Arrays are row-major and dense, of float where `single`, else of double.
extern "C" {

const char* suffice_bench_error() { return last_error().c_str(); }

/// The smallest sums that the model needs. Class c is called "c".
Summary* suffice_bench_summarise(const char* model, const void* values, bool single, std::size_t rows,
                                 std::size_t columns, const std::uint32_t* codes, std::size_t classes,
                                 unsigned threads) {
  return guarded<Summary*>(last_error(), nullptr, [&] {
    const std::vector<std::string> names = numbers_below(classes);
    const suffice::Labels labels{{codes, rows}, names};
    const suffice::Schema schema = numbered_schema(columns, suffice::Kind::measurements);
    return new Summary(
        suffice::summarise(table_of(values, single, rows, columns), labels, schema,
                           {.threads = threads, .keep = suffice::sums_needed(options_of(model), schema)}));
  });
}

void suffice_bench_free_summary(Summary* summary) { delete summary; }

/// The bytes that the sums take.
std::size_t suffice_bench_size(const Summary* summary) {
  const suffice::Moments& moments = moments_of(*summary);
  return sizeof(double) * (moments.mean.size() + moments.scatter.size() + moments.third.size() + moments.fourth.size());
}

Model* suffice_bench_estimate(const Summary* summary, const char* model, unsigned threads) {
  return guarded<Model*>(last_error(), nullptr,
                         [&] { return new Model(suffice::estimate(*summary, options_of(model), threads)); });
}

void suffice_bench_free_model(Model* model) { delete model; }

/// C × d class means.
void suffice_bench_means(const Summary* summary, double* out) { std::ranges::copy(moments_of(*summary).mean, out); }

/// d × d: the scatter of class c about its mean. For the sums of qda, which keep one for each class.
void suffice_bench_scatter(const Summary* summary, std::size_t c, double* out) {
  const std::size_t size = summary->schema.blocks[0].features.size() * summary->schema.blocks[0].features.size();
  std::ranges::copy(std::span(moments_of(*summary).scatter).subspan(c * size, size), out);
}

/// rows × C: p(y=c | x), in the type of the values.
bool suffice_bench_posterior(const Model* model, const void* values, bool single, std::size_t rows, void* out,
                             unsigned threads) {
  return guarded(last_error(), false, [&] {
    const std::size_t size = rows * model->labels().size();
    const Table table = table_of(values, single, rows, model->schema().blocks[0].features.size());
    if (single) {
      model->posterior(table, std::span(static_cast<float*>(out), size), {.threads = threads});
    } else {
      model->posterior(table, std::span(static_cast<double*>(out), size), {.threads = threads});
    }
    return true;
  });
}
}
