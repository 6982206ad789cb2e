// Roles of columns as an analyst would choose them: typed cases, and public tables where they are available.
#include "suffice/roles.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace suffice {
namespace {

Dialect sample_dialect() { return {.missing = {"", "NA", "N/A", "NaN", "null", "?"}}; }

/// The cells repeated until there are so many.
std::vector<std::string> cycled(const std::vector<std::string>& cells, std::size_t rows) {
  std::vector<std::string> column;
  for (std::size_t i = 0; i < rows; ++i) column.push_back(cells[i % cells.size()]);
  return column;
}

/// The guess for one column beside a target of two labels.
ColumnGuess guess_of(std::vector<std::string> cells, std::string name = "x",
                     const ColumnChoice& said = {.target = "y"}) {
  CellSample sample = {{"y", "z", std::move(name)}, {}, true};
  sample.cells = {cycled({"a", "b"}, cells.size()), cycled({"1.5", "2.5", "0.5"}, cells.size()), std::move(cells)};
  return guess_roles(sample, sample_dialect(), said)[2];
}

std::string use_of(std::vector<std::string> cells, std::string name = "x") {
  return use_name(guess_of(std::move(cells), std::move(name)).use);
}

std::vector<std::string> made(std::size_t rows, const std::string& before, std::size_t factor, std::size_t modulus) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < rows; ++i) cells.push_back(before + std::to_string(i * factor % modulus));
  return cells;
}

TEST(Roles, OfNumbers) {
  EXPECT_EQ(use_of({"5.1", "4.9", "4.7", "4.6"}), "number");
  EXPECT_EQ(use_of({"39", "50", "?", "53", "NA"}), "number");
  EXPECT_EQ(use_of(made(200, "", 37, 61), "age"), "number");
  EXPECT_EQ(use_of(cycled({"1", "2", "3", "4", "5"}, 100), "rating"), "number");
  EXPECT_EQ(use_of(cycled({"1972", "1968", "1977"}, 30), "year"), "number");
  EXPECT_EQ(use_of(cycled({"7", "8", "9", "10", "11", "12", "-"}, 60)), "number");
}

TEST(Roles, OfNumbersWithText) {
  std::vector<std::string> cells = made(60, "", 37, 61);
  for (std::size_t i = 0; i < cells.size(); i += 3) cells[i] = "low";
  EXPECT_EQ(use_of(cells), "category");
  std::vector<std::string> codes = made(60, "0", 7, 11);
  codes[7] = "136A";
  EXPECT_EQ(use_of(codes), "category");
  EXPECT_TRUE(guess_of(codes).doubts.empty());
  EXPECT_EQ(use_of(made(60, "0", 37, 41)), "dropped") << "codes that hardly ever repeat";
}

TEST(Roles, OfMeasurementsBesideSeveralMarkers) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < 100; ++i)
    cells.push_back(std::to_string(i * 37 % 101) + "." + std::to_string(10 + i % 90));
  for (std::size_t i = 0; i < 100; i += 10) cells[i] = std::vector{"<LOD", "n.q.", "#DIV/0!", "61.10*"}[i / 10 % 4];
  EXPECT_EQ(use_of(cells), "number");
}

TEST(Roles, OfIdentifiersThatMayBeText) {
  const auto remedies = [](const std::vector<std::string>& cells) { return guess_of(cells).doubts.front().remedies; };
  const std::vector<Remedy> both = {{"column", {"x=categorical"}}, {"column", {"x=text"}}};
  EXPECT_EQ(remedies(made(40, "https://example.org/page/", 7, 97)), both);
  EXPECT_EQ(remedies(made(40, "\u8FD9\u4E2A\u4EA7\u54C1\u5F88\u597D", 7, 97)), both);
  EXPECT_EQ(remedies(made(40, "AB-", 7, 97)), (std::vector<Remedy>{{"column", {"x=categorical"}}}));
}

