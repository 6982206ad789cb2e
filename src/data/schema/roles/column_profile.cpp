// Different texts are classified once each.
#include "data/schema/roles/column_profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "data/schema/roles/written_numbers.hpp"

namespace suffice {
namespace {

bool is_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

struct DistinctText {
  SampledValue value;
  std::uint32_t place = 0;  // among the values
  bool missing = false;
};

/// Joins the texts that write one number, and gives every text the place of its value.
void order_values(std::vector<DistinctText>& texts, ColumnProfile& profile) {
  std::vector<std::pair<double, std::uint32_t>> numbers;
  std::vector<std::pair<std::string_view, std::uint32_t>> others;
  for (std::uint32_t k = 0; k < texts.size(); ++k) {
    const SampledValue& value = texts[k].value;
    if (texts[k].missing) continue;
    if (std::isnan(value.number)) {
      others.emplace_back(value.text, k);
    } else {
      numbers.emplace_back(value.number, k);
    }
  }
  std::sort(numbers.begin(), numbers.end());
  std::sort(others.begin(), others.end());
  profile.values.reserve(numbers.size() + others.size());
  const auto take_value = [&](std::uint32_t k, bool same) {
    if (same) {
      profile.values.back().count += texts[k].value.count;
    } else {
      profile.values.push_back(texts[k].value);
    }
    texts[k].place = static_cast<std::uint32_t>(profile.values.size() - 1);
  };
  for (const auto& [number, k] : numbers) {
    take_value(k, !profile.values.empty() && profile.values.back().number == number);
  }
  profile.number_values = profile.values.size();
  for (const auto& [text, k] : others) take_value(k, false);
}

}  // namespace

CellRules::CellRules(const Dialect& dialect) : decimal_(dialect.decimal) {
  for (const std::string& marker : dialect.missing) {
    const std::string_view text = trim_blanks(marker);
    if (text.empty()) continue;
    const std::string& lower = markers_.emplace_back(ascii_lower(text));
    longest_marker_ = std::max(longest_marker_, lower.size());
    begins_marker_[static_cast<unsigned char>(text[0])] = true;
    begins_marker_[static_cast<unsigned char>(lower[0])] = true;
    if (lower[0] >= 'a' && lower[0] <= 'z') begins_marker_[static_cast<unsigned char>(lower[0] - 'a' + 'A')] = true;
  }
}

bool CellRules::is_missing(std::string_view cell) const {
  if (cell.empty()) return true;
  if (cell.size() > longest_marker_ || !begins_marker_[static_cast<unsigned char>(cell[0])]) return false;
  return std::any_of(markers_.begin(), markers_.end(), [cell](const std::string& marker) {
    return std::equal(cell.begin(), cell.end(), marker.begin(), marker.end(),
                      [](char a, char b) { return ascii_lower(a) == b; });
  });
}

double CellRules::number(std::string_view cell) const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  constexpr std::size_t longest = 400;  // of the exact decimal expansions that programs print
  if (cell.empty() || cell.size() > longest) return none;
  const char first = cell[0];
  if ((first < '0' || first > '9') && first != '-' && first != '+' && first != decimal_) return none;
  if (decimal_ == '.') {
    const Number number = parse_number(cell);
    return number.kind == NumberKind::finite ? number.value : none;
  }
  if (cell.find('.') != std::string_view::npos) return none;
  std::array<char, longest> copy = {};
  std::replace_copy(cell.begin(), cell.end(), copy.begin(), decimal_, '.');
  const Number number = parse_number({copy.data(), cell.size()});
  return number.kind == NumberKind::finite ? number.value : none;
}

double CellRules::number(std::string_view cell, std::string_view unit) const {
  const Number number = written_number(cell, unit, {decimal_, {}});
  return number.kind == NumberKind::finite ? number.value : std::numeric_limits<double>::quiet_NaN();
}

ColumnProfile ColumnProfiler::profile(std::span<const std::string> cells, const std::optional<std::string>& unit) {
  return profile_by(cells,
                    [&](std::string_view text) { return unit ? rules_.number(text, *unit) : rules_.number(text); });
}

ColumnProfile ColumnProfiler::texts(std::span<const std::string> cells) {
  return profile_by(cells, [](std::string_view) { return std::numeric_limits<double>::quiet_NaN(); });
}

template <typename ReadNumber>
ColumnProfile ColumnProfiler::profile_by(std::span<const std::string> cells, const ReadNumber& read_number) {
  constexpr double exact = 9007199254740992;  // 2⁵³
  ColumnProfile profile;
  profile.rows = cells.size();
  profile.whole = true;
  bool digits = true;
  bool zeros = false;
  places_.clear();
  texts_.clear();
  std::vector<DistinctText> distinct;
  std::vector<std::uint32_t> text_of_row(cells.size());
  constexpr std::size_t first_rows = 32;  // a column whose first rows differ has room for all
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string_view text = trim_blanks(cells[i]);
    std::uint32_t place = 0;
    if (i == first_rows && distinct.size() > first_rows / 2) {
      places_.reserve(cells.size());
      distinct.reserve(cells.size());
    }
    if (const std::optional<std::uint32_t> found = places_.find(texts_, text)) {
      place = *found;
    } else {
      place = places_.add(texts_, text);
      DistinctText& fresh =
          distinct.emplace_back(DistinctText{{text, read_number(text), 0}, 0, rules_.is_missing(text)});
      if (!fresh.missing) {
        const double number = fresh.value.number;
        digits = digits && (std::isnan(number) || is_digits(text));
        zeros = zeros || (!std::isnan(number) && text.size() > 1 && text[0] == '0');
        profile.whole =
            profile.whole && (std::isnan(number) || (number == std::floor(number) && std::abs(number) < exact));
      }
    }
    ++distinct[place].value.count;
    text_of_row[i] = place;
  }
  profile.leading_zeros = digits && zeros;
  order_values(distinct, profile);
  profile.cells.reserve(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const DistinctText& text = distinct[text_of_row[i]];
    if (text.missing) continue;
    profile.cells.push_back({text.value.text, text.value.number, static_cast<std::uint32_t>(i), text.place});
    profile.numbers += std::isnan(text.value.number) ? 0U : 1U;
  }
  return profile;
}

}  // namespace suffice
