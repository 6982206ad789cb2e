#include "model/assemble.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "estimate/amounts/amounts.hpp"
#include "estimate/class_prior.hpp"
#include "estimate/moments/complete_sums.hpp"
#include "estimate/moments/gaussians.hpp"
#include "estimate/moments/singular.hpp"
#include "estimate/pseudocounts.hpp"
#include "estimate/values/categories.hpp"
#include "estimate/values/cut_points.hpp"
#include "estimate/values/dependences.hpp"
#include "model/model_parts.hpp"
#include "model/notes.hpp"
#include "suffice/error.hpp"
#include "summary/block_sums.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

// Values are doubles: far from 0, what rounding took off each is a share of the standard deviation.
void note_offsets(const MomentBlock& moments, std::span<const std::size_t> columns, std::vector<std::string>& notes) {
  if (moments.sums.has_patterns()) {
    const Moments by_column = read_as(moments, MomentKind::pooled_diagonal);
    note_offsets({moments.block, moments.classes, by_column}, columns, notes);
    return;
  }
  const std::size_t d = moments.features();
  const double weight = moments.classes.total_weight();
  const std::vector<double> variation = pooled_variation(moments);
  for (const std::size_t j : columns) {
    double offset = 0;
    for (std::size_t c = 0; c < moments.classes.size(); ++c) {
      offset = std::max(offset, std::abs(moments.sums.mean[c * d + j]));
    }
    const double deviation = std::sqrt(variation[j] / weight);
    if (deviation > 0 && offset * 0x1p-53 > 1e-7 * deviation) {
      notes.push_back(fmt::format(
          "column '{}' lies {:.0e} standard deviations from 0: its values are rounded by up to {:.0e} of one. Take an "
          "offset off the column, where it is written, for more digits",
          moments.block.features[j], offset / deviation, offset * 0x1p-53 / deviation));
    }
  }
}

void note_columns(const MomentBlock& moments, const Gaussians& gaussians, std::vector<std::string>& notes) {
  std::vector<std::size_t> unseen;
  std::vector<std::size_t> constant;
  for (std::size_t j = 0; j < moments.features(); ++j) {
    if (std::ranges::binary_search(gaussians.columns, j)) {
      continue;
    }
    if (moments.block.open_columns && !moments.sums.mean.empty() && moments.sums.mean[j] == 0) {
      unseen.push_back(j);
    } else {
      constant.push_back(j);
    }
  }
  note_constant_columns(moments.block, constant, {}, notes);
  note_unseen_columns(moments.block, unseen, notes);
  note_offsets(moments, gaussians.columns, notes);
  // What rounding of the sums makes of that share comes back in the scores.
  double least_share = 1;
  for (const Cholesky& factor : gaussians.factors) {
    least_share = std::min(least_share, least_share_left(factor));
  }
  const double error = 0x1p-52 / least_share;
  if (error > 1e-6) {
    notes.push_back(
        fmt::format("some features nearly follow from others: scores may be off by a share of {:.0e}. Shrinkage, a "
                    "ridge or leaving columns out makes them sure",
                    error));
  }
}

bool is_uncut(const Block& block, std::size_t j) {
  return has_bins(block, j) && block.edges[j].front() == edge_below_all;
}

void note_columns(const ValueBlock& values, const ValueOptions& options, const Categories& categories,
                  std::vector<std::string>& notes) {
  std::vector<std::size_t> constant;
  std::vector<std::size_t> empty;
  std::map<std::string, std::vector<std::string>> uncut;  // by what was to cut them
  for (std::size_t j = 0; j < categories.values.size(); ++j) {
    const std::string& feature = values.block.features[j];
    if (const auto cuts = options.cuts.find(feature); cuts != options.cuts.end() && is_uncut(values.block, j)) {
      uncut[cuts->second.rule == CutRule::mdl ? "MDL" : to_text(cuts->second)].push_back(feature);
    } else if (categories.size(j) <= 1) {
      (categories.size(j) == 0 ? empty : constant).push_back(j);
    }
  }
  for (const auto& [rule, columns] : uncut) {
    notes.push_back(fmt::format("{} finds no cut in {}: {} nothing by {}", rule, list_names(columns),
                                columns.size() == 1 ? "it says" : "they say",
                                columns.size() == 1 ? "itself" : "themselves"));
  }
  note_constant_columns(values.block, constant, empty, notes);
}

