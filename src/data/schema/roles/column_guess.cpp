#include "data/schema/roles/column_guess.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/code_evidence.hpp"
#include "data/schema/roles/date_formats.hpp"
#include "data/schema/roles/identifiers.hpp"
#include "data/schema/roles/missing_doubts.hpp"
#include "data/schema/roles/number_doubts.hpp"
#include "data/schema/roles/shared_identifiers.hpp"
#include "data/schema/roles/written_numbers.hpp"
#include "suffice/source.hpp"

namespace suffice {
namespace {

constexpr std::size_t most_codes = 50;

/// Of the cells that are numbers; without labels, all rows are of one class.
ValueTable value_table(const ColumnProfile& profile, const SampledLabels& labels) {
  ValueTable table;
  table.classes = std::max<std::size_t>(labels.count, 1);
  for (std::size_t v = 0; v < profile.number_values; ++v) table.values.push_back(profile.values[v].number);
  table.counts.assign(table.values.size() * table.classes, 0);
  for (const SampledCell& cell : profile.cells) {
    if (std::isnan(cell.number)) continue;
    const std::uint32_t label = labels.count == 0 ? 0 : labels.classes[cell.row];
    if (label != no_sampled_class) table.counts[cell.value * table.classes + label] += 1;
  }
  return table;
}

/// Two numbers are a flag where they are 0 and 1, or where enough rows show that there is no third.
bool is_flag(const ColumnProfile& profile) {
  constexpr std::size_t enough = 20;
  return profile.numbers >= enough || (profile.values[0].number == 0 && profile.values[1].number == 1);
}

/// Addresses of pages, and writing without blanks between words, as Chinese and Japanese have it.
bool may_be_text(const ColumnProfile& profile) {
  constexpr std::size_t least_characters = 4;
  const auto is_text = [](const SampledValue& value) {
    if (value.text.find("://") != std::string_view::npos || value.text.starts_with("www.")) return true;
    // The first bytes of characters from U+3000 to U+DFFF.
    const auto characters = std::ranges::count_if(value.text, [](char c) { return c >= '\xE3' && c <= '\xED'; });
    return static_cast<std::size_t>(characters) >= least_characters;
  };
  return 2 * static_cast<std::size_t>(std::ranges::count_if(profile.values, is_text)) >= profile.values.size();
}

void drop_identifier(const std::string& reason, const ColumnProfile& profile, ColumnGuess& guess) {
  take(guess, ColumnUse::dropped, "identifies rows: " + reason);
  std::vector<Remedy> remedies = {{"column", {guess.column + "=categorical"}}};
  if (may_be_text(profile)) remedies.push_back({"column", {guess.column + "=text"}});
  doubt(guess, fmt::format("{} seems to identify rows ({}) and is dropped", quoted(guess.column), reason),
        std::move(remedies));
}

/// More than 500 values, or more than 50 that have fewer than 5 rows each.
void note_many_values(const ColumnProfile& profile, ColumnGuess& guess) {
  constexpr std::size_t very_many = 500;
  constexpr std::size_t many = 50;
  constexpr std::size_t rows_of_value = 5;
  const std::size_t count = profile.values.size();
  const bool are_rare = count > many && rows_of_value * count > profile.cells.size();
  if (count <= very_many && !are_rare) return;
  const auto addresses = std::ranges::count_if(profile.values, [](const SampledValue& value) {
    const std::size_t at = value.text.find('@');
    return at != std::string_view::npos && value.text.find('.', at) != std::string_view::npos;
  });
  const bool are_addresses = 10 * static_cast<std::size_t>(addresses) >= 9 * count;
  doubt(guess,
        fmt::format("{} has very many values, {} in the first rows{}; kept as a category", quoted(guess.column), count,
                    are_addresses ? ", addresses of mail, which new rows hardly share" : ""),
        {{"drop", {guess.column}}});
}

/// A name, or a number, of what several rows are of is dropped; whether it is one.
bool drop_shared_identifier(const ColumnProfile& profile, const SampledLabels& labels, ColumnGuess& guess) {
  const std::string reason = shared_identifier(profile, guess.column, labels.classes);
  if (reason.empty()) return false;
  take(guess, ColumnUse::dropped, "identifies what rows are of");
  doubt(guess,
        fmt::format("{} seems to identify what several rows are of ({}), so that new rows have other values, and is "
                    "dropped; as rows of one value may be alike, the accuracy may be too good",
                    quoted(guess.column), reason),
        {{"column", {guess.column + "=categorical"}}});
  return true;
}

/// A category that may name what several rows are of.
void note_sharer(const ColumnProfile& profile, const SampledLabels& labels, ColumnGuess& guess) {
  constexpr std::size_t many_values = 20;
  constexpr std::size_t some_values = 3;
  constexpr std::size_t most_rows = 20;  // of a value, on average
  if (is_identifier_name(guess.column) || sharer_named(guess.column) != Sharer::nobody) {
    if (profile.values.size() <= some_values) return;
    doubt(guess,
          fmt::format("{} may identify something that the rows share; if new rows have other values, the accuracy is "
                      "too good; kept as a category",
                      quoted(guess.column)),
          {{"drop", {guess.column}}});
  } else if (profile.cells.size() <= most_rows * profile.values.size() &&
             have_one_label(profile, labels.classes, many_values)) {
    doubt(guess,
          fmt::format("rows that share a value of {} have the same label: if it names what they are of, new rows have "
                      "other values, and the accuracy is too good; kept as a category",
                      quoted(guess.column)),
          {{"drop", {guess.column}}});
  }
}

void note_several_formats(std::span<const std::string_view> cells, ColumnGuess& guess) {
  constexpr std::size_t least_cells = 3;
  const std::vector<FoundDateFormat> formats = several_formats(cells);
  if (formats.size() < 2 || cells.size() < least_cells) return;
  doubt(guess, fmt::format("{} holds dates in more than one format, {} ({} of the first rows) and {} ({}), and is not "
                           "read as dates; write them alike",
                           quoted(guess.column), formats[0].format, formats[0].fitting, formats[1].format,
                           formats[1].fitting));
}

/// What stands where a date is unknown: 0000-00-00, as databases write it, and what stands for a number.
bool marks_missing_date(std::string_view text) {
  return marks_missing(text) || (text.size() >= 8 && text.find_first_not_of("0-/.: ") == std::string_view::npos);
}

}  // namespace

void take(ColumnGuess& guess, ColumnUse use, std::string reason) {
  guess.use = use;
  guess.role = use == ColumnUse::count                                ? Role::poisson
               : use == ColumnUse::text                               ? Role::text
               : use == ColumnUse::flag || use == ColumnUse::category ? Role::categorical
                                                                      : Role::number;
  guess.reason = std::move(reason);
}

void doubt(ColumnGuess& guess, std::string sentence, std::vector<Remedy> remedies) {
  guess.doubts.push_back({std::move(sentence), std::move(remedies)});
}

ColumnProfile read_written(ColumnProfile profile, std::span<const std::string> cells, const Dialect& dialect,
                           ColumnProfiler& profiler, ColumnGuess& guess) {
  if (profile.numbers == profile.cells.size()) return profile;
  const std::optional<FoundWriting> found = find_writing(profile, dialect.decimal);
  if (!found) return profile;
  ColumnProfile written = profiler.profile(cells, found->unit);
  std::vector<ColumnDoubt> others;
  if (note_other_cells(written, guess.column, others) == CellsAre::text) return profile;
  guess.unit = found->unit;
  doubt(guess, fmt::format("{} is read as a number: {}", quoted(guess.column), what_is_skipped(*found)),
        {{"column", {guess.column + "=categorical"}}});
  return written;
}

void drop_unit(ColumnGuess& guess) {
  const bool is_number = guess.use == ColumnUse::number || guess.use == ColumnUse::count;
  if (!guess.unit || is_number) return;
  guess.unit.reset();
  guess.doubts.erase(guess.doubts.begin());
}

void guess_code(const ColumnProfile& profile, const SampledLabels& labels, const char* reason, ColumnGuess& guess) {
  if (const std::string identifier = text_identifier(profile); !identifier.empty()) {
    return drop_identifier(identifier, profile, guess);
  }
  if (drop_shared_identifier(profile, labels, guess)) return;
  take(guess, ColumnUse::category, reason);
  note_many_values(profile, guess);
  note_sharer(profile, labels, guess);
}

void guess_number(const ColumnProfile& profile, const SampledLabels& labels, std::size_t place, std::string_view name,
                  ColumnGuess& guess) {
  const std::size_t count = profile.number_values;
  if (profile.leading_zeros) return guess_code(profile, labels, "numbers with leading zeros are codes", guess);
  const std::string identifier = numeric_identifier(profile, name, place);
  if (!identifier.empty()) {
    take(guess, ColumnUse::dropped, "identifies rows: " + identifier);
    doubt(guess, fmt::format("{} seems to identify rows ({}) and is dropped", quoted(guess.column), identifier),
          {{"column", {guess.column + "=number"}}});
    return;
  }
  if (profile.whole && drop_shared_identifier(profile, labels, guess)) return;
  if (count == 2 && is_flag(profile)) return take(guess, ColumnUse::flag, "two values");
  if (profile.whole && sharer_named(name) != Sharer::nobody && profile.numbers > count) {
    take(guess, ColumnUse::category, fmt::format("its name, and {} numbers that rows share", count));
    doubt(guess,
          fmt::format("the numbers of {} are taken as categories by its name; if new rows have other ones, the "
                      "accuracy is too good",
                      quoted(guess.column)),
          {{"column", {guess.column + "=number"}}, {"drop", {guess.column}}});
    return note_many_values(profile, guess);
  }
  const bool few = profile.whole && count >= 3 && count <= most_codes && 5 * count <= profile.numbers;
  if (few && labels.count > 0 && profile.least() >= 0 && values_are_codes(value_table(profile, labels))) {
    take(guess, ColumnUse::category, fmt::format("{} codes: the labels follow no order of them", count));
    doubt(guess,
          fmt::format("the whole numbers of {} are taken as categories: the labels depend on them, but neighbouring "
                      "numbers are no more alike than others",
                      quoted(guess.column)),
          {{"column", {guess.column + "=number"}}});
    return;
  }
  if (few && profile.least() >= 0 && values_are_counts(value_table(profile, labels))) {
    return take(guess, ColumnUse::count, "whole numbers spread as counts are");
  }
  take(guess, ColumnUse::number, profile.whole ? "whole numbers" : "numbers");
  if (profile.whole && is_code_name(guess.column)) {
    doubt(guess, fmt::format("{} seems to hold codes; taken as numbers", quoted(guess.column)),
          {{"column", {guess.column + "=categorical"}}, {"drop", {guess.column}}});
  }
}

namespace {

constexpr double hardly = 1e-6;  // is it by chance

}  // namespace

std::string telling_gaps(const ColumnProfile& profile, const SampledLabels& labels) {
  if (labels.count < 2 || profile.missing() == 0) return {};
  std::vector<std::size_t> all(labels.count, 0);
  for (const std::uint32_t label : labels.classes) {
    if (label != no_sampled_class) ++all[label];
  }
  std::vector<std::size_t> present(labels.count, 0);
  for (const SampledCell& cell : profile.cells) {
    if (labels.classes[cell.row] != no_sampled_class) ++present[labels.classes[cell.row]];
  }
  std::vector<std::size_t> absent(labels.count, 0);
  for (std::size_t c = 0; c < labels.count; ++c) absent[c] = all[c] - present[c];
  const auto rows = static_cast<double>(std::reduce(all.begin(), all.end()));
  const auto have_one = [&](const std::vector<std::size_t>& some) {
    const auto most = static_cast<std::size_t>(std::ranges::max_element(some) - some.begin());
    const bool is_one = std::reduce(some.begin(), some.end()) == some[most];
    return is_one && std::pow(static_cast<double>(all[most]) / rows, static_cast<double>(some[most])) < hardly;
  };
  if (have_one(present)) return "rows with a value";
  return have_one(absent) ? "rows without a value" : "";
}

// By chance the n rows of a value have one label with probability Σ_c p_c^n.
bool values_tell_label(const ColumnProfile& profile, const SampledLabels& labels) {
  constexpr std::size_t most_values = 50;
  constexpr std::size_t fewest_rows = 5;  // of a value, in the mean
  const std::size_t count = profile.values.size();
  const bool is_continuous = profile.numbers > 0 && !profile.whole;
  if (labels.count < 2 || count < 2 || count > most_values || is_continuous) return false;
  std::vector<std::uint32_t> label_of(count, no_sampled_class);
  std::vector<std::size_t> rows_of(count, 0);
  std::vector<double> share(labels.count, 0);
  std::size_t rows = 0;
  for (const SampledCell& cell : profile.cells) {
    const std::uint32_t label = labels.classes[cell.row];
    if (label == no_sampled_class) continue;
    if (label_of[cell.value] == no_sampled_class) label_of[cell.value] = label;
    if (label_of[cell.value] != label) return false;
    ++rows_of[cell.value];
    ++share[label];
    ++rows;
  }
  if (rows < fewest_rows * count) return false;
  double log_chance = 0;
  for (const std::size_t n : rows_of) {
    double chance = 0;
    for (const double of_label : share) {
      chance += std::pow(of_label / static_cast<double>(rows), static_cast<double>(n));
    }
    log_chance += std::log(chance);
  }
  return log_chance < std::log(hardly);
}

void note_version(const std::string& cell, ColumnGuess& guess) {
  if (guess.use == ColumnUse::category) {
    doubt(guess, fmt::format("{} seems to hold versions, such as {}; taken as categories", quoted(guess.column), cell),
          {{"column", {guess.column + "=number"}}});
  } else if (guess.use == ColumnUse::number) {
    doubt(guess,
          fmt::format("{} may hold versions, as {} is written beside shorter ones; taken as numbers, so that {} is {}",
                      quoted(guess.column), cell, cell, cell.substr(0, cell.find_last_not_of('0') + 1)),
          {{"column", {guess.column + "=categorical"}}});
  }
}

void note_namesake(const ColumnProfile& profile, std::span<const std::string> cells, const Dialect& dialect,
                   ColumnGuess& guess) {
  const std::string marker = namesake_of_missing(profile, cells);
  if (marker.empty()) return;
  doubt(guess,
        fmt::format("{} holds two-letter codes, and {} among them counts as missing", quoted(guess.column),
                    quoted(marker)),
        taking_as_value(marker, dialect.missing));
}

void guess_text(const ColumnProfile& profile, const SampledLabels& labels, std::span<const std::string> cells,
                const Dialect& dialect, ColumnGuess& guess) {
  const std::size_t count = profile.values.size();
  const std::string identifier = text_identifier(profile);
  // Dates of several formats were noted; a column called phone holds no numbers to be mended.
  const bool is_settled = !guess.doubts.empty() || (!identifier.empty() && is_identifier_name(guess.column));
  const std::string compound = is_settled ? std::string() : compound_numbers(profile);
  const std::string loose = is_settled || !compound.empty() ? compound : loosely_written_numbers(profile);
  if (!compound.empty()) {
    doubt(guess, fmt::format("{} seems to hold several numbers in a cell, such as {}, which are not read as numbers; "
                             "write them as one number, or each in a column of its own",
                             quoted(guess.column), quoted(compound)));
  } else if (!loose.empty()) {
    doubt(guess, fmt::format("{} seems to hold numbers written such as {}, which are not read as numbers",
                             quoted(guess.column), quoted(loose)));
  }
  if (count == 2) {
    take(guess, ColumnUse::flag, "two values");
    return note_namesake(profile, cells, dialect, guess);
  }
  const bool rare = !identifier.empty() || (profile.cells.size() < 10 && count == profile.cells.size());
  if (rare && loose.empty() && is_prose(profile)) return take(guess, ColumnUse::text, "words, hardly ever the same");
  if (!identifier.empty() && loose.empty()) return drop_identifier(identifier, profile, guess);
  if (!identifier.empty()) {
    take(guess, ColumnUse::dropped, "no numbers: " + identifier);
    doubt(guess, fmt::format("{} is dropped: {}", quoted(guess.column), identifier),
          {{"column", {guess.column + "=categorical"}}});
    return;
  }
  if (drop_shared_identifier(profile, labels, guess)) return;
  take(guess, ColumnUse::category, fmt::format("{} values", count));
  note_many_values(profile, guess);
  note_sharer(profile, labels, guess);
  note_namesake(profile, cells, dialect, guess);
}

namespace {

/// Dates that stand for a missing one: 9999-12-31, 1900-01-01. The first or last one, in several rows, is further from
/// the others than these from each other.
void note_far_dates(const ColumnProfile& profile, const std::string& format, const std::vector<std::string>& markers,
                    ColumnGuess& guess) {
  constexpr std::size_t least_values = 4;
  constexpr std::size_t least_rows = 2;
  std::vector<std::pair<double, const SampledValue*>> dates;
  for (const SampledValue& value : profile.values) {
    if (const std::optional<DateValue> date = read_date(format, value.text)) dates.emplace_back(date->seconds, &value);
  }
  std::ranges::sort(dates);
  const auto note = [&](std::size_t far, std::size_t nearest, std::size_t last) {
    const auto& [seconds, value] = dates[far];
    const double spread = std::abs(dates[last].first - dates[nearest].first);
    if (value->count < least_rows || std::abs(seconds - dates[nearest].first) <= spread) return false;
    doubt(guess,
          fmt::format("{} in {} rows of {} stands apart from all other dates, as a mark of missing ones does; taken as "
                      "a date",
                      quoted(value->text), value->count, quoted(guess.column)),
          taking_as_missing({std::string(value->text)}, markers));
    return true;
  };
  if (dates.size() < least_values) return;
  if (!note(dates.size() - 1, dates.size() - 2, 0)) note(0, 1, dates.size() - 1);
}

}  // namespace

bool guess_date(const ColumnProfile& profile, const std::vector<std::string>& markers, ColumnGuess& guess) {
  std::vector<std::string_view> cells;
  cells.reserve(profile.cells.size());
  for (const SampledCell& cell : profile.cells) {
    if (!marks_missing_date(cell.text)) cells.push_back(cell.text);
  }
  std::optional<FoundDateFormat> found = find_date_format(cells);
  if (!found) {
    note_several_formats(cells, guess);
    return false;
  }
  const auto is_misfit = [&](const SampledValue& value) {
    return !marks_missing_date(value.text) && !read_date(found->format, value.text);
  };
  constexpr std::size_t most_misfits = 20;
  // A number that stands for a missing date may be a value of another column.
  const auto is_number = [&](const SampledValue& value) { return is_misfit(value) && !std::isnan(value.number); };
  if (found->first_misfit < cells.size() &&
      (static_cast<std::size_t>(std::ranges::count_if(profile.values, is_misfit)) > most_misfits ||
       std::ranges::any_of(profile.values, is_number))) {
    note_several_formats(cells, guess);
    return false;
  }
  take(guess, ColumnUse::date, found->format);
  if (!found->others.empty()) {
    std::vector<Remedy> remedies;
    for (const std::string& other : found->others) {
      remedies.push_back({"column", {fmt::format("{}=date:{}", guess.column, order_of_date(other))}});
    }
    doubt(guess,
          fmt::format("the dates of {}, such as {}, are taken as {}; by the first rows they could be {} too",
                      quoted(guess.column), shown(cells.front()), found->format, fmt::join(found->others, " or ")),
          std::move(remedies));
  }
  if (found->format.find("%y") != std::string::npos) {
    doubt(guess, fmt::format("the years of {} have two digits and are taken as 1969 to 2068", quoted(guess.column)));
  }
  if (found->first_misfit < cells.size()) {
    doubt(guess,
          fmt::format("{} of the first {} dates of {}, such as {}, {} not written as {}; taken as missing",
                      cells.size() - found->fitting, cells.size(), quoted(guess.column),
                      quoted(cells[found->first_misfit]), cells.size() - found->fitting == 1 ? "is" : "are",
                      found->format),
          {{"column", {guess.column + "=categorical"}}});
    std::vector<std::string>& misfits = guess.doubts.back().missing_markers;
    for (const SampledValue& value : profile.values) {
      if (is_misfit(value) && is_utf8(value.text)) misfits.emplace_back(value.text);
    }
  }
  for (const SampledValue& value : profile.values) {
    if (!marks_missing_date(value.text)) continue;
    doubt(guess,
          fmt::format("{} in {} row{} of {} is no date; taken as missing", quoted(value.text), value.count,
                      value.count == 1 ? "" : "s", quoted(guess.column)),
          {{"column", {guess.column + "=categorical"}}});
    guess.doubts.back().missing_markers.emplace_back(value.text);
  }
  if (has_date(found->format)) note_far_dates(profile, found->format, markers, guess);
  guess.date_format = std::move(found->format);
  return true;
}

}  // namespace suffice
