// NameTable: where in a list each name stands, by a hash table whose key is drawn for each table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace suffice {

/// The list is the caller's: every call must give the same one. The hash is keyed at random, so that no set of names is
/// slow for all.
class NameTable {
 public:
  NameTable();

  [[nodiscard]] std::optional<std::uint32_t> find(const std::vector<std::string>& names, std::string_view name) const;
  /// Appends a name that find() does not find, and returns its place.
  std::uint32_t add(std::vector<std::string>& names, std::string_view name);
  /// Takes the name at a place of the list, as add() would have; false where the name is known already.
  bool take(const std::vector<std::string>& names, std::uint32_t place);
  /// Makes room for so many names.
  void reserve(std::size_t names);
  /// To go with an empty list.
  void clear();

 private:
  /// What tells a name from all others of its size: its bytes if they are few, else a hash of them.
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t size = 0;
    std::uint32_t place = unused;
  };
  static constexpr std::uint32_t unused = UINT32_MAX;

  [[nodiscard]] std::uint64_t key_of(std::string_view name) const;
  [[nodiscard]] std::size_t first_slot(std::uint64_t key) const;
  // The slot of a name of that key, or the one where it would go.
  [[nodiscard]] std::size_t slot_of(const std::vector<std::string>& names, std::string_view name,
                                    std::uint64_t key) const;
  void put(const Slot& slot);

  std::uint64_t secret_ = 0;
  std::vector<Slot> slots_;  // a power of two, at most half of them used
  std::size_t used_ = 0;
};

}  // namespace suffice
