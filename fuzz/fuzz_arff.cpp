// Any bytes as an ARFF file: attributes and CSV, or an Error, the same for every size of chunks; one line for a line.
// Byte 0 chooses the second size of chunks; the rest is the file.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "data/formats/arff.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

std::string converted(std::string_view text, std::size_t chunk) {
  std::string result;
  std::string buffer(chunk, '\0');
  try {
    ArffTable table = read_arff(input_of(text), {.chunk_bytes = chunk, .header_bytes = 10'000});
    require(!table.attributes.empty());
    for (const ArffAttribute& attribute : table.attributes) {
      require((attribute.kind == ArffAttribute::Kind::nominal) == !attribute.values.empty());
      result += attribute.name + '\n' + attribute.date_format + '\n';
    }
    const std::size_t head = result.size();
    try {
      while (const std::size_t count = table.csv.read(buffer.data(), buffer.size())) result.append(buffer, 0, count);
      const auto lines = std::count(text.begin(), text.end(), '\n') + (text.ends_with('\n') ? 0 : 1);
      require(std::count(result.begin() + static_cast<std::ptrdiff_t>(head), result.end(), '\n') == lines);
    } catch (const Error& error) {
      require(error.code() == ErrorCode::bad_data);
      result += error.what();
    }
  } catch (const Error& error) {
    require(error.code() == ErrorCode::bad_data);
    result += error.what();
  }
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  require(converted(text, 4096) == converted(text, std::size_t{1} + data[0] % 32U));
  return 0;
}
