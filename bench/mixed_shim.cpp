// Models of numbers beside categories, and of either alone, behind C entry points.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "shim.hpp"
#include "suffice/suffice.hpp"

namespace {

/// A table in the caller's arrays, and what was made of it.
struct Mixed {
  suffice::Schema schema;
  suffice::Options options;
  suffice::Table rows;
  std::vector<std::vector<std::string>> dictionaries;
  std::span<const std::uint32_t> codes;
  std::vector<std::string> names;
  unsigned threads;
  suffice::Summary summary;
  std::vector<suffice::Model> model;  // none before the first fit
  std::string error;
};

std::vector<std::string> names_of(const char* prefix, std::size_t count) {
  std::vector<std::string> names = numbers_below(count);
  for (std::string& name : names) name.insert(0, prefix);
  return names;
}

void add_block(Mixed& mixed, suffice::Kind kind, std::vector<std::string> features, const char* model) {
  mixed.options.readings.push_back(
      {.block = mixed.schema.blocks.size(), .options = suffice::find_model(model).options});
  mixed.schema.blocks.push_back({.kind = kind, .features = std::move(features)});
}

}  // namespace

// The arrays belong to the caller and must stay. They are row-major and dense; class and value c are called "c".
extern "C" {

/// lda of the numbers, categorical-nb of the cells; one of them alone where the other has no columns.
Mixed* suffice_bench_mixed(const double* numbers, std::size_t number_columns, const std::uint32_t* cells,
                           std::size_t cell_columns, std::size_t values, std::size_t rows, const std::uint32_t* codes,
                           std::size_t classes, unsigned threads) {
  auto* made = new Mixed{{.blocks = {}, .target = "y"},
                         {},
                         {.rows = rows, .columns = {}},
                         std::vector(cell_columns, numbers_below(values)),
                         {codes, rows},
                         numbers_below(classes),
                         threads,
                         {},
                         {},
                         {}};
  if (number_columns > 0) {
    add_block(*made, suffice::Kind::measurements, names_of("number ", number_columns), "lda");
    made->rows = suffice::Table::row_major(numbers, rows, number_columns);
  }
  if (cell_columns > 0) {
    add_block(*made, suffice::Kind::categories, names_of("category ", cell_columns), "categorical-nb");
    const suffice::Table categories = suffice::Table::categories(cells, rows, made->dictionaries);
    made->rows.columns.insert(made->rows.columns.end(), categories.columns.begin(), categories.columns.end());
  }
  return made;
}

void suffice_bench_free_mixed(Mixed* mixed) { delete mixed; }

const char* suffice_bench_mixed_error(const Mixed* mixed) { return mixed->error.c_str(); }

/// The sums and the model.
bool suffice_bench_mixed_fit(Mixed* mixed) {
  return guarded(mixed->error, false, [&] {
    mixed->summary =
        suffice::summarise(mixed->rows, {mixed->codes, mixed->names}, mixed->schema,
                           {.threads = mixed->threads, .keep = suffice::sums_needed(mixed->options, mixed->schema)});
    mixed->model = {suffice::estimate(mixed->summary, mixed->options, mixed->threads)};
    return true;
  });
}

/// Whether the classes are the same, and block `block` has the sums of the only block of `part`, to the bit.
bool suffice_bench_mixed_has_sums_of(const Mixed* mixed, std::size_t block, const Mixed* part) {
  return mixed->summary.classes == part->summary.classes && mixed->summary.sums[block] == part->summary.sums[0];
}

/// rows × C log joints.
bool suffice_bench_mixed_log_joint(Mixed* mixed, double* out) {
  return guarded(mixed->error, false, [&] {
    mixed->model.at(0).log_joint(mixed->rows, {out, mixed->codes.size() * mixed->names.size()},
                                 {.threads = mixed->threads});
    return true;
  });
}

/// The same where every category is missing.
bool suffice_bench_mixed_log_joint_of_numbers(Mixed* mixed, double* out) {
  return guarded(mixed->error, false, [&] {
    const std::vector<std::uint32_t> missing(mixed->codes.size(), suffice::missing_category);
    suffice::Table rows = mixed->rows;
    for (suffice::Column& column : rows.columns) {
      if (auto* categories = std::get_if<suffice::CategoryColumn>(&column)) {
        *categories = {.codes = missing.data(), .dictionary = categories->dictionary};
      }
    }
    mixed->model.at(0).log_joint(rows, {out, mixed->codes.size() * mixed->names.size()}, {.threads = mixed->threads});
    return true;
  });
}

/// C logarithms.
bool suffice_bench_mixed_log_prior(Mixed* mixed, double* out) {
  return guarded(mixed->error, false, [&] {
    for (const double probability : mixed->model.at(0).class_prior()) *out++ = std::log(probability);
    return true;
  });
}
}
