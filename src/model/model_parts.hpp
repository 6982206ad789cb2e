// Model parts: what copies of a model share, whatever their temperatures.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "encode/encoder.hpp"
#include "model/conditional.hpp"
#include "suffice/model.hpp"
#include "suffice/schema.hpp"
#include "suffice/shared.hpp"

namespace suffice {

struct ModelParts {
  /// `schema` has one block for each conditional, in their order; `second` says of each whether it is pooled, as
  /// Reading has it; empty: none is. The first is not.
  ModelParts(const Shared<Schema>& schema_of_rows, std::vector<double> prior,
             std::vector<std::shared_ptr<const Conditional>> readings, std::vector<std::uint8_t> second = {});

  Shared<Schema> schema;
  Encoder encoder;
  std::vector<double> class_prior;
  std::vector<double> log_prior;
  std::vector<std::shared_ptr<const Conditional>> conditionals;
  std::vector<std::uint8_t> pooled;

  [[nodiscard]] std::size_t classes() const { return class_prior.size(); }
  /// Whether the scores of all readings are log densities, to which a class prior can be added.
  [[nodiscard]] bool is_density() const;
  /// 1 for each reading that is a factor of the density of rows, 0 for one that is pooled.
  [[nodiscard]] std::vector<double> plain_temperatures() const;
  /// The schema with the blocks of those readings alone: it has all columns.
  [[nodiscard]] Schema density_schema() const;
  /// Whether they are densities of rows: not so where a reading takes indicators.
  [[nodiscard]] bool has_evidence() const;
  /// For the features of a reading 1 where the density of the column has the factor dz/dx of a normal score; empty
  /// where none has.
  [[nodiscard]] std::vector<std::uint8_t> with_log_slopes(std::size_t reading) const;
};

/// The model of these parts, its temperatures 1.
Model make_model(std::shared_ptr<const ModelParts> parts, std::vector<std::string> labels,
                 std::vector<std::string> notes);

}  // namespace suffice
