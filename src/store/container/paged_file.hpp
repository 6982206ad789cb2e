// Paged file: bytes of a file read a page at a time, each page checked when it is read.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "store/container/file.hpp"

namespace suffice {

/// Pages of the data section, counted from its begin; the last one may be shorter.
constexpr std::size_t page_bytes = 4096;

/// CRC-32 of each page of data that comes in pieces.
class PageChecksums {
 public:
  void add(std::string_view piece);
  [[nodiscard]] const std::vector<std::uint32_t>& table() const { return table_; }

 private:
  std::vector<std::uint32_t> table_;
  std::uint64_t size_ = 0;
};

/// Reads `out.size()` bytes at `place` of an open file, without moving its cursor. False at the end of the file.
bool read_at(const FileDescriptor& file, const std::string& path, std::uint64_t place, std::span<char> out);

/// Holds at most 1,024 pages (4 MiB), whatever the file; pages that are asked for whole are not held. Reading, not
/// mapping: a file cut short meanwhile is an Error. Serves many threads.
class PagedFile {
 public:
  /// The pages from byte `begin` of the file on, `size` bytes in all, with their checksums.
  PagedFile(FileDescriptor file, std::string path, std::uint64_t begin, std::uint64_t size,
            std::vector<std::uint32_t> checksums);

  [[nodiscard]] const std::string& path() const { return path_; }
  /// out: the bytes from `place` on, counted from the first page. Error (bad_model) when a page does not match its
  /// checksum or there are no such bytes; (file_system) when reading fails.
  void read(std::uint64_t place, std::span<char> out) const;

 private:
  struct Slot {
    std::uint64_t page = UINT64_MAX;
    std::string bytes = {};
  };

  /// Pages from the file, the first of which is `number`, each checked.
  void read_pages(std::uint64_t number, std::span<char> out) const;
  /// The bytes of a page, from its slot or from the file.
  [[nodiscard]] const std::string& page(std::uint64_t number) const;

  FileDescriptor file_;
  std::string path_;
  std::uint64_t begin_;
  std::uint64_t size_;
  std::vector<std::uint32_t> checksums_;
  mutable std::mutex mutex_;
  mutable std::vector<Slot> slots_;  // page p stands in slot p modulo their number
};

}  // namespace suffice
