// Probes: what a model says of values in a few columns, all others being missing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/schema/binding.hpp"
#include "suffice/model.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Numbers in some columns, for any number of rows.
struct NumberProbes {
  std::vector<std::size_t> places;  ///< of the columns, among columns_of(Model::schema())
  std::vector<double> values;       ///< rows × places, row-major

  [[nodiscard]] std::size_t rows() const { return places.empty() ? 0 : values.size() / places.size(); }
};

class Probes {
 public:
  Probes(const Model& model, unsigned threads);

  /// As what each of columns_of(Model::schema()) is read.
  [[nodiscard]] const std::vector<CellForm>& forms() const { return forms_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// The places of columns of numbers.
  [[nodiscard]] std::vector<std::size_t> numbers() const;

  /// rows × C: log p(these numbers | c), other columns integrated out. A model with a density.
  [[nodiscard]] std::vector<double> log_densities(const NumberProbes& probes) const;
  /// values × C: log p(value | c) of a column of categories.
  [[nodiscard]] std::vector<double> log_probabilities(std::size_t place, const std::vector<std::string>& values) const;
  /// rows × C: log p(c | these numbers).
  [[nodiscard]] std::vector<double> log_posteriors(const NumberProbes& probes) const;

 private:
  enum class Quantity { joint, posterior };
  [[nodiscard]] std::vector<double> scored(const NumberProbes& probes, Quantity quantity) const;
  [[nodiscard]] std::vector<double> of_nothing(Quantity quantity) const;

  Model model_;
  unsigned threads_;
  std::vector<std::string> names_;
  std::vector<CellForm> forms_;
};

}  // namespace suffice
