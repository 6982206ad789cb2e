#include "data/formats/csv/csv_counting.hpp"

#include "data/bytes/number.hpp"

namespace suffice {

void CsvCounting::add(std::string_view cell, const NumberStyle& style) {
  const Number number = parse_number(cell, style);
  if (number.kind != NumberKind::finite) return;
  if (last_) {
    if (on_ + off_ == 0) falls_ = number.value < *last_;
    const bool is_on = falls_ ? number.value < *last_ : number.value > *last_;
    ++(is_on ? on_ : off_);
  }
  last_ = number.value;
}

}  // namespace suffice
