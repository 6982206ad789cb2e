// Vocabulary: the terms of a file, as the model would read them in a document.
#pragma once

#include <string>
#include <vector>

#include "column_options.hpp"

namespace suffice::cli {

/// One term a line, in byte order, each once. A word of text is lower-cased and stemmed as the text options say; a term
/// of columns is a column's name. Error (bad_data) for a line that is not one term, (usage) for hash buckets.
std::vector<std::string> read_vocabulary(const std::string& path, const RowKind& rows);

}  // namespace suffice::cli
