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
  const std::size_t before = names_.size();
  std::vector<std::string> others;
  for (const std::string& name : labels.names.subspan(before)) {
    found_.push_back(name);
    names_.push_back(name);
    if (!is_known_.contains(name)) others.push_back(name);
  }
  for (const LabelTwin& twin : others.empty() ? std::vector<LabelTwin>() : label_twins(known_, others)) {
    console_.note(
        fmt::format("the label '{}' is taken for '{}', which the model knows", shown(twin.found), shown(twin.known)));
    std::replace(names_.begin() + static_cast<std::ptrdiff_t>(before), names_.end(), twin.found, twin.known);
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