TEST(Roles, OfAmountsWithTheOtherDecimalMark) {
  std::vector<std::string> cells;
  for (int i = 0; i < 40; ++i) cells.push_back(fmt::format("€ {}.{},50", i % 9 + 1, 100 + 7 * i));
  const ColumnGuess guess = guess_of(cells);
  EXPECT_EQ(guess.use, ColumnUse::number);
  EXPECT_EQ(guess.unit, "€,");
  ASSERT_EQ(guess.doubts.size(), 1U);
  EXPECT_EQ(guess.doubts[0].sentence,
            "'x' is read as a number: € and thousands separators are skipped, commas are decimal marks here");
}

TEST(Roles, OfFlags) {
  EXPECT_EQ(use_of(cycled({"yes", "no"}, 20)), "flag");
  EXPECT_EQ(use_of(cycled({"t", "f", "?"}, 20)), "flag");
  EXPECT_EQ(use_of(cycled({"0", "1", "1"}, 20)), "flag");
  EXPECT_EQ(use_of(cycled({"M", "F"}, 20)), "flag");
  EXPECT_EQ(guess_of(cycled({"1", "2"}, 20)).role, Role::categorical);
}

TEST(Roles, OfCodesAndCategories) {
  EXPECT_EQ(use_of(cycled({"Private", "State-gov", "Self-emp"}, 30)), "category");
  EXPECT_EQ(use_of(cycled({"A11", "A12", "A14"}, 30)), "category");
  EXPECT_EQ(use_of(cycled({"00501", "10001", "90210", "02139"}, 30), "zip"), "category");
  EXPECT_EQ(use_of(cycled({"01", "02", "03", "11"}, 30)), "category");
  EXPECT_EQ(use_of(cycled({"Frankfurt am Main", "New York City", "Rio de Janeiro"}, 30)), "category");

  CellSample sample = {{"y", "code"}, {{}, {}}, true};
  for (std::size_t i = 0; i < 600; ++i) {
    sample.cells[0].emplace_back((i % 6 % 2 == 0) == (i % 7 != 0) ? "a" : "b");
    sample.cells[1].push_back(std::to_string(i % 6 + 1));
  }
  const ColumnGuess code = guess_roles(sample, sample_dialect(), {.target = "y"})[1];
  EXPECT_EQ(code.use, ColumnUse::category);
  ASSERT_EQ(code.doubts.size(), 1U);
  EXPECT_EQ(code.doubts[0].remedies, (std::vector<Remedy>{{"column", {"code=number"}}}));
  EXPECT_EQ(guess_roles(sample, sample_dialect(), {})[1].use, ColumnUse::number) << "without labels";
}

TEST(Roles, OfIdentifiers) {
  const ColumnGuess guess = guess_of(made(50, "", 1, 1000), "Id");
  EXPECT_EQ(guess.use, ColumnUse::dropped);
  EXPECT_EQ(guess.reason, "identifies rows: counts the rows");
  EXPECT_EQ(guess.doubts[0].remedies, (std::vector<Remedy>{{"column", {"Id=number"}}}));
  EXPECT_EQ(use_of(made(50, "user-", 7919, 100003)), "dropped");
  EXPECT_EQ(use_of(made(50, "00", 1, 1000)), "dropped");
  EXPECT_EQ(use_of(cycled({"$1,200", "3%", "$17"}, 30)), "category");
  EXPECT_EQ(guess_of(cycled({"$1,200", "3%", "$17"}, 30)).doubts.size(), 1U);
  EXPECT_EQ(guess_of(made(100, "X", 1, 31), "ID").doubts[0].remedies, (std::vector<Remedy>{{"drop", {"ID"}}}));
}

TEST(Roles, OfTextAndDates) {
  EXPECT_EQ(
      use_of({"Go until jurong point, available only in bugis great world", "Ok lar joking with you only now then ok",
              "Free entry in a weekly competition to win final tickets"}),
      "text");
  const ColumnGuess date = guess_of({"2020-01-31", "2020-02-29", "?"});
  EXPECT_EQ(date.use, ColumnUse::date);
  EXPECT_EQ(date.date_format, "%Y-%m-%d");
  const ColumnGuess open = guess_of({"01/02/2020", "03/04/2020", "05/06/2020"});
  ASSERT_EQ(open.doubts.size(), 1U);
  EXPECT_EQ(open.doubts[0].remedies, (std::vector<Remedy>{{"column", {"x=date:dmy"}}}));
}

