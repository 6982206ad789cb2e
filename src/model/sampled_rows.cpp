#include "model/sampled_rows.hpp"

#include <limits>
#include <map>
#include <utility>
#include <variant>

#include "data/schema/binding.hpp"

namespace suffice {

namespace {

struct Coded {
  std::vector<std::uint32_t> codes;
  std::vector<std::string> dictionary;
};

// A value that was not drawn is empty.
Coded coded(const std::vector<std::string>& values) {
  Coded result;
  std::map<std::string, std::uint32_t> numbers;
  for (const std::string& value : values) {
    const auto code = static_cast<std::uint32_t>(numbers.size());
    result.codes.push_back(value.empty() ? missing_category : numbers.emplace(value, code).first->second);
  }
  result.dictionary.resize(numbers.size());
  for (const auto& [value, code] : numbers) {
    result.dictionary[code] = value;
  }
  return result;
}

}  // namespace

SampledRows::Part SampledRows::column_part(const DrawnColumn& column) {
  Part part{1};
  if (const auto* numbers = std::get_if<std::vector<double>>(&column)) {
    part.values = *numbers;
  } else {
    Coded values = coded(std::get<std::vector<std::string>>(column));
    part.codes = std::move(values.codes);
    part.dictionaries.push_back(std::move(values.dictionary));
  }
  return part;
}

SampledRows::SampledRows(const Sample& sample, const Schema& schema) : count_(sample.labels.size()) {
  std::size_t offset = 0;
  for (const Block& block : schema.blocks) {
    if (!block.edges.empty()) {  // numbers beside categories: each column is a part
      for (std::size_t j = 0; j < block.features.size(); ++j) {
        parts_.push_back(column_part(sample.columns[offset++]));
      }
      continue;
    }
    Part part{block.features.size()};
    const CellForm form = form_for(block.kind);
    part.values.resize(form == CellForm::number ? count_ * part.columns : 0);
    part.codes.resize(form == CellForm::category ? count_ * part.columns : 0);
    for (std::size_t j = 0; j < part.columns; ++j) {
      const auto& column = sample.columns[offset + j];
      switch (form) {
        case CellForm::number:
          for (std::size_t i = 0; i < count_; ++i) {
            part.values[i * part.columns + j] = std::get<std::vector<double>>(column)[i];
          }
          break;
        case CellForm::text:
          part.documents = std::make_shared<const std::vector<std::string>>(std::get<std::vector<std::string>>(column));
          break;
        case CellForm::category: {
          Coded values = coded(std::get<std::vector<std::string>>(column));
          for (std::size_t i = 0; i < count_; ++i) {
            part.codes[i * part.columns + j] = values.codes[i];
          }
          part.dictionaries.push_back(std::move(values.dictionary));
          break;
        }
      }
    }
    offset += part.columns;
    parts_.push_back(std::move(part));
  }
}

Table SampledRows::table() const {
  Table table{count_, {}};
  for (const Part& part : parts_) {
    const auto stride = static_cast<std::ptrdiff_t>(part.columns);
    if (part.documents != nullptr) {
      table.columns.emplace_back(TextColumn{Texts(*part.documents)});
    } else if (part.dictionaries.empty()) {
      table.columns.emplace_back(NumberMatrix{part.values.data(), part.columns, stride, 1});
    }
    for (std::size_t j = 0; j < part.dictionaries.size(); ++j) {
      table.columns.emplace_back(CategoryColumn{part.codes.data() + j, Texts(part.dictionaries[j]), stride});
    }
  }
  return table;
}

// Of the rows first, …, last − 1.
void SampledRows::lose_column(std::size_t column, std::size_t first, std::size_t last) {
  std::size_t j = column;
  auto part = parts_.begin();
  for (; j >= part->columns; ++part) {
    j -= part->columns;
  }
  for (std::size_t i = first; i < last; ++i) {
    if (!part->codes.empty()) {
      part->codes[i * part->columns + j] = missing_category;
    } else if (!part->values.empty()) {
      part->values[i * part->columns + j] = std::numeric_limits<double>::quiet_NaN();
    }
  }
}

void SampledRows::lose(std::span<const std::size_t> columns) {
  for (const std::size_t column : columns) {
    lose_column(column, 0, count_);
  }
}

void SampledRows::lose(std::size_t row, std::span<const std::size_t> columns) {
  for (const std::size_t column : columns) {
    lose_column(column, row, row + 1);
  }
}

}  // namespace suffice
