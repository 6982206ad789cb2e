// Any bytes as the sample of a table: a dialect of allowed parts, the same again when it is known.
// Byte 0 chooses what is known; the rest is the sample.
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "suffice/dialect.hpp"
#include "suffice/source.hpp"
#include "support.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace suffice;
  if (size < 1) return 0;
  const unsigned choice = data[0];
  const std::string_view sample(reinterpret_cast<const char*>(data) + 1, size - 1);
  DialectChoice known;
  if ((choice & 2U) != 0) known.delimiter = ",;\t| :"[(choice >> 4U) % 6U];
  if ((choice & 4U) != 0) known.quote = "\"'\0"[(choice >> 4U) % 3U];
  if ((choice & 8U) != 0) known.encoding = static_cast<Encoding>((choice >> 4U) % 4U);
  const bool complete = (choice & 1U) == 0;
  const FoundDialect found = find_dialect(sample, complete, known);
  const Dialect& dialect = found.dialect;
  require(!known.delimiter || dialect.delimiter == *known.delimiter);
  require(!known.quote || dialect.quote == *known.quote);
  require(!known.encoding || dialect.encoding == *known.encoding);
  require(dialect.quote == '"' || dialect.quote == '\'' || dialect.quote == 0);
  require(dialect.decimal == '.' || dialect.decimal == ',');
  require(found.width >= 1 && found.skipped_lines <= sample.size());
  require(is_utf8(describe(dialect)));
  for (const std::string& doubt : found.doubts) require(is_utf8(doubt) && !doubt.empty());
  require(find_dialect(sample, complete, as_choice(dialect)).dialect == dialect);
  return 0;
}