TEST(Roles, MarkersOfMissingValuesAreNoValues) {
  std::vector<std::string> cells = made(60, "", 37, 61);
  cells[5] = cells[7] = "#N/A";
  const ColumnGuess guess = guess_of(cells);
  EXPECT_EQ(guess.use, ColumnUse::number);
  EXPECT_EQ(guess.missing, 2U);
  EXPECT_EQ(guess.values, 58U);
}

TEST(Roles, MarkersOfNumbersAreNoValuesOfOtherColumnsEither) {
  CellSample sample = {{"age", "sex", "y"}, {{}, {}, {}}, true};
  for (std::size_t i = 0; i < 60; ++i) {
    sample.cells[0].push_back(i % 9 == 0 ? "." : std::to_string(20 + i * 7 % 31));
    sample.cells[1].emplace_back(i % 10 == 0 ? "." : i % 2 == 0 ? "m" : i % 3 == 0 ? "x" : "f");
    sample.cells[2].emplace_back(i / 2 % 2 == 0 ? "a" : "b");
  }
  const std::vector<ColumnGuess> guesses = guess_roles(sample, sample_dialect(), {.target = "y"});
  EXPECT_EQ(guesses[1].values, 3U);
  EXPECT_EQ(guesses[1].missing, 6U);
  EXPECT_EQ(guesses[1].reason, "3 values");
  EXPECT_EQ(std::ranges::count(guesses[1].examples, "."), 0);
  EXPECT_TRUE(guesses[1].doubts.empty());
}

TEST(Roles, RowsWithoutALabelSayNothing) {
  CellSample sample = {{"y", "x"}, {cycled({"a", "b"}, 30), made(30, "", 37, 61)}, true};
  sample.cells[0].emplace_back("");
  sample.cells[1].emplace_back("Total");
  const std::vector<ColumnGuess> guesses = guess_roles(sample, sample_dialect(), {.target = "y"});
  EXPECT_EQ(guesses[1].use, ColumnUse::number);
  EXPECT_TRUE(guesses[1].doubts.empty());
  EXPECT_EQ(guesses[0].missing, 1U);
}

TEST(Roles, NAAmongTwoLetterLabelsIsNoted) {
  const CellSample sample = {{"y", "z"}, {cycled({"DE", "FR", "NA", "US"}, 40), cycled({"1.5", "2.5"}, 40)}, true};
  const ColumnGuess target = guess_roles(sample, sample_dialect(), {.target = "y"})[0];
  ASSERT_EQ(target.doubts.size(), 1U);
  EXPECT_EQ(target.doubts[0].sentence, "'y' holds two-letter codes, and 'NA' among them counts as missing");
}

TEST(Roles, OfColumnsThatSayNothing) {
  EXPECT_EQ(guess_of({"", "?", "NA"}).reason, "no values");
  EXPECT_EQ(use_of({"", "?", "NA"}), "dropped");
  EXPECT_EQ(use_of({"7", "7", "7"}), "number");
  EXPECT_EQ(use_of({"x", "x", "?"}), "category");
  EXPECT_EQ(guess_of({"7", "7", "7"}).reason, "always the same");
}

TEST(Roles, RareFlagsAmongNumbersAreNumbers) {
  std::vector<std::string> pixel(200, "0");
  pixel[77] = "1";
  EXPECT_EQ(use_of(pixel), "flag") << "one number beside it";
  CellSample sample = {{"y", "a", "b", "pixel"}, {}, true};
  sample.cells = {cycled({"a", "b"}, 200), made(200, "", 7, 17), made(200, "", 5, 17), pixel};
  EXPECT_EQ(guess_roles(sample, sample_dialect(), {.target = "y"})[3].use, ColumnUse::number);
}

