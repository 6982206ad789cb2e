// Sampled rows: the rows of a sample, as a table to score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "suffice/model.hpp"
#include "suffice/schema.hpp"
#include "suffice/table.hpp"

namespace suffice {

class SampledRows {
 public:
  /// A sample of a model of the schema, no column of which stands in two blocks.
  SampledRows(const Sample& sample, const Schema& schema);

  /// Views of this object's memory.
  [[nodiscard]] Table table() const;
  /// Makes these columns of all rows missing; columns of text stay.
  void lose(std::span<const std::size_t> columns);
  /// The same of one row.
  void lose(std::size_t row, std::span<const std::size_t> columns);

 private:
  /// The rows of one block; which of these are there depends on its kind.
  struct Part {
    std::size_t columns = 0;
    std::vector<double> values = {};        // row-major
    std::vector<std::uint32_t> codes = {};  // row-major
    std::vector<std::vector<std::string>> dictionaries = {};
    std::shared_ptr<const std::vector<std::string>> documents = {};
  };

  using DrawnColumn = std::variant<std::vector<double>, std::vector<std::string>>;
  static Part column_part(const DrawnColumn& column);
  void lose_column(std::size_t column, std::size_t first, std::size_t last);

  std::size_t count_;
  std::vector<Part> parts_;
};

}  // namespace suffice
