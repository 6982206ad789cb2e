// Labels by their cells: numbers to be predicted, and twins of known labels.
#include "data/schema/roles/target_check.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/column_profile.hpp"
#include "data/schema/roles/written_numbers.hpp"
#include "data/schema/spelling.hpp"

namespace suffice {
namespace {

/// Labels that no two rows share say nothing, whatever they are.
Error asking(const std::string& target, std::size_t different, std::uint64_t rows, std::string_view which,
             const std::array<std::string, 2>& examples) {
  const bool may_be_labels = different < rows;
  std::vector<Remedy> remedies = {{"target", {"COL"}}};
  if (may_be_labels) remedies.push_back({"column", {target + "=categorical"}});
  return {
      ErrorCode::bad_data,
      fmt::format("{} has {} different numbers in {}{} rows, such as {} and {}: is it a number to be predicted? A "
                  "classifier needs labels; cut it into ranges first, {}",
                  quoted(target), different, which, rows, examples[0], examples[1],
                  may_be_labels ? "name another target, or say that each number is a label" : "or name another target"),
      "", std::move(remedies)};
}

}  // namespace

std::optional<Error> target_problem(const CellSample& sample, const Dialect& dialect, const std::string& target) {
  const auto found = std::find(sample.columns.begin(), sample.columns.end(), target);
  if (found == sample.columns.end()) return std::nullopt;
  const auto place = static_cast<std::size_t>(found - sample.columns.begin());
  ColumnProfiler profiler(dialect);
  ColumnProfile profile = profiler.profile(sample.cells[place]);
  if (const std::optional<FoundWriting> writing = find_writing(profile, dialect.decimal)) {
    profile = profiler.profile(sample.cells[place], writing->unit);
  }
  const std::size_t rows = profile.cells.size();
  const std::size_t different = profile.values.size();
  if (profile.numbers < rows || profile.leading_zeros) return std::nullopt;
  // Whatever the number of rows: labels are few, or most of them are shared by several rows.
  const std::size_t enough_rows = profile.whole ? 10 : 5;
  constexpr std::size_t most_codes = 10;
  const bool are_codes = profile.whole && different > 0 && different <= most_codes && profile.least() >= 0 &&
                         profile.greatest() - profile.least() < static_cast<double>(different);
  const bool many =
      different > most_number_labels || (rows >= enough_rows && different > 2 && 2 * different > rows && !are_codes);
  if (!many) return std::nullopt;
  return asking(target, different, rows, "the first ",
                {shown(profile.values.front().text), shown(profile.values[different / 2].text)});
}

std::optional<Error> number_label_problem(std::span<const std::string> labels, std::uint64_t rows,
                                          const std::string& target) {
  const auto is_number = [](const std::string& label) {
    const bool is_code =
        label.size() > 1 && label[0] == '0' && label.find_first_not_of("0123456789") == std::string::npos;
    return !is_code && parse_number(label).kind == NumberKind::finite;
  };
  if (labels.size() <= most_number_labels || !std::ranges::all_of(labels, is_number)) return std::nullopt;
  return asking(target, labels.size(), rows, "", {shown(labels.front()), shown(labels[labels.size() / 2])});
}

std::vector<LabelTwin> label_twins(std::span<const std::string> known, std::span<const std::string> found) {
  std::map<std::string, std::size_t> by_key;
  std::set<std::string_view> names;
  for (std::size_t k = 0; k < known.size(); ++k) {
    by_key.try_emplace(spelling_key(known[k]), k);
    names.insert(known[k]);
  }
  std::vector<LabelTwin> twins;
  for (const std::string& label : found) {
    if (names.contains(label)) continue;
    const auto twin = by_key.find(spelling_key(label));
    if (twin != by_key.end()) twins.push_back({label, known[twin->second]});
  }
  return twins;
}

}  // namespace suffice
