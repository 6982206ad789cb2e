// Dialects of public tables against what a person reads in them (dialects.txt), and of Pollock's files against the
// parameters that come with them (Vitagliano et al., VLDB 2023). The data is no part of this tree: the folder is the
// one that SUFFICE_DATA names, or ../shared/data; without it these tests are skipped.
#include "suffice/dialect.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "unit/temporary_folder.hpp"

namespace suffice {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t sample_bytes = std::size_t{1} << 18;

fs::path data_folder() {
  const char* const said = std::getenv("SUFFICE_DATA");
  return said != nullptr ? fs::path(said) : fs::path(SUFFICE_GOLDEN_DIR) / "../../../shared/data";
}

FoundDialect dialect_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string sample(sample_bytes, '\0');
  file.read(sample.data(), static_cast<std::streamsize>(sample.size()));
  sample.resize(static_cast<std::size_t>(file.gcount()));
  return find_dialect(sample, sample.size() < sample_bytes);
}

TEST(Dialects, OfPublicTables) {
  if (!fs::exists(data_folder())) GTEST_SKIP() << "no data in " << data_folder() << "; set SUFFICE_DATA";
  std::ifstream golden(SUFFICE_GOLDEN_DIR "/dialects.txt");
  std::string line;
  while (std::getline(golden, line)) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t bar = line.find(": ");
    const fs::path path = data_folder() / line.substr(0, bar);
    if (!fs::exists(path)) {
      std::printf("absent: %s\n", path.c_str());
      continue;
    }
    const FoundDialect found = dialect_of(path);
    std::ostringstream text;
    text << found.width << " columns, " << describe(found.dialect);
    if (found.skipped_lines > 0) text << ", skipped " << found.skipped_lines;
    EXPECT_EQ(text.str(), line.substr(bar + 2)) << path;
  }
}

struct Agreement {
  int files = 0;
  int delimiter = 0;
  int quote = 0;
  int header = 0;
  int skipped = 0;
  int encoding = 0;
};

/// A parameter, which some files have as a number and some as text.
int count_of(const nlohmann::json& value) {
  return value.is_string() ? std::stoi(value.get<std::string>()) : value.get<int>();
}

Agreement agreement_in(const fs::path& folder) {
  Agreement result;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / "csv")) {
    const std::string name = entry.path().filename().string();
    const nlohmann::json expected =
        nlohmann::json::parse(std::ifstream(folder / "parameters" / (name + "_parameters.json")));
    const FoundDialect found = dialect_of(entry.path());
    const auto text = [&](const char* key) { return expected.at(key).get<std::string>(); };
    const std::string delimiter = text("delimiter").empty() ? "," : text("delimiter").substr(0, 1);
    const std::string quote = text("quotechar");
    const std::string encoding = text("encoding");
    const bool is_utf8 = encoding == "ascii" || encoding == "utf-8";
    ++result.files;
    result.delimiter += delimiter == std::string(1, found.dialect.delimiter) ? 1 : 0;
    result.quote += quote.empty() ? found.dialect.quote != '\'' : quote == std::string(1, found.dialect.quote) ? 1 : 0;
    result.header += found.dialect.header == (count_of(expected.at("header_lines")) > 0) ? 1 : 0;
    result.skipped += found.skipped_lines == static_cast<std::size_t>(count_of(expected.at("preamble_lines"))) ? 1 : 0;
    result.encoding += (found.dialect.encoding == Encoding::utf8) == is_utf8 ? 1 : 0;
  }
  std::printf("%s: of %d files, delimiter %d, quote %d, header %d, skipped lines %d, encoding %d\n",
              folder.filename().c_str(), result.files, result.delimiter, result.quote, result.header, result.skipped,
              result.encoding);
  return result;
}

TEST(Dialects, OfPollock) {
  const fs::path archive = data_folder() / "torture-csv.tar.xz";
  if (!fs::exists(archive)) GTEST_SKIP() << "no file " << archive << "; set SUFFICE_DATA";
  const TemporaryFolder folder;
  const std::string command = "tar xf '" + archive.string() + "' -C '" + folder.path() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  // One of the files is empty, and is said to have no header.
  const Agreement polluted = agreement_in(fs::path(folder.path()) / "torture-csv/pollock");
  EXPECT_EQ(polluted.files, 22);
  EXPECT_EQ(polluted.delimiter, 22);
  EXPECT_EQ(polluted.quote, 22);
  EXPECT_EQ(polluted.header, 21);
  EXPECT_EQ(polluted.skipped, 22);
  EXPECT_EQ(polluted.encoding, 22);
  // The parameters of one file name a delimiter that it does not have, and those of two an encoding that is not theirs;
  // skipped lines differ where a title is counted to a header of several lines, or holds a line end.
  const Agreement survey = agreement_in(fs::path(folder.path()) / "torture-csv/pollock-survey");
  EXPECT_EQ(survey.files, 95);
  EXPECT_GE(survey.delimiter, 94);
  EXPECT_GE(survey.quote, 95);
  EXPECT_GE(survey.header, 91);
  EXPECT_GE(survey.skipped, 90);
  EXPECT_GE(survey.encoding, 93);
}

TEST(Dialects, OfCsvSpectrum) {
  const fs::path archive = data_folder() / "torture-csv.tar.xz";
  if (!fs::exists(archive)) GTEST_SKIP() << "no file " << archive << "; set SUFFICE_DATA";
  const TemporaryFolder folder;
  const std::string command = "tar xf '" + archive.string() + "' -C '" + folder.path() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  const fs::path spectrum = fs::path(folder.path()) / "torture-csv/csv-spectrum";
  for (const fs::directory_entry& entry : fs::directory_iterator(spectrum / "csvs")) {
    const nlohmann::json rows =
        nlohmann::json::parse(std::ifstream(spectrum / "json" / entry.path().stem().concat(".json")));
    const FoundDialect found = dialect_of(entry.path());
    EXPECT_EQ(describe(found.dialect), "delimiter ','") << entry.path();
    EXPECT_EQ(found.skipped_lines, 0U) << entry.path();
    const std::size_t columns = rows.is_array() ? rows.at(0).size() : found.width;
    EXPECT_EQ(found.width, columns) << entry.path();
  }
}

}  // namespace
}  // namespace suffice
