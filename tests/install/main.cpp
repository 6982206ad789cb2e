// A consumer of the installed library: a tiny table from summary to prediction, seen through public headers only.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include <suffice/suffice.hpp>

int main() {
  const std::array<double, 12> values = {1.0, 2.0, 2.0, 1.0, 3.0, 3.5, 7.0, 8.0, 8.0, 7.5, 9.0, 9.0};
  const std::array<std::uint32_t, 6> codes = {0, 0, 0, 1, 1, 1};
  const std::array<std::string, 2> names = {"low", "high"};
  const suffice::Schema schema{.blocks = {{.features = {"width", "height"}}}, .target = "label"};
  const suffice::Table rows = suffice::Table::row_major(values.data(), codes.size(), 2);

  const suffice::Summary sums = suffice::summarise(rows, {codes, names}, schema, {.threads = 1});
  const suffice::GaussianOptions unbiased{.estimator = suffice::Estimator::unbiased};
  const suffice::Model model = suffice::estimate(sums, {.readings = {{.options = unbiased}}});

  std::array<std::uint32_t, 6> predicted{};
  model.predict(rows, predicted);
  std::array<double, 12> log_posterior{};
  model.log_posterior(rows, log_posterior);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const bool right = model.labels()[predicted[i]] == names[codes[i]];
    const double total = std::exp(log_posterior[2 * i]) + std::exp(log_posterior[2 * i + 1]);
    if (!right || std::abs(total - 1.0) > 1e-12) {
      std::printf("row %zu: predicted %s, posterior sums to %g\n", i, model.labels()[predicted[i]].c_str(), total);
      return 1;
    }
  }
  std::printf("suffice %s: 6 rows summarised, estimated, predicted\n", std::string(suffice::version).c_str());
  return 0;
}