TEST(Roles, WhatTheUserSaidStays) {
  const CellSample sample = {
      {"y", "w", "a", "b", "c", "d"}, {{"1", "2"}, {"1", "1"}, {"1", "2"}, {"1.5", "2"}, {"", ""}, {"u", "v"}}, true};
  const ColumnChoice said = {
      .target = "y", .weight = "w", .drop = {"a"}, .roles = {{"b", Role::gamma}, {"c", Role::number}}, .text = "d"};
  const std::vector<ColumnGuess> guesses = guess_roles(sample, sample_dialect(), said);
  std::string uses;
  for (const ColumnGuess& guess : guesses) {
    uses += fmt::format("{} ", use_name(guess.use));
    EXPECT_TRUE(guess.said);
    EXPECT_TRUE(guess.doubts.empty());
  }
  EXPECT_EQ(uses, "target weight dropped count number text ");
  EXPECT_EQ(guesses[3].role, Role::gamma);
  EXPECT_EQ(summary_line(guesses), "6 columns: 1 number, 1 count, 1 text; dropped 'a'");
}

TEST(Roles, CountValuesAndMissingCells) {
  const ColumnGuess guess = guess_of({"red", "red", "green", "?", "blue", "white", "red"});
  EXPECT_EQ(guess.values, 4U);
  EXPECT_EQ(guess.missing, 1U);
  EXPECT_EQ(guess.examples, (std::vector<std::string>{"red", "green", "blue"}));
  EXPECT_EQ(summary_line({}), "0 columns: no features");
  EXPECT_TRUE(guess_roles({}, sample_dialect(), {}).empty());
}

/// Public tables with the roles that their documentation gives: N number, K count, F flag, C category, T text, D date,
/// X dropped, Y target.
struct PublicTable {
  const char* file;
  char delimiter;  ///< blank: runs of blanks
  bool header;
  std::size_t target;
  const char* uses;
};

std::string run_of(char letter, std::size_t count) { return std::string(count, letter); }

std::vector<std::string> cells_of(const std::string& line, char delimiter) {
  std::vector<std::string> cells;
  std::istringstream rest(line);
  std::string cell;
  while (delimiter == ' ' ? static_cast<bool>(rest >> cell) : static_cast<bool>(std::getline(rest, cell, delimiter))) {
    if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
    cells.push_back(cell);
  }
  return cells;
}

CellSample read_sample(const std::filesystem::path& file, const PublicTable& table) {
  CellSample sample;
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line) && (sample.cells.empty() || sample.rows() < 10000)) {
    const std::vector<std::string> cells = cells_of(line, table.delimiter);
    if (sample.columns.empty()) {
      sample.cells.resize(cells.size());
      for (std::size_t j = 0; j < cells.size(); ++j)
        sample.columns.push_back(table.header ? cells[j] : std::to_string(j + 1));
      if (table.header) continue;
    }
    if (cells.size() != sample.columns.size()) continue;
    for (std::size_t j = 0; j < cells.size(); ++j) sample.cells[j].push_back(cells[j]);
  }
  return sample;
}

