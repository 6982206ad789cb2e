// Model file: what the code that opens model files needs to know of their bytes, and loading from one that is open
// already.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "store/container/file.hpp"
#include "store/container/tensors.hpp"
#include "suffice/error.hpp"
#include "suffice/options.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// A model file has at most this many bytes: room for 46,000 features.
constexpr std::uint64_t max_model_bytes = std::uint64_t{1} << 34U;

/// Error (bad_model), with a hint, unless `start`, the first bytes of a file, can be those of a model file.
void check_model_start(std::string_view start);

/// Gives the readings their vocabularies, which stand in tensors. Error (bad_model) unless these are sound.
void read_vocabularies(const TensorMap& tensors, Options& options);

/// An error about the content of the file at `path`, with `path` as its place.
Error at_path(const Error& error, const std::string& path);

/// As load(path), for the file that `path` was opened as; not yet read from.
Stored load_model(const FileDescriptor& file, const std::string& path);

}  // namespace suffice
