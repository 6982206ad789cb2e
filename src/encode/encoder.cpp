#include "encode/encoder.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "encode/block_encoding.hpp"
#include "encode/check_rows.hpp"
#include "encode/column_copies.hpp"
#include "encode/gather.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

constexpr std::size_t most_names = 4096;

const char* type_name(const Column& column) {
  constexpr std::array<const char*, 5> names = {"numbers", "numbers", "sparse numbers", "categories", "text"};
  return names[column.index()];
}

bool takes(CellForm form, const Column& column) {
  const bool has_numbers = column.index() < 3;
  return form == CellForm::number ? has_numbers : form == CellForm::category || !has_numbers;
}

/// The number of rows that a column shows; `rows` where it does not.
std::size_t rows_shown(const Column& column, std::size_t rows) {
  if (const auto* const text = std::get_if<TextColumn>(&column)) return text->documents.size();
  if (const auto* const sparse = std::get_if<SparseMatrix>(&column)) {
    return std::visit([](const auto& offsets) { return offsets.empty() ? 0 : offsets.size() - 1; }, sparse->offsets);
  }
  return rows;
}

/// Sparse rows as check_rows takes them.
void check_sparse_matrix(const SparseMatrix& matrix) {
  SparseBatch rows{matrix.values, {}, matrix.indices, matrix.columns};
  std::vector<std::uint64_t> widened;
  if (const auto* const offsets = std::get_if<std::span<const std::uint64_t>>(&matrix.offsets)) {
    rows.offsets = *offsets;
  } else {
    const auto& narrow = std::get<std::span<const std::uint32_t>>(matrix.offsets);
    widened.assign(narrow.begin(), narrow.end());
    rows.offsets = widened;
  }
  check_sparse(rows, 1);
}

}  // namespace

Encoder::Encoder(const Schema& schema) {
  if (schema.blocks.size() == 1) {
    const Block& block = schema.blocks.front();
    const bool encoded = has_encodings(block);
    const std::vector<std::string> names = encoded ? columns_of(block) : std::vector<std::string>();
    columns_ = encoded ? names.size() : block.features.size();
    plans_.push_back({block.kind, block.features.size(), {{0, 0, columns_}}});
    if (encoded) encode(block, plans_.back());
    if (columns_ <= most_names) names_ = encoded ? names : block.features;
    return;
  }
  std::unordered_map<std::string_view, std::size_t> places;
  std::vector<std::vector<std::string>> names(schema.blocks.size());  // of the columns, where they are not the features
  for (std::size_t b = 0; b < schema.blocks.size(); ++b) {
    const Block& block = schema.blocks[b];
    Plan plan{block.kind, block.features.size(), {}};
    if (has_encodings(block)) encode(block, plan);
    if (!block.indicators.empty()) names[b] = columns_of(block);
    const std::vector<std::string>& columns = block.indicators.empty() ? block.features : names[b];
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const auto [found, is_new] = places.emplace(columns[j], columns_);
      if (is_new) {
        ++columns_;
        if (columns_ <= most_names) names_.push_back(columns[j]);
      }
      if (!plan.runs.empty() && found->second == plan.runs.back().place + plan.runs.back().count) {
        ++plan.runs.back().count;
      } else {
        plan.runs.push_back({j, found->second, 1});
      }
    }
    plans_.push_back(std::move(plan));
  }
}

void Encoder::encode(const Block& block, Plan& plan) {
  plan.forms = forms_of(block);
  plan.encoding = std::make_shared<const BlockEncoding>(block);
}

std::string Encoder::name_of(std::size_t place) const {
  return place < names_.size() ? quoted(names_[place]) : fmt::format("number {}", place + 1);
}

ColumnEnds column_ends(const Table& table) {
  ColumnEnds ends(table.columns.size());
  std::size_t end = 0;
  for (std::size_t k = 0; k < ends.size(); ++k) ends[k] = end += column_count(table.columns[k]);
  return ends;
}

/// The parts of a block's runs that lie in one column of the table each.
std::vector<ColumnPiece> Encoder::pieces_of(const Plan& plan, const Table& table, const ColumnEnds& ends) {
  std::vector<ColumnPiece> pieces;
  for (const Run& run : plan.runs) {
    auto k = static_cast<std::size_t>(std::ranges::upper_bound(ends, run.place) - ends.begin());
    for (std::size_t done = 0; done < run.count; ++k) {
      const std::size_t place = run.place + done;
      const std::size_t inside = place - (k == 0 ? 0 : ends[k - 1]);
      const std::size_t count = std::min(run.count - done, ends[k] - place);
      if (count > 0) pieces.push_back({&table.columns[k], inside, run.feature + done, place, count});
      done += count;
    }
  }
  return pieces;
}

