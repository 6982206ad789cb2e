#include "data/bytes/decompress.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data/bytes/window.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

constexpr std::string_view gzip_signature = "\x1F\x8B";
constexpr std::string_view zstd_signature = "\x28\xB5\x2F\xFD";

// A frame for other programs, which pzstd puts first: 0x184D2A50 to 0x184D2A5F, little-endian. libzstd skips it.
bool starts_with_skippable_frame(Input& input) {
  for (char first = '\x50'; first <= '\x5F'; ++first) {
    if (input.starts_with(std::string{first, '\x2A', '\x4D', '\x18'})) return true;
  }
  return false;
}

std::string_view name_of(Compression compression) { return compression == Compression::gzip ? "gzip" : "zstd"; }

Compression compression_of(Input& input) {
  if (input.starts_with(gzip_signature)) return Compression::gzip;
  const bool is_zstd = input.starts_with(zstd_signature) || starts_with_skippable_frame(input);
  return is_zstd ? Compression::zstd : Compression::none;
}

/// Compressed bytes on one side, plain bytes on the other, an Error kept to be given again.
class Decompression {
 public:
  Decompression(Input input, Compression compression, std::uint64_t most_expansion, std::size_t chunk_bytes)
      : compressed_(std::move(input), chunk_bytes),
        compression_(compression),
        decoder_(compression == Compression::gzip ? gzip_decoder(name()) : zstd_decoder(name())),
        most_expansion_(most_expansion),
        plain_(chunk_bytes) {}

  std::size_t read(char* to, std::size_t size) {
    fill(true);
    const std::size_t count = std::min(size, end_ - start_);
    if (count > 0) std::memcpy(to, plain_.data() + start_, count);
    start_ += count;
    return count;
  }

  /// An Error ahead is no reason to wait; read() gives it.
  bool would_wait() {
    fill(false);
    return start_ == end_ && !ended_ && !problem_;
  }

 private:
  /// Makes plain bytes ready, unless the end has come or, when it may not wait, none can be made now.
  void fill(bool may_wait) {
    while (start_ == end_ && !ended_ && !problem_) {
      if (compressed_.bytes().empty() && !may_be_full_) {
        if (!may_wait && compressed_.input().would_wait()) return;
        if (!compressed_.grow()) {
          ended_ = complete_;
          if (!complete_) problem_ = fmt::format("the {} data is cut short", name_of(compression_));
          continue;
        }
      }
      decode();
    }
    if (may_wait && start_ == end_ && problem_) {
      throw Error(ErrorCode::bad_data, *problem_ + "; copy or compress the file again", name());
    }
  }

  void decode() {
    const Decoder::Step step = decoder_->decode(compressed_.bytes(), plain_.data(), plain_.size());
    compressed_.drop(step.taken);
    check_expansion(step);
    start_ = 0;
    end_ = step.written;
    complete_ = step.complete;
    may_be_full_ = step.written == plain_.size();
    if (!step.problem.empty()) problem_ = step.problem;
  }

  void check_expansion(const Decoder::Step& step) {
    constexpr std::uint64_t always_allowed = std::uint64_t{1} << 30U;
    taken_ += step.taken;
    written_ += step.written;
    if (written_ <= always_allowed || written_ / most_expansion_ <= taken_) return;
    throw Error(ErrorCode::bad_data,
                fmt::format("the {} data becomes more than {} times as large, as no table does", name_of(compression_),
                            most_expansion_),
                name(), {{"most-expansion", {"N"}}});
  }

  [[nodiscard]] const std::string& name() const { return compressed_.input().name(); }

  Window compressed_;
  Compression compression_;
  std::unique_ptr<Decoder> decoder_;
  std::uint64_t most_expansion_;
  std::uint64_t taken_ = 0;
  std::uint64_t written_ = 0;
  std::vector<char> plain_;
  std::size_t start_ = 0;  // of the plain bytes that are ready
  std::size_t end_ = 0;
  bool may_be_full_ = false;  // the decoder may hold more plain bytes than there was room for
  bool complete_ = false;
  bool ended_ = false;
  std::optional<std::string> problem_;
};

}  // namespace

Input decompressed(Input input, Compression named, std::uint64_t most_expansion, std::size_t chunk_bytes) {
  const Compression found = compression_of(input);
  if (named != Compression::none && found != named) {
    throw Error(
        ErrorCode::bad_data,
        fmt::format("is not compressed with {}, as its name says: rename the file, or compress it", name_of(named)),
        input.name());
  }
  if (found == Compression::none) return input;
  std::string name = input.name();
  const auto state = std::make_shared<Decompression>(std::move(input), found, most_expansion, chunk_bytes);
  return {std::move(name), [state](char* to, std::size_t size) { return state->read(to, size); },
          [state] { return state->would_wait(); }};
}

}  // namespace suffice
