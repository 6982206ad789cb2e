// Any bytes as the JSON of a schema and of options: refused with an Error, or the same when written and read again, in
// memory that the text bounds.
#include <cstdint>
#include <string>
#include <string_view>

#include "store/content/options_json.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

template <typename Work>
void refuse_or(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    require(error.code() == ErrorCode::bad_model || error.code() == ErrorCode::usage ||
            error.code() == ErrorCode::bad_data);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  refuse_or([&] {
    const Schema schema = schema_from_json(text);
    require(schema_from_json(schema_to_json(schema)) == schema);
  });
  refuse_or([&] { options_from_json(text); });
  return 0;
}
