#include "model/terms/row_terms.hpp"

#include <cmath>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "encode/check_rows.hpp"
#include "encode/each_number.hpp"
#include "text/term_bucket.hpp"

namespace suffice {

namespace {

struct Occurrence {
  std::string name;
  double count = 0;  // NaN: not known
  std::size_t number = 0;
};

std::vector<Occurrence> occurrences(const TermState& state, std::string_view document) {
  const TextOptions& options = state.block->text;
  std::vector<Occurrence> found;
  std::unordered_map<std::string, std::size_t> places;
  Tokeniser::Buffer buffer;
  state.tokeniser->split(document, buffer, [&](std::span<const std::string_view> terms) {
    for (const std::string_view term : terms) {
      const std::uint64_t bucket = options.hash_buckets > 0 ? term_bucket(term, options) : 0;
      std::string name = options.hash_buckets > 0 ? fmt::format("{}", bucket) : std::string(term);
      const auto place = places.try_emplace(std::move(name), found.size()).first;
      if (place->second == found.size()) {
        found.push_back({place->first, 0, bucket});
      }
      found[place->second].count += 1;
    }
  });
  return found;
}

std::vector<Occurrence> occurrences(const TermState& state, const BlockRows& rows, std::size_t i) {
  if (const auto* text = std::get_if<TextBatch>(&rows)) {
    return occurrences(state, text->documents[i]);
  }
  check_numbers(slice_rows(rows, i, 1), state.block, NumberRule::amount, i, 1);
  std::vector<Occurrence> found;
  each_number(rows, i, [&](std::size_t j, double x) { found.push_back({state.block->features[j], x, j}); });
  return found;
}

std::optional<TermRecord> record_of(const TermState& state, const Occurrence& occurrence) {
  TermRecord record;
  if (state.words != nullptr) {
    return state.find(occurrence.name, record) ? std::optional(record) : std::nullopt;
  }
  if (state.is_left_out(occurrence.number)) {
    return std::nullopt;
  }
  read_record(*state.counts, occurrence.number, state.classes(), record);
  return record;
}

}  // namespace

std::vector<RowTerm> row_terms(const TermState& state, const BlockRows& rows, std::size_t i) {
  check_shape(slice_rows(rows, i, 1), state.block, 1);
  std::vector<RowTerm> terms;
  for (Occurrence& occurrence : occurrences(state, rows, i)) {
    const std::optional<TermRecord> record = record_of(state, occurrence);
    if (occurrence.count == 0 || (!record && !state.knows_unseen())) {
      continue;
    }
    RowTerm term{std::move(occurrence.name), occurrence.count, std::vector<double>(state.classes()), {}, true, false};
    term.is_known = record.has_value();
    term.is_missing = std::isnan(term.count);
    if (record) {
      term_parameters(state.events, term.name, *record, term.scores);
    } else {
      reserved_parameters(state.events, term.scores);
    }
    if (record && state.is(TermFamily::bernoulli)) {
      term.absent.resize(state.classes());
      absent_parameters(state.events, term.name, *record, term.absent);
    }
    terms.push_back(std::move(term));
  }
  return terms;
}

}  // namespace suffice
