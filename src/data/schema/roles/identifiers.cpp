// A number out of a hat is no measurement: measurements repeat.
#include "data/schema/roles/identifiers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"

namespace suffice {
namespace {

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

bool is_word_among(const std::string& word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_time_name(std::string_view name) {
  constexpr std::array<std::string_view, 12> times = {"year",  "yr",   "time", "day", "days",      "week",
                                                      "month", "hour", "date", "age", "timestamp", "minute"};
  const std::vector<std::string> words = words_of_name(name);
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return is_word_among(word, times); });
}

/// A column that nobody named: the number of its place, or nothing.
bool has_no_name(std::string_view name) {
  return std::none_of(name.begin(), name.end(),
                      [](char c) { return is_ascii_letter(c) || static_cast<unsigned char>(c) > 127; });
}

struct Counting {
  double step = 0;
  double share = 0;  // of rows whose number is that of the row before plus the step
};

Counting counting(const ColumnProfile& profile) {
  if (profile.cells.size() < 2) return {};
  const double step = profile.cells[1].number - profile.cells[0].number;
  if (step == 0) return {};
  std::size_t steps = 0;
  for (std::size_t i = 1; i < profile.cells.size(); ++i) {
    steps += profile.cells[i].number - profile.cells[i - 1].number == step ? 1U : 0U;
  }
  return {step, static_cast<double>(steps) / static_cast<double>(profile.cells.size() - 1)};
}

bool are_years(const ColumnProfile& profile) { return profile.least() >= 1800 && profile.greatest() <= 2100; }

/// Seconds since 1970, or thousandths, millionths or billionths of them, of the years 1990 to 2040: a time, not a
/// number of somebody.
bool are_timestamps(const ColumnProfile& profile) {
  double unit = 1;
  while (profile.greatest() > 1e11 * unit && unit < 1e9) unit *= 1000;
  return profile.least() >= 631152000 * unit && profile.greatest() <= 2208988800 * unit;
}

/// Digits, between which blanks may stand as in numbers of telephones, and no marks of thousands or units.
bool have_one_length(const ColumnProfile& profile, std::size_t least_digits) {
  const std::string_view first = profile.cells.front().text;
  const auto blanks = static_cast<std::size_t>(std::count(first.begin(), first.end(), ' '));
  return first.size() >= least_digits + blanks &&
         std::all_of(profile.cells.begin(), profile.cells.end(), [&](const SampledCell& cell) {
           return cell.text.size() == first.size() && is_ascii_digit(cell.text[0]) &&
                  cell.text.find_first_not_of("0123456789 ") == std::string_view::npos;
         });
}

}  // namespace

std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words;
  bool inside = false;
  char last = ' ';
  for (const char c : name) {
    const bool letter = is_ascii_letter(c);
    if (letter && (!inside || (is_capital(c) && !is_capital(last)))) words.emplace_back();
    if (letter) words.back().push_back(ascii_lower(c));
    inside = letter;
    last = c;
  }
  return words;
}

bool is_joined_identifier(const std::string& word) {
  constexpr std::array<std::string_view, 22> owners = {
      "account", "case",    "client",  "customer", "employee", "event",  "invoice", "item",
      "member",  "object",  "order",   "patient",  "person",   "player", "product", "record",
      "session", "student", "subject", "ticket",   "tweet",    "user"};
  return word.ends_with("id") && is_word_among(word.substr(0, word.size() - 2), owners);
}

bool is_identifier_name(std::string_view name) {
  constexpr std::array<std::string_view, 12> anywhere = {"id",  "ids",  "uuid", "guid", "phone",  "telephone",
                                                         "ssn", "isbn", "iban", "vin",  "rownum", "rownames"};
  constexpr std::array<std::string_view, 9> alone = {"index", "idx",    "row",     "no",  "nr",
                                                     "key",   "serial", "unnamed", "hash"};
  const std::vector<std::string> words = words_of_name(name);
  if (words.empty()) return name.empty();
  if (words.size() == 1 && is_word_among(words[0], alone)) return true;
  if (words.size() == 2 && words[0] == "row" && (words[1] == "names" || words[1] == "name")) return true;
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return is_word_among(word, anywhere) || is_joined_identifier(word);
  });
}

bool is_code_name(std::string_view name) {
  constexpr std::array<std::string_view, 11> codes = {"zip",     "zipcode", "postcode", "postal", "postleitzahl", "plz",
                                                      "pincode", "naics",   "sic",      "fips",   "icd"};
  const std::vector<std::string> words = words_of_name(name);
  const bool is_word_of_several = words.size() > 1 && words.back() == "code";
  return is_word_of_several ||
         std::any_of(words.begin(), words.end(), [&](const std::string& word) { return is_word_among(word, codes); });
}

