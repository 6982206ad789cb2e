#include "summary/terms/term_counter.hpp"

#include <algorithm>
#include <variant>

#include "summary/terms/column_counter.hpp"
#include "summary/terms/word_counter.hpp"

namespace suffice {

namespace {

RowClasses row_classes(std::span<const std::uint32_t> codes, std::span<const std::uint32_t> class_of_code) {
  RowClasses classes{codes, class_of_code};
  for (const std::uint32_t c : class_of_code) {
    classes.classes = c == no_class ? classes.classes : std::max(classes.classes, c + std::size_t{1});
  }
  return classes;
}

}  // namespace

struct TermCounter::State {
  std::variant<WordCounter, ColumnCounter> counter;
};

TermCounter::TermCounter(const Block& block, unsigned threads)
    : state_(block.kind == Kind::text ? std::make_unique<State>(State{WordCounter(block.text, threads)})
                                      : std::make_unique<State>(State{ColumnCounter(block.features.size(), threads)})) {
}
TermCounter::~TermCounter() = default;
TermCounter::TermCounter(TermCounter&&) noexcept = default;
TermCounter& TermCounter::operator=(TermCounter&&) noexcept = default;

void TermCounter::add(const BlockRows& rows, std::span<const std::uint32_t> codes,
                      std::span<const std::uint32_t> class_of_code) {
  const RowClasses classes = row_classes(codes, class_of_code);
  if (auto* words = std::get_if<WordCounter>(&state_->counter)) {
    words->add(std::get<TextBatch>(rows), classes);
  } else if (const auto* sparse = std::get_if<SparseBatch>(&rows)) {
    std::get<ColumnCounter>(state_->counter).add(*sparse, classes);
  } else {
    std::get<ColumnCounter>(state_->counter).add(std::get<Batch>(rows), classes);
  }
}

void TermCounter::check(const BlockRows& rows, std::span<const std::uint32_t> codes,
                        std::span<const std::uint32_t> class_of_code, std::size_t first) const {
  const RowClasses classes = row_classes(codes, class_of_code);
  if (const auto* text = std::get_if<TextBatch>(&rows)) {
    WordCounter::check(*text, first);
  } else if (const auto* sparse = std::get_if<SparseBatch>(&rows)) {
    std::get<ColumnCounter>(state_->counter).check_missing(*sparse, classes, first);
  } else {
    std::get<ColumnCounter>(state_->counter).check_missing(std::get<Batch>(rows), classes, first);
  }
}

std::size_t TermCounter::most_terms(const BlockRows& rows) const {
  const auto* words = std::get_if<WordCounter>(&state_->counter);
  return words != nullptr ? words->most_terms(std::get<TextBatch>(rows)) : 0;
}

bool TermCounter::can_pass_limit(std::size_t added) const {
  const auto* words = std::get_if<WordCounter>(&state_->counter);
  return words != nullptr && words->can_pass_limit(added);
}

std::function<void()> TermCounter::undo() {
  auto& words = std::get<WordCounter>(state_->counter);
  return [&words, shards = words.shards()] { words.restore(shards); };
}

bool TermCounter::add_first(const BlockRows& rows, std::span<const std::uint32_t> codes,
                            std::span<const std::uint32_t> class_of_code) {
  const auto* sparse = std::get_if<SparseBatch>(&rows);
  auto* columns = std::get_if<ColumnCounter>(&state_->counter);
  return sparse != nullptr && columns != nullptr && columns->add_first(*sparse, row_classes(codes, class_of_code));
}

std::uint64_t TermCounter::invalid_bytes() const {
  const auto* words = std::get_if<WordCounter>(&state_->counter);
  return words != nullptr ? words->invalid_bytes() : 0;
}

TermCounts TermCounter::counts(std::span<const std::size_t> order) const {
  return std::visit([&](const auto& counter) { return counter.counts(order); }, state_->counter);
}

}  // namespace suffice
