#include "model/terms/term_rows.hpp"

#include <algorithm>
#include <span>

#include "math/kernels/weighted_rows.hpp"

namespace suffice {

TermRows::TermRows(const Events& events)
    : width_(picked_width(events.classes())),
      parameters_(width_, 0.0),
      has_certain_(std::ranges::any_of(events.certain, [](double terms) { return terms > 0; })) {
  certain_.assign(has_certain_ ? width_ : 0, 0.0);
  if (!events.reserved.empty()) {
    reserved_parameters(events, std::span(parameters_).first(events.classes()));
  }
}

void TermRows::set(std::size_t row, const Events& events, std::string_view term, const TermRecord& record) {
  set_unknown(row);
  const auto out = std::span(parameters_).subspan(row * width_, events.classes());
  if (events.options.family != TermFamily::bernoulli) {
    term_parameters(events, term, record, out);
    return;
  }
  presence_odds(events, term, record, out, std::span(certain_).subspan(has_certain_ ? row * width_ : 0));
}

void TermRows::set_counted(std::size_t row, const TermRows& none, const Events& events,
                           std::span<const std::uint32_t> classes, std::span<const double> counts) {
  copy_row(none, 1, row);
  counted_parameters(events, classes, counts, std::span(parameters_).subspan(row * width_, events.classes()),
                     std::span(certain_).subspan(has_certain_ ? row * width_ : 0));
}

void TermRows::set_unknown(std::size_t row) { copy_row(*this, 0, row); }

void TermRows::copy_row(const TermRows& from, std::size_t row_there, std::size_t row) {
  std::copy_n(from.parameters(row_there), width_, &parameters_[row * width_]);
  if (has_certain_) {
    std::copy_n(from.certain(row_there), width_, &certain_[row * width_]);
  }
}

std::uint32_t TermRows::add(const Events& events, std::string_view term, const TermRecord& record) {
  const std::size_t row = size();
  resize(row + 1);
  set(row, events, term, record);
  return static_cast<std::uint32_t>(row);
}

void TermRows::resize(std::size_t rows) {
  parameters_.resize(rows * width_);
  certain_.resize(has_certain_ ? rows * width_ : 0);
}

void TermRows::clear() {
  parameters_.resize(width_);
  certain_.resize(has_certain_ ? width_ : 0);
}

}  // namespace suffice
