// Any bytes as the JSON of a schema and of options: refused with an Error, or the same when written and read again, in
// memory that the text bounds; and between quotes as a long text, which is read as the parser reads it.
#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "store/container/long_texts.hpp"
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

void read_as_long_text(std::string_view bytes) {
  if (bytes.find('\0') != std::string_view::npos)
    return;  // which the parser takes for the end, and parse_json() refuses
  const std::string document = "[\"" + std::string(bytes) + "\"]";
  const nlohmann::json parsed = nlohmann::json::parse(document, nullptr, false);
  const LongTexts found = long_texts(document, 0);
  const bool is_one = parsed.is_array() && parsed.size() == 1 && parsed[0].is_string();
  if (is_one && !bytes.empty()) require(found.rest == "[\"\"]" && found.texts.at(0) == parsed[0].get<std::string>());
  if (found.rest == "[\"\"]" && found.texts.size() == 1) require(is_one);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  refuse_or([&] {
    const Schema schema = schema_from_json(text);
    require(schema_from_json(schema_to_json(schema)) == schema);
  });
  refuse_or([&] { options_from_json(text); });
  read_as_long_text(text);
  return 0;
}
