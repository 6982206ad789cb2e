// The decisions about columns, one after the other; the first that applies is taken.
#include "suffice/roles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/column_guess.hpp"
#include "data/schema/roles/column_profile.hpp"
#include "data/schema/roles/identifiers.hpp"
#include "data/schema/roles/missing_doubts.hpp"
#include "data/schema/roles/number_doubts.hpp"
#include "data/schema/roles/shared_identifiers.hpp"

namespace suffice {
namespace {

constexpr std::size_t most_classes = 50;

SampledLabels sampled_labels(const CellSample& sample, ColumnProfiler& profiler, const std::string& target) {
  SampledLabels labels;
  const auto found = std::find(sample.columns.begin(), sample.columns.end(), target);
  if (target.empty() || found == sample.columns.end()) return labels;
  const auto place = static_cast<std::size_t>(found - sample.columns.begin());
  const ColumnProfile profile = profiler.profile(sample.cells[place]);
  if (profile.values.size() < 2 || profile.values.size() > most_classes) return labels;
  labels.classes.assign(profile.rows, no_sampled_class);
  labels.count = profile.values.size();
  for (const SampledCell& cell : profile.cells) labels.classes[cell.row] = cell.value;
  return labels;
}

/// The rows that have a label, where some have none, as footers do: they are not learned from.
std::optional<CellSample> labelled_rows(const CellSample& sample, const Dialect& dialect, const std::string& target) {
  const auto found = std::find(sample.columns.begin(), sample.columns.end(), target);
  if (target.empty() || found == sample.columns.end()) return std::nullopt;
  const CellRules rules(dialect);
  const std::vector<std::string>& labels = sample.cells[static_cast<std::size_t>(found - sample.columns.begin())];
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!rules.is_missing(trim_blanks(labels[i]))) rows.push_back(i);
  }
  if (rows.size() == labels.size() || rows.empty()) return std::nullopt;
  CellSample some = {sample.columns, std::vector<std::vector<std::string>>(sample.columns.size()), sample.complete};
  for (std::size_t j = 0; j < sample.columns.size(); ++j) {
    some.cells[j].reserve(rows.size());
    for (const std::size_t i : rows) some.cells[j].push_back(sample.cells[j][i]);
  }
  return some;
}

/// The name of a column; empty where the first of a table with names has none, as programs write the index of rows.
std::string_view own_name(std::span<const std::string> columns, std::size_t place) {
  const auto has_letter = [](const std::string& name) { return std::ranges::any_of(name, is_ascii_letter); };
  const bool is_unnamed = place == 0 && columns[0] == "1" && std::ranges::any_of(columns.subspan(1), has_letter);
  return is_unnamed ? std::string_view() : std::string_view(columns[place]);
}

void add_examples(const ColumnProfile& profile, ColumnGuess& guess) {
  constexpr std::size_t most = 3;
  std::vector<std::uint32_t> seen;
  for (const SampledCell& cell : profile.cells) {
    if (std::find(seen.begin(), seen.end(), cell.value) != seen.end()) continue;
    seen.push_back(cell.value);
    guess.examples.push_back(shown(cell.text));
    if (seen.size() == std::min(most, profile.values.size())) return;
  }
}

/// Cells that are taken to hold no value are no values.
void count_markers(const ColumnProfile& profile, ColumnGuess& guess) {
  for (const ColumnDoubt& found : guess.doubts) {
    for (const std::string& marker : found.missing_markers) {
      const auto value = std::ranges::find(profile.values, marker, &SampledValue::text);
      if (value == profile.values.end()) continue;
      --guess.values;
      guess.missing += value->count;
      std::erase(guess.examples, shown(marker));
    }
  }
}

