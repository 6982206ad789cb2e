#include "model/terms/term_conditional.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "encode/check_rows.hpp"
#include "math/kernels/row_checks.hpp"
#include "math/kernels/weighted_rows.hpp"
#include "math/special/log_gamma.hpp"
#include "math/special/log_zero.hpp"
#include "model/terms/in_memory_terms.hpp"
#include "suffice/error.hpp"
#include "summary/terms/term_entries.hpp"

namespace suffice {

namespace {

constexpr double largest_number = std::numeric_limits<double>::max();

std::shared_ptr<const TermState> make_state(const Shared<Block>& block, Events events,
                                            std::shared_ptr<const TermCounts> counts, unsigned threads) {
  std::shared_ptr<const TermLookup> words;
  if (has_words(block)) {
    words = std::make_shared<const InMemoryTerms>(counts, events.classes());
  }
  return std::make_shared<const TermState>(block, std::move(events), std::move(counts), std::move(words), threads);
}

// −∞ for what cannot occur.
double urn_score(double count, double times, double balls) {
  return count > 0 ? log_gamma_increase_about(count, times, balls) : log_zero;
}

}  // namespace

TermConditional::TermConditional(std::shared_ptr<const TermState> state)
    : state_(std::move(state)),
      readers_(std::make_shared<ReaderPool>(state_)),
      sampler_(std::make_shared<TermSampler>(state_)) {}

TermConditional::TermConditional(const Shared<Block>& block, Events events, std::shared_ptr<const TermCounts> counts,
                                 unsigned threads)
    : TermConditional(make_state(block, std::move(events), std::move(counts), threads)) {}

TermConditional::TermConditional(const Shared<Block>& block, Events events, std::shared_ptr<const TermLookup> words)
    : TermConditional(std::make_shared<const TermState>(block, std::move(events), nullptr, std::move(words), 1)) {}

// Indices are looked at once, when they are used.
void TermConditional::check(const BlockRows& rows, unsigned /*threads*/) const {
  check_outline(rows, state_->block);
  if (const auto* text = std::get_if<TextBatch>(&rows); text != nullptr && state_->words != nullptr) {
    constexpr std::uint64_t bytes_for_a_word = 64;  // that did not occur before, in texts that are not short
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < text->documents.size(); ++i) {
      bytes += text->documents[i].size();
    }
    state_->words->expect(bytes / bytes_for_a_word);
  }
}

// A quantised table is made where rows have more numbers than it has.
void TermConditional::prepare(const BlockRows& rows, Wanted wanted, Workspace& work) const {
  work.row_start.assign(state_->rows.width(), 0.0);
  work.start_magnitude = 0;
  for (std::size_t c = 0; is_density() && c < classes(); ++c) {
    work.row_start[c] = work.start[c] + (state_->is(TermFamily::bernoulli) ? state_->events.absent[c] : 0);
    work.start_magnitude = std::isfinite(work.row_start[c])
                               ? std::max(work.start_magnitude, std::abs(work.row_start[c]))
                               : work.start_magnitude;
  }
  const auto* sparse = std::get_if<SparseBatch>(&rows);
  const bool is_large = sparse != nullptr && sparse->offsets.back() - sparse->offsets.front() >= state_->rows.size();
  work.quantised = wanted == Wanted::largest && is_large && picks_alone() ? state_->quantised(work.threads) : nullptr;
}

void TermConditional::start(Workspace& work) const {
  work.scores = work.row_start;
  work.certain.assign(state_->rows.certain() != nullptr ? state_->rows.width() : 0, 0.0);
}

template <typename Weight>
bool TermConditional::add_terms(const double* parameters, const double* certain, const RowPicks<Weight>& picks,
                                Workspace& work) const {
  const std::size_t width = state_->rows.width();
  return add_weighted_rows(parameters, width, picks, work.scores.data()) &&
         (work.certain.empty() || add_weighted_rows(certain, width, picks, work.certain.data()));
}

// Dirichlet–multinomial: log Γ(A) − log Γ(A + n) + Σ_k log Γ(α_k + x_k) − log Γ(α_k). Its large parts are put together
// as Σ_k x_k log((α_k + x_k) / (A + n)).
void TermConditional::add_urn_terms(const TermRows& table, std::span<const std::uint32_t> rows, const double* weights,
                                    Workspace& work) const {
  const double length = std::accumulate(weights, weights + rows.size(), 0.0);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    add_urn_term(table.parameters(rows[k]), weights[k], length, work);
  }
  finish_urn(length, work);
}

