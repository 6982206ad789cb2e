#include "print/column_table.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "options/column_options.hpp"
#include "output.hpp"
#include "print/describe.hpp"
#include "print/text_table.hpp"
#include "remedies.hpp"

namespace suffice::cli {

namespace {

// Columns that a table of a wide file shows at most; inspect --schema has all.
constexpr std::size_t most_lines = 40;

bool is_plain(const ColumnGuess& column) {
  return column.use == ColumnUse::target || column.use == ColumnUse::weight ||
         (column.said && column.use == ColumnUse::dropped) ||
         (column.use == ColumnUse::number && column.doubts.empty());
}

std::string examples_of(const ColumnGuess& column) {
  constexpr std::size_t most_bytes = 24;
  std::string text;
  for (const std::string& example : column.examples) {
    std::string part = shown(example);
    if (!text.empty() && text.size() + part.size() > most_bytes) {
      return text + ", ...";
    }
    text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

// Columns that are shown in one line, as they have one role for one reason.
struct FoldedColumns {
  std::vector<const ColumnGuess*> columns;

  [[nodiscard]] const ColumnGuess& first() const { return *columns.front(); }
};

// The reason without the number that it begins with: 3 values and 5 values are values.
std::string reason_of(const ColumnGuess& column) {
  const std::size_t end = column.reason.find_first_not_of("0123456789");
  return end == 0 || end == std::string::npos ? column.reason : column.reason.substr(end + 1);
}

bool are_alike(const ColumnGuess& a, const ColumnGuess& b) {
  return a.use == b.use && a.use != ColumnUse::target && a.use != ColumnUse::weight &&
         (a.missing == 0) == (b.missing == 0) && reason_of(a) == reason_of(b);
}

std::vector<FoldedColumns> folded_columns(const std::vector<ColumnGuess>& columns, bool folds) {
  std::vector<FoldedColumns> lines;
  for (const ColumnGuess& column : columns) {
    const auto line =
        std::ranges::find_if(lines, [&](const FoldedColumns& known) { return are_alike(known.first(), column); });
    if (folds && line != lines.end()) {
      line->columns.push_back(&column);
    } else {
      lines.push_back({{&column}});
    }
  }
  return lines;
}

std::string names_of(const FoldedColumns& line) {
  std::vector<std::string> names;
  for (const ColumnGuess* column : line.columns) {
    names.push_back(column->column);
  }
  return folded_names(names);
}

// The least and the greatest of a count over the columns of a line.
std::string range_of(const FoldedColumns& line, std::size_t ColumnGuess::* count) {
  const auto by_count = [count](const ColumnGuess* column) { return column->*count; };
  const std::size_t least = by_count(*std::ranges::min_element(line.columns, {}, by_count));
  const std::size_t greatest = by_count(*std::ranges::max_element(line.columns, {}, by_count));
  return least == greatest ? fmt::format("{}", least) : fmt::format("{}–{}", least, greatest);
}

std::vector<std::string> cells_of(const FoldedColumns& line) {
  const ColumnGuess& first = line.first();
  const bool is_one_reason =
      std::ranges::all_of(line.columns, [&](const ColumnGuess* column) { return column->reason == first.reason; });
  return {names_of(line),
          use_name(first.use),
          range_of(line, &ColumnGuess::values),
          first.missing == 0 ? "" : range_of(line, &ColumnGuess::missing),
          examples_of(first),
          is_one_reason ? first.reason : reason_of(first)};
}

// A sentence about a column as it would be about any other.
std::string without_name(std::string sentence, const std::string& column) {
  const std::string name = "'" + column + "'";
  const std::size_t place = sentence.find(name);
  return place == std::string::npos ? sentence : sentence.replace(place, name.size(), "''");
}

// The first names of a list.
std::string first_names(const std::vector<std::string>& names) {
  constexpr std::size_t most = 5;
  const std::vector<std::string> first(names.begin(),
                                       names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most)));
  return listed(first) + (names.size() > most ? ", ..." : "");
}

}  // namespace

std::string describe_columns(const std::vector<ColumnGuess>& columns) {
  if (columns.empty()) {
    return "";
  }
  const bool folds = columns.size() > most_lines || std::ranges::all_of(columns, is_plain);
  const std::vector<FoldedColumns> lines = folded_columns(columns, folds);
  TextTable table({"column", "role", "values", "missing", "such as", "why"}, 2, 2);
  std::size_t shown_columns = 0;
  for (std::size_t k = 0; k < std::min(lines.size(), most_lines); ++k) {
    table.add(cells_of(lines[k]));
    shown_columns += lines[k].columns.size();
  }
  std::string text = line("columns", summary_line(columns)) + '\n' + table.text();
  if (shown_columns < columns.size()) {
    text += fmt::format("and {}; inspect --schema has all\n", counted(columns.size() - shown_columns, "more column"));
  }
  return text + '\n';
}

namespace {

// Doubts of one kind are the same but for the column, and for how many of its rows hold a marker of missing values.
std::string kind_of(const ColumnDoubt& doubt, const std::string& column) {
  return doubt.missing_markers.empty() ? without_name(doubt.sentence, column)
                                       : fmt::format("{}", fmt::join(doubt.missing_markers, "\n"));
}

// --missing is given once: where several notes would make values missing by it, one more says it for all.
void note_all_markers(const std::vector<ColumnGuess>& columns, const std::vector<std::string>& markers,
                      const Console& console) {
  std::set<std::string> said;
  std::vector<std::string> joined = markers;
  for (const ColumnGuess& column : columns) {
    for (const ColumnDoubt& doubt : column.doubts) {
      for (const Remedy& remedy : doubt.remedies) {
        const std::vector<std::string> named =
            remedy.option == "missing" ? split_list(remedy.values.front()) : std::vector<std::string>();
        const bool is_longer = named.size() >= markers.size();  // than the markers, one of which is the empty cell
        if (!is_longer || !said.insert(remedy.values.front()).second) {
          continue;
        }
        std::ranges::copy_if(named, std::back_inserter(joined), [&](const std::string& marker) {
          return std::ranges::find(joined, marker) == joined.end();
        });
      }
    }
  }
  std::erase(joined, "");
  if (said.size() > 1) {
    console.note("to take all that these notes name as missing, give --missing " +
                 shell_word(fmt::format("{}", fmt::join(joined, ","))));
  }
}

}  // namespace

// Doubts of one kind are one note, of the first of the columns.
void note_doubts(const std::vector<ColumnGuess>& columns, const Source& source, const Console& console) {
  constexpr std::size_t most_alike = 3;
  struct Doubted {
    const ColumnDoubt& doubt;
    std::string kind;
    std::vector<std::string> others = {};
  };
  const auto counts_rows = [](const Doubted& doubted) {
    const std::size_t at = doubted.doubt.sentence.find(" row");
    return at != std::string::npos && at > 0 &&
           std::isdigit(static_cast<unsigned char>(doubted.doubt.sentence[at - 1])) != 0;
  };
  std::vector<Doubted> found;
  std::map<std::string, std::size_t> first_of_kind;
  for (const ColumnGuess& column : columns) {
    for (const ColumnDoubt& doubt : column.doubts) {
      std::string kind = kind_of(doubt, column.column);
      const auto [place, is_new] = first_of_kind.emplace(kind, found.size());
      found.push_back({doubt, std::move(kind)});
      if (!is_new) {
        found[place->second].others.push_back(column.column);
      }
    }
  }
  for (const Doubted& doubted : found) {
    const Doubted& first = found[first_of_kind.at(doubted.kind)];
    const bool is_folded = first.others.size() >= most_alike;
    if (&doubted != &first && is_folded) {
      continue;
    }
    const std::string text = doubt_text(doubted.doubt.sentence, doubted.doubt.remedies);
    console.note(is_folded ? fmt::format("{}; the same holds for {} more columns: {}", text, first.others.size(),
                                         first_names(first.others))
                           : text);
  }
  note_all_markers(columns, source.dialect().missing, console);
  const CellSample* const sample = source.sample();
  if (sample != nullptr && !sample->complete && std::ranges::any_of(found, counts_rows)) {
    console.note(fmt::format("rows are counted in these notes among the first {}", sample->rows()));
  }
}

}  // namespace suffice::cli
