// The sums against NIST's Statistical Reference Datasets: mean and standard deviation at the digits a double can have.
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "golden/golden_file.hpp"
#include "suffice/summary.hpp"

namespace suffice::golden {
namespace {

// What reading the decimal numbers as doubles leaves of the certified standard deviation, as make_nist.py prints it;
// the others are right to the 14 digits that a thousand roundings of sums leave.
const std::map<std::string, double> attainable{{"Lew", 1e-14},      {"Lottery", 1e-14}, {"Mavro", 1e-13},
                                               {"Michelso", 2e-14}, {"NumAcc1", 1e-14}, {"NumAcc2", 1e-14},
                                               {"NumAcc3", 4e-10},  {"NumAcc4", 6e-9}};

class Nist : public testing::TestWithParam<MomentKind> {};

TEST_P(Nist, mean_and_standard_deviation_have_the_attainable_digits) {
  const auto sections = read_golden_file(SUFFICE_GOLDEN_DIR "/nist.txt");
  const std::vector<std::string> names{"all"};
  for (const auto& [name, digits] : attainable) {
    SCOPED_TRACE(name);
    const std::vector<double>& values = sections.at(name + "/values").numbers;
    const std::vector<std::uint32_t> codes(values.size(), 0);
    const Summary summary =
        summarise(Table::row_major(values.data(), values.size(), 1), {codes, names},
                  {.blocks = {{.features = {"x"}}}, .target = "y"}, {.threads = 1, .keep = {{.moments = GetParam()}}});
    const Moments& moments = std::get<Moments>(summary.sums[0]);
    const double mean = moments.mean[0];
    const double deviation = std::sqrt(moments.scatter[0] / static_cast<double>(values.size() - 1));
    const Section& exact = sections.at(name + "/exact");
    EXPECT_NEAR(mean, exact.at(0, 0), 1e-15 * std::abs(exact.at(0, 0)));
    EXPECT_NEAR(deviation, exact.at(0, 1), 1e-14 * exact.at(0, 1));
    const Section& certified = sections.at(name + "/certified");
    EXPECT_NEAR(mean, certified.at(0, 0), 2e-15 * std::abs(certified.at(0, 0)));
    EXPECT_NEAR(deviation, certified.at(0, 1), digits * certified.at(0, 1));
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Nist,
                         testing::Values(MomentKind::pooled_diagonal, MomentKind::diagonal, MomentKind::pooled,
                                         MomentKind::full),
                         [](const auto& kind) { return std::to_string(kind.index); });

}  // namespace
}  // namespace suffice::golden
