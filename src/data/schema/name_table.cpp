// Linear probing over the names' hashes.
#include "data/schema/name_table.hpp"

#include <bit>
#include <cstring>
#include <random>
#include <utility>

namespace suffice {
namespace {

constexpr std::size_t fewest_slots = 16;
constexpr std::size_t short_bytes = sizeof(std::uint64_t);

/// The first bytes of a text that has enough of them.
template <typename Word>
std::uint64_t load(std::string_view from) {
  Word word = 0;
  std::memcpy(&word, from.begin(), sizeof word);
  return word;
}

/// Every bit of x changes about half of the bits of the result.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 32)) * 0x9E3779B97F4A7C15U;
  return x ^ (x >> 29);
}

/// All bytes of up to eight, some of them perhaps twice.
std::uint64_t bytes_of(std::string_view name) {
  const std::size_t size = name.size();
  if (size >= 4) return load<std::uint32_t>(name) | load<std::uint32_t>(name.substr(size - 4)) << 32;
  if (size == 0) return 0;
  const auto byte = [name](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(name[i])}; };
  return byte(0) | byte(size / 2) << 8 | byte(size - 1) << 16;
}

/// One for all tables of the process: the system takes longer to give one than a small table takes altogether.
std::uint64_t process_secret() {
  static const std::uint64_t secret = [] {
    std::random_device random;
    return (std::uint64_t{random()} << 32) | random();
  }();
  return secret;
}

}  // namespace

NameTable::NameTable() : secret_(process_secret()), slots_(fewest_slots) {}

std::uint64_t NameTable::key_of(std::string_view name) const {
  if (name.size() <= short_bytes) return bytes_of(name);
  std::uint64_t hash = secret_;
  for (std::string_view rest = name; rest.size() > short_bytes; rest.remove_prefix(short_bytes)) {
    hash = mix(hash ^ load<std::uint64_t>(rest));
  }
  return mix(hash ^ load<std::uint64_t>(name.substr(name.size() - short_bytes)));
}

std::size_t NameTable::first_slot(std::uint64_t key) const { return mix(mix(key ^ secret_)); }

std::size_t NameTable::slot_of(const std::vector<std::string>& names, std::string_view name, std::uint64_t key) const {
  for (std::size_t i = first_slot(key);; ++i) {
    const Slot& slot = slots_[i & (slots_.size() - 1)];
    const bool alike = slot.key == key && slot.size == static_cast<std::uint32_t>(name.size());
    if (slot.place == unused || (alike && (name.size() <= short_bytes || names[slot.place] == name))) {
      return i & (slots_.size() - 1);
    }
  }
}

std::optional<std::uint32_t> NameTable::find(const std::vector<std::string>& names, std::string_view name) const {
  const Slot& slot = slots_[slot_of(names, name, key_of(name))];
  return slot.place == unused ? std::nullopt : std::optional(slot.place);
}

std::uint32_t NameTable::add(std::vector<std::string>& names, std::string_view name) {
  reserve(used_ + 1);
  const auto place = static_cast<std::uint32_t>(names.size());
  names.emplace_back(name);
  put({key_of(name), static_cast<std::uint32_t>(name.size()), place});
  ++used_;
  return place;
}

bool NameTable::take(const std::vector<std::string>& names, std::uint32_t place) {
  reserve(used_ + 1);
  const std::string& name = names[place];
  const std::uint64_t key = key_of(name);
  Slot& slot = slots_[slot_of(names, name, key)];
  if (slot.place != unused) return false;
  slot = {key, static_cast<std::uint32_t>(name.size()), place};
  ++used_;
  return true;
}

void NameTable::reserve(std::size_t names) {
  if (2 * names <= slots_.size()) return;
  const std::vector<Slot> former = std::exchange(slots_, std::vector<Slot>(std::bit_ceil(2 * names)));
  for (const Slot& slot : former) {
    if (slot.place != unused) put(slot);
  }
}

void NameTable::put(const Slot& slot) {
  std::size_t i = first_slot(slot.key);
  while (slots_[i & (slots_.size() - 1)].place != unused) ++i;
  slots_[i & (slots_.size() - 1)] = slot;
}

void NameTable::clear() {
  slots_.assign(fewest_slots, {});
  used_ = 0;
}

}  // namespace suffice