// Where every row of a count is 0, nothing else is possible.
void note_columns(const AmountBlock& sums, const Amounts& amounts, std::vector<std::string>& notes) {
  const std::size_t d = sums.features();
  std::vector<std::size_t> unseen;
  for (std::size_t j = 0; j < d; ++j) {
    if (amounts.is_unseen(j)) {
      unseen.push_back(j);
      continue;
    }
    double sum = 0;
    for (std::size_t c = 0; c < sums.classes.size(); ++c) {
      sum += sums.sums.sum[c * d + j];
    }
    if (sum == 0 && amounts.family != AmountFamily::gamma) {
      notes.push_back(fmt::format("column '{}' is 0 in every row: rows in which it is not will be impossible",
                                  sums.block.features[j]));
    }
  }
  note_unseen_columns(sums.block, unseen, notes);
}

void note_terms(const Events& found, std::vector<std::string>& notes) {
  if (!found.reserved.empty() && std::ranges::all_of(found.reserved, [](double count) { return count == 0; })) {
    notes.emplace_back(
        "a term is reserved for those that are unseen, but none was dropped from the vocabulary to learn it from: it "
        "has "
        "its pseudocount alone");
  }
}

// λ; for the covariances of single classes under `auto` the share ν / (n_c + ν) of what the classes share.
std::vector<double> applied_shrinkage(const Gaussians& gaussians, const GaussianOptions& options) {
  if (gaussians.nothing_to_shrink) {
    return {};
  }
  std::vector<double> lambda = gaussians.lambda;
  if (!gaussians.shared && std::holds_alternative<AutoShrinkage>(options.shrinkage)) {
    const double rows = gaussians.diagonal ? 1 : static_cast<double>(gaussians.columns.size()) + 1;
    std::ranges::transform(gaussians.divisor, lambda.begin(), [rows](double divisor) { return rows / divisor; });
  }
  return lambda;
}

Conditional gaussian_conditional(const Shared<Block>& block, const MomentBlock& moments, const GaussianOptions& options,
                                 unsigned threads, std::vector<std::string>& notes) {
  Gaussians parameters = gaussians(moments, options, Numerators::dropped, threads);
  note_columns(moments, parameters, notes);
  std::vector<double> lambda = applied_shrinkage(parameters, options);
  return Conditional(GaussianConditional(std::move(parameters), block, std::move(lambda)));
}

// What the options of each family make of the sums of a block.
struct Maker {
  const Shared<Block>& block;
  const ClassCounts& classes;
  const Sums& sums;
  unsigned threads;
  const Moments* completed;
  std::vector<std::string>& notes;

  Conditional operator()(const GaussianOptions& options) const {
    const MomentBlock moments{block, classes, std::get<Moments>(sums)};
    if (!needs_completion(moments, options)) {
      return gaussian_conditional(block, moments, options, threads, notes);
    }
    notes.push_back(note_on_missing_values(moments));
    if (completed != nullptr) {
      return gaussian_conditional(block, {block, classes, *completed}, options, threads, notes);
    }
    const Moments made = complete_sums(moments, options, threads);
    return gaussian_conditional(block, {block, classes, made}, options, threads, notes);
  }

  Conditional operator()(const TermOptions& options) const {
    const auto& counts = std::get<Shared<TermCounts>>(sums);
    const TermBlock terms{block, classes, *counts};
    check_pseudocounts(terms, options);
    Events found = events(terms, options, threads);
    note_terms(found, notes);
    return Conditional(TermConditional(block, std::move(found), counts.pointer(), threads));
  }

