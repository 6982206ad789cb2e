#include "store/container/paged_file.hpp"

#include <algorithm>
#include <cerrno>

#include <fmt/format.h>
#include <unistd.h>

#include "store/container/crc32.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

constexpr std::size_t most_pages = 1024;

}  // namespace

void PageChecksums::add(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t start = size_ % page_bytes;
    if (start == 0) table_.push_back(0);
    const std::string_view part = piece.substr(0, page_bytes - start);
    table_.back() = crc32(part, table_.back());
    size_ += part.size();
    piece.remove_prefix(part.size());
  }
}

bool read_at(const FileDescriptor& file, const std::string& path, std::uint64_t place, std::span<char> out) {
  while (!out.empty()) {
    const ssize_t got = ::pread(file.number(), out.data(), out.size(), static_cast<off_t>(place));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_with_errno("cannot read", path);
    if (got == 0) return false;
    out = out.subspan(static_cast<std::size_t>(got));
    place += static_cast<std::uint64_t>(got);
  }
  return true;
}

PagedFile::PagedFile(FileDescriptor file, std::string path, std::uint64_t begin, std::uint64_t size,
                     std::vector<std::uint32_t> checksums)
    : file_(std::move(file)),
      path_(std::move(path)),
      begin_(begin),
      size_(size),
      checksums_(std::move(checksums)),
      slots_(std::min(most_pages, checksums_.size())) {}

void PagedFile::read_pages(std::uint64_t number, std::span<char> out) const {
  const bool whole = read_at(file_, path_, begin_ + number * page_bytes, out);
  for (; !out.empty(); ++number) {
    const std::span<char> page = out.first(std::min(out.size(), page_bytes));
    if (!whole || crc32({page.data(), page.size()}) != checksums_[number]) {
      throw Error(ErrorCode::bad_model,
                  fmt::format("the model file is damaged: page {} does not match its checksum; restore it from a copy, "
                              "or fit the model again",
                              number),
                  path_);
    }
    out = out.subspan(page.size());
  }
}

const std::string& PagedFile::page(std::uint64_t number) const {
  Slot& slot = slots_[number % slots_.size()];
  if (slot.page == number) return slot.bytes;
  slot.page = UINT64_MAX;
  slot.bytes.resize(std::min<std::uint64_t>(page_bytes, size_ - number * page_bytes));
  read_pages(number, slot.bytes);
  slot.page = number;
  return slot.bytes;
}

void PagedFile::read(std::uint64_t place, std::span<char> out) const {
  if (place > size_ || out.size() > size_ - place || checksums_.size() != (size_ + page_bytes - 1) / page_bytes) {
    throw Error(ErrorCode::bad_model, "a part of the model file lies beyond its end", path_);
  }
  while (!out.empty()) {
    const std::size_t start = place % page_bytes;
    const std::size_t whole_pages = start == 0 ? out.size() / page_bytes * page_bytes : 0;
    std::size_t count = whole_pages;
    if (whole_pages > 0) {
      read_pages(place / page_bytes, out.first(whole_pages));
    } else {
      const std::scoped_lock lock(mutex_);
      const std::string& bytes = page(place / page_bytes);
      count = std::min(out.size(), bytes.size() - start);
      std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(start), count, out.begin());
    }
    out = out.subspan(count);
    place += count;
  }
}

}  // namespace suffice
