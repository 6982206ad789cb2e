// Cut points of Weka's supervised discretisation are those found from counts of bins between all distinct numbers.
#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "encode/sampled_knots.hpp"
#include "estimate/values/cut_points.hpp"
#include "golden/golden_file.hpp"

namespace suffice::golden {
namespace {

std::vector<double> column_of(const Section& table, std::size_t j) {
  std::vector<double> values;
  for (std::size_t i = 0; i < table.rows; ++i) {
    values.push_back(table.at(i, j));
  }
  return values;
}

std::vector<double> mdl_edges(const std::vector<double>& values, const std::vector<double>& labels) {
  const std::vector<double> edges = fine_edges(RankedNumbers(values));
  const auto classes = static_cast<std::size_t>(*std::ranges::max_element(labels)) + 1;
  std::vector<double> counts((edges.size() + 1) * classes);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bin = static_cast<std::size_t>(std::ranges::upper_bound(edges, values[i]) - edges.begin());
    counts[bin * classes + static_cast<std::size_t>(labels[i])] += 1;
  }
  std::vector<double> cuts;
  for (const std::size_t k : mdl_cuts(counts, classes)) {
    cuts.push_back(edges[k]);
  }
  return cuts;
}

TEST(Weka, finds_the_same_cut_points) {
  const auto weka = read_golden_file(SUFFICE_GOLDEN_DIR "/weka.txt");
  const auto tables = read_golden_file(SUFFICE_GOLDEN_DIR "/tables.txt");
  const auto section = [&](const std::string& name) { return weka.contains(name) ? weka.at(name) : tables.at(name); };
  std::size_t columns = 0;
  for (const auto& [name, cuts] : weka) {
    const std::size_t slash = name.find("/cuts/");
    if (slash == std::string::npos) {
      continue;
    }
    const std::string table = name.substr(0, slash);
    const std::vector<double> found =
        mdl_edges(column_of(section(table + "/values"), std::stoul(name.substr(slash + 6))),
                  column_of(section(table + "/labels"), 0));
    const std::span<const double> wanted = std::span(cuts.numbers).subspan(1);
    EXPECT_EQ(found, std::vector<double>(wanted.begin(), wanted.end())) << name;
    ++columns;
  }
  EXPECT_EQ(columns, 26U);
}

}  // namespace
}  // namespace suffice::golden
