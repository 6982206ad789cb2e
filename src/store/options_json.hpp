// The options of a model file as JSON text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "suffice/options.hpp"

namespace suffice {

/// {"model":"lda","estimate":…,"shrinkage":…,"class_prior":…}
std::string options_to_json(const EstimateOptions& options);
/// Error (bad_model) when the text is not of that form.
EstimateOptions options_from_json(std::string_view text);

/// Error (bad_model) unless λ and the class prior are legal, and a given class prior names exactly `labels`.
void check_options(const EstimateOptions& options, std::span<const std::string> labels);

}  // namespace suffice
