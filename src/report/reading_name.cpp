// What a reading is called beside others on the same columns.
#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "suffice/options.hpp"
#include "suffice/report.hpp"

namespace suffice {

std::string reading_name(const Block& block, const FamilyOptions& options) {
  std::string name = model_name(options);
  if (!block.indicators.empty()) name += " with indicators";
  if (has_normal_scores(block)) name += " on normal scores";
  const auto* const values = std::get_if<ValueOptions>(&options);
  if (values != nullptr && values->dependence != Dependence::none && values->cuts.empty() && !block.edges.empty()) {
    name += fmt::format(", {} bins", std::ranges::max(block.edges, {}, &std::vector<double>::size).size() + 1);
  }
  return name;
}

}  // namespace suffice
