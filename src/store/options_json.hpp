// Options to JSON text and back, in the spelling of the command line.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "suffice/options.hpp"

namespace suffice {

/// {"model":…,"estimate":…,"shrinkage":…,"ridge":…,"class_prior":…}, and where they say something "gaussian_prior" and
/// "axes"; of families other than Gaussian {"model":…,"estimate":…,"class_prior":…} and what is not at its default. A
/// vocabulary is left out: it stands in tensors.
std::string options_to_json(const EstimateOptions& options);
/// Error (bad_model) when the text is not of that form, or of the one of format 1, which knows lda without ridge.
EstimateOptions options_from_json(std::string_view text, bool format_1 = false);

/// Error (bad_model) unless the options can be meant together, a given class prior names exactly `labels`, and a
/// Gaussian prior has one number per feature.
void check_options(const EstimateOptions& options, std::span<const std::string> labels, std::size_t features);

}  // namespace suffice
