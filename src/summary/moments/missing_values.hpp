// Missing values (NaN): which rows have some, and in which columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "encode/block_rows.hpp"

namespace suffice {

/// For each column 1 where a value is there, 0 where it is missing.
using Presence = std::vector<std::uint8_t>;

/// The order of patterns: the first column in which they differ is there in the former.
struct PatternOrder {
  static std::string_view bytes(const Presence& present) {
    return {reinterpret_cast<const char*>(present.data()), present.size()};
  }
  bool operator()(const Presence& a, const Presence& b) const { return bytes(a) > bytes(b); }
};

/// Numbers for patterns of missing values, in the order in which they are added.
class PatternTable {
 public:
  [[nodiscard]] std::size_t size() const { return patterns_.size(); }
  [[nodiscard]] const Presence& operator[](std::size_t k) const { return patterns_[k]; }
  [[nodiscard]] std::optional<std::size_t> find(const Presence& present) const;
  /// The number of the pattern, which is new if it was not there before.
  std::size_t add(const Presence& present);

 private:
  struct Hash {
    std::size_t operator()(const Presence& present) const {
      return std::hash<std::string_view>{}(PatternOrder::bytes(present));
    }
  };
  std::vector<Presence> patterns_;
  std::unordered_map<Presence, std::size_t, Hash> numbers_;
};

/// Whether some rows, spread over the batch, are finite: a guess at all.
bool probably_finite(const Batch& rows);

/// What rows hold; those of weight 0 count only where it says so.
struct MissingSurvey {
  bool infinite = false;          ///< a value is infinite, in a row of any weight
  bool missing = false;           ///< a value is missing, in a row of any weight
  bool complete = false;          ///< some row has every value
  std::vector<Presence> fresh{};  ///< patterns of incomplete rows, if asked for: those not known before

  /// Takes in what more rows hold.
  void join(const MissingSurvey& more);
};

/// Patterns are found where `known` is given. Of more than `most_patterns` fresh ones some may not be listed, but more
/// than `most_patterns` are.
MissingSurvey survey_missing(const Batch& rows, const PatternTable* known, unsigned threads);

/// The group of rows that enter no sum: incomplete ones of weight 0.
inline constexpr std::uint32_t no_group = UINT32_MAX;

/// For each row its group: 0 where every value is there, 1 where one is missing, or 1 + the number of its pattern where
/// patterns are given, which are all known.
void find_groups(const Batch& rows, const PatternTable* patterns, unsigned threads, std::span<std::uint32_t> groups);

}  // namespace suffice
