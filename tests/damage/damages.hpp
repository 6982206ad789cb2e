// The ways in which a model file can be damaged, numbered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace suffice {

struct ModelBytes {
  std::string name;  ///< of the file, without folder and extension
  std::string bytes;
};

enum class Damage { flip, cut, append };

struct DamageCase {
  std::size_t model;
  Damage damage;
  std::size_t place;  ///< the byte that is flipped, how many bytes are left, or how many are appended, less one
};

/// Each byte flipped, each length that is shorter, and 64 lengths of what is appended; of each model.
class Damages {
 public:
  explicit Damages(std::vector<ModelBytes> models, std::uint64_t seed);

  [[nodiscard]] const std::vector<ModelBytes>& models() const { return models_; }
  [[nodiscard]] long count() const { return count_; }
  [[nodiscard]] std::size_t longest() const;  ///< of the damaged files

  /// Number 0, 1, 2, … in an order in which the first few are spread over all.
  [[nodiscard]] DamageCase at(long number) const;
  /// What the file is then. The seed says which bit is flipped, and what is appended where that is not zeros.
  [[nodiscard]] std::string damaged(const DamageCase& which) const;
  /// "lda-flip-17"
  [[nodiscard]] std::string name_of(const DamageCase& which) const;

 private:
  std::vector<ModelBytes> models_;
  std::uint64_t seed_;
  long count_ = 0;
};

}  // namespace suffice