void TermConditional::add_urn_term(const double* balls, double weight, double length, Workspace& work) const {
  for (std::size_t c = 0; c < classes(); ++c) {
    work.scores[c] += urn_score(balls[c], weight, state_->events.divisor[c] + length);
  }
}

void TermConditional::finish_urn(double length, Workspace& work) const {
  for (std::size_t c = 0; length > 0 && c < classes(); ++c) {
    const double total = state_->events.divisor[c];
    work.scores[c] = total > 0 ? work.scores[c] - log_gamma_increase_rest(total, length) : log_zero;
  }
}

double TermConditional::score_text(std::string_view document, Workspace& work) const {
  if (work.reader == nullptr) {
    work.reader = readers_->lend();
  }
  DocumentReader& reader = *work.reader;
  const auto add = [&](std::span<const std::uint32_t> rows, const double* weights) {
    if (state_->by_urn()) {
      add_urn_terms(reader.table(), rows, weights, work);
    } else {
      add_terms(reader.table().parameters(), reader.table().certain(), RowPicks<double>{rows}, work);
    }
  };
  return static_cast<double>(reader.read(document, work.counts, std::ref(add)));
}

// Takes a number of a row down. False where it is no number of occurrences.
bool TermConditional::take(double x, std::size_t column, Workspace& work) const {
  if (std::isnan(x)) {
    work.missing.push_back(static_cast<std::uint32_t>(column));
    ++work.counts.missing;
  } else if (x > 0) {
    const bool is_known = !state_->is_left_out(column);
    work.counts.unseen += is_known ? 0 : 1;
    if (is_known || state_->knows_unseen()) {
      work.rows.push_back(is_known ? static_cast<std::uint32_t>(column) + 1 : 0);
      work.weights.push_back(state_->by_presence() ? 1 : x);
    }
  }
  return !(x < 0) && !(x > largest_number);
}

void TermConditional::score_taken(Workspace& work) const {
  if (state_->by_urn()) {
    merge_unknown(work);
  }
  if (!state_->holds_rows) {
    add_made(work);
  } else if (state_->by_urn()) {
    add_urn_terms(state_->rows, work.rows, work.weights.data(), work);
  } else {
    add_terms(state_->rows.parameters(), state_->rows.certain(),
              RowPicks<double>{work.rows, state_->by_presence() ? nullptr : work.weights.data()}, work);
  }
  if (state_->is(TermFamily::bernoulli)) {
    take_missing_out(work);
  }
}

// Many classes: the row of each term is made when it is asked for.
void TermConditional::add_made(Workspace& work) const {
  if (!work.made) {
    work.made.emplace(state_->events);
    work.made->resize(2);
  }
  constexpr std::uint32_t one = 1;
  const double length = std::accumulate(work.weights.begin(), work.weights.end(), 0.0);
  for (std::size_t k = 0; k < work.rows.size(); ++k) {
    if (work.rows[k] == 0) {
      work.made->set_unknown(one);
    } else {
      state_->make_row(work.rows[k] - 1, *work.made, one, work.record);
    }
    if (state_->by_urn()) {
      add_urn_term(work.made->parameters(one), work.weights[k], length, work);
    } else {
      add_terms(work.made->parameters(), work.made->certain(),
                RowPicks<double>{std::span(&one, 1), state_->by_presence() ? nullptr : &work.weights[k]}, work);
    }
  }
  if (state_->by_urn()) {
    finish_urn(length, work);
  }
}

void TermConditional::take_missing_out(Workspace& work) const {
  for (const std::uint32_t column : work.missing) {
    if (state_->is_left_out(column)) {
      continue;
    }
    std::span<const double> absent;
    if (state_->holds_rows) {
      absent = std::span(state_->absent(work.threads)).subspan(column * classes(), classes());
    } else {
      work.absent.resize(classes());
      state_->absent_of(column, work.record, work.absent);
      absent = work.absent;
    }
    for (std::size_t c = 0; c < classes(); ++c) {
      if (!std::isinf(absent[c])) {
        work.scores[c] -= absent[c];
      } else if (!work.certain.empty()) {
        work.certain[c] += 1;
      }
    }
  }
}

// The urn knows all terms that are not known as one.
void TermConditional::merge_unknown(Workspace& work) {
  std::size_t kept = 0;
  double* first = nullptr;
  for (std::size_t k = 0; k < work.rows.size(); ++k) {
    if (work.rows[k] == 0 && first != nullptr) {
      *first += work.weights[k];
      continue;
    }
    work.rows[kept] = work.rows[k];
    work.weights[kept] = work.weights[k];
    first = work.rows[k] == 0 ? &work.weights[kept] : first;
    ++kept;
  }
  work.rows.resize(kept);
  work.weights.resize(kept);
}

