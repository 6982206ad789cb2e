// CsvRows, converting records together: the same rows, labels and errors as one by one, for any threads and chunks.
#include <cstdint>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "data/formats/csv/csv_rows.hpp"
#include "data_text.hpp"

namespace suffice {
namespace {

using Names = std::vector<std::string>;

Block block_of(Kind kind, const Names& features) { return {.kind = kind, .features = features}; }

/// Everything that reading gives, in words: rows, labels, and the error at its end.
std::string all_of(const std::string& text, const ReadOptions& options, const Schema& schema,
                   const CsvRowsOptions& limits, const Dialect& dialect) {
  std::string out;
  try {
    CsvRows reader(text_input(text), dialect, 0, options, limits);
    reader.bind(schema);
    RowBlock block;
    bool complete = true;
    try {
      while (reader.next(block)) {
        for (std::size_t i = 0; i < block.rows; ++i) {
          const auto show = [&](const auto& values, std::size_t width) {
            for (std::size_t j = 0; j < width; ++j) out += fmt::format("{} ", values[i * width + j]);
          };
          show(block.values, reader.binding().numbers.size());
          show(block.cells, options.keep_cells ? reader.columns().size() : 0);
          for (std::size_t j = 0; j < reader.binding().categories.size(); ++j) {
            const std::uint32_t code = block.categories[i * reader.binding().categories.size() + j];
            out += code == missing_category ? "- " : fmt::format("{}={} ", code, reader.value_names()[j][code]);
          }
          for (std::size_t j = 0; j < reader.binding().documents.size(); ++j) {
            out += fmt::format("<{}> ", block.documents[j * block.rows + i]);
          }
          if (!block.weights.empty()) out += fmt::format("w{} ", block.weights[i]);
          if (!block.codes.empty()) out += fmt::format("y{} ", block.codes[i]);
          if (!block.problems.empty()) out += block.problems[i];
          out += '\n';
        }
      }
    } catch (const Error& error) {
      EXPECT_EQ(block.rows, 0U);
      complete = false;
      out += std::string(error.what()) + '\n';
    }
    for (const std::string& name : reader.label_names()) out += name + ' ';
    if (complete) {
      out += fmt::format("{} repeated headers, {} unlabelled, {} incomplete", reader.repeated_headers(),
                         reader.unlabelled_rows(), reader.incomplete_rows());
    }
  } catch (const Error& error) {
    out += error.what();
  }
  return out;
}

constexpr CsvRowsOptions one_by_one = {.fewest_bytes = SIZE_MAX};

std::string random_cell(std::mt19937_64& random, const Dialect& dialect) {
  static const Names cells = {"1",    "-2.5", "3e2", "",    "NA",  " 4 ", "red", "blue", " red",
                              "x\"y", "?",    "+7",  "0.1", "1,5", "1.5", "a b", "\xFF", "12345678901234567",
                              "'q'",  "-999"};
  const std::string cell = cells[random() % cells.size()];
  if (dialect.quote == 0 || random() % 4 != 0) return cell;
  const std::string quote(1, dialect.quote);
  std::string quoted = quote;
  for (const char c : cell) quoted += c == dialect.quote ? quote + quote : std::string(1, c);
  if (random() % 4 == 0) quoted += std::string(1, dialect.delimiter) + "\r\n" + quote + quote;
  return quoted + quote + (random() % 200 == 0 ? "z" : "");
}

/// A table of five columns, most of its rows good.
std::string random_table(std::mt19937_64& random, const Dialect& dialect) {
  static const Names line_ends = {"\n", "\r\n", "\r", "\n\n", "\r\n\r\n"};
  const auto numbers = [&] { return std::to_string(static_cast<int>(random() % 2000) - 500); };
  const std::string delimiter(1, dialect.delimiter);
  const std::string header = "n" + delimiter + "c" + delimiter + "t" + delimiter + "w" + delimiter + "y";
  const bool wild = random() % 2 == 0;
  std::string text = dialect.header ? header + "\n" : "";
  const std::size_t rows = random() % 60;
  for (std::size_t i = 0; i < rows; ++i) {
    std::string row = numbers();
    for (int k = 0; k < 4; ++k) {
      row += delimiter;
      row += wild && random() % 8 == 0 ? random_cell(random, dialect)
             : k == 2                  ? std::to_string(random() % 3)
                                       : "v" + std::to_string(random() % 5);
    }
    if (wild && random() % 30 == 0) row += delimiter;
    if (random() % 30 == 0) row = header;
    text += row + line_ends[random() % (wild ? line_ends.size() : 2)];
  }
  if (wild && random() % 4 == 0) text += "5" + delimiter + "c";
  return text;
}

TEST(CsvTogether, RecordsConvertedTogetherAreThoseReadOneByOne) {
  std::mt19937_64 random(7);
  const Schema named{
      {block_of(Kind::amounts, {"n"}), block_of(Kind::categories, {"c"}), block_of(Kind::text, {"t"})}, "y", "w"};
  const Schema numbered{
      {block_of(Kind::measurements, {"1"}), block_of(Kind::categories, {"2", "3"}), block_of(Kind::text, {"4"})}, "5"};
  for (int i = 0; i < 100; ++i) {
    Dialect dialect{.delimiter = ",;\t |"[random() % 5], .quote = "\"'\0"[random() % 3], .header = random() % 2 == 0};
    if (dialect.delimiter != ',' && random() % 3 == 0) dialect.decimal = ',';
    if (random() % 4 == 0) dialect.missing = {"-999", "n/a"};
    const ReadOptions options = {.labels = random() % 4 != 0,
                                 .keep_bad_rows = random() % 2 == 0,
                                 .keep_cells = random() % 2 == 0,
                                 .allow_missing = random() % 2 == 0,
                                 .not_negative = random() % 8 == 0};
    const std::string text = random_table(random, dialect);
    const Schema& schema = dialect.header ? named : numbered;
    const std::string expected = all_of(text, options, schema, one_by_one, dialect);
    for (const unsigned threads : {1U, 2U, 3U}) {
      ReadOptions together = options;
      together.threads = threads;
      for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{200}, 40 + random() % 400}) {
        const CsvRowsOptions limits = {.chunk_bytes = 1 + random() % 300,
                                       .thread_bytes = bytes,
                                       .fewest_bytes = random() % 2 * 20,
                                       .task_rows = 1};
        ASSERT_EQ(all_of(text, together, schema, limits, dialect), expected)
            << text << "\n"
            << threads << " " << bytes << " " << limits.chunk_bytes;
      }
    }
  }
}

}  // namespace
}  // namespace suffice
