// Term counter: rows of text or of numbers that are not negative, counted by term and class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "suffice/batch.hpp"
#include "suffice/schema.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Open term counts. They depend on the rows and their order alone, not on threads or batches; counts of whole numbers
/// are exact in any order.
class TermCounter {
 public:
  /// For a schema of text or numbers. Error (usage) as check_text_options.
  TermCounter(const Schema& schema, unsigned threads);
  ~TermCounter();
  TermCounter(TermCounter&&) noexcept;
  TermCounter& operator=(TermCounter&&) noexcept;

  /// Row i belongs to class class_of_code[codes[i]]; a row of weight 0 is absent, and may have no class. The caller has
  /// checked the rows: they fit the schema, one code stands for each, weights are finite and not negative, numbers are
  /// finite and not negative or NaN (missing). Error (bad_data) for a document of 2 GiB, for more than 2³² − 1
  /// different terms and classes, and where values are missing among more than 2²⁷ columns and classes; then nothing
  /// was added.
  void add(const Rows& rows, std::span<const std::uint32_t> codes, std::span<const std::uint32_t> class_of_code);

  /// While nothing was added: adds sparse rows of which only the offsets were checked. False, with nothing added, for
  /// all others, and where they are not right or it cannot tell: then check them and add() them.
  bool add_first(const Rows& rows, std::span<const std::uint32_t> codes, std::span<const std::uint32_t> class_of_code);

  /// Text: bytes so far that were not part of well-formed UTF-8.
  [[nodiscard]] std::uint64_t invalid_bytes() const;

  /// The counts of everything added so far; adding may go on. Class order[c] of the counter is class c of the counts;
  /// `order` names every class once, those without rows too.
  [[nodiscard]] TermCounts counts(std::span<const std::size_t> order) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace suffice
