#include "data/bytes/decompress.hpp"
#include "suffice/error.hpp"

#ifdef SUFFICE_ZSTD
#include <new>

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>
#endif

namespace suffice {

#ifdef SUFFICE_ZSTD

namespace {

constexpr int largest_window_log = 27;  // 128 MiB

class ZstdDecoder final : public Decoder {
 public:
  ZstdDecoder() : stream_(::ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    ::ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, largest_window_log);
  }
  ~ZstdDecoder() override { ::ZSTD_freeDStream(stream_); }
  ZstdDecoder(const ZstdDecoder&) = delete;
  ZstdDecoder& operator=(const ZstdDecoder&) = delete;

  Step decode(std::string_view from, char* to, std::size_t size) override {
    ZSTD_inBuffer in{from.data(), from.size(), 0};
    ZSTD_outBuffer out{to, size, 0};
    if (!(frame_ended_ && from.empty())) {
      const std::size_t result = ::ZSTD_decompressStream(stream_, &out, &in);
      if (::ZSTD_isError(result) != 0U) return {in.pos, out.pos, false, problem(result)};
      frame_ended_ = result == 0;
    }
    return {in.pos, out.pos, frame_ended_, {}};
  }

 private:
  static std::string problem(std::size_t result) {
    const ZSTD_ErrorCode code = ::ZSTD_getErrorCode(result);
    if (code == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (code == ZSTD_error_frameParameter_windowTooLarge) {
      return "the zstd data needs a window of more than 128 MiB, which is not read (zstd --long=27 is the most)";
    }
    return fmt::format("the zstd data is damaged ({})", ::ZSTD_getErrorString(code));
  }

  ZSTD_DStream* stream_;
  bool frame_ended_ = false;
};

}  // namespace

std::unique_ptr<Decoder> zstd_decoder(const std::string& /*input_name*/) { return std::make_unique<ZstdDecoder>(); }

#else

std::unique_ptr<Decoder> zstd_decoder(const std::string& input_name) {
  throw Error(
      ErrorCode::usage,
      "is compressed with zstd, which this build cannot read: decompress it first (zstd -d), or build again with "
      "libzstd (Debian: libzstd-dev)",
      input_name);
}

#endif

}  // namespace suffice
