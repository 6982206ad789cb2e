// Term counter: rows of text or of numbers that are not negative, counted by term and class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "encode/block_rows.hpp"
#include "suffice/schema.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Open term counts. They depend on the rows and their order alone, not on threads or batches; counts of whole numbers
/// are exact in any order.
class TermCounter {
 public:
  /// For a block of text or counts. Error (usage) as check_text_options.
  TermCounter(const Block& block, unsigned threads);
  ~TermCounter();
  TermCounter(TermCounter&&) noexcept;
  TermCounter& operator=(TermCounter&&) noexcept;

  /// Row i belongs to class class_of_code[codes[i]]; a row of weight 0 is absent, and may have no class. The caller has
  /// checked the rows: they fit the block, one code stands for each, weights are finite and not negative, numbers are
  /// finite and not negative or NaN (missing). Error (bad_data) for a document of 2 GiB, for more than 2³² − 1
  /// different terms and classes, and where values are missing among more than 2²⁷ columns and classes; then nothing
  /// was added.
  void add(const BlockRows& rows, std::span<const std::uint32_t> codes, std::span<const std::uint32_t> class_of_code);

  /// The Errors of add() that can be told beforehand, for rows of which the first is row `first` of what the caller
  /// gave: all but that of too many terms, which needs a batch of several GiB.
  void check(const BlockRows& rows, std::span<const std::uint32_t> codes, std::span<const std::uint32_t> class_of_code,
             std::size_t first) const;
  /// A bound on the new terms of rows, and whether so many might be too many.
  [[nodiscard]] std::size_t most_terms(const BlockRows& rows) const;
  [[nodiscard]] bool can_pass_limit(std::size_t added) const;
  /// Text: undoes what is added from here on, when it is called.
  [[nodiscard]] std::function<void()> undo();

  /// While nothing was added: adds sparse rows of which only the offsets were checked. False, with nothing added, for
  /// all others, and where they are not right or it cannot tell: then check them and add() them.
  bool add_first(const BlockRows& rows, std::span<const std::uint32_t> codes,
                 std::span<const std::uint32_t> class_of_code);

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
