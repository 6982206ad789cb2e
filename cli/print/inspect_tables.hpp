// The tables of inspect: means, spreads, the form of the posterior, discriminant axes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suffice/discriminants.hpp"
#include "suffice/model.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

/// A number for each class and feature, C × d row-major, features down and classes across.
std::string class_table(const std::string& title, const std::vector<std::string>& features,
                        const std::vector<std::string>& labels, std::span<const double> numbers,
                        const Schema& dates = {});
/// Of a reading of measurements, over the features of its block.
std::string means_table(const Schema& schema, const Block& block, const std::vector<std::string>& labels,
                        const ReadingDetails& details);
/// Standard deviations within each class, or within all together where the moments are pooled.
std::string deviations_table(const Block& block, const std::vector<std::string>& labels, const ReadingDetails& details);
/// The linear form, with θ for two classes, or else the quadratic one, or why there is none. With `top`, of more
/// features than are shown those whose coefficients differ most.
std::string form_table(const Model& model, std::optional<std::size_t> top = {});
std::string axes_table(const Discriminants& axes, const std::vector<std::string>& features);

}  // namespace suffice::cli
