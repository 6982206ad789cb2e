// New rows are of other patients: what is learned about those of the table says nothing about them, and rows of a
// patient who is known are no test.
#include "data/schema/roles/shared_identifiers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "data/bytes/ascii.hpp"
#include "data/schema/roles/identifiers.hpp"

namespace suffice {
namespace {

constexpr std::size_t least_rows = 10;
constexpr std::size_t least_values = 4;
constexpr std::size_t least_things = 10;

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

/// Rows of one value stand together, up to so many of them on average.
bool stand_together(const ColumnProfile& profile, std::size_t most_rows) {
  const std::size_t n = profile.cells.size();
  const std::size_t values = profile.values.size();
  return 3 * values <= 2 * n && n <= most_rows * values && 10 * runs(profile) <= 11 * values;
}

/// Whether most values have digits: mathematics and history are subjects too.
bool are_codes(const ColumnProfile& profile) {
  const auto has_digit = [](const SampledValue& value) { return std::ranges::any_of(value.text, is_ascii_digit); };
  return 2 * static_cast<std::size_t>(std::ranges::count_if(profile.values, has_digit)) > profile.values.size();
}

bool is_somebody(const std::string& word) {
  constexpr std::array<std::string_view, 35> names = {
      "patient",   "patienten",   "subject", "subj",     "participant", "customer", "cust",     "client", "respondent",
      "household", "person",      "student", "employee", "user",        "player",   "donor",    "member", "animal",
      "mrn",       "usubjid",     "subjid",  "pid",      "uid",         "hhid",     "kunde",    "kunden", "teilnehmer",
      "proband",   "mitarbeiter", "mandant", "matrikel", "cliente",     "paciente", "pacjenta", "klient"};
  constexpr std::array<std::string_view, 6> numbers = {"kundennummer", "patientennummer", "matrikelnummer",
                                                       "matrikelnr",   "kundennr",        "patientennr"};
  return is_among(word, names) || is_among(word, numbers);
}

/// Something that somebody did or has: numbers of it are called so, and the word alone may count or rank.
bool is_transaction(const std::string& word) {
  constexpr std::array<std::string_view, 7> names = {"account", "invoice", "order",  "case",
                                                     "session", "record",  "visitor"};
  return is_among(word, names);
}

}  // namespace

Sharer sharer_named(std::string_view name) {
  constexpr std::array<std::string_view, 4> identifiers = {"id", "ids", "uuid", "guid"};
  constexpr std::array<std::string_view, 11> numbering = {"no",  "nr",   "num",    "number", "code",   "key",
                                                          "ref", "name", "nummer", "numero", "kennung"};
  const std::vector<std::string> words = words_of_name(name);
  if (words.empty()) return Sharer::nobody;
  std::size_t people = 0;
  std::size_t ids = 0;
  std::size_t numbers = 0;
  for (const std::string& word : words) {
    people += is_somebody(word) || (words.size() > 1 && is_transaction(word)) ? 1U : 0U;
    ids += is_among(word, identifiers) || is_joined_identifier(word) ? 1U : 0U;
    numbers += is_among(word, numbering) ? 1U : 0U;
  }
  if (ids > 0) return people > 0 || ids == words.size() ? Sharer::somebody : Sharer::something;
  return people > 0 && people + numbers == words.size() ? Sharer::somebody : Sharer::nobody;
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
  const std::size_t values = profile.values.size();
  const Sharer sharer = sharer_named(name);
  const bool is_somebody = sharer == Sharer::somebody && are_codes(profile);
  if (sharer == Sharer::nobody || n < least_rows || values == n) return {};
  // Few values that many rows have are kinds, and not what single rows are of.
  constexpr std::size_t most_rows = 10;
  constexpr std::size_t most_rows_of_somebody = 50;
  if (values < (is_somebody ? least_values : least_things)) return {};
  if ((is_somebody || n <= most_rows * values) && have_one_label(profile, classes, least_values)) {
    return "its name, and rows of one value have one label";
  }
  const bool together = stand_together(profile, is_somebody ? most_rows_of_somebody : most_rows);
  return together ? "its name, and rows of one value stand together" : "";
}

}  // namespace suffice
