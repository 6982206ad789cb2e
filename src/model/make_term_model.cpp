#include "model/make_term_model.hpp"

#include <algorithm>
#include <utility>

#include "estimate/class_prior.hpp"
#include "model/conditional.hpp"
#include "model/notes.hpp"

namespace suffice {

namespace {

std::vector<std::string> notes_on_terms(const ClassCounts& classes, const Events& found) {
  std::vector<std::string> notes = notes_on_classes(classes);
  if (!found.reserved.empty() && std::ranges::all_of(found.reserved, [](double count) { return count == 0; })) {
    notes.emplace_back(
        "a term is reserved for those that are unseen, but none was left out of the vocabulary to learn it from: it "
        "has "
        "its pseudocount alone");
  }
  return notes;
}

template <typename Counts>
Model assemble(const Shared<Schema>& schema, const ClassCounts& classes, Events found,
               std::shared_ptr<const Counts> counts) {
  std::vector<double> prior = class_prior(classes, found.options.class_prior);
  std::vector<std::string> notes = notes_on_terms(classes, found);
  return {schema,
          classes.labels,
          std::move(prior),
          std::make_shared<const Conditional>(TermConditional(schema, std::move(found), std::move(counts))),
          {},
          std::move(notes)};
}

}  // namespace

Model make_term_model(const Shared<Schema>& schema, const ClassCounts& classes, Events found,
                      std::shared_ptr<const TermLookup> lookup) {
  return assemble(schema, classes, std::move(found), std::move(lookup));
}

Model make_term_model(const Shared<Schema>& schema, const ClassCounts& classes, Events found,
                      std::shared_ptr<const TermCounts> counts) {
  return assemble(schema, classes, std::move(found), std::move(counts));
}

}  // namespace suffice
