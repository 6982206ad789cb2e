// Models that pictures are drawn of, with the rows that they were fitted on.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "suffice/estimate.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/options.hpp"
#include "support/table.hpp"

namespace suffice {

struct PictureModel {
  TestTable table;
  Model model;

  [[nodiscard]] PictureRows rows() const { return {table.table(), table.labels(), 0}; }
};

/// Class c of so many lies about (3c, −2c, 0, …), with a deterministic spread.
inline PictureModel picture_model(const std::string& name, std::size_t classes, std::size_t columns,
                                  std::size_t rows = 120) {
  TestTable table{columns, {}, {}, {}};
  for (std::size_t c = 0; c < classes; ++c) {
    table.names.push_back("class " + std::to_string(c + 100));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t c = i % classes;
    for (std::size_t j = 0; j < columns; ++j) {
      const double mean = static_cast<double>(c) * (j == 0 ? 3 : j == 1 ? -2 : 0);
      table.values.push_back(mean + std::sin(static_cast<double>(1 + 7 * i + 13 * j + i * j)));
    }
    table.codes.push_back(static_cast<std::uint32_t>(c));
  }
  const Options options = checked(options_for(name, table.schema()), table.schema());
  const Summary summary = summarise(table.table(), table.labels(), table.schema(),
                                    {.threads = 1, .keep = sums_needed(options, table.schema())});
  return {table, estimate(summary, options, 1)};
}

/// How many marks of a type the panels have.
template <typename Mark>
std::size_t marks_of(const draw::Picture& picture) {
  std::size_t count = 0;
  for (const draw::Panel& panel : picture.panels) {
    for (const draw::Mark& mark : panel.marks) {
      count += std::holds_alternative<Mark>(mark) ? 1U : 0U;
    }
  }
  return count;
}

}  // namespace suffice
