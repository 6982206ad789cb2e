// Where a table begins in a sample, whether its first line names the columns, and how its numbers are written.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/schema/dialect/dialect_cells.hpp"

namespace suffice {

struct TableStart {
  std::size_t record = 0;          ///< of SampleTable::records, where the table begins
  bool header_is_comment = false;  ///< that record is a header behind a comment mark
  bool short_header =
      false;  ///< it has one cell fewer than the rows, as R writes names of columns beside names of rows
  bool trailing_delimiter = false;  ///< it has one cell fewer, as the rows end with a delimiter
};

/// Records before the table are comments (# or %) and titles, which have fewer cells than the table has.
TableStart find_start(const SampleTable& table, std::size_t width);

struct HeaderVote {
  bool header = true;
  std::string doubt = {};  ///< why it may be otherwise; empty when nothing speaks for that
};

/// Whether the record at `start` names the columns: by cells that look unlike the column below them, against names that
/// are values below, that are numbers in the range of those below, missing, or twice the same.
HeaderVote vote_on_header(const SampleTable& table, const TableStart& start, std::size_t width);

struct DecimalVote {
  char decimal = '.';
  std::string doubt = {};
};

/// The comma where numbers with one prevail; where the delimiter is a comma too, cells with one must be quoted.
DecimalVote vote_on_decimal(const SampleTable& table, const TableStart& start, std::size_t width, char delimiter);

}  // namespace suffice
