// Cross-validation, leave-one-out and tuning behind C entry points, for bench/validate.py.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shim.hpp"
#include "suffice/suffice.hpp"

namespace {

/// Numbers row after row, with their labels "0", "1", …
struct Rows {
  suffice::Schema schema;
  suffice::Options options;
  suffice::Table table;
  std::span<const std::uint32_t> codes;
  std::vector<std::string> names;

  Rows(const char* model, const double* values, std::size_t rows, std::size_t columns, const std::uint32_t* labels,
       std::size_t classes)
      : schema(numbered_schema(columns, suffice::Kind::measurements)),
        options{.readings = {{.options = suffice::find_model(model).options}}},
        table(suffice::Table::row_major(values, rows, columns)),
        codes(labels, rows),
        names(numbers_below(classes)) {}

  [[nodiscard]] suffice::Labels labels() const { return {codes, names}; }
  [[nodiscard]] suffice::Summary summary(unsigned threads) const {
    return suffice::summarise(table, labels(), schema,
                              {.threads = threads, .keep = suffice::sums_needed(options, schema)});
  }
};

void write(const suffice::LeaveOneOut& result, double* out) {
  out[0] = result.log_loss;
  out[1] = result.accuracy.value;
}

std::string& failure() {
  static std::string text;
  return text;
}

}  // namespace

// out: log loss, accuracy. False after a failure, of which suffice_bench_validate_error() tells.
extern "C" {

const char* suffice_bench_validate_error() { return failure().c_str(); }

bool suffice_bench_cross_validate(const char* model, const double* values, std::size_t rows, std::size_t columns,
                                  const std::uint32_t* codes, std::size_t classes, std::size_t folds, unsigned threads,
                                  double* out) {
  return guarded(failure(), false, [&] {
    const Rows given(model, values, rows, columns, codes, classes);
    write(suffice::cross_validate(given.table, given.labels(), given.schema, given.options,
                                  {.folds = folds, .threads = threads}),
          out);
    return true;
  });
}

// The sums are part of it.
bool suffice_bench_leave_one_out(const char* model, const double* values, std::size_t rows, std::size_t columns,
                                 const std::uint32_t* codes, std::size_t classes, unsigned threads, double* out) {
  return guarded(failure(), false, [&] {
    const Rows given(model, values, rows, columns, codes, classes);
    write(suffice::leave_one_out(given.summary(threads), given.options, given.table, given.labels(),
                                 {.threads = threads}),
          out);
    return true;
  });
}

// The grid of 100 pairs of α and γ by leave-one-out; out: the least log loss, trials.
bool suffice_bench_tune_rda(const double* values, std::size_t rows, std::size_t columns, const std::uint32_t* codes,
                            std::size_t classes, unsigned threads, double* out) {
  return guarded(failure(), false, [&] {
    const Rows given("rda", values, rows, columns, codes, classes);
    const suffice::TunedOptions tuned = suffice::tune(given.summary(threads), given.options, given.table,
                                                      given.labels(), {.held = {"class-prior"}}, {.threads = threads});
    out[0] = tuned.tuning.after;
    out[1] = static_cast<double>(tuned.tuning.trials.size());
    return true;
  });
}
}
