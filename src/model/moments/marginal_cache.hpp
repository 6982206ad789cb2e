// Marginal cache: the densities of rows with missing values, one for each pattern of them.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <vector>

#include "model/moments/density.hpp"

namespace suffice {

/// Holds the densities that were made last, at most `most_held` of a bounded number of bytes together, and one at
/// least. For one thread.
class MarginalCache {
 public:
  static constexpr std::size_t most_held = 256;
  static constexpr std::size_t most_bytes = std::size_t{1} << 25U;

  MarginalCache() = default;
  explicit MarginalCache(std::size_t bound) : bound_(bound) {}

  /// The marginal density over `kept` (Density::marginal), made unless it is held. Always of the same `whole`. Holds
  /// until the next call.
  const Density& get(const Density& whole, const std::vector<std::size_t>& kept);

  [[nodiscard]] std::size_t size() const { return held_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  using Held = std::map<std::vector<std::size_t>, Density>;

  Held held_;
  std::deque<Held::const_iterator> order_;  // the oldest first
  std::size_t bytes_ = 0;
  std::size_t bound_ = most_bytes;
};

}  // namespace suffice
