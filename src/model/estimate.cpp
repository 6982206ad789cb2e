// estimate(): the parameters that sums imply, put together as a model.
#include "suffice/estimate.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "estimate/moments/complete_sums.hpp"
#include "estimate/terms/events.hpp"
#include "estimate/terms/term_selection.hpp"
#include "math/system/parallel.hpp"
#include "model/assemble.hpp"
#include "suffice/error.hpp"
#include "summary/block_sums.hpp"
#include "summary/terms/term_entries.hpp"
#include "summary/wider_sums.hpp"

namespace suffice {

namespace {

void check_rows(const Summary& summary) {
  if (!(summary.classes.total_weight() > 0)) {
    throw Error(ErrorCode::bad_data, "there are no rows to learn from");
  }
}

const Reading& reading_of(const Options& options, std::size_t reading) {
  if (reading >= options.readings.size()) {
    throw Error(ErrorCode::usage,
                fmt::format("there is no reading number {} among {}", reading, options.readings.size()));
  }
  return options.readings[reading];
}

// The features of its block that a reading takes, which may have more columns where they are open and a vocabulary
// names them.
Block block_of(const Summary& summary, const Reading& reading) {
  const Block& block = summary.schema.blocks[reading.block];
  if (!reading.features.empty() && reading.features.size() < block.features.size()) {
    return restricted(block, reading.features);
  }
  const auto* terms = std::get_if<TermOptions>(&reading.options);
  return widened(block, terms != nullptr ? columns_named(block, *terms) : 0);
}

// The sums of those: made where they are not those of the whole block.
class ReadSums {
 public:
  ReadSums(const Summary& summary, const Reading& reading, const Block& read) : held_(&summary.sums[reading.block]) {
    const Block& block = summary.schema.blocks[reading.block];
    if (read.features.size() < block.features.size()) {
      made_ = restricted(block, summary.classes, *held_, read);
    } else if (read.features.size() > block.features.size()) {
      made_ = widen(block, summary.classes, *held_, read.features.size());
    }
  }
  [[nodiscard]] const Sums& sums() const { return made_ ? *made_ : *held_; }

 private:
  const Sums* held_;
  std::optional<Sums> made_;
};

std::shared_ptr<const Moments> completed_moments(const Summary& summary, const Reading& reading, unsigned threads) {
  const auto* options = std::get_if<GaussianOptions>(&reading.options);
  if (options == nullptr || !std::get<Moments>(summary.sums[reading.block]).has_patterns()) {
    return nullptr;
  }
  const Block block = block_of(summary, reading);
  const ReadSums read(summary, reading, block);
  const MomentBlock moments{block, summary.classes, std::get<Moments>(read.sums())};
  return needs_completion(moments, *options)
             ? std::make_shared<const Moments>(complete_sums(moments, *options, threads))
             : nullptr;
}

const Moments* completed_of(const CompletedMoments& completed, std::size_t reading) {
  return reading < completed.size() ? completed[reading].get() : nullptr;
}

// Its features among those of its block, ascending.
std::vector<std::size_t> places_in(const Block& read, const Block& block) {
  std::vector<std::size_t> places;
  for (std::size_t j = 0; j < block.features.size() && places.size() < read.features.size(); ++j) {
    if (block.features[j] == read.features[places.size()]) {
      places.push_back(j);
    }
  }
  return places;
}

}  // namespace

Model estimate(const Summary& summary, const Options& options, unsigned threads, const CompletedMoments& completed) {
  const Options all = checked(options, summary.schema);
  check_rows(summary);
  threads = thread_count(threads);
  Schema read{{}, summary.schema.target, summary.schema.weight, summary.schema.declared_labels};
  for (const Reading& reading : all.readings) {
    read.blocks.push_back(block_of(summary, reading));
  }
  const Shared<Schema> schema(std::move(read));
  std::vector<std::shared_ptr<const Conditional>> conditionals;
  std::vector<std::string> notes;
  for (std::size_t r = 0; r < all.readings.size(); ++r) {
    const Block& block = schema->blocks[r];
    const ReadSums sums(summary, all.readings[r], block);
    conditionals.push_back(make_conditional(Shared<Block>(std::shared_ptr<const Block>(schema.pointer(), &block)),
                                            summary.classes, sums.sums(), all.readings[r].options, threads,
                                            completed_of(completed, r), notes));
  }
  return assemble(schema, summary.classes, all.class_prior, std::move(conditionals), std::move(notes));
}

CompletedMoments complete(const Summary& summary, const Options& options, unsigned threads) {
  const Options all = checked(options, summary.schema);
  check_rows(summary);
  threads = thread_count(threads);
  CompletedMoments completed;
  for (const Reading& reading : all.readings) {
    completed.push_back(completed_moments(summary, reading, threads));
  }
  return completed;
}

Moments moments_read(const Summary& summary, const Options& options, std::size_t reading,
                     const CompletedMoments& completed) {
  const Options all = checked(options, summary.schema);
  check_rows(summary);
  const Reading& read = reading_of(all, reading);
  const auto* gaussian = std::get_if<GaussianOptions>(&read.options);
  if (gaussian == nullptr) {
    throw Error(ErrorCode::usage, "only readings of measurements have moments");
  }
  const Block block = block_of(summary, read);
  const ReadSums sums(summary, read, block);
  const MomentBlock moments{block, summary.classes, std::get<Moments>(sums.sums())};
  if (!moments.sums.has_patterns()) {
    return moments.sums;
  }
  if (const Moments* made = completed_of(completed, reading); made != nullptr && needs_completion(moments, *gaussian)) {
    return *made;
  }
  return without_patterns(moments, *gaussian);
}

std::vector<std::size_t> kept_terms(const Summary& summary, const Options& options, std::size_t reading) {
  const Options all = checked(options, summary.schema);
  const Reading& read = reading_of(all, reading);
  const auto* terms = std::get_if<TermOptions>(&read.options);
  if (terms == nullptr) {
    throw Error(ErrorCode::usage, "only sums of terms have terms to keep");
  }
  const Block& block = summary.schema.blocks[read.block];
  const Block fewer = block_of(summary, read);
  const ReadSums sums(summary, read, fewer);
  const TermCounts& counts = *std::get<Shared<TermCounts>>(sums.sums());
  const TermBlock of_terms{fewer, summary.classes, counts};
  const Events found = events(of_terms, *terms, 1);
  const std::size_t held = std::get<Shared<TermCounts>>(summary.sums[read.block])->terms();
  const std::vector<std::size_t> places =
      block.kind == Kind::counts ? places_in(fewer, block) : std::vector<std::size_t>();
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < std::min(held, counts.terms()); ++k) {
    if (is_kept(found, term_name(of_terms, k), record_of(counts, k, summary.classes.size()))) {
      kept.push_back(places.empty() ? k : places[k]);
    }
  }
  return kept;
}

std::optional<TermConstants> term_constants(const Summary& summary, const Options& options, std::size_t reading,
                                            unsigned threads) {
  const Options all = checked(options, summary.schema);
  const Reading& read = reading_of(all, reading);
  const auto* terms = std::get_if<TermOptions>(&read.options);
  if (terms == nullptr || !has_words(summary.schema.blocks[read.block])) {
    return std::nullopt;
  }
  const TermBlock of_terms = term_block(summary, read.block);
  return cache_of(events(of_terms, *terms, thread_count(threads)));
}

}  // namespace suffice
