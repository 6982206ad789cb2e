// LabelCodes: the labels met so far, each with its code; and what a text must be to be a label.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/missing_markers.hpp"
#include "data/schema/name_table.hpp"
#include "data/schema/names.hpp"

namespace suffice {

/// The most bytes of a label, or of a value of a category.
inline constexpr std::size_t most_name_bytes = 4096;

class LabelCodes {
 public:
  /// The code of a label; a new one is added. Error (bad_data, without a place) when there are too many to be classes.
  std::uint32_t code(std::string_view label, const std::string& target);
  /// The code of a label met before.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view label) const { return table_.find(names_, label); }

  /// In order of first appearance.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  NameTable table_;
};

/// Why a text cannot be a label (missing, not UTF-8, too long), and what helps; empty when it can.
Advice label_problem(std::string_view label, const std::string& target, const MissingMarkers& missing = {});

/// How to turn a file into UTF-8, for messages.
inline constexpr std::string_view how_to_convert =
    "convert the file to UTF-8, for example with iconv -f LATIN1 -t UTF-8";

}  // namespace suffice
