// Value removal: as many refits as rows, for every categorical model.
#include "evaluate/leave_one_out/value_removal.hpp"

#include <random>

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "unit/plain_counts.hpp"

namespace suffice {
namespace {

/// Columns of categories with the values v0, v1, …; some missing.
struct SomeRows {
  std::vector<std::uint32_t> cells;
  std::vector<std::uint32_t> codes;
  std::vector<double> weights;
  std::vector<std::vector<std::string>> values;
  std::vector<std::string> names = {"a", "b", "c"};
  Schema schema{.blocks = {{.kind = Kind::categories, .features = {"x", "y", "z"}}}, .target = "t"};
  mutable std::vector<Texts> dictionaries;  // of the latest rows()
  bool is_declared = false;                 // all values of column z

  // The first nine rows have values of their own in column z.
  explicit SomeRows(bool weighted) {
    std::mt19937 bits(4);
    values.assign(3, {"v0", "v1", "v2", "v3"});
    for (std::size_t i = 0; i < 9; ++i) values[2].push_back("w" + std::to_string(i));
    for (std::size_t i = 0; i < 40; ++i) {
      codes.push_back(static_cast<std::uint32_t>(i % 3));
      if (weighted) weights.push_back(0.25 * static_cast<double>(1 + bits() % 8));
      for (std::size_t j = 0; j < 3; ++j) {
        const auto value = static_cast<std::uint32_t>((bits() + codes[i] * (bits() % 2)) % (j + 2));
        const bool alone = i < 9 && j == 2;
        cells.push_back(alone ? 4 + static_cast<std::uint32_t>(i) : bits() % 8 == 0 ? missing_category : value);
      }
    }
  }
  [[nodiscard]] CategoryBatch rows() const {
    dictionaries.assign(values.begin(), values.end());
    return {cells.data(), codes.size(), 3, dictionaries, weights};
  }
  [[nodiscard]] Summary summary() const {
    return summarise(Table::categories(cells.data(), codes.size(), values, weights), {codes, names}, schema,
                     {.threads = 1});
  }
  [[nodiscard]] double weight(std::size_t i) const { return weights.empty() ? 1 : weights[i]; }

  [[nodiscard]] std::vector<double> plain(std::size_t i, const ValueOptions& options) const {
    std::vector<double> result(3);
    for (std::size_t j = 0; j < 3; ++j) {
      const std::uint32_t value = cells[3 * i + j];
      if (value == missing_category) continue;
      const double extra = options.unseen == Unseen::reserve ? 1 : 0;
      const double size = static_cast<double>(j == 2 ? 4 + 9 : j + 2) + extra;
      const bool alone = value >= 4 && !is_declared;
      for (std::size_t c = 0; c < 3; ++c) {
        if (alone && extra == 0) continue;
        double same = 0;
        double all = 0;
        for (std::size_t r = 0; r < codes.size(); ++r) {
          if (r == i || codes[r] != c || cells[3 * r + j] == missing_category) continue;
          all += weight(r);
          same += cells[3 * r + j] == value ? weight(r) : 0;
        }
        result[c] += std::log((same + added_of(options)) / (all + size * added_of(options)));
      }
    }
    return result;
  }
};

TEST(ValueRemoval, equals_as_many_refits) {
  for (const bool weighted : {false, true}) {
    const SomeRows table(weighted);
    const Summary summary = table.summary();
    for (const Estimator estimator : {Estimator::mle, Estimator::map, Estimator::mean, Estimator::predictive}) {
      for (const Unseen unseen : {Unseen::ignore, Unseen::reserve}) {
        ValueOptions options = options_of<ValueOptions>("categorical-nb");
        options.estimator = estimator;
        options.unseen = unseen;
        EXPECT_LT(largest_difference(ValueRemoval(value_block(summary, 0), options), table.rows(), table.codes, 3,
                                     [&](std::size_t i) { return table.plain(i, options); }),
                  1e-11)
            << to_text(estimator) << " weighted " << weighted;
      }
    }
  }
}

TEST(ValueRemoval, a_declared_value_that_no_other_row_has_stays_known) {
  SomeRows table(true);
  table.is_declared = true;
  table.schema.blocks[0].declared_values = {{}, {}, table.values[2]};
  const Summary summary = table.summary();
  const ValueOptions options = options_of<ValueOptions>("categorical-nb");
  EXPECT_LT(largest_difference(ValueRemoval(value_block(summary, 0), options), table.rows(), table.codes, 3,
                               [&](std::size_t i) { return table.plain(i, options); }),
            1e-11);
}

// The label of a row is no part of what its own value says of it, whatever weight the row has.
TEST(ValueRemoval, what_no_other_row_has_says_nothing) {
  for (const double weight : {1.0, 2.0, 0.3}) {
    const std::vector<std::uint32_t> cells = {0, 1, 2, 3, 4};
    const std::vector<std::uint32_t> codes = {0, 1, 0, 1, 1};
    const std::vector<double> weights(5, weight);
    const std::vector<std::vector<std::string>> values = {{"a", "b", "c", "d", "e"}};
    const Summary summary =
        summarise(Table::categories(cells.data(), 5, values, weights), {codes, std::vector<std::string>{"no", "yes"}},
                  {.blocks = {{.kind = Kind::categories, .features = {"x"}}}, .target = "t"}, {.threads = 1});
    const std::vector<Texts> dictionaries(values.begin(), values.end());
    const ValueRemoval removal(value_block(summary, 0), options_of<ValueOptions>("categorical-nb"));
    EXPECT_EQ(largest_difference(removal, CategoryBatch{cells.data(), 5, 1, dictionaries, weights}, codes, 2,
                                 [](std::size_t) { return std::vector<double>(2); }),
              0);
  }
}

TEST(ValueRemoval, refuses_a_value_that_the_sums_do_not_have) {
  SomeRows table(false);
  const Summary summary = table.summary();
  table.values[0][0] = "other";
  const ValueRemoval removal(value_block(summary, 0), options_of<ValueOptions>("categorical-nb"));
  const std::vector<std::size_t> truth(table.codes.begin(), table.codes.end());
  const BlockRows rows = table.rows();
  std::vector<double> out(3 * truth.size());
  EXPECT_EQ(outcome_of([&] { removal.log_densities({rows, truth, truth}, out); }),
            "usage: the sums have no value 'other' to remove in column 'x'");
}

}  // namespace
}  // namespace suffice
