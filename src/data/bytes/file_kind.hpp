// FileKind: what the name of a file says about its content.
#pragma once

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

}  // namespace suffice