  Conditional operator()(const ValueOptions& options) const {
    const ValueBlock values{block, classes, std::get<ValueCounts>(sums)};
    check_pseudocounts(values, options);
    Categories parameters = categories(values, options);
    note_columns(values, options, parameters, notes);
    if (options.dependence == Dependence::none) {
      return Conditional(ValueConditional(std::move(parameters), block));
    }
    return Conditional(DependenceConditional(dependences(values, std::move(parameters), options, threads), block));
  }

  Conditional operator()(const AmountOptions& options) const {
    const AmountBlock of_columns{block, classes, std::get<AmountSums>(sums)};
    check_pseudocounts(of_columns, options);
    Amounts parameters = amounts(of_columns, options);
    note_columns(of_columns, parameters, notes);
    return Conditional(AmountConditional(std::move(parameters), block));
  }
};

}  // namespace

std::shared_ptr<const Conditional> make_conditional(const Shared<Block>& block, const ClassCounts& classes,
                                                    const Sums& sums, const FamilyOptions& options, unsigned threads,
                                                    const Moments* completed, std::vector<std::string>& notes) {
  return std::make_shared<const Conditional>(
      std::visit(Maker{block, classes, sums, threads, completed, notes}, options));
}

std::shared_ptr<const Conditional> make_term_conditional(const Shared<Block>& block, const ClassCounts& /*classes*/,
                                                         Events found, std::shared_ptr<const TermLookup> lookup,
                                                         std::vector<std::string>& notes) {
  note_terms(found, notes);
  return std::make_shared<const Conditional>(TermConditional(block, std::move(found), std::move(lookup)));
}

std::shared_ptr<const Conditional> make_term_conditional(const Shared<Block>& block, const ClassCounts& /*classes*/,
                                                         Events found, std::shared_ptr<const TermCounts> counts,
                                                         unsigned threads, std::vector<std::string>& notes) {
  note_terms(found, notes);
  return std::make_shared<const Conditional>(TermConditional(block, std::move(found), std::move(counts), threads));
}

std::shared_ptr<const ModelParts> assemble_parts(const Shared<Schema>& read, const ClassCounts& classes,
                                                 const Options& options,
                                                 std::vector<std::shared_ptr<const Conditional>> conditionals) {
  std::vector<double> probabilities = class_prior(classes, options.class_prior);
  for (const auto& conditional : conditionals) {
    if (const auto* amounts = std::get_if<AmountConditional>(&conditional->variant())) {
      check_borrowed(amounts->amounts(), amounts->block(), classes.labels, probabilities);
    }
  }
  std::vector<std::uint8_t> pooled;
  for (const Reading& reading : options.readings) pooled.push_back(reading.pooled() ? 1 : 0);
  return std::make_shared<const ModelParts>(read, std::move(probabilities), std::move(conditionals), std::move(pooled));
}

Model model_with_notes(std::shared_ptr<const ModelParts> parts, const ClassCounts& classes,
                       const std::vector<std::string>& notes) {
  const std::vector<std::string> on_classes = notes_on_classes(classes);
  std::vector<std::string> all_notes = on_classes;
  // Two readings of a column say the same of it.
  std::unordered_set<std::string_view> said(on_classes.begin(), on_classes.end());
  std::ranges::copy_if(notes, std::back_inserter(all_notes),
                       [&](const std::string& note) { return said.insert(note).second; });
  return make_model(std::move(parts), classes.labels, std::move(all_notes));
}

Model assemble(const Shared<Schema>& read, const ClassCounts& classes, const Options& options,
               std::vector<std::shared_ptr<const Conditional>> conditionals, const std::vector<std::string>& notes) {
  return model_with_notes(assemble_parts(read, classes, options, std::move(conditionals)), classes, notes);
}

}  // namespace suffice
