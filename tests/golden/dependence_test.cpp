// AODE and TAN against exact fractions, and the tree of TAN against Weka's.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "golden/expect_golden.hpp"
#include "golden/golden_file.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice::golden {
namespace {

struct CategoryRows {
  std::vector<std::uint32_t> cells = {};
  std::vector<std::uint32_t> codes = {};
  std::vector<std::vector<std::string>> dictionaries = {};
  std::vector<std::string> names = {};
  Schema schema{.blocks = {{.kind = Kind::categories, .features = {}}}, .target = "y"};

  CategoryRows(const Section& values, const Section& labels) : dictionaries(values.columns) {
    for (const double value : values.numbers) {
      cells.push_back(value < 0 ? missing_category : static_cast<std::uint32_t>(value));
    }
    for (const double label : labels.numbers) codes.push_back(static_cast<std::uint32_t>(label));
    for (std::uint32_t c = 0; c <= *std::ranges::max_element(codes); ++c) names.push_back(std::to_string(c));
    for (std::size_t j = 0; j < values.columns; ++j) {
      dictionaries[j] = {"0", "1", "2", "3", "4", "5"};
      schema.blocks[0].features.push_back("x" + std::to_string(j));
    }
  }
  [[nodiscard]] Table table() const { return Table::categories(cells.data(), codes.size(), dictionaries); }
  [[nodiscard]] Summary summary() const {
    return summarise(table(), {codes, names}, schema, {.threads = 1, .keep = {{.pairs = true}}});
  }
};

TEST(DependenceGolden, agrees_with_exact_fractions_and_with_the_tree_of_weka) {
  const auto sections = read_golden_file(SUFFICE_GOLDEN_DIR "/dependence.txt");
  for (const std::string name : {"whole", "missing"}) {
    const CategoryRows rows(sections.at(name + "/values"), sections.at(name + "/labels"));
    const Summary summary = rows.summary();
    for (const std::string model : {"aode", "tan"}) {
      SCOPED_TRACE(fmt::format("{} {}", name, model));
      const Reading reading{.options = find_model(model).options};
      const Section& expected = sections.at(fmt::format("{}/{}", name, model));
      std::vector<double> found(expected.numbers.size());
      estimate(summary, {.readings = {reading}}).log_joint(rows.table(), found);
      expect_near(expected, found, 1e-13);
      if (model == "aode") continue;
      const std::vector<double>& parents = sections.at(name + "/parents").numbers;
      std::vector<std::pair<std::string, std::string>> edges;
      for (const ColumnPair& pair : column_pairs(summary, reading)) {
        const auto child = static_cast<std::size_t>(std::stoul(pair.first.substr(1)));
        EXPECT_EQ(std::stod(pair.second.substr(1)), parents[child]);
        edges.emplace_back(std::minmax(pair.first, pair.second));
      }
      if (!sections.contains(name + "/weka")) continue;
      const Section& weka = sections.at(name + "/weka");
      ASSERT_EQ(weka.rows, edges.size());
      for (std::size_t k = 0; k < weka.rows; ++k) {
        const auto column = [&](std::size_t end) { return "x" + std::to_string(static_cast<int>(weka.at(k, end))); };
        EXPECT_EQ(std::ranges::count(edges, std::pair(column(0), column(1))), 1) << column(0) << ' ' << column(1);
      }
    }
  }
}

}  // namespace
}  // namespace suffice::golden
