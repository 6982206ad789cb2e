// Options to JSON text and back, in the spelling of the command line.
#pragma once

#include <string>
#include <string_view>

#include "suffice/options.hpp"

namespace suffice {

/// {"class_prior":…,"readings":[{"block":0,"model":"lda","estimate":"mle"},…]}: of each reading the features where they
/// are fewer than those of its block, and of its options what is not at the default of docs/format.md. Vocabularies are
/// not part of it: they stand in tensors.
std::string options_to_json(const Options& options, const Schema& schema);
/// Error (bad_model) when the text is not of that form. A reading of all features of its block names none of them.
Options options_from_json(std::string_view text);

}  // namespace suffice
