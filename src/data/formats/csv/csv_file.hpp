// CsvFile: a text file whose dialect is found from its first bytes, opened as rows.
#pragma once

#include <optional>
#include <vector>

#include "data/bytes/input.hpp"
#include "data/formats/csv/csv_rows.hpp"
#include "suffice/dialect.hpp"
#include "suffice/roles.hpp"
#include "suffice/source.hpp"

namespace suffice {

struct CsvFile {
  CsvRows rows;
  Dialect dialect;
  std::vector<std::string> doubts;
  std::optional<CellSample> sample;
  std::vector<ColumnRole> declared_roles = {};
};

/// Whether the first line is that of the table that `ReadOptions::unless_table` describes.
bool begins_like_table(Input& input, const ReadOptions& options);
/// Finds the dialect as far as options do not say it; waits for a sample of the input unless all is known.
CsvFile open_csv(Input input, const ReadOptions& options);
/// The same for ARFF, in UTF-8 or what its first bytes tell.
CsvFile open_arff(Input input, const ReadOptions& options);

}  // namespace suffice
