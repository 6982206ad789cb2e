// FileKind: what the name of a file says about its content; and which files are none that we read.
#pragma once

#include <string>
#include <string_view>

#include "data/bytes/decompress.hpp"
#include "suffice/source.hpp"

namespace suffice {

struct FileKind {
  InputFormat format = InputFormat::by_name;  ///< by_name: the name does not say
  Compression compression = Compression::none;
  char delimiter = ',';

  bool operator==(const FileKind&) const = default;
};

/// By the endings .csv, .tsv, .svm, .svmlight, .libsvm and .npy in any case, with .gz or .zst after them or alone.
FileKind file_kind(std::string_view path);

/// What a file is that is known and not read, and what to do with it; empty for every other file. Its first bytes tell,
/// its name only what lies in an archive and what bytes do not tell (tar, R, SAS). Compression that is read (gzip,
/// zstd) is to be undone before. Some are text (JSON, a web page) that no table begins like.
std::string foreign_format(Input& input);

/// Error (bad_data) with foreign_format(), where there is one.
void refuse_foreign_format(Input& input);

}  // namespace suffice
