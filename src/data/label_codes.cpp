#include "data/label_codes.hpp"

#include <fmt/format.h>

#include "data/names.hpp"
#include "suffice/schema.hpp"
#include "suffice/source.hpp"

namespace suffice {

std::uint32_t LabelCodes::code(std::string_view label, const std::string& target) {
  const auto found = codes_.find(label);
  if (found != codes_.end()) return found->second;
  check_label_count(names_.size() + 1, 0, target);
  const auto code = static_cast<std::uint32_t>(names_.size());
  names_.emplace_back(label);
  codes_.emplace(label, code);
  return code;
}

std::string label_problem(std::string_view label, const std::string& target) {
  constexpr std::size_t most_label_bytes = 4096;
  if (is_missing(label)) {
    return fmt::format("missing label in column {}: fill it in or remove the row", quoted(target));
  }
  if (!is_utf8(label)) return fmt::format("the label {} is not UTF-8: {}", quoted(label), how_to_convert);
  if (label.size() > most_label_bytes) {
    return fmt::format("a label of {} bytes ({} is the most): is {} the target? Choose it with --target COL",
                       label.size(), most_label_bytes, quoted(target));
  }
  return {};
}

}  // namespace suffice