bool is_version_name(std::string_view name) {
  constexpr std::array<std::string_view, 7> versions = {"version",  "versions", "ver",  "release",
                                                        "firmware", "fw",       "build"};
  const std::vector<std::string> words = words_of_name(name);
  return std::ranges::any_of(words, [&](const std::string& word) { return is_word_among(word, versions); });
}

bool are_long_integers(const ColumnProfile& profile, std::string_view name) {
  if (profile.whole || profile.numbers == 0 || is_time_name(name)) return false;
  if (are_timestamps(profile) && !is_identifier_name(name) && std::abs(counting(profile).step) > 1000) return false;
  return std::all_of(profile.cells.begin(), profile.cells.end(), [](const SampledCell& cell) {
    const std::string_view digits = cell.text.substr(cell.text.starts_with('-') ? 1 : 0);
    return std::isnan(cell.number) || digits.find_first_not_of("0123456789") == std::string_view::npos;
  });
}

std::string numeric_identifier(const ColumnProfile& profile, std::string_view name, std::size_t place) {
  constexpr std::size_t least_rows = 10;
  constexpr double expected_pairs = 10;
  const std::size_t n = profile.cells.size();
  const bool named = is_identifier_name(name);
  if (n < least_rows || !profile.whole || (profile.least() < 0 && !named) || is_time_name(name)) return {};
  const bool all_differ = profile.values.size() == n;
  const auto [step, counting_share] = counting(profile);
  const bool are_times = !named && are_timestamps(profile);
  if (all_differ && (named || !are_years(profile))) {
    if (counting_share == 1 && (!are_times || std::abs(step) == 1)) return "counts the rows";
    const double range = profile.greatest() - profile.least() + 1;
    const double pairs = 0.5 * static_cast<double>(n) * static_cast<double>(n - 1) / range;
    if (pairs >= expected_pairs) return "one whole number for each row";
  }
  if (are_times) return {};
  const double differing = static_cast<double>(profile.values.size()) / static_cast<double>(n);
  if (named && differing >= 0.8) {
    return name.empty() ? "it has no name, and nearly every value once" : "its name, and nearly every value once";
  }
  if (named && counting_share >= 0.9) return "its name, and it counts rows in groups";
  if (differing >= 0.95 && have_one_length(profile, 9)) return "long numbers of one length, nearly every one once";
  if (place == 0 && has_no_name(name) && differing >= 0.8) {
    const auto longer = std::count_if(profile.cells.begin(), profile.cells.end(),
                                      [](const SampledCell& cell) { return cell.number >= 10000; });
    if (static_cast<double>(longer) >= 0.9 * static_cast<double>(n)) return "long numbers first, nearly every one once";
  }
  return {};
}

std::string text_identifier(const ColumnProfile& profile) {
  constexpr std::size_t least_rows = 10;
  constexpr std::size_t many_rows = 30;
  const std::size_t n = profile.cells.size();
  const std::size_t different = profile.values.size();
  if (n < least_rows || 2 * different <= n || (n < many_rows && different != n)) return {};
  const auto most = std::max_element(profile.values.begin(), profile.values.end(),
                                     [](const SampledValue& a, const SampledValue& b) { return a.count < b.count; });
  if (most->count >= 5 && 20 * most->count >= n) return {};
  return different == n ? "another value in each row" : fmt::format("{} values in {} rows", different, n);
}

bool is_prose(const ColumnProfile& profile) {
  constexpr std::size_t most_cells = 500;
  constexpr std::size_t most_words = 20000;
  struct Occurrence {
    std::string_view word;
    std::size_t cell;
    bool operator<(const Occurrence& other) const {
      return word < other.word || (word == other.word && cell < other.cell);
    }
  };
  std::vector<Occurrence> words;
  const std::size_t sampled = std::min(profile.values.size(), most_cells);
  std::size_t cells = 0;
  for (; cells < sampled && words.size() < most_words; ++cells) {
    std::string_view rest = profile.values[cells * profile.values.size() / sampled].text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(" \t\n,;"), rest.size());
      if (end > 0) words.push_back({rest.substr(0, end), cells});
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  if (words.size() < 3 * cells) return false;
  const auto lettered = std::ranges::count_if(words, [](const Occurrence& one) {
    return std::ranges::any_of(
        one.word, [](char c) { return is_ascii_letter(c) || (static_cast<unsigned char>(c) & 0x80U) != 0; });
  });
  if (2 * static_cast<std::size_t>(lettered) < words.size()) return false;  // 1.9 ± 0.3 is no text
  if (words.size() >= 8 * cells) return true;
  std::sort(words.begin(), words.end());
  std::size_t repeated = 0;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t end = i;
    while (end < words.size() && words[end].word == words[i].word) ++end;
    if (words[end - 1].cell != words[i].cell) repeated += end - i;
    i = end;
  }
  return 2 * repeated >= words.size();
}

}  // namespace suffice
