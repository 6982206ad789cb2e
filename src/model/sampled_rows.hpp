// Sampled rows: the rows of a sample, as rows to score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/batch.hpp"
#include "suffice/model.hpp"

namespace suffice {

class SampledRows {
 public:
  /// Of so many columns.
  SampledRows(const Sample& sample, std::size_t columns);

  /// Views of this object's memory.
  [[nodiscard]] Rows rows() const;
  /// The same rows with these columns missing; not of text.
  void lose(std::span<const std::size_t> columns);

 private:
  std::size_t count_;
  std::size_t columns_;
  std::vector<double> values_;
  std::shared_ptr<const std::vector<std::string>> documents_;  // shared, so that the views outlive a copy's source
  std::vector<std::string_view> views_;
  std::vector<std::uint32_t> codes_;
  std::vector<std::vector<std::string>> dictionaries_;
};

}  // namespace suffice
