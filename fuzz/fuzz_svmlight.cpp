// Any bytes as an svmlight file, compressed or not: rows of the right shape or an Error, the same sparse or dense and
// for every size of chunks that are read of the plain bytes (how much of damaged compressed data comes out is up to the
// library that decompresses it). Byte 0 chooses options, byte 1 the second chunk size; the rest is the file.
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/decompress.hpp"
#include "data/formats/svmlight_rows.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

constexpr std::size_t most_columns = 1000;

Outcome read(std::string_view text, const ReadOptions& options, unsigned choice, std::size_t chunk) {
  const bool bound_first = (choice & 8U) != 0;
  const bool spooled = (choice & 16U) != 0;
  const auto input = [&] { return decompressed(input_of(text), Compression::none, 1000, 4096); };
  const auto open = [&] {
    std::function<Input()> reopen;
    if (!spooled) reopen = input;
    return SvmlightRows(input(), reopen, options, {.chunk_bytes = chunk, .most_columns = most_columns});
  };
  const auto choose = [&](SvmlightRows& rows) {
    if ((choice & 128U) != 0) {
      const Schema fitted =
          rows.fit_columns({.blocks = {{.features = {"1", "2"}, .open_columns = true}}, .target = "label"});
      const std::vector<std::string>& features = fitted.blocks[0].features;
      require(!features.empty() && features.size() <= most_columns);
      return fitted;
    }
    require(bound_first || rows.columns().size() <= most_columns + 1);
    const Kind kind = (choice & 32U) != 0 ? Kind::counts : Kind::measurements;
    return bound_first
               ? Schema{.blocks = {{.kind = kind, .features = {"2", "1", "5"}}}, .target = "label", .weight = "7"}
               : choose_schema(rows.columns(), {});
  };
  return read_all(open, choose, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const unsigned choice = data[0];
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  ReadOptions options = {.labels = (choice & 1U) == 0,
                         .keep_bad_rows = (choice & 2U) != 0,
                         .allow_missing = (choice & 4U) != 0,
                         .not_negative = (choice & 32U) != 0,
                         .ignore_unknown = (choice & 64U) != 0};
  const std::size_t chunk = std::size_t{1} + data[1] % 64U;
  const Outcome whole = read(text, options, choice, 4096);
  require(whole == read(text, options, choice, chunk));
  options.sparse = true;
  require(whole == read(text, options, choice, chunk));
  return 0;
}
