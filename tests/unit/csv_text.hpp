// Rows of CSV from text, and what is said of them where they are bad.
#pragma once

#include <string>
#include <utility>

#include "data/formats/csv/csv_rows.hpp"
#include "data_text.hpp"

namespace suffice::csv_text {

inline CsvRows open_rows(Input input, const ReadOptions& options = {}, const CsvRowsOptions& limits = {}) {
  return {std::move(input), dialect_of(options.dialect), 0, options, limits};
}

inline CsvRows reader_of(const std::string& text, const ReadOptions& options = {},
                         const Schema& schema = schema_of({"x"}, "y")) {
  CsvRows reader = open_rows(text_input(text), options);
  reader.bind(schema);
  return reader;
}

inline std::string row_failure(const std::string& text, const ReadOptions& options = {},
                               const Schema& schema = schema_of({"x"}, "y")) {
  CsvRows reader = reader_of(text, options, schema);
  RowBlock block;
  return failure([&] {
    while (reader.next(block)) {
    }
  });
}

}  // namespace suffice::csv_text
