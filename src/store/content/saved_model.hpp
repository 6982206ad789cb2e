// Loading a model from a file that is open already.
#pragma once

#include <string>

#include "store/container/file.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// As load(path), for the file that `path` was opened as; not yet read from.
Stored load_model(const FileDescriptor& file, const std::string& path);

}  // namespace suffice
