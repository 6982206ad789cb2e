// Sparse counts and categories behind C entry points, for the Python benchmarks.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shim.hpp"
#include "suffice/suffice.hpp"

namespace {

/// What a benchmark holds on to: rows, their labels, and what was made of them.
struct Discrete {
  suffice::Schema schema;
  suffice::Options options;
  suffice::Table rows;
  std::vector<std::uint64_t> offsets;
  std::vector<std::vector<std::string>> dictionaries;
  std::span<const std::uint32_t> codes;
  std::vector<std::string> names;
  unsigned threads;
  suffice::Summary summary;
  std::vector<suffice::Model> model;  // none before the first fit
  std::string error;
};

// Whether body() ended well.
template <typename Body>
bool succeeds(Discrete& discrete, const Body& body) {
  return guarded(discrete.error, false, [&] {
    body();
    return true;
  });
}

}  // namespace

// The arrays belong to the caller and must stay. Class and value c are called "c".
extern "C" {

Discrete* suffice_bench_sparse(const char* model, const double* values, const std::int32_t* offsets,
                               const std::uint32_t* indices, std::size_t rows, std::size_t columns,
                               const std::uint32_t* codes, std::size_t classes, unsigned threads) {
  const suffice::NamedModel& named = suffice::find_model(model);
  auto* made = new Discrete{numbered_schema(columns, suffice::kind_of(named.role)),
                            {.readings = {{.options = named.options}}},
                            {},
                            {},
                            {},
                            {codes, rows},
                            numbers_below(classes),
                            threads,
                            {},
                            {},
                            {}};
  for (std::size_t i = 0; i <= rows; ++i) made->offsets.push_back(static_cast<std::uint64_t>(offsets[i]));
  made->rows = suffice::Table::sparse(
      {values, std::span<const std::uint64_t>(made->offsets), {indices, made->offsets.back()}, columns});
  return made;
}

Discrete* suffice_bench_categories(const char* model, const std::uint32_t* cells, std::size_t rows, std::size_t columns,
                                   std::size_t values, const std::uint32_t* codes, std::size_t classes,
                                   unsigned threads) {
  auto* made = new Discrete{numbered_schema(columns, suffice::Kind::categories),
                            {.readings = {{.options = suffice::find_model(model).options}}},
                            {},
                            {},
                            std::vector(columns, numbers_below(values)),
                            {codes, rows},
                            numbers_below(classes),
                            threads,
                            {},
                            {},
                            {}};
  made->rows = suffice::Table::categories(cells, rows, made->dictionaries);
  return made;
}

void suffice_bench_free_discrete(Discrete* discrete) { delete discrete; }

const char* suffice_bench_discrete_error(const Discrete* discrete) { return discrete->error.c_str(); }

/// The sums and the model.
bool suffice_bench_discrete_fit(Discrete* discrete) {
  return succeeds(*discrete, [&] {
    discrete->summary = suffice::summarise(
        discrete->rows, {discrete->codes, discrete->names}, discrete->schema,
        {.threads = discrete->threads, .keep = suffice::sums_needed(discrete->options, discrete->schema)});
    discrete->model = {suffice::estimate(discrete->summary, discrete->options, discrete->threads)};
  });
}

/// rows class indices.
bool suffice_bench_discrete_predict(Discrete* discrete, std::uint32_t* out) {
  return succeeds(*discrete, [&] {
    discrete->model.at(0).predict(discrete->rows, {out, discrete->codes.size()}, {.threads = discrete->threads});
  });
}

/// rows × C log joints.
bool suffice_bench_discrete_log_joint(Discrete* discrete, double* out) {
  return succeeds(*discrete, [&] {
    const std::size_t size = discrete->codes.size() * discrete->names.size();
    discrete->model.at(0).log_joint(discrete->rows, {out, size}, {.threads = discrete->threads});
  });
}
}
