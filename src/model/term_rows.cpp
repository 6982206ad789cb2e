#include "model/term_rows.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "math/weighted_rows.hpp"

namespace suffice {

TermRows::TermRows(const Events& events)
    : width_(picked_width(events.classes())),
      knows_unseen_(!events.reserved.empty()),
      parameters_(width_),
      has_certain_(std::ranges::any_of(events.certain, [](double terms) { return terms > 0; })) {
  certain_.resize(has_certain_ ? width_ : 0);
  if (knows_unseen_) {
    reserved_parameters(events, std::span(parameters_).first(events.classes()));
  }
}

void TermRows::set(std::size_t row, const Events& events, std::string_view term, const TermRecord& record) {
  const auto out = std::span(parameters_).subspan(row * width_, events.classes());
  if (events.options.family != Family::bernoulli) {
    term_parameters(events, term, record, out);
    return;
  }
  std::vector<double> absent(events.classes());
  presence_parameters(events, term, record, out, absent);
  for (std::size_t c = 0; c < out.size(); ++c) {
    if (!std::isinf(absent[c])) {
      out[c] -= absent[c];
    } else if (has_certain_) {
      certain_[row * width_ + c] = 1;
    }
  }
}

std::uint32_t TermRows::add(const Events& events, std::string_view term, const TermRecord& record) {
  const std::size_t row = size();
  resize(row + 1);
  set(row, events, term, record);
  return static_cast<std::uint32_t>(row);
}

void TermRows::resize(std::size_t rows) {
  const std::size_t before = size();
  parameters_.resize(rows * width_);
  certain_.resize(has_certain_ ? rows * width_ : 0);
  for (std::size_t row = before; knows_unseen_ && row < rows; ++row) {
    std::copy_n(parameters_.begin(), width_, parameters_.begin() + static_cast<std::ptrdiff_t>(row * width_));
  }
}

void TermRows::clear() {
  parameters_.resize(width_);
  certain_.resize(has_certain_ ? width_ : 0);
}

}  // namespace suffice
