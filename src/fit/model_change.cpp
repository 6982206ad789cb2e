// A stored model becomes another: with more rows, with fewer, with those of others, or read in another way.
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "estimate/model_table.hpp"
#include "fit/choice/model_choice.hpp"
#include "fit/keep.hpp"
#include "fit/rival_fit.hpp"
#include "fit/row_sums.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/fit.hpp"

namespace suffice {

namespace {

const TermCounts* term_counts_of(const Summary& summary, std::size_t block) {
  const auto* const terms = std::get_if<Shared<TermCounts>>(&summary.sums[block]);
  return terms == nullptr ? nullptr : &**terms;
}

std::vector<std::string> names_of(const Summary& summary, std::size_t block, const std::vector<std::size_t>& kept) {
  const TermCounts& terms = *term_counts_of(summary, block);
  const bool words = summary.schema.blocks[block].kind == Kind::text;
  std::vector<std::string> names;
  for (const std::size_t k : kept) {
    names.emplace_back(words ? terms.words[k] : std::string_view(summary.schema.blocks[block].features[k]));
  }
  std::ranges::sort(names);
  return names;
}

// The terms of a block that some reading knows, with vocabularies that name no others.
std::vector<std::size_t> known_terms(Stored& stored, std::size_t block) {
  std::vector<std::size_t> known;
  for (std::size_t r = 0; r < stored.options.readings.size(); ++r) {
    Reading& reading = stored.options.readings[r];
    if (reading.block != block) {
      continue;
    }
    const std::vector<std::size_t> kept = kept_terms(stored.summary, stored.options, r);
    auto& terms = std::get<TermOptions>(reading.options);
    if (terms.vocabulary && (terms.min_documents > 0 || kept.size() == terms.max_terms)) {
      terms.vocabulary = names_of(stored.summary, block, kept);
    }
    std::vector<std::size_t> both;
    std::ranges::set_union(known, kept, std::back_inserter(both));
    known = std::move(both);
  }
  return known;
}

bool is_read(const Options& options, std::size_t block) {
  return std::ranges::find(options.readings, block, &Reading::block) != options.readings.end();
}

// What was fitted, for the classes there are now: a class that is new has the offset 0. A map of log odds holds for its
// two classes and no others.
Fitted carried_over(Fitted fitted, const std::vector<std::string>& before, const std::vector<std::string>& now) {
  if (before == now) {
    return fitted;
  }
  if (fitted.map != OddsMap{}) {
    return {};
  }
  if (!fitted.offsets.empty()) {
    std::vector<double> offsets(now.size());
    for (std::size_t c = 0; c < now.size(); ++c) {
      const auto place = std::ranges::find(before, now[c]) - before.begin();
      offsets[c] = place < std::ssize(before) ? fitted.offsets[static_cast<std::size_t>(place)] : 0;
    }
    fitted.offsets = std::move(offsets);
  }
  return fitted;
}

Stored with_sums(const Stored& before, Summary summary) {
  Fitted fitted = carried_over(before.fitted, before.summary.classes.labels, summary.classes.labels);
  return {.options = before.options,
          .summary = std::move(summary),
          .fitted = std::move(fitted),
          .ranking = before.ranking,
          .tuning = before.tuning};
}

Change changed(const Stored& before, Summary summary, std::uint64_t invalid_bytes) {
  return {.stored = with_sums(before, std::move(summary)), .invalid_bytes = invalid_bytes};
}

// What the sums have, and what the readings need: sums without a value have no pairs yet.
std::vector<Keep> kept_for(const Stored& stored) {
  std::vector<Keep> keep = kept_by(stored.summary);
  const std::vector<Keep> needed = sums_needed(stored.options, stored.summary.schema);
  for (std::size_t b = 0; b < keep.size(); ++b) {
    keep[b].pairs = keep[b].pairs || needed[b].pairs;
  }
  return keep;
}

// Weights that were fitted on rows do not follow from sums.
void check_follows_from_sums(const Options& options) {
  if (needs_rows(options)) {
    const std::string name = model_name(options);
    throw Error(
        ErrorCode::usage,
        fmt::format(
            "{} is fitted on rows, which a model file does not hold: fit all rows together, or take a model that "
            "is made of sums",
            name),
        "", {{"model", {"least-squares"}, Remedy::Act::refit}});
  }
}

}  // namespace

Change update(const Stored& before, Source& source, const WorkOptions& work) {
  check_follows_from_sums(before.options);
  const Schema schema = source.fit_columns(before.summary.schema);
  source.set_missing_markers(schema.dialect.missing);
  source.bind(schema);
  const RowSums rows = sum_rows(source, schema, kept_for(before), work);
  return changed(before, merge(before.summary, rows.summary), rows.invalid_bytes);
}

Change forget(const Stored& before, Source& source, const WorkOptions& work) {
  check_follows_from_sums(before.options);
  const Schema& schema = before.summary.schema;
  source.set_missing_markers(schema.dialect.missing);
  source.bind(schema);
  const RowSums rows = sum_rows(source, schema, kept_for(before), work);
  Removal removal = remove(before.summary, rows.summary);
  if (removal.rest.classes.size() == 0) {
    throw Error(ErrorCode::bad_data,
                "these are all the rows of the model: nothing would be left; delete the file instead");
  }
  Change change = changed(before, std::move(removal.rest), rows.invalid_bytes);
  change.relative_error = removal.relative_error;
  return change;
}

Stored merge(const Stored& first, const Stored& second) {
  check_follows_from_sums(first.options);
  return with_sums(first, merge(first.summary, second.summary));
}

Stored reestimate(const Stored& stored, const ModelChoice& choice, std::span<const std::string> drop) {
  const Schema& schema = stored.summary.schema;
  Stored result = {.options = checked(stored.options, schema),
                   .summary = stored.summary,
                   .fitted = stored.fitted,
                   .ranking = stored.ranking,
                   .tuning = stored.tuning};
  const Options before = result.options;
  result.options = dropped_columns(std::move(result.options), schema, drop);
  result.options = changed_options(std::move(result.options), schema, choice);
  if (checked(result.options, schema).readings != before.readings || result.options.rival != stored.options.rival) {
    check_follows_from_sums(result.options);
    result.fitted = {};
    std::erase_if(result.options.readings, [](const Reading& reading) { return reading.pooled(); });
    result.ranking = {};
  }
  if (checked(result.options, schema) != before) {
    result.tuning = {};
  }
  return result;
}

Stored compacted(const Stored& stored, unsigned threads) {
  Stored result = {.options = settled(stored.options, stored.summary.schema),
                   .summary = stored.summary,
                   .fitted = stored.fitted,
                   .ranking = stored.ranking,
                   .tuning = stored.tuning};
  check_taken(result.options, "compact");
  for (std::size_t block = 0; block < result.summary.sums.size(); ++block) {
    if (term_counts_of(result.summary, block) != nullptr && is_read(result.options, block)) {
      const std::vector<std::size_t> known = known_terms(result, block);
      result.summary = compact(result.summary, block, known);
    }
  }
  static_cast<void>(finish(result, threads));
  return result;
}

}  // namespace suffice
