// Any bytes in any encoding: well-formed UTF-8 where it was not said to be UTF-8, the same for every size of chunks.
// Byte 0 chooses the encoding, byte 1 the chunks; the rest is the text.
#include <cstdint>
#include <string>
#include <string_view>

#include "data/bytes/transcode.hpp"
#include "suffice/source.hpp"
#include "support.hpp"

namespace {

std::string streamed(std::string_view bytes, suffice::Encoding encoding, std::size_t chunk) {
  suffice::Input input = suffice::transcoded(suffice::input_of(bytes), encoding, chunk);
  std::string text;
  std::string buffer(chunk, '\0');
  while (const std::size_t count = input.read(buffer.data(), buffer.size())) text.append(buffer, 0, count);
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace suffice;
  if (size < 2) return 0;
  const auto encoding = static_cast<Encoding>(data[0] % 4U);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::string text = to_utf8(bytes, encoding);
  require(encoding == Encoding::utf8 || is_utf8(text));
  require(text == streamed(bytes, encoding, 4096));
  require(text == streamed(bytes, encoding, std::size_t{1} + data[1] % 16U));
  require(text.starts_with(to_utf8(bytes, encoding, false)));
  return 0;
}
