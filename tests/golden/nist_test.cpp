// The sums against NIST's Statistical Reference Datasets: mean and standard deviation at the digits a double can have.
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <span>

#include <gtest/gtest.h>

#include "golden/golden_file.hpp"
#include "suffice/store.hpp"
#include "suffice/summary.hpp"

namespace suffice::golden {
namespace {

// What reading the decimal numbers as doubles leaves of the certified standard deviation, as make_nist.py prints it;
// the others are right to the 14 digits that a thousand roundings of sums leave.
const std::map<std::string, double> attainable{{"Lew", 1e-14},      {"Lottery", 1e-14}, {"Mavro", 1e-13},
                                               {"Michelso", 2e-14}, {"NumAcc1", 1e-14}, {"NumAcc2", 1e-14},
                                               {"NumAcc3", 4e-10},  {"NumAcc4", 6e-9}};

const std::vector<std::string> names{"all"};
const Schema schema{.blocks = {{.features = {"x"}}}, .target = "y"};

SummariseOptions keeping(MomentKind kind) { return {.threads = 1, .keep = {{.moments = kind}}}; }

Summary sums_of(std::span<const double> values, std::span<const double> weights, MomentKind kind) {
  const std::vector<std::uint32_t> codes(values.size(), 0);
  return summarise(Table::row_major(values.data(), values.size(), 1, weights), {codes, names}, schema, keeping(kind));
}

// The ways in which values come to be sums.
struct Way {
  std::string name;
  std::function<Summary(const std::vector<double>& values, MomentKind kind)> sums;
  double weight = 1;        // of each value
  double rounding = 1e-14;  // of the standard deviation
};

Summary in_shards(const std::vector<double>& values, MomentKind kind) {
  const std::span<const double> all(values);
  const std::size_t cut = values.size() / 3;
  return merge(merge(sums_of(all.first(cut), {}, kind), sums_of(all.subspan(cut, 1), {}, kind)),
               sums_of(all.subspan(cut + 1), {}, kind));
}

Summary after_forgetting(const std::vector<double>& values, MomentKind kind) {
  std::vector<double> more = values;
  const std::vector<double> part(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 4));
  more.insert(more.end(), part.begin(), part.end());
  return remove(sums_of(more, {}, kind), sums_of(part, {}, kind)).rest;
}

// Sparse rows, of which only variances are kept.
Summary from_sparse(const std::vector<double>& values, MomentKind kind) {
  std::vector<std::uint64_t> offsets(values.size() + 1);
  std::iota(offsets.begin(), offsets.end(), 0U);
  const std::vector<std::uint32_t> indices(values.size(), 0);
  const std::vector<std::uint32_t> codes(values.size(), 0);
  return summarise(Table::sparse({values.data(), std::span(offsets), indices, 1}), {codes, names}, schema,
                   keeping(kind));
}

const std::vector<Way> ways{
    {"at once", [](const auto& values, MomentKind kind) { return sums_of(values, {}, kind); }},
    {"weights",
     [](const auto& values, MomentKind kind) {
       return sums_of(values, std::vector<double>(values.size(), 0.75), kind);
     },
     0.75},
    {"shards", in_shards},
    {"after forgetting", after_forgetting, 1, 1e-13},
    {"a file", [](const auto& values, MomentKind kind) { return decode(encode(sums_of(values, {}, kind))).summary; }},
    {"sparse", from_sparse}};

class Nist : public testing::TestWithParam<MomentKind> {};

TEST_P(Nist, mean_and_standard_deviation_have_the_attainable_digits) {
  const auto sections = read_golden_file(SUFFICE_GOLDEN_DIR "/nist.txt");
  for (const Way& way : ways) {
    if (way.name == "sparse" && GetParam() != MomentKind::diagonal) {
      continue;
    }
    for (const auto& [name, digits] : attainable) {
      SCOPED_TRACE(name + ", " + way.name);
      const std::vector<double>& values = sections.at(name + "/values").numbers;
      const Summary summary = way.sums(values, GetParam());
      const Moments& moments = std::get<Moments>(summary.sums[0]);
      const double mean = moments.mean[0];
      const double deviation = std::sqrt(moments.scatter[0] / (way.weight * static_cast<double>(values.size() - 1)));
      const Section& exact = sections.at(name + "/exact");
      EXPECT_NEAR(mean, exact.at(0, 0), 1e-15 * std::abs(exact.at(0, 0)));
      EXPECT_NEAR(deviation, exact.at(0, 1), way.rounding * exact.at(0, 1));
      const Section& certified = sections.at(name + "/certified");
      EXPECT_NEAR(mean, certified.at(0, 0), 2e-15 * std::abs(certified.at(0, 0)));
      EXPECT_NEAR(deviation, certified.at(0, 1), std::max(digits, way.rounding) * certified.at(0, 1));
    }
  }
}

// Values that a float holds give the bits of the same values as doubles.
TEST_P(Nist, floats_give_the_sums_of_the_doubles_they_are) {
  const auto sections = read_golden_file(SUFFICE_GOLDEN_DIR "/nist.txt");
  for (const auto& [name, digits] : attainable) {
    std::vector<float> floats;
    for (const double x : sections.at(name + "/values").numbers) {
      floats.push_back(static_cast<float>(x));
    }
    const std::vector<double> values(floats.begin(), floats.end());
    const std::vector<std::uint32_t> codes(values.size(), 0);
    EXPECT_EQ(summarise(Table::row_major(floats.data(), floats.size(), 1), {codes, names}, schema, keeping(GetParam())),
              sums_of(values, {}, GetParam()))
        << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Nist,
                         testing::Values(MomentKind::pooled_diagonal, MomentKind::diagonal, MomentKind::pooled,
                                         MomentKind::full),
                         [](const auto& kind) { return std::to_string(kind.index); });

}  // namespace
}  // namespace suffice::golden
