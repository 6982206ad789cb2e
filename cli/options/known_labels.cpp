#include "options/known_labels.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "output.hpp"
#include "print/describe.hpp"
#include "suffice/roles.hpp"

namespace suffice::cli {

Labels KnownLabels::of(const Labels& labels) {
  if (labels.names.size() < found_.size() || !std::ranges::equal(found_, labels.names.first(found_.size()))) {
    found_.clear();  // another file
    names_.clear();
  }
  for (std::size_t i = names_.size(); i < labels.names.size(); ++i) {
    found_.push_back(labels.names[i]);
    names_.push_back(labels.names[i]);
    for (const LabelTwin& twin : label_twins(known_, std::span(names_).last(1))) {
      console_.note(
          fmt::format("the label '{}' is taken for '{}', which the model knows", shown(twin.found), shown(twin.known)));
      names_.back() = twin.known;
    }
  }
  return {labels.codes, names_};
}

void note_unknown_labels(std::span<const std::string> labels, std::size_t known, const Console& console) {
  const std::vector<std::string> unknown(labels.begin() + static_cast<std::ptrdiff_t>(known), labels.end());
  if (!unknown.empty()) {
    console.note(fmt::format("the model does not know {}: {}; those rows count as wrong",
                             unknown.size() == 1 ? "this label" : "these labels", listed(unknown)));
  }
}

}  // namespace suffice::cli
