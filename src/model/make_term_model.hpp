// A model of terms from the constants over all of them and the counts of each.
#pragma once

#include <memory>

#include "estimate/events.hpp"
#include "suffice/model.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// The model that estimate() makes of sums of terms: `found` as events() or events_from() gave it, terms looked up in
/// `lookup` when rows ask for them. The class prior is found.options.class_prior. Cost O(C).
Model make_term_model(const Shared<Schema>& schema, const ClassCounts& classes, Events found,
                      std::shared_ptr<const TermLookup> lookup);
/// The same of counts that are loaded whole: words, columns or buckets.
Model make_term_model(const Shared<Schema>& schema, const ClassCounts& classes, Events found,
                      std::shared_ptr<const TermCounts> counts);

}  // namespace suffice
