#include "evaluate/resemblance/checked_rows.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "data/schema/binding.hpp"
#include "encode/encoder.hpp"
#include "evaluate/folds/reordered_rows.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

namespace {

std::vector<double> numbers_of(const BlockRows& rows, std::size_t j) {
  if (const auto* const batch = std::get_if<Batch>(&rows)) {
    std::vector<double> numbers(batch->rows);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = batch->value(i, j);
    return numbers;
  }
  const auto& sparse = std::get<SparseBatch>(rows);
  std::vector<double> numbers(sparse.rows(), 0.0);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto first = sparse.indices.begin() + static_cast<std::ptrdiff_t>(sparse.offsets[i]);
    const auto last = sparse.indices.begin() + static_cast<std::ptrdiff_t>(sparse.offsets[i + 1]);
    const auto found = std::lower_bound(first, last, static_cast<std::uint32_t>(j));
    if (found != last && *found == j)
      numbers[i] = sparse.value(static_cast<std::size_t>(found - sparse.indices.begin()));
  }
  return numbers;
}

void take_codes(const CategoryBatch& batch, std::size_t j, CheckedColumn& column) {
  const Texts& dictionary = batch.values[j];
  for (std::size_t k = 0; k < dictionary.size(); ++k) column.values.emplace_back(dictionary[k]);
  column.codes.resize(batch.rows);
  for (std::size_t i = 0; i < batch.rows; ++i) column.codes[i] = batch.codes[i * batch.columns + j];
}

// The counts of the terms of one block, with a class for each group.
TermCounts terms_of(const Schema& schema, std::size_t block, const Table& table,
                    std::span<const std::uint32_t> group_of_rows, std::size_t groups) {
  Schema alone = without_blocks(schema);
  alone.blocks = {schema.blocks[block]};
  alone.blocks.front().open_columns = false;
  std::vector<std::string> names;
  for (std::size_t g = 0; g < groups; ++g) names.push_back(std::to_string(g));
  alone.declared_labels = names;
  std::ranges::sort(alone.declared_labels);
  alone.weight.clear();
  const Table own = schema.blocks.size() == 1
                        ? table
                        : select_columns(table, places_in(alone.blocks.front().features, columns_of(schema)));
  const Summary sums = summarise(own, {group_of_rows, names}, alone, {.threads = 1});
  return *std::get<Shared<TermCounts>>(sums.sums.front());
}

// Adds the counts of term k of a group, or of all, to `to`.
void add_counts(const CheckedColumn& column, std::size_t k, std::size_t group, double& to) {
  const std::vector<double>& counts = column.counts_documents ? column.terms.documents : column.terms.tokens;
  for (std::uint64_t e = column.terms.offsets[k]; e < column.terms.offsets[k + 1]; ++e) {
    if (group == every_group || column.terms.classes[e] == group) to += counts[e];
  }
}

}  // namespace

std::size_t CheckedRows::rows() const {
  std::size_t count = 0;
  for (const auto& group : groups) count += group.size();
  return count;
}

CheckedRows checked_rows(const Schema& schema, const Table& table, std::span<const std::uint32_t> group_of_rows,
                         std::size_t groups, const CountsOnce& counts_once) {
  Schema unfilled = schema;
  for (Block& block : unfilled.blocks) block.fills.clear();
  const Encoder encoder(unfilled);
  encoder.check(table);
  CheckedRows result;
  result.groups.resize(groups);
  for (std::size_t i = 0; i < table.rows; ++i) result.groups[group_of_rows[i]].push_back(i);
  std::size_t place = 0;
  for (std::size_t b = 0; b < unfilled.blocks.size(); ++b) {
    const Block& block = unfilled.blocks[b];
    if (has_terms(block.kind)) {
      const bool is_text = block.kind == Kind::text;
      CheckedColumn column{is_text ? block.features.front() : std::string("counts"), block.kind, place};
      column.terms = terms_of(unfilled, b, table, group_of_rows, groups);
      column.counts_documents = counts_once[b] != 0;
      if (!is_text) column.values = block.features;
      result.columns.push_back(std::move(column));
    } else {
      EncodeBuffer buffer;
      const BlockRows rows = encoder.rows(table, b, buffer);
      for (std::size_t j = 0; j < block.features.size(); ++j) {
        CheckedColumn column{block.features[j], block.kind, place + j};
        if (const auto* const batch = std::get_if<CategoryBatch>(&rows)) {
          take_codes(*batch, j, column);
        } else {
          column.numbers = numbers_of(rows, j);
        }
        result.columns.push_back(std::move(column));
      }
    }
    place += block.features.size();
  }
  return result;
}

SharedTerms shared_terms(const CheckedColumn& a, const CheckedColumn& b, std::size_t group, bool named) {
  SharedTerms shared;
  const auto name = [](const CheckedColumn& column, std::size_t k) -> std::string_view {
    return column.values.empty() ? column.terms.words[k] : std::string_view(column.values[k]);
  };
  const std::size_t of_a = a.terms.terms();
  const std::size_t of_b = b.terms.terms();
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < of_a || k < of_b) {
    // Words ascend; columns that count are the same in both.
    const int order = i == of_a ? 1 : k == of_b ? -1 : a.values.empty() ? name(a, i).compare(name(b, k)) : 0;
    if (named) shared.names.emplace_back(order <= 0 ? name(a, i) : name(b, k));
    shared.first.push_back(0);
    shared.second.push_back(0);
    if (order <= 0) add_counts(a, i++, group, shared.first.back());
    if (order >= 0) add_counts(b, k++, group, shared.second.back());
  }
  return shared;
}

}  // namespace suffice
