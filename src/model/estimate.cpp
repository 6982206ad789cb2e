// estimate(): the parameters that sums imply, put together as a model.
#include "suffice/estimate.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "data/schema/binding.hpp"
#include "estimate/moments/complete_sums.hpp"
#include "estimate/moments/least_squares.hpp"
#include "estimate/read_block.hpp"
#include "estimate/readings.hpp"
#include "estimate/terms/events.hpp"
#include "estimate/terms/term_selection.hpp"
#include "math/system/parallel.hpp"
#include "model/assemble.hpp"
#include "model/linear/linear_model.hpp"
#include "suffice/error.hpp"
#include "summary/block_sums.hpp"
#include "summary/class_counts.hpp"
#include "summary/terms/term_entries.hpp"

namespace suffice {

namespace {

void check_rows(const Summary& summary) {
  if (!(summary.classes.total_weight() > 0)) {
    throw Error(ErrorCode::bad_data, "there are no rows to learn from");
  }
}

// The columns that a vocabulary names, where they are open: a model takes rows that have them.
std::size_t columns_named(const Summary& summary, const Reading& reading) {
  const auto* terms = std::get_if<TermOptions>(&reading.options);
  return terms != nullptr ? columns_named(summary.schema.blocks[reading.block], *terms) : 0;
}

ReadBlock read_block(const Summary& summary, const Reading& reading) {
  return {summary, reading, columns_named(summary, reading)};
}

std::shared_ptr<const Moments> completed_moments(const Summary& summary, const Reading& reading, unsigned threads) {
  const auto* options = std::get_if<GaussianOptions>(&reading.options);
  if (options == nullptr || !std::get<Moments>(summary.sums[reading.block]).has_patterns()) {
    return nullptr;
  }
  const ReadBlock read = read_block(summary, reading);
  const MomentBlock moments = read.of<Moments>();
  return needs_completion(moments, *options)
             ? std::make_shared<const Moments>(complete_sums(moments, *options, threads))
             : nullptr;
}

const Moments* completed_of(const CompletedMoments& completed, std::size_t reading) {
  return reading < completed.size() ? completed[reading].get() : nullptr;
}

// Error (usage) for other rivals.
Model least_squares_model(const Summary& summary, const Options& options, unsigned threads, const Moments* completed) {
  if (options.rival->loss != RivalLoss::least_squares) {
    const std::string name = model_name(options);
    throw Error(ErrorCode::usage, fmt::format("{} is fitted on rows: it is no function of sums", name), "",
                {{"model", {name}, Remedy::Act::refit}});
  }
  const ReadBlock read = read_block(summary, options.readings.front());
  const MomentBlock moments = read.of<Moments>();
  const auto& gaussian = std::get<GaussianOptions>(options.readings.front().options);
  const bool incomplete = needs_completion(moments, gaussian);
  const Moments made = incomplete && completed == nullptr ? complete_sums(moments, gaussian, threads) : Moments{};
  const Moments& sums = !incomplete ? moments.sums : completed != nullptr ? *completed : made;
  const MomentBlock whole{moments.block, moments.classes, sums};
  LeastSquares fit = least_squares(whole, options.rival->ridge, threads);
  const LinearWeights weights{std::move(fit.coefficients), std::move(fit.intercepts),
                              std::move(fit.intercept_remainder)};
  return linear_model(summary, options, weights, threads);
}

}  // namespace

std::shared_ptr<const ModelParts> estimate_parts(const Summary& summary, const Options& options, unsigned threads,
                                                 const CompletedMoments& completed, std::vector<std::string>& notes) {
  const Options all = checked(options, summary.schema);
  check_rows(summary);
  threads = thread_count(threads);
  if (all.rival) {
    throw Error(ErrorCode::usage, fmt::format("{} says nothing about p(x | class)", model_name(all)), "",
                {{"model", {"auto"}, Remedy::Act::refit}});
  }
  Schema read = without_blocks(summary.schema);
  std::vector<ReadBlock> blocks;
  blocks.reserve(all.readings.size());
  for (const Reading& reading : all.readings) {
    blocks.push_back(read_block(summary, reading));
    read.blocks.push_back(blocks.back().block());
  }
  const Shared<Schema> schema(std::move(read));
  std::vector<std::shared_ptr<const Conditional>> conditionals;
  for (std::size_t r = 0; r < all.readings.size(); ++r) {
    const Block& block = schema->blocks[r];
    conditionals.push_back(make_conditional(Shared<Block>(std::shared_ptr<const Block>(schema.pointer(), &block)),
                                            summary.classes, blocks[r].sums(), all.readings[r].options, threads,
                                            completed_of(completed, r), notes));
  }
  return assemble_parts(schema, summary.classes, all, std::move(conditionals));
}

Model estimate(const Summary& summary, const Options& options, unsigned threads, const CompletedMoments& completed) {
  if (options.rival) {
    const Options all = checked(options, summary.schema);
    check_rows(summary);
    return least_squares_model(summary, all, thread_count(threads), completed_of(completed, 0));
  }
  std::vector<std::string> notes;
  auto parts = estimate_parts(summary, options, threads, completed, notes);
  return model_with_notes(std::move(parts), summary.classes, notes);
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

Moments moments_read(const Summary& summary, const Options& options, std::size_t reading, unsigned threads,
                     const CompletedMoments& completed) {
  const Reading read = checked_reading(options, summary.schema, reading);
  check_rows(summary);
  const auto* gaussian = std::get_if<GaussianOptions>(&read.options);
  if (gaussian == nullptr) {
    throw Error(ErrorCode::usage, "only readings of measurements have moments");
  }
  const ReadBlock own = read_block(summary, read);
  const MomentBlock moments = own.of<Moments>();
  if (!moments.sums.has_patterns()) {
    return moments.sums;
  }
  if (const Moments* made = completed_of(completed, reading); made != nullptr && needs_completion(moments, *gaussian)) {
    return *made;
  }
  return without_patterns(moments, *gaussian, thread_count(threads));
}

std::vector<std::size_t> kept_terms(const Summary& summary, const Options& options, std::size_t reading) {
  const Reading read = checked_reading(options, summary.schema, reading);
  const auto* terms = std::get_if<TermOptions>(&read.options);
  if (terms == nullptr) {
    throw Error(ErrorCode::usage, "only sums of terms have terms to keep");
  }
  const Block& block = summary.schema.blocks[read.block];
  const ReadBlock own = read_block(summary, read);
  const TermBlock of_terms = own.of<TermCounts>();
  const Events found = events(of_terms, *terms, 1);
  const std::size_t held = term_block(summary, read.block).sums.terms();
  const std::vector<std::size_t> places =
      block.kind == Kind::counts ? places_in(own.block().features, block.features) : std::vector<std::size_t>();
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < std::min(held, of_terms.sums.terms()); ++k) {
    if (is_kept(found, term_name(of_terms, k), record_of(of_terms.sums, k, summary.classes.size()))) {
      kept.push_back(places.empty() ? k : places[k]);
    }
  }
  return kept;
}

}  // namespace suffice
