// ARFF, the attribute-relation file format of Weka, read as CSV.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/bytes/input.hpp"

namespace suffice {

struct ArffAttribute {
  enum class Kind { numeric, integer, real, nominal, string, date };

  std::string name;
  Kind kind = Kind::numeric;
  std::vector<std::string> values = {};  ///< of a nominal attribute, as declared
  std::string date_format = {};          ///< of a date, as declared; empty: the one of ISO 8601

  bool operator==(const ArffAttribute&) const = default;
};

struct ArffTable {
  std::string relation;
  std::vector<ArffAttribute> attributes;
  /// RFC 4180 with a header and `?` for missing values: the names of the attributes stand in the place of the file's
  /// first line, and every other line in the place that it has in the file, so that places in messages are true.
  Input csv;
};

struct ArffOptions {
  std::size_t chunk_bytes = std::size_t{1} << 18;    ///< asked of the input at a time
  std::size_t line_bytes = std::size_t{64} << 20;    ///< a longer line is an Error
  std::size_t header_bytes = std::size_t{64} << 20;  ///< a longer header is an Error
};

/// Whether the input begins, behind comments, with the line of ARFF that names its relation. Waits for more than a byte
/// only where that is an @ or a %.
bool starts_like_arff(Input& input);

/// Reads the header, to the line @data, and gives the rows as they come; the text must be UTF-8. Memory is the header,
/// a line and a chunk. Keywords in any case, comments behind %, names and values in single or double quotes with
/// \ before what would end them. Values are delimited by commas or blanks. A row in braces is sparse, {index value, …}:
/// what it leaves out is 0, of a nominal attribute the first of its values, of others missing. A line end that a value
/// names (\n) becomes a space. Error (bad_data) with file:line:column for what is malformed, behind the rows before it;
/// and for relational attributes and weights of rows, which are not read.
ArffTable read_arff(Input input, const ArffOptions& options = {});

}  // namespace suffice
