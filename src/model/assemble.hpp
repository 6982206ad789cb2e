// Assembling a model: the conditional of each reading from its block's sums, and all of them as one model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "estimate/terms/events.hpp"
#include "model/conditional.hpp"
#include "model/model_parts.hpp"
#include "suffice/estimate.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// The density that the options make of the sums of a block, all features of which are read. What the user should know
/// about it is added to the notes. `completed`: complete_sums() of the same, if it was computed before. Errors as
/// estimate().
std::shared_ptr<const Conditional> make_conditional(const Shared<Block>& block, const ClassCounts& classes,
                                                    const Sums& sums, const FamilyOptions& options, unsigned threads,
                                                    const Moments* completed, std::vector<std::string>& notes);

/// The density of terms that are looked up when rows ask for them; `found` is what events() or events_from() gave. Cost
/// O(C).
std::shared_ptr<const Conditional> make_term_conditional(const Shared<Block>& block, const ClassCounts& classes,
                                                         Events found, std::shared_ptr<const TermLookup> lookup,
                                                         std::vector<std::string>& notes);
/// The density of terms whose counts are loaded whole: words, columns or buckets.
std::shared_ptr<const Conditional> make_term_conditional(const Shared<Block>& block, const ClassCounts& classes,
                                                         Events found, std::shared_ptr<const TermCounts> counts,
                                                         unsigned threads, std::vector<std::string>& notes);

/// The product of the conditionals, one for each block of what is read and each reading of the options. Error (usage)
/// where the class prior does not fit the labels, (bad_data) where a class that is possible has no parameters.
std::shared_ptr<const ModelParts> assemble_parts(const Shared<Schema>& read, const ClassCounts& classes,
                                                 const Options& options,
                                                 std::vector<std::shared_ptr<const Conditional>> conditionals);
/// Such parts as a model. Notes on the classes come before those given.
Model model_with_notes(std::shared_ptr<const ModelParts> parts, const ClassCounts& classes,
                       const std::vector<std::string>& notes);
/// Both in one call.
Model assemble(const Shared<Schema>& read, const ClassCounts& classes, const Options& options,
               std::vector<std::shared_ptr<const Conditional>> conditionals, const std::vector<std::string>& notes);

/// The parts of estimate(): for what needs the conditionals themselves. Notes are added to those given. Errors as
/// estimate(), and (usage) for rivals.
std::shared_ptr<const ModelParts> estimate_parts(const Summary& summary, const Options& options, unsigned threads,
                                                 const CompletedMoments& completed, std::vector<std::string>& notes);

}  // namespace suffice
