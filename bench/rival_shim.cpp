// Rivals behind a C entry point, for the Python benchmarks: sums and weights, and their accuracy if wanted, as fit()
// makes them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shim.hpp"
#include "suffice/suffice.hpp"

namespace {

std::string& rival_error() {
  static std::string text;
  return text;
}

}  // namespace

extern "C" {

const char* suffice_bench_rival_error() { return rival_error().c_str(); }

/// Fits a rival of that name and ridge to a dense array. `out`: C × (columns + 1), coefficients and intercept of each
/// class; then the largest entry of the gradient. False where it fails.
bool suffice_bench_fit_rival(const char* model, double ridge, const double* values, std::size_t rows,
                             std::size_t columns, const std::uint32_t* codes, std::size_t classes, unsigned threads,
                             bool validated, double* out) {
  return guarded(rival_error(), false, [&] {
    const std::vector<std::string> names = numbers_below(classes);
    suffice::FitOptions options{.schema = numbered_schema(columns, suffice::Kind::measurements)};
    options.model.model = model;
    options.model.ridge = ridge;
    if (!validated) options.validation.rows = suffice::Validation::Rows::none;
    const suffice::FitPlan plan = suffice::plan_fit(numbers_below(columns), options);
    const suffice::FitResult result = suffice::fit(suffice::Table::row_major(values, rows, columns),
                                                   {{codes, rows}, names}, plan, {.threads = threads});
    const suffice::LinearForm form = result.model.linear_form();
    for (std::size_t c = 0; c < classes; ++c) {
      out = std::copy_n(form.coefficients.begin() + static_cast<std::ptrdiff_t>(c * columns), columns, out);
      *out++ = form.intercepts[c];
    }
    const std::optional<suffice::RivalReport>& report = result.stored.fitted.rival;
    *out = report ? report->gradient : 0;
    return true;
  });
}
}