/// A value of a column of names turns out to be missing.
void lose_value(const CellSample& sample, std::span<const ColumnGuess> guesses, ColumnGuess& guess,
                const std::string& marker) {
  const auto place = static_cast<std::size_t>(&guess - guesses.data());
  const bool is_counted = guess.reason == fmt::format("{} values", guess.values);
  --guess.values;
  guess.missing += static_cast<std::size_t>(std::ranges::count(sample.cells[place], marker));
  std::erase(guess.examples, shown(marker));
  if (is_counted) guess.reason = fmt::format("{} values", guess.values);
}

/// Columns of numbers whose missing markers are values of other columns: the usual markers are missing there too, but
/// in the target; with other texts the numbers are a category.
void settle_markers(const CellSample& sample, std::vector<ColumnGuess>& guesses) {
  const auto holders = [&](const std::string& marker) {
    std::vector<ColumnGuess*> found;
    for (std::size_t j = 0; j < guesses.size(); ++j) {
      const ColumnUse use = guesses[j].use;
      const bool has_names = use == ColumnUse::target || use == ColumnUse::flag || use == ColumnUse::category;
      if (has_names && std::ranges::find(sample.cells[j], marker) != sample.cells[j].end())
        found.push_back(&guesses[j]);
    }
    return found;
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t j = 0; j < guesses.size(); ++j) {
      ColumnGuess& guess = guesses[j];
      for (ColumnDoubt& found : guess.doubts) {
        const bool are_values = std::ranges::any_of(found.missing_markers, [&](const std::string& marker) {
          return std::ranges::any_of(holders(marker), [&](const ColumnGuess* holder) {
            return holder->use == ColumnUse::target || !marks_missing(marker);
          });
        });
        if (!are_values) continue;
        take(guess, ColumnUse::category, "numbers and text");
        guess.unit.reset();
        guess.date_format.clear();
        for (const std::string& marker : found.missing_markers) {
          ++guess.values;
          guess.missing -= static_cast<std::size_t>(std::ranges::count(sample.cells[j], marker));
        }
        const std::size_t end = found.sentence.rfind("; taken as missing");
        found = {found.sentence.substr(0, end) +
                 "; as another column has it for a value, the column is taken as a category"};
        changed = true;
      }
    }
  }
  std::set<std::pair<std::string, std::string>> missing_in_holders;  // columns and markers
  for (ColumnGuess& guess : guesses) {
    for (ColumnDoubt& found : guess.doubts) {
      std::vector<std::string> names;
      for (const std::string& marker : found.missing_markers) {
        for (ColumnGuess* const holder : holders(marker)) {
          if (std::ranges::find(names, holder->column) == names.end()) names.push_back(holder->column);
          if (missing_in_holders.emplace(holder->column, marker).second) lose_value(sample, guesses, *holder, marker);
        }
      }
      if (!names.empty()) found.sentence += ", in " + list_names(names) + " too";
    }
  }
}

/// What the user said about a column; false where nothing was said.
ColumnUse use_of(Role role) {
  if (needs_sample(role)) return role == Role::indicators ? ColumnUse::category : ColumnUse::number;
  switch (kind_of(role)) {
    case Kind::categories:
      return ColumnUse::category;
    case Kind::text:
      return ColumnUse::text;
    case Kind::amounts:
      return ColumnUse::count;
    case Kind::measurements:
    case Kind::counts:
      break;
  }
  return ColumnUse::number;
}

bool take_said(const ColumnChoice& said, const std::map<std::string_view, const ColumnRole*>& roles,
               const std::set<std::string_view>& dropped, ColumnGuess& guess) {
  guess.said = true;
  if (guess.column == said.target && !said.target.empty()) {
    take(guess, ColumnUse::target, "holds the labels");
  } else if (guess.column == said.weight && !said.weight.empty()) {
    take(guess, ColumnUse::weight, "holds the weights of the rows");
  } else if (dropped.contains(guess.column)) {
    take(guess, ColumnUse::dropped, "as you said");
  } else if (guess.column == said.text && !said.text.empty()) {
    take(guess, ColumnUse::text, "as you said");
  } else if (const auto role = roles.find(guess.column); role != roles.end()) {
    take(guess, use_of(role->second->role), "as you said");
    guess.role = role->second->role;
  } else {
    guess.said = false;
  }
  return guess.said;
}

}  // namespace