std::span<const std::uint32_t> TermConditional::indices_of(const SparseBatch& batch, std::size_t i) const {
  const auto indices = batch.indices.subspan(batch.offsets[i], batch.offsets[i + 1] - batch.offsets[i]);
  if (!ascend_below(indices, state_->block->features.size())) {
    check_shape(batch, state_->block, 1);  // names the row
  }
  return indices;
}

template <typename Number>
RowPicks<Number> TermConditional::picks_of(const SparseBatch& batch, const Number* values, std::size_t i) const {
  const std::size_t first = batch.offsets[i];
  const std::size_t end = batch.offsets[i + 1];
  return {.rows = indices_of(batch, i),
          .weights = values + first,
          .once = state_->by_presence(),
          .table_rows = state_->rows.size() - 1,
          .ahead = batch.indices.size() - end};
}

std::optional<std::size_t> TermConditional::largest_of(const SparseBatch& batch, std::size_t i, Workspace& work) const {
  const auto start = std::span<const double>(work.row_start).first(classes());
  return std::visit(
      [&](const auto* values) {
        return work.quantised->largest(start, work.start_magnitude, picks_of(batch, values, i), work.quantised_sums);
      },
      batch.values);
}

template <typename Number>
void TermConditional::score_sparse(const SparseBatch& batch, const Number* values, std::size_t i,
                                   Workspace& work) const {
  if (picks_alone()) {
    if (add_terms(state_->rows.parameters(1), state_->rows.certain(1), picks_of(batch, values, i), work)) {
      return;
    }
    start(work);  // a number that is missing, zero or wrong
  }
  const std::size_t first = batch.offsets[i];
  const auto indices = indices_of(batch, i);
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (!take(static_cast<double>(values[first + k]), indices[k], work)) {
      check_numbers(slice_rows(batch, i, 1), state_->block, NumberRule::amount, work.origin + i, 1);
    }
  }
  score_taken(work);
}

void TermConditional::score_dense(const Batch& batch, std::size_t i, Workspace& work) const {
  batch.visit_row(i, [&](const auto* row) {
    for (std::size_t j = 0; j < batch.columns; ++j) {
      const auto x = static_cast<double>(row[static_cast<std::ptrdiff_t>(j) * batch.column_stride]);
      if (x != 0 && !take(x, j, work)) {
        check_numbers(slice_rows(batch, i, 1), state_->block, NumberRule::amount, work.origin + i, 1);
      }
    }
  });
  score_taken(work);
}

// The scores of row i of the rows, which is row r of the call.
void TermConditional::score_row(const BlockRows& rows, std::size_t i, std::size_t r, Workspace& work) const {
  start(work);
  work.rows.clear();
  work.weights.clear();
  work.missing.clear();
  if (const auto* text = std::get_if<TextBatch>(&rows)) {
    work.lengths[r] = score_text(text->documents[i], work);
  } else if (const auto* sparse = std::get_if<SparseBatch>(&rows)) {
    std::visit([&](const auto* values) { score_sparse(*sparse, values, i, work); }, sparse->values);
  } else {
    score_dense(std::get<Batch>(rows), i, work);
  }
}

// Where it is certain which score is the largest, the scores are 0 for that and −1 for others: only that was asked for.
void TermConditional::add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted wanted,
                                      std::span<PanelColumn> out, Workspace& work) const {
  prepare(rows, wanted, work);
  work.lengths.resize(std::holds_alternative<TextBatch>(rows) ? count : 0);
  for (std::size_t k = 0; work.quantised != nullptr && k < out.size(); ++k) {
    out[k].values.fill(-1.0);
  }
  for (std::size_t r = 0; r < count; ++r) {
    const auto scores = out.subspan(r / panel_rows * classes(), classes());
    if (work.quantised != nullptr) {
      if (const auto largest = largest_of(std::get<SparseBatch>(rows), first + r, work)) {
        scores[*largest][r % panel_rows] = 0;
        continue;
      }
    }
    score_row(rows, first + r, r, work);
    finish(r % panel_rows, scores, work);
  }
}

// A class whose certain terms are not all there is impossible. Numbers beyond the range of a double stay in it.
void TermConditional::finish(std::size_t r, std::span<PanelColumn> out, Workspace& work) const {
  for (std::size_t c = 0; c < classes(); ++c) {
    const bool lacks = !work.certain.empty() && work.certain[c] < state_->events.certain[c];
    const double score = work.scores[c];
    out[c][r] = lacks || std::isnan(score) ? log_zero : std::min(score, largest_number);
  }
}

}  // namespace suffice
