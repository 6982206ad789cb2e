#include "data/formats/label_codes.hpp"

#include <fmt/format.h>

#include "suffice/schema.hpp"
#include "suffice/source.hpp"

namespace suffice {

std::uint32_t LabelCodes::code(std::string_view label, const std::string& target) {
  if (const std::optional<std::uint32_t> known = find(label)) return *known;
  check_label_count(names_.size() + 1, 0, target);
  return table_.add(names_, label);
}

Advice label_problem(std::string_view label, const std::string& target, const MissingMarkers& missing) {
  if (missing.contains(label)) {
    return {fmt::format("missing label in column {}: fill it in or remove the row", quoted(target)), {}};
  }
  if (!is_utf8(label)) return {fmt::format("the label {} is not UTF-8: {}", quoted(label), how_to_convert), {}};
  if (label.size() > most_name_bytes) {
    return {fmt::format("a label of {} bytes ({} is the most), so that {} is hardly the target", label.size(),
                        most_name_bytes, quoted(target)),
            {{"target", {"COL"}}}};
  }
  return {};
}

}  // namespace suffice
