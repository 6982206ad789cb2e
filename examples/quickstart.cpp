// Fits a small table in memory and prints the probability of each label for its rows.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "suffice/suffice.hpp"

int main() {
  try {
    const std::vector<double> values{1.4, 0.2, 1.3, 0.3, 1.6, 0.2, 4.7, 1.4, 4.5, 1.5, 4.9, 1.3};
    const std::vector<std::uint32_t> codes{0, 0, 0, 1, 1, 1};
    const std::vector<std::string> names{"setosa", "versicolor"};

    const suffice::Schema schema{.blocks = {{.features = {"length", "width"}}}, .target = "species"};
    const suffice::Table rows = suffice::Table::row_major(values.data(), codes.size(), 2);

    const suffice::GaussianOptions lda{.shrinkage = suffice::AutoShrinkage{}};
    const suffice::Options options{.readings = {{.options = lda}}};

    const suffice::Summary sums = suffice::summarise(rows, {codes, names}, schema);
    const suffice::Model model = suffice::estimate(sums, options);

    std::vector<double> posterior(rows.rows * model.labels().size());
    model.log_posterior(rows, posterior);  // into the caller's buffer

    for (std::size_t i = 0; i < rows.rows; ++i) {
      std::printf("row %zu: p(%s) = %.6f\n", i, model.labels()[0].c_str(), std::exp(posterior[2 * i]));
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
