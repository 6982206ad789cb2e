// New rows are of other patients: what is learned about those of the table says nothing about them, and rows of a
// patient who is known are no test.
#include "data/schema/roles/shared_identifiers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "data/schema/roles/identifiers.hpp"

namespace suffice {
namespace {

constexpr std::size_t least_rows = 10;
constexpr std::size_t least_values = 4;

template <std::size_t N>
bool is_among(const std::string& word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// How often a row has another value than the row before it, the first row included.
std::size_t runs(const ColumnProfile& profile) {
  std::size_t count = profile.cells.empty() ? 0 : 1;
  for (std::size_t i = 1; i < profile.cells.size(); ++i) {
    count += profile.cells[i].value != profile.cells[i - 1].value ? 1U : 0U;
  }
  return count;
}

bool stand_together(const ColumnProfile& profile) {
  constexpr std::size_t most_rows = 50;  // of a value, on average
  const std::size_t n = profile.cells.size();
  const std::size_t values = profile.values.size();
  return 3 * values <= 2 * n && n <= most_rows * values && 10 * runs(profile) <= 11 * values;
}

}  // namespace

bool names_sharer(std::string_view name, bool people) {
  constexpr std::array<std::string_view, 4> identifiers = {"id", "ids", "uuid", "guid"};
  constexpr std::array<std::string_view, 16> persons = {
      "patient", "subject",  "participant", "customer", "client", "respondent", "household", "person",
      "student", "employee", "user",        "player",   "donor",  "member",     "animal",    "mrn"};
  constexpr std::array<std::string_view, 7> numbering = {"no", "nr", "num", "number", "code", "key", "name"};
  const std::vector<std::string> words = words_of_name(name);
  const auto is_id = [&](const std::string& word) { return is_among(word, identifiers) || is_joined_identifier(word); };
  if (std::ranges::any_of(words, is_id)) return true;
  if (!people || words.empty() || words.size() > 2 || !is_among(words[0], persons)) return false;
  return words.size() == 1 || is_among(words[1], numbering);
}

bool have_one_label(const ColumnProfile& profile, std::span<const std::uint32_t> classes, std::size_t least) {
  if (classes.empty()) return false;
  std::size_t count = 0;
  for (const std::uint32_t c : classes) count = c == no_sampled_class ? count : std::max<std::size_t>(count, c + 1);
  std::vector<double> shares(count);
  struct Rows {
    std::uint32_t label = no_sampled_class;
    std::size_t rows = 0;
    bool alike = true;
  };
  std::vector<Rows> of_value(profile.values.size());
  double labelled = 0;
  for (const SampledCell& cell : profile.cells) {
    const std::uint32_t label = classes[cell.row];
    if (label == no_sampled_class) continue;
    Rows& rows = of_value[cell.value];
    rows.alike = rows.alike && (rows.rows == 0 || rows.label == label);
    rows.label = label;
    ++rows.rows;
    shares[label] += 1;
    ++labelled;
  }
  double shared = 0;
  double alike = 0;
  double expected = 0;
  for (const Rows& rows : of_value) {
    if (rows.rows < 2) continue;
    ++shared;
    alike += rows.alike ? 1 : 0;
    for (const double share : shares) expected += std::pow(share / labelled, static_cast<double>(rows.rows));
  }
  return shared >= static_cast<double>(least) && alike >= 0.95 * shared && expected <= 0.6 * shared;
}

std::string shared_identifier(const ColumnProfile& profile, std::string_view name,
                              std::span<const std::uint32_t> classes) {
  const std::size_t n = profile.cells.size();
  if (n < least_rows || profile.values.size() < least_values || profile.values.size() == n || !names_sharer(name)) {
    return {};
  }
  if (have_one_label(profile, classes, least_values)) return "its name, and rows of one value have one label";
  return stand_together(profile) ? "its name, and rows of one value stand together" : "";
}

}  // namespace suffice
