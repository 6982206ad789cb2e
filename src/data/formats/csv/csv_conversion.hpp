// CsvConversion: the cells of some records as numbers, codes and documents, written to their rows of a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/missing_markers.hpp"
#include "data/bytes/number.hpp"
#include "data/bytes/plain_numbers.hpp"
#include "data/formats/category_codes.hpp"
#include "data/formats/csv/csv_scan.hpp"
#include "data/formats/label_codes.hpp"
#include "data/schema/binding.hpp"
#include "data/schema/name_table.hpp"
#include "suffice/source.hpp"

namespace suffice {

/// What all threads that convert records share.
struct CsvCells {
  const Binding& binding;
  const ReadOptions& options;
  const NumberStyle& style;
  CsvGrammar grammar;
  std::size_t columns = 0;     ///< of the file
  const char* base = nullptr;  ///< what CsvScan::Record::ends count from
  const LabelCodes& labels;
  const CategoryCodes& categories;
  const MissingMarkers& no_values;          ///< of categories
  std::span<const std::size_t> empty = {};  ///< columns that are to hold no value
  /// For each column of numbers whether one with a leading zero makes a bad row; empty: none does.
  std::span<const std::uint8_t> watched = {};
};

/// Where the rows go; the vectors of `block` have room for them.
struct CsvTarget {
  RowBlock& block;
  std::span<std::string_view> documents;  ///< rows × columns of text
};

/// Names that the dictionaries of all rows before do not have, in order of first appearance.
class NewNames {
 public:
  void clear();
  std::uint32_t code(std::string_view name, std::size_t row);
  [[nodiscard]] const std::uint32_t* find(std::string_view name);

  std::vector<std::string> names;
  std::vector<std::size_t> rows;     ///< where each appeared first
  std::vector<std::uint32_t> codes;  ///< those of the common dictionary, once known

 private:
  NameTable table_;
  std::uint32_t found_ = 0;
};

/// A name that is new has the code size + k, where k is its place in NewNames and size that of the common dictionary.
class CsvConversion {
 public:
  /// Converts records to rows first_row, first_row + 1, …
  void convert(const CsvCells& cells, std::span<const CsvScan::Record> records, std::size_t first_row,
               const CsvTarget& target);

  std::vector<std::size_t> problems;  ///< rows with something wrong: what, a plain reading will say
  NewNames labels;
  std::vector<NewNames> categories;  ///< for each column of categories
  std::size_t incomplete_rows = 0;   ///< rows without problems in which a number or a category is missing

  /// In rows first_row to last_row, gives names that were new the codes in `labels` and `categories`.
  void settle(const CsvCells& cells, std::size_t last_row, RowBlock& block) const;
  [[nodiscard]] std::size_t first_row() const { return first_row_; }

 private:
  bool read_row(const CsvCells& cells, const CsvScan::Record& record, std::size_t row, RowBlock& block);
  bool read_numbers(const CsvCells& cells, const CsvScan::Record& record, double* numbers);
  bool read_other_number(const CsvCells& cells, const CsvScan::Record& record, std::size_t j, double& number);
  bool read_categories(const CsvCells& cells, const CsvScan::Record& record, std::size_t row, std::uint32_t* codes);
  bool read_label(const CsvCells& cells, std::string_view label, std::size_t row, std::uint32_t& code);
  void read_documents(const CsvCells& cells, const CsvScan::Record& record, std::string_view* documents);

  std::size_t first_row_ = 0;
  bool is_incomplete_ = false;  // the row that is read
  PlainCells plain_ = {};
  std::vector<std::uint64_t> not_plain_;      // a bit for each column of numbers that are written in another way
  std::size_t label_count_ = 0;               // in the common dictionary
  std::vector<std::size_t> category_counts_;  // in the common dictionaries
  std::string undoubled_;
  std::unique_ptr<char[]> documents_;  // those whose quotes are doubled
  std::size_t documents_capacity_ = 0;
  std::size_t documents_size_ = 0;
};

/// A cell of a record that has it, without its quotes; those inside it stay doubled.
std::string_view plain_cell(const CsvCells& cells, const CsvScan::Record& record, std::size_t column);

/// A cell without blanks around it that is quoted after all, behind blanks, without its quotes.
std::string_view unquoted(std::string_view cell, char quote);

/// The seconds of a cell of dates.
Number date_number(std::string_view cell, const DateCell& date, const MissingMarkers& missing);

/// Overwrites a text. Memory is kept for the next one, unless it is far more than this one needs.
void put_text(std::string& to, std::string_view text);

}  // namespace suffice
