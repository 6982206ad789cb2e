// Models of several blocks against the product of the models that scikit-learn makes of each.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "golden/golden_case.hpp"

namespace suffice::golden {
namespace {

const std::string folder = SUFFICE_GOLDEN_DIR "/";

/// Rows of a block of measurements, one of categories and one of counts, owned.
struct MixedData {
  Section measurements, values, counts;
  std::vector<std::uint32_t> categories;
  std::vector<std::vector<std::string>> dictionaries;
  std::vector<double> weights;
  std::vector<std::uint32_t> codes;
  std::vector<std::string> names;

  [[nodiscard]] Labels labels() const { return {codes, names}; }
  /// Block b is of the kind that model b reads.
  [[nodiscard]] Schema schema(const std::vector<std::string>& models) const {
    Schema schema{.blocks = {}, .target = "class"};
    for (const std::string& model : models) {
      Block block{.kind = kind_of(find_model(model).role), .features = {}};
      const Section& section = of_kind(block.kind);
      for (std::size_t j = 0; j < section.columns; ++j) {
        block.features.push_back(std::string(kind_name(block.kind)) + std::to_string(j));
      }
      if (block.kind == Kind::categories) block.declared_values = dictionaries;
      schema.blocks.push_back(block);
    }
    return schema;
  }
  [[nodiscard]] Table rows(const Schema& schema) const {
    Table table{.rows = codes.size(), .columns = {}, .weights = weights};
    for (const Block& block : schema.blocks) {
      const Table part =
          block.kind == Kind::categories
              ? Table::categories(categories.data(), codes.size(), dictionaries)
              : Table::row_major(of_kind(block.kind).numbers.data(), codes.size(), block.features.size());
      table.columns.insert(table.columns.end(), part.columns.begin(), part.columns.end());
    }
    return table;
  }

 private:
  [[nodiscard]] const Section& of_kind(Kind kind) const {
    return kind == Kind::measurements ? measurements : kind == Kind::categories ? values : counts;
  }
};

MixedData read_mixed(const std::string& name) {
  const auto sections = read_golden_file(folder + "mixed_tables.txt");
  MixedData data{sections.at(name + "/measurements"),
                 sections.at(name + "/categories"),
                 sections.at(name + "/counts"),
                 {},
                 {},
                 {},
                 {},
                 {}};
  for (double value : data.values.numbers) data.categories.push_back(static_cast<std::uint32_t>(value));
  for (std::size_t j = 0; j < data.values.columns; ++j) {
    double largest = 0;  // scikit-learn has every value up to it
    for (std::size_t i = 0; i < data.values.rows; ++i) largest = std::max(largest, data.values.at(i, j));
    data.dictionaries.emplace_back();
    for (int value = 0; value <= largest; ++value) data.dictionaries.back().push_back(std::to_string(value));
  }
  for (double label : sections.at(name + "/labels").numbers) data.codes.push_back(static_cast<std::uint32_t>(label));
  for (std::uint32_t c = 0; c <= *std::ranges::max_element(data.codes); ++c) data.names.push_back(std::to_string(c));
  if (sections.contains(name + "/weights")) data.weights = sections.at(name + "/weights").numbers;
  return data;
}

/// A reading for each block; what is not Gaussian has the estimator and the pseudocount, "mean:0.1".
Options options_of(const std::vector<std::string>& models, const std::string& estimate, const std::string& prior) {
  const std::vector<std::string> part = split(estimate, ':');
  Options options{.class_prior = parse_class_prior(prior), .readings = {}};
  for (const std::string& model : models) {
    FamilyOptions family = find_model(model).options;
    std::visit(
        [&]<typename OfFamily>(OfFamily& of_family) {
          if constexpr (!std::is_same_v<OfFamily, GaussianOptions>) {
            of_family.estimator = parse_estimator(part.at(0));
            of_family.pseudocount = parse_pseudocount(part.at(1));
          }
        },
        family);
    options.readings.push_back({.block = options.readings.size(), .options = family});
  }
  return options;
}

double log_sum_of(std::span<const double> logs) {
  const double largest = *std::ranges::max_element(logs);
  return largest + std::log(std::accumulate(logs.begin(), logs.end(), 0.0, [largest](double sum, double log) {
           return sum + std::exp(log - largest);
         }));
}

/// Log joint, and the evidence and the posterior that it implies.
void expect_mixed(const Section& expected, const Model& model, const Table& rows) {
  const std::size_t classes = expected.columns;
  std::vector<double> joint(expected.numbers.size()), posterior(joint.size()), evidence(expected.rows);
  ASSERT_EQ(rows.rows * model.labels().size(), joint.size());
  model.log_joint(rows, joint);
  model.log_posterior(rows, posterior);
  model.log_evidence(rows, evidence);
  for (std::size_t i = 0; i < expected.rows; ++i) {
    const double sum = log_sum_of(std::span(expected.numbers).subspan(i * classes, classes));
    const double tolerance = 1e-11 * std::max(1.0, std::abs(sum));
    EXPECT_NEAR(evidence[i], sum, tolerance) << "row " << i;
    for (std::size_t c = 0; c < classes; ++c) {
      const double golden = expected.at(i, c);
      EXPECT_NEAR(joint[i * classes + c], golden, 1e-11 * std::max(1.0, std::abs(golden))) << "row " << i;
      EXPECT_NEAR(posterior[i * classes + c], golden - sum, 1e-11 * std::max(1.0, std::abs(golden))) << "row " << i;
    }
  }
}

TEST(Mixed, is_the_product_of_what_scikit_learn_makes_of_each_block) {
  const auto sections = read_golden_file(folder + "mixed.txt");
  EXPECT_EQ(sections.size(), 45U);
  for (const auto& [name, expected] : sections) {
    SCOPED_TRACE(name);
    const std::vector<std::string> part = split(name, '/');  // table / models / estimate:pseudocount / class prior
    ASSERT_EQ(part.size(), 5U);
    const MixedData data = read_mixed(part[0]);
    const std::vector<std::string> models = split(part[1], '+');
    const Schema schema = data.schema(models);
    const Options options = options_of(models, part[2], part[3]);
    const Table rows = data.rows(schema);
    const Summary sums = summarise(rows, data.labels(), schema, {.threads = 1, .keep = sums_needed(options, schema)});
    expect_mixed(expected, estimate(sums, options), rows);
  }
}

}  // namespace
}  // namespace suffice::golden
