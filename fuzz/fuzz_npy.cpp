// Any bytes as an npy file, and any as its labels, compressed or not: rows of the right shape or an Error, the same for
// every size of chunks. Byte 0 chooses options, byte 1 the second chunk size, bytes 2 and 3 where the labels begin.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/bytes/decompress.hpp"
#include "data/formats/npy/npy_rows.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

/// An array of few bytes can name very many columns only when it has no row.
constexpr std::size_t most_columns = 100'000;

Schema schema_of(const std::vector<std::string>& columns, unsigned choice) {
  Schema schema{.blocks = {{.features = columns}}, .target = columns.back()};
  std::vector<std::string>& features = schema.blocks[0].features;
  features.pop_back();
  if ((choice & 16U) != 0 && !features.empty()) {
    schema.weight = features.back();
    features.pop_back();
  }
  if ((choice & 32U) != 0) std::reverse(features.begin(), features.end());
  return schema;
}

Outcome read(std::string_view numbers, std::string_view labels, const ReadOptions& options, unsigned choice,
             std::size_t chunk) {
  const auto input = [](std::string_view bytes) {
    return decompressed(input_of(bytes), Compression::none, 1000, 4096);
  };
  const auto open = [&] {
    std::optional<Input> second;
    if (!labels.empty()) second.emplace(input(labels));
    return NpyRows(input(numbers), std::move(second), options, chunk);
  };
  const auto choose = [&](const NpyRows& rows) {
    if (rows.columns().size() > most_columns) throw Error(ErrorCode::bad_data, "too wide to be tried");
    return schema_of(rows.columns(), choice);
  };
  return read_all(open, choose, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  const unsigned choice = data[0];
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 4, size - 4);
  const std::size_t cut = std::min<std::size_t>(data[2] + 256U * data[3], bytes.size());
  const ReadOptions options = {
      .labels = (choice & 1U) == 0, .keep_bad_rows = (choice & 2U) != 0, .allow_missing = (choice & 4U) != 0};
  const std::string_view labels = bytes.substr(cut);
  const Outcome whole = read(bytes.substr(0, cut), labels, options, choice, 4096);
  require(whole == read(bytes.substr(0, cut), labels, options, choice, std::size_t{1} + data[1] % 64U));
  return 0;
}
