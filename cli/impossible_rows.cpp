#include "impossible_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "input.hpp"
#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

constexpr std::size_t most_reasons = 3;

}  // namespace

ImpossibleRows::ImpossibleRows(const Model& model, const Arguments& arguments)
    : model_(model), strict_(arguments.strict), input_(input_name(arguments)) {}

std::size_t ImpossibleRows::look(const Table& rows, std::span<const std::uint32_t> decisions, std::size_t before) {
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    if (decisions[i] != no_decision) {
      continue;
    }
    if (const std::optional<std::string> reason = model_.impossible(rows, i)) {
      if (++count_ <= most_reasons) {
        reasons_.push_back(fmt::format("row {}: {}", before + i + 1, *reason));
      }
      if (strict_) {
        return i;
      }
    }
  }
  return decisions.size();
}

void ImpossibleRows::check() const {
  if (strict_ && count_ > 0) {
    throw Error(
        ErrorCode::bad_data,
        fmt::format("{}; leave out --strict for an empty label, or smooth: suffice estimate MODEL --estimate mean",
                    reasons_.front()),
        input_);
  }
}

void ImpossibleRows::note(const Console& console) const {
  if (count_ > 0) {
    console.note(fmt::format("{} {} zero probability under every class, and no label: {}{}", counted(count_, "row"),
                             count_ == 1 ? "has" : "have", fmt::join(reasons_, "; "),
                             count_ > reasons_.size() ? "; ..." : ""));
  }
}

}  // namespace suffice::cli
