#include "data/bytes/decompress.hpp"
#include "suffice/error.hpp"

#ifdef SUFFICE_ZLIB
#include <algorithm>
#include <limits>
#include <new>

#include <fmt/format.h>
#include <zlib.h>
#endif

namespace suffice {

#ifdef SUFFICE_ZLIB

namespace {

class GzipDecoder final : public Decoder {
 public:
  GzipDecoder() {
    constexpr int largest_window_and_gzip_header = 15 + 16;
    if (::inflateInit2(&stream_, largest_window_and_gzip_header) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecoder() override { ::inflateEnd(&stream_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  Step decode(std::string_view from, char* to, std::size_t size) override {
    if (member_ended_ && from.starts_with('\0')) {  // tapes pad files by zeros
      return {std::min(from.find_first_not_of('\0'), from.size()), 0, true, {}};
    }
    if (member_ended_ && !from.empty()) {
      ::inflateReset(&stream_);
      member_ended_ = false;
    }
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(from.data()));  // zlib only reads it
    stream_.avail_in = static_cast<uInt>(std::min(from.size(), most));
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(std::min(size, most));
    const uInt given = stream_.avail_in;
    const uInt room = stream_.avail_out;
    const int result = member_ended_ ? Z_STREAM_END : ::inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    member_ended_ = result == Z_STREAM_END;
    Step step{given - stream_.avail_in, room - stream_.avail_out, member_ended_, {}};
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      step.problem = fmt::format("the gzip data is damaged ({})", stream_.msg == nullptr ? "no reason" : stream_.msg);
    }
    return step;
  }

 private:
  z_stream stream_{};
  bool member_ended_ = false;
};

}  // namespace

std::unique_ptr<Decoder> gzip_decoder(const std::string& /*input_name*/) { return std::make_unique<GzipDecoder>(); }

#else

std::unique_ptr<Decoder> gzip_decoder(const std::string& input_name) {
  throw Error(
      ErrorCode::usage,
      "is compressed with gzip, which this build cannot read: decompress it first (gzip -d), or build again with "
      "zlib (Debian: zlib1g-dev)",
      input_name);
}

#endif

}  // namespace suffice
