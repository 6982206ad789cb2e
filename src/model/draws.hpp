// Draws from a model: rows with labels, and what they are as a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/model_parts.hpp"
#include "suffice/model.hpp"

namespace suffice {

/// How many terms a document has: every whole number from `least` to `most` alike.
struct LengthRange {
  double least = 0;
  double most = 0;
};

/// Rows first, …, first + n − 1 of the sequence of a seed: y ~ class prior, then each reading in turn. `lengths`: for
/// each reading the number of terms, where it Conditional::has_given_length() and one is given; none: as the model
/// draws them. Errors as Model::sample().
Sample draw_rows(const ModelParts& model, std::size_t n, std::uint64_t seed, std::uint64_t first = 0,
                 std::span<const std::optional<LengthRange>> lengths = {});

/// What a row that is drawn has in common with one that was met.
struct RowForm {
  std::uint32_t label = 0;                ///< its class
  std::vector<std::size_t> missing = {};  ///< columns of ModelParts::density_schema(), ascending
  std::vector<std::optional<double>> terms =
      {};  ///< for each reading how many terms its documents have; empty: as drawn
};

/// x ~ p(x | y), one row for each form, complete: SampledRows::lose() makes values missing. Errors as Model::sample().
Sample draw_rows_like(const ModelParts& model, std::span<const RowForm* const> forms, std::uint64_t seed);

}  // namespace suffice
