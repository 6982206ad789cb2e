#include "model/sampled_rows.hpp"

#include <limits>
#include <map>

namespace suffice {

SampledRows::SampledRows(const Sample& sample, std::size_t columns)
    : count_(sample.labels.size()),
      columns_(columns),
      values_(sample.values),
      documents_(std::make_shared<const std::vector<std::string>>(sample.documents)),
      views_(documents_->begin(), documents_->end()) {
  if (sample.categories.empty()) {
    return;
  }
  codes_.resize(sample.categories.size());
  for (std::size_t j = 0; j < columns; ++j) {
    std::map<std::string, std::uint32_t> numbers;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::string& value = sample.categories[i * columns + j];
      const auto code = static_cast<std::uint32_t>(numbers.size());
      codes_[i * columns + j] = value.empty() ? missing_category : numbers.emplace(value, code).first->second;
    }
    std::vector<std::string> dictionary(numbers.size());
    for (const auto& [value, code] : numbers) {
      dictionary[code] = value;
    }
    dictionaries_.push_back(std::move(dictionary));
  }
}

Rows SampledRows::rows() const {
  if (!views_.empty()) {
    return TextBatch{views_};
  }
  if (!codes_.empty()) {
    return CategoryBatch{codes_.data(), count_, columns_, dictionaries_};
  }
  return Batch::row_major(values_.data(), count_, columns_);
}

void SampledRows::lose(std::span<const std::size_t> columns) {
  for (std::size_t i = 0; i < count_; ++i) {
    for (const std::size_t j : columns) {
      if (!codes_.empty()) {
        codes_[i * columns_ + j] = missing_category;
      } else {
        values_[i * columns_ + j] = std::numeric_limits<double>::quiet_NaN();
      }
    }
  }
}

}  // namespace suffice
