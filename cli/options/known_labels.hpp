// Known labels: those of labelled rows in the spelling of a model.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "console.hpp"
#include "suffice/table.hpp"

namespace suffice::cli {

/// Labels that mean one of the model's, but for blanks, case or a final dot, are taken for it; that is said at once.
class KnownLabels {
 public:
  /// `known` must outlive the object.
  KnownLabels(std::span<const std::string> known, const Console& console)
      : known_(known), is_known_(known.begin(), known.end()), console_(console) {}

  /// Holds until the next call.
  Labels of(const Labels& labels);

 private:
  std::span<const std::string> known_;
  std::unordered_set<std::string_view> is_known_;
  const Console& console_;
  std::vector<std::string> found_;  // as in the file
  std::vector<std::string> names_;
};

/// Says which labels of rows the model does not know, if there are any: `labels` has those of the model first.
void note_unknown_labels(std::span<const std::string> labels, std::size_t known, const Console& console);

}  // namespace suffice::cli