TEST(Roles, OfPublicTables) {
  const char* said = std::getenv("SUFFICE_PUBLIC_DATA");
  const std::filesystem::path root = std::filesystem::path(SUFFICE_GOLDEN_DIR) / "../../../shared/data";
  const std::filesystem::path folder = said != nullptr ? std::filesystem::path(said) : root;
  if (!std::filesystem::exists(folder / "uci")) GTEST_SKIP() << "no public tables";
  const std::string digits = run_of('N', 64) + "Y";
  const std::string votes = "Y" + run_of('F', 16);
  const std::string sonar = run_of('N', 60) + "Y";
  const std::string spam = run_of('N', 57) + "Y";
  const std::string radar = "F" + run_of('N', 33) + "Y";
  const std::vector<PublicTable> tables = {
      {"uci/adult/adult.data", ',', false, 15, "NCNCNCCCCFNNNCY"},
      {"uci/breast-cancer-wisconsin/breast-cancer-wisconsin.data", ',', false, 11, "XNNNNNNNNNY"},
      {"uci/ecoli/ecoli.data", ' ', false, 9, "XNNFNNNNY"},
      {"uci/german/german.data", ' ', false, 21, "CNCCNCCNCCNCNCCNCFFFY"},
      {"uci/glass/glass.data", ',', false, 11, "XNNNNNNNNNY"},
      {"uci/house-votes-84/house-votes-84.data", ',', false, 1, votes.c_str()},
      {"uci/hypothyroid/hypothyroid.data", ',', false, 1, "YNFFFFFFFFFFFFFNFNFNFNFNFN"},
      {"uci/ionosphere/ionosphere.data", ',', false, 35, radar.c_str()},
      {"uci/iris/iris.data", ',', false, 5, "NNNNY"},
      {"uci/mushroom/agaricus-lepiota.data", ',', false, 1, "YCCCFCFFFCFCCCCCCCCCCCC"},
      {"uci/optdigits/optdigits.train.data", ',', false, 65, digits.c_str()},
      {"uci/pima/pima-indians-diabetes.data", ',', false, 9, "NNNNNNNNY"},
      {"uci/segment/segment.dat", ' ', false, 20, "NNNNNNNNNNNNNNNNNNNY"},
      {"uci/sonar/sonar.all-data", ',', false, 61, sonar.c_str()},
      {"uci/spambase/spambase.data", ',', false, 58, spam.c_str()},
      {"uci/wine/wine.data", ',', false, 1, "YNNNNNNNNNNNNN"},
      {"uci/zoo/zoo.data", ',', false, 18, "XFFFFFFFFFFFFNFFFY"},
      {"esl/SAheart.data", ',', true, 11, "XNNNNFNNNNY"},
      {"esl/vowel.train", ',', true, 2, "XYNNNNNNNNNN"},
      {"r-mass/Aids2.csv", ',', true, 5, "CFNNYCN"},
      {"r-mass/bacteria.csv", ',', true, 1, "YFFNXC"},
      {"r-mass/biopsy.csv", ',', true, 11, "XNNNNNNNNNY"},
      {"r-mass/crabs.csv", ',', true, 1, "YFXNNNNN"},
      {"r-mass/Melanoma.csv", ',', true, 2, "NYFNNNF"},
      {"sms-spam/SMSSpamCollection", '\t', false, 1, "YT"},
  };
  for (const PublicTable& table : tables) {
    const CellSample sample = read_sample(folder / table.file, table);
    if (sample.columns.empty()) continue;
    constexpr const char* letters = "YWNKFCTDX";
    std::string uses;
    for (const ColumnGuess& guess :
         guess_roles(sample, sample_dialect(), {.target = sample.columns.at(table.target - 1)})) {
      uses.push_back(letters[static_cast<std::size_t>(guess.use)]);
    }
    EXPECT_EQ(uses, table.uses) << table.file;
  }
}

TEST(Roles, OfNumbersAsPeopleWriteThem) {
  const ColumnGuess price = guess_of(cycled({"$1,200", "$3.50", "$17"}, 30));
  EXPECT_EQ(price.use, ColumnUse::number);
  EXPECT_EQ(price.unit, "$");
  EXPECT_EQ(price.doubts, (std::vector<ColumnDoubt>{{"'x' is read as a number: $ and thousands separators are skipped",
                                                     {{"column", {"x=categorical"}}}}}));
  EXPECT_EQ(guess_of(cycled({"45%", "7%", "12%"}, 30)).unit, "%");
  EXPECT_EQ(guess_of(cycled({"45%", "7", "12%"}, 30)).unit, std::nullopt) << "some are shares";
  const ColumnGuess flag = guess_of(cycled({"45%", "7%", "7%"}, 30));
  EXPECT_EQ(flag.use, ColumnUse::flag);
  EXPECT_EQ(flag.unit, std::nullopt);
  EXPECT_TRUE(flag.doubts.empty());
}

}  // namespace
}  // namespace suffice
