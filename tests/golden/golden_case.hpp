// What the name of a golden section says: a table, and the options of a model, spelt nearly as on the command line.
#pragma once

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "golden/golden_file.hpp"
#include "suffice/suffice.hpp"

namespace suffice::golden {

struct GoldenTable {
  Section values;
  std::vector<float> singles;  ///< the same numbers where the table is one of float
  std::vector<std::uint32_t> codes;
  std::vector<double> weights;
  std::vector<std::string> names;
  Schema schema;

  [[nodiscard]] Table rows() const {
    return singles.empty() ? Table::row_major(values.numbers.data(), values.rows, values.columns, weights)
                           : Table::row_major(singles.data(), values.rows, values.columns, weights);
  }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
  [[nodiscard]] double weight(std::size_t row) const { return weights.empty() ? 1.0 : weights[row]; }
};

/// The table `single` holds numbers of float; it is given to the library as such.
inline GoldenTable read_table(const std::string& folder, const std::string& name) {
  static const auto sections = read_golden_file(folder + "tables.txt");
  GoldenTable table;
  table.values = sections.at(name + "/values");
  if (name == "single") table.singles.assign(table.values.numbers.begin(), table.values.numbers.end());
  for (double label : sections.at(name + "/labels").numbers) table.codes.push_back(static_cast<std::uint32_t>(label));
  if (sections.contains(name + "/weights")) table.weights = sections.at(name + "/weights").numbers;
  for (std::uint32_t c = 0; c <= *std::max_element(table.codes.begin(), table.codes.end()); ++c) {
    table.names.push_back(std::to_string(c));
  }
  table.schema.blocks = {{}};
  for (std::size_t j = 0; j < table.values.columns; ++j) {
    table.schema.blocks[0].features.push_back(std::to_string(j));
  }
  table.schema.target = "class";
  return table;
}

/// The pieces of a text between separators.
inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

/// "kappa=0.5,nu=7,mean=1,variance=2"; a mean or variance is that of every column.
inline GaussianPrior parse_gaussian_prior(const std::string& text, std::size_t columns) {
  GaussianPrior prior;
  for (const std::string& item : split(text, ',')) {
    const std::size_t sign = item.find('=');
    const std::string name = item.substr(0, sign);
    const double number = std::stod(item.substr(sign + 1));
    if (name == "kappa") prior.kappa = number;
    if (name == "nu") prior.nu = number;
    if (name == "mean") prior.mean = std::vector<double>(columns, number);
    if (name == "variance") prior.variance = std::vector<double>(columns, number);
  }
  return prior;
}

/// table / model[:ALPHA,GAMMA or :AXES] / estimate[:prior of the parameters] / shrinkage[+RIDGE] / class prior /
/// quantity
struct Case {
  std::string table;
  Options options;  ///< of one reading
  std::string quantity;

  [[nodiscard]] const GaussianOptions& gaussian() const {
    return std::get<GaussianOptions>(options.readings.front().options);
  }
};

inline Case parse_case(const std::string& section, const std::string& folder) {
  const std::vector<std::string> part = split(section, '/');
  if (part.size() != 6) throw std::runtime_error("not the name of a case: " + section);
  const std::vector<std::string> model = split(part[1], ':');
  const std::vector<std::string> estimate = split(part[2], ':');
  const std::vector<std::string> shrinkage = split(part[3], '+');
  FamilyOptions named = find_model(model[0]).options;
  auto& options = std::get<GaussianOptions>(named);
  options.estimator = parse_estimator(estimate[0]);
  if (estimate.size() > 1) {
    options.prior = parse_gaussian_prior(estimate[1], read_table(folder, part[0]).values.columns);
  }
  if (model[0] == "rda") {
    options.shrinkage = parse_rda(model.at(1));
  } else {
    options.shrinkage = parse_shrinkage(shrinkage[0]);
  }
  if (model[0] == "fisher") options.fisher = FisherAxes{std::stoul(model.at(1))};
  if (shrinkage.size() > 1) options.ridge = parse_ridge(shrinkage[1]);
  return {part[0], {.class_prior = parse_class_prior(part[4]), .readings = {{.options = named}}}, part[5]};
}

}  // namespace suffice::golden