const char* use_name(ColumnUse use) {
  constexpr std::array<const char*, 9> names = {"target",   "weight", "number", "count",  "flag",
                                                "category", "text",   "date",   "dropped"};
  return names[static_cast<std::size_t>(use)];
}

std::vector<ColumnGuess> guess_roles(const CellSample& sample, const Dialect& dialect, const ColumnChoice& said) {
  ColumnProfiler profiler(dialect);
  const std::optional<CellSample> labelled = labelled_rows(sample, dialect, said.target);
  const CellSample& used = labelled ? *labelled : sample;
  const SampledLabels labels = sampled_labels(used, profiler, said.target);
  std::map<std::string_view, const ColumnRole*> roles;
  for (const ColumnRole& role : said.roles) roles.emplace(role.column, &role);
  const std::set<std::string_view> dropped(said.drop.begin(), said.drop.end());

  std::vector<ColumnGuess> guesses(used.columns.size());
  std::vector<MarkingValue> marking;
  std::vector<std::size_t> rare_flags;
  std::vector<std::pair<std::size_t, std::string>> telling;  // columns that tell the label, and by which rows
  std::size_t numbers = 0;
  std::size_t number_flags = 0;
  for (std::size_t j = 0; j < guesses.size(); ++j) {
    ColumnGuess& guess = guesses[j];
    guess.column = used.columns[j];
    const bool is_target = !said.target.empty() && guess.column == said.target;
    ColumnProfile profile = profiler.profile((is_target ? sample : used).cells[j]);
    guess.values = profile.values.size();
    guess.missing = profile.missing();
    add_examples(profile, guess);
    if (take_said(said, roles, dropped, guess)) {
      if (guess.use == ColumnUse::target) {
        note_namesake(profile, sample.cells[j], dialect, guess);
        if (guess.doubts.empty()) note_missing_labels(sample.cells[j], dialect.missing, guess);
        std::ranges::move(values_that_mark_missing(profile, j), std::back_inserter(marking));
      }
      if (guess.use == ColumnUse::number || guess.use == ColumnUse::count) {
        profile = read_written(std::move(profile), used.cells[j], dialect, profiler, guess);
      }
      continue;
    }
    if (profile.cells.empty()) {
      take(guess, ColumnUse::dropped, std::string(dropped_without_values));
      doubt(guess,
            fmt::format("{} has no value in the first {} rows and is dropped", quoted(guess.column), profile.rows));
      continue;
    }
    constexpr std::size_t few_values = 10;
    if (profile.cells.size() < few_values && 1000 * profile.cells.size() < profile.rows) {
      take(guess, ColumnUse::dropped, "hardly any values");
      doubt(guess,
            fmt::format("{} has hardly any values, {} in {} rows, and is dropped", quoted(guess.column),
                        profile.cells.size(), profile.rows),
            {{"column", {guess.column + "=categorical"}}});
      continue;
    }
    if (values_tell_label(profile, labels)) {
      telling.emplace_back(j, "rows with the same value");
    } else if (std::string gaps = telling_gaps(profile, labels); !gaps.empty()) {
      telling.emplace_back(j, std::move(gaps));
    }
    if (guess.column == "row.names") {
      take(guess, ColumnUse::dropped, "names of rows");
      continue;
    }
    profile = read_written(std::move(profile), used.cells[j], dialect, profiler, guess);
    if (!guess.unit && are_long_integers(profile, guess.column)) {
      const ColumnProfile texts = profiler.texts(used.cells[j]);
      guess.values = texts.values.size();
      guess_code(texts, labels, "numbers of more than 15 digits are codes", guess);
      continue;
    }
    const CellsAre cells_are = note_other_cells(profile, guess.column, guess.doubts, dialect.missing);
    count_markers(profile, guess);
    const bool is_number = cells_are != CellsAre::text;
    if (profile.values.size() == 1) {
      take(guess, is_number && !profile.leading_zeros ? ColumnUse::number : ColumnUse::category, "always the same");
      drop_unit(guess);
      continue;
    }
    // No number is a date but for 8 digits, or 14 with the time.
    const std::size_t digits = profile.cells.front().text.size();
    if ((!is_number || digits == 8 || digits == 14) && guess_date(profile, dialect.missing, guess)) {
      if (!is_number) count_markers(profile, guess);
      continue;
    }
    if (!is_number) {
      guess_text(profile, labels, used.cells[j], dialect, guess);
      if (guess.use == ColumnUse::flag || guess.use == ColumnUse::category) {
        std::ranges::move(values_that_mark_missing(profile, j), std::back_inserter(marking));
      }
      continue;
    }
    const std::string version = guess.unit ? std::string() : version_number(profile);
    if (cells_are == CellsAre::mixed) {
      take(guess, ColumnUse::category, "numbers and text");
    } else if (!version.empty() && is_version_name(guess.column)) {
      const ColumnProfile texts = profiler.texts(used.cells[j]);
      guess.values = texts.values.size();
      guess_code(texts, labels, "versions, by its name", guess);
      note_version(version, guess);
    } else {
      guess_number(profile, labels, j, own_name(used.columns, j), guess);
      if (!version.empty()) note_version(version, guess);
    }
    drop_unit(guess);
    numbers += guess.use == ColumnUse::number || guess.use == ColumnUse::count ? 1U : 0U;
    if (guess.use != ColumnUse::flag) continue;
    ++number_flags;
    if (100 * std::min(profile.values[0].count, profile.values[1].count) < profile.numbers) rare_flags.push_back(j);
  }
  // A pixel that is hardly ever lit is a number among numbers.
  if (numbers > number_flags) {
    for (const std::size_t j : rare_flags) take(guesses[j], ColumnUse::number, "two values, one of them rare");
  }
  settle_markers(used, guesses);
  for (const auto& [j, rows] : telling) {
    const bool is_noted = std::ranges::any_of(guesses[j].doubts, [](const ColumnDoubt& found) {
      return std::ranges::find(found.remedies, "drop", &Remedy::option) != found.remedies.end();
    });
    if (guesses[j].use == ColumnUse::dropped || is_noted) continue;
    doubt(guesses[j],
          fmt::format("{} of {} all have the same label: if it is known with the label alone, the accuracy is too good",
                      rows, quoted(guesses[j].column)),
          {{"drop", {guesses[j].column}}});
  }
  note_marking_values(marking, dialect.missing, guesses);
  return guesses;
}