void Encoder::check_piece(const Plan& plan, const ColumnPiece& piece) const {
  for (std::size_t k = 0; k < (plan.forms.empty() ? 1 : piece.count); ++k) {
    const CellForm form = plan.forms.empty() ? form_for(plan.kind) : plan.forms[piece.feature + k];
    if (takes(form, *piece.column)) continue;
    const bool bins = form == CellForm::number && plan.kind == Kind::categories;
    throw Error(ErrorCode::bad_data,
                fmt::format("column {} of the table holds {} where {} are expected", name_of(piece.place + k),
                            type_name(*piece.column), bins ? "numbers" : kind_name(plan.kind)));
  }
}

void Encoder::check(const Table& table) const {
  const ColumnEnds ends = column_ends(table);
  const std::size_t columns = ends.empty() ? 0 : ends.back();
  if (columns != columns_) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the rows have {} columns where {} features are expected", columns, columns_));
  }
  if (!table.weights.empty() && table.weights.size() != table.rows) {
    throw Error(ErrorCode::bad_data, fmt::format("{} weights for {} rows", table.weights.size(), table.rows));
  }
  std::size_t place = 0;
  for (const Column& column : table.columns) {
    const std::size_t rows = rows_shown(column, table.rows);
    if (rows != table.rows) {
      throw Error(ErrorCode::bad_data, fmt::format("column {} of the table has {} rows where {} are expected",
                                                   name_of(place), rows, table.rows));
    }
    place += column_count(column);
  }
  for (const Plan& plan : plans_) {
    const std::vector<ColumnPiece> pieces = pieces_of(plan, table, ends);
    const SparseMatrix* checked = nullptr;
    for (const ColumnPiece& piece : pieces) {
      check_piece(plan, piece);
      const auto* const sparse = std::get_if<SparseMatrix>(piece.column);
      const bool stays_sparse = plan.encoding == nullptr && is_numeric(plan.kind) && piece.count == plan.features &&
                                piece.count == (sparse == nullptr ? 0 : sparse->columns);
      if (sparse != nullptr && sparse != checked && !stays_sparse) check_sparse_matrix(*sparse);
      checked = sparse;
    }
  }
}

bool Encoder::is_view(const Table& table, std::size_t block, const ColumnEnds& ends) const {
  const Plan& plan = plans_[block];
  if (plan.encoding != nullptr) return false;
  const std::vector<ColumnPiece> pieces = pieces_of(plan, table, ends);
  switch (form_for(plan.kind)) {
    case CellForm::number:
      return view_numbers(pieces, table.rows, plan.features).has_value();
    case CellForm::category:
      return view_codes(pieces, plan.features) != nullptr;
    case CellForm::text:
      break;
  }
  return view_documents(pieces) != nullptr;
}

std::vector<std::string> Encoder::cell_texts(const Table& table, std::size_t block, std::size_t i) const {
  std::vector<std::string> texts;
  for (const ColumnPiece& piece : pieces_of(plans_[block], table, column_ends(table))) {
    texts.resize(std::max(texts.size(), piece.feature + piece.count));
    for (std::size_t k = 0; k < piece.count; ++k) {
      texts[piece.feature + k] = cell_text({piece.column, piece.inside + k}, i);
    }
  }
  return texts;
}

BlockRows Encoder::rows(const Table& table, std::size_t block, std::size_t first, std::size_t count,
                        EncodeBuffer& buffer, const ColumnEnds& ends) const {
  const Plan& plan = plans_[block];
  const std::vector<ColumnPiece> pieces = pieces_of(plan, table, ends);
  const auto weights = table.weights.empty() ? table.weights : table.weights.subspan(first, count);
  const auto weighted = [&](BlockRows rows) {
    std::visit([&](auto& view) { view.weights = weights; }, rows);
    return rows;
  };
  if (plan.encoding != nullptr) return weighted(plan.encoding->rows(pieces, first, count, buffer));
  switch (form_for(plan.kind)) {
    case CellForm::number:
      if (const std::optional<BlockRows> view = view_numbers(pieces, table.rows, plan.features)) {
        return weighted(slice_rows(*view, first, count));
      }
      return weighted(gather_numbers(pieces, plan.features, first, count, buffer));
    case CellForm::category: {
      const std::uint32_t* codes = view_codes(pieces, plan.features);
      if (codes != nullptr) codes += first * plan.features;
      return weighted(gather_categories(pieces, plan.features, codes, first, count, buffer));
    }
    case CellForm::text:
      break;
  }
  if (const Texts* const documents = view_documents(pieces)) {
    return weighted(TextBatch{documents->slice(first, count)});
  }
  return weighted(gather_documents(pieces.front(), first, count, buffer));
}

}  // namespace suffice
