// One column by its cells: dates with holes, codes, names of what rows are of, and numbers by name.
#include "data/schema/roles/column_guess.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "data/schema/roles/shared_identifiers.hpp"

namespace suffice {
namespace {

using Cells = std::vector<std::string>;

template <typename Cell>
Cells made(std::size_t rows, Cell cell) {
  Cells cells;
  for (std::size_t i = 0; i < rows; ++i) cells.push_back(fmt::format("{}", cell(i)));
  return cells;
}

const Dialect dialect = {.missing = {"", "NA"}};

struct Guessed {
  ColumnGuess guess;
  bool is_date = false;
};

Guessed dated(const Cells& cells) {
  Guessed found = {.guess = {.column = "when"}};
  found.is_date = guess_date(ColumnProfiler(dialect).profile(cells), dialect.missing, found.guess);
  return found;
}

TEST(ColumnGuess, DatesMayBeUnknown) {
  const auto date = [](std::size_t i) { return fmt::format("2021-0{}-1{}", i % 9 + 1, i % 10); };
  const Guessed found = dated(made(40, [&](std::size_t i) {
    return i % 6 == 0 ? "0000-00-00" : i % 7 == 0 ? "-" : date(i);
  }));
  EXPECT_TRUE(found.is_date);
  EXPECT_EQ(found.guess.use, ColumnUse::date);
  ASSERT_EQ(found.guess.doubts.size(), 2U);
  EXPECT_EQ(found.guess.doubts[0].missing_markers, Cells{"-"});
  EXPECT_EQ(found.guess.doubts[1].missing_markers, Cells{"0000-00-00"});
  EXPECT_FALSE(dated(made(40, [](std::size_t) { return "0000-00-00"; })).is_date);
  EXPECT_FALSE(dated(made(40, [](std::size_t i) { return fmt::format("v{}", i % 3); })).is_date);
}

TEST(ColumnGuess, DatesFarFromAllOthersAreNoted) {
  const auto date = [](std::size_t i) { return fmt::format("2021-0{}-1{}", i % 9 + 1, i % 10); };
  const Guessed last = dated(made(40, [&](std::size_t i) { return i % 6 == 0 ? "9999-12-31" : date(i); }));
  EXPECT_TRUE(last.is_date);
  ASSERT_EQ(last.guess.doubts.size(), 1U);
  EXPECT_EQ(last.guess.doubts[0].sentence,
            "'9999-12-31' in 7 rows of 'when' stands apart from all other dates, as a mark of missing ones does; taken "
            "as a date");
  EXPECT_EQ(last.guess.doubts[0].remedies, (std::vector<Remedy>{{"missing", {"NA,9999-12-31"}}}));
  EXPECT_EQ(dated(made(40, [&](std::size_t i) { return i % 6 == 0 ? "1900-01-01" : date(i); })).guess.doubts.size(),
            1U);
  EXPECT_TRUE(dated(made(40, [&](std::size_t i) { return i == 6 ? "9999-12-31" : date(i); })).guess.doubts.empty());
  EXPECT_TRUE(dated(made(40, date)).guess.doubts.empty());
}

TEST(ColumnGuess, MissingValuesMayTellTheLabel) {
  SampledLabels labels = {.classes = {}, .count = 2};
  for (std::uint32_t i = 0; i < 60; ++i) labels.classes.push_back(i % 2);
  const auto gaps = [&](auto is_missing) {
    const Cells cells = made(60, [&](std::size_t i) { return is_missing(i) ? std::string() : std::to_string(i % 7); });
    return telling_gaps(ColumnProfiler(dialect).profile(cells), labels);
  };
  EXPECT_EQ(gaps([](std::size_t i) { return i % 2 == 0; }), "rows with a value");
  EXPECT_EQ(gaps([](std::size_t i) { return i % 2 == 0 || i < 10; }), "rows with a value") << "some have none";
  EXPECT_EQ(gaps([](std::size_t i) { return i % 2 == 0 && i > 9; }), "rows without a value");
  EXPECT_EQ(gaps([](std::size_t i) { return i % 3 == 0; }), "");
  EXPECT_EQ(gaps([](std::size_t i) { return i % 2 == 0 && i < 10; }), "") << "by chance";
  EXPECT_EQ(gaps([](std::size_t) { return false; }), "");
  labels.count = 0;
  EXPECT_EQ(gaps([](std::size_t i) { return i % 2 == 0; }), "");
}

TEST(ColumnGuess, ValuesMayBeTheLabelInOtherWords) {
  SampledLabels labels = {.classes = {}, .count = 3};
  for (std::uint32_t i = 0; i < 60; ++i) labels.classes.push_back(i % 3);
  const auto tell = [&](auto value) {
    return values_tell_label(ColumnProfiler(dialect).profile(made(60, value)), labels);
  };
  EXPECT_TRUE(tell([](std::size_t i) { return i % 3 + 1; })) << "codes of the labels";
  EXPECT_TRUE(tell([](std::size_t i) { return i % 6 == 0 ? std::string() : fmt::format("v{}", i % 6); }));
  EXPECT_FALSE(tell([](std::size_t i) { return i == 7 ? 1 : i % 3 + 1; })) << "one row differs";
  EXPECT_FALSE(tell([](std::size_t i) { return fmt::format("{}.5", i % 3); })) << "a measurement may tell kinds apart";
  EXPECT_FALSE(tell([](std::size_t i) { return i; })) << "each row has a value of its own";
  EXPECT_FALSE(tell([](std::size_t) { return 1; }));
  for (std::size_t i = 1; i < 60; ++i) labels.classes[i] = 0;
  labels.classes[0] = 1;
  EXPECT_FALSE(tell([](std::size_t i) { return i == 0 ? "a" : "b"; })) << "by chance";
}

TEST(ColumnGuess, NumbersByNameAreCategories) {
  const ColumnProfile profile = ColumnProfiler(dialect).profile(made(60, [](std::size_t i) { return i * 7 % 12; }));
  ColumnGuess store = {.column = "store_id"};
  guess_number(profile, {}, 1, "store_id", store);
  EXPECT_EQ(store.use, ColumnUse::category);
  EXPECT_EQ(store.doubts.size(), 1U);
  ColumnGuess size = {.column = "size"};
  guess_number(profile, {}, 1, "size", size);
  EXPECT_EQ(size.use, ColumnUse::number);
}

TEST(ColumnGuess, TextsWhoseRowsHaveOneLabelAreNoted) {
  const Cells cells = made(120, [](std::size_t i) { return fmt::format("c{}", i * 7 % 40); });
  SampledLabels labels = {.count = 2};
  for (std::size_t i = 0; i < cells.size(); ++i) labels.classes.push_back(static_cast<std::uint32_t>(i * 7 % 40 % 2));
  const ColumnProfile profile = ColumnProfiler(dialect).profile(cells);
  ColumnGuess code = {.column = "code"};
  guess_text(profile, labels, cells, dialect, code);
  EXPECT_EQ(code.use, ColumnUse::category);
  EXPECT_EQ(code.doubts.size(), 1U);
  ColumnGuess patient = {.column = "patient"};
  guess_text(profile, labels, cells, dialect, patient);
  EXPECT_EQ(patient.use, ColumnUse::dropped);
  ColumnGuess unlabelled = {.column = "code"};
  guess_text(profile, {}, cells, dialect, unlabelled);
  EXPECT_TRUE(unlabelled.doubts.empty());
}

TEST(ColumnGuess, CodesThatHardlyRepeatAreDropped) {
  ColumnGuess guess = {.column = "x"};
  guess_code(ColumnProfiler(dialect).texts(made(60, [](std::size_t i) { return fmt::format("00{}", i); })), {},
             "numbers with leading zeros are codes", guess);
  EXPECT_EQ(guess.use, ColumnUse::dropped);
}

}  // namespace
}  // namespace suffice
