#include "damages.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <utility>

#include <fmt/format.h>

namespace suffice {
namespace {

constexpr std::size_t most_appended = 64;
constexpr long case_step = 2'654'435'761;  // a prime, near the golden section of 2³²: the first few are spread over all

std::size_t cases_of(const ModelBytes& model) { return 2 * model.bytes.size() + most_appended; }

}  // namespace

Damages::Damages(std::vector<ModelBytes> models, std::uint64_t seed) : models_(std::move(models)), seed_(seed) {
  for (const ModelBytes& model : models_) count_ += static_cast<long>(cases_of(model));
}

std::size_t Damages::longest() const {
  std::size_t longest = 0;
  for (const ModelBytes& model : models_) longest = std::max(longest, model.bytes.size());
  return longest + most_appended;
}

DamageCase Damages::at(long number) const {
  auto place = static_cast<std::size_t>(number % count_ * case_step % count_);
  std::size_t model = 0;
  for (; place >= cases_of(models_[model]); ++model) place -= cases_of(models_[model]);
  const std::size_t size = models_[model].bytes.size();
  if (place < size) return {model, Damage::flip, place};
  if (place < 2 * size) return {model, Damage::cut, place - size};
  return {model, Damage::append, place - 2 * size};
}

std::string Damages::damaged(const DamageCase& which) const {
  std::string bytes = models_[which.model].bytes;
  std::mt19937_64 random(seed_ + which.place);
  switch (which.damage) {
    case Damage::flip:
      bytes[which.place] = static_cast<char>(bytes[which.place] ^ (1 << random() % 8));
      break;
    case Damage::cut:
      bytes.resize(which.place);
      break;
    case Damage::append:
      for (std::size_t k = 0; k <= which.place; ++k) {
        bytes += which.place % 2 == 0 ? '\0' : static_cast<char>(random());
      }
      break;
  }
  return bytes;
}

std::string Damages::name_of(const DamageCase& which) const {
  constexpr std::array<const char*, 3> words = {"flip", "cut", "append"};
  return fmt::format("{}-{}-{}", models_[which.model].name, words[static_cast<std::size_t>(which.damage)], which.place);
}

}  // namespace suffice