std::string summary_line(const std::vector<ColumnGuess>& guesses) {
  struct Words {
    ColumnUse use;
    const char* one;
    const char* many;
  };
  constexpr std::array<Words, 6> features = {{{ColumnUse::number, "number", "numbers"},
                                              {ColumnUse::count, "count", "counts"},
                                              {ColumnUse::flag, "flag", "flags"},
                                              {ColumnUse::category, "category", "categories"},
                                              {ColumnUse::text, "text", "texts"},
                                              {ColumnUse::date, "date", "dates"}}};
  const auto count_of = [&](ColumnUse use) {
    return std::count_if(guesses.begin(), guesses.end(), [use](const ColumnGuess& guess) { return guess.use == use; });
  };
  std::string list;
  for (const Words& words : features) {
    const auto count = count_of(words.use);
    if (count > 0) list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, count == 1 ? words.one : words.many);
  }
  if (list.empty()) list = "no features";
  std::vector<std::string> dropped;
  for (const ColumnGuess& guess : guesses) {
    if (guess.use == ColumnUse::dropped) dropped.push_back(guess.column);
  }
  if (!dropped.empty()) list += "; dropped " + list_names(dropped);
  return fmt::format("{} {}: {}", guesses.size(), guesses.size() == 1 ? "column" : "columns", list);
}

}  // namespace suffice
