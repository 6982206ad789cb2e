// Any bytes as a model file: decoded, or refused with an Error; what is decoded survives being saved, with its options
// or as sums alone, and has a model or an Error. The same bytes opened page by page: scores, or an Error.
#include <cstdint>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "model_support.hpp"
#include "store/container/file.hpp"

namespace {

using namespace suffice;

/// Covariances of more columns take too long to be estimated for every input.
constexpr std::size_t most_columns = 64;
constexpr std::size_t most_classes = 64;

/// Opens the bytes as a file and scores rows, whose words lead to pages.
void open_and_score(const std::string& file) {
  const int number = ::memfd_create("model", MFD_CLOEXEC);
  if (number < 0) return;
  const FileDescriptor descriptor(number);
  if (::write(number, file.data(), file.size()) != static_cast<ssize_t>(file.size())) return;
  allow_errors([&] { score(open_model("/proc/self/fd/" + std::to_string(number), {}, 1).model); });
}

void check_round_trip(const Stored& stored) {
  const std::string saved = encode(stored);
  const Stored again = decode(saved);
  require(again == stored && !again.caches.ignored);
  require(encode(again) == saved);
  const Summary& summary = stored.summary;
  require(decode(encode(summary)).summary == summary);
  require(schema_from_json(schema_to_json(summary.schema)) == summary.schema);
}

void check_model(const Stored& stored) {
  const Summary& summary = stored.summary;
  if (columns_of(summary.schema).size() > most_columns || summary.classes.size() > most_classes) return;
  allow_errors([&] { score(model_of(stored, 1)); });
}

}  // namespace

/// The first byte says how the rest is read: '!' with its checksums and the key of its caches made right first,
/// anything else as it stands.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string file(reinterpret_cast<const char*>(data) + 1, size - 1);
  Stored stored;
  try {
    if (data[0] == '!') fix_checksums(file);
    open_and_score(file);
    stored = decode(file);
  } catch (const Error& error) {
    require(error.code() == ErrorCode::bad_model);
    return 0;
  }
  check_round_trip(stored);
  check_model(stored);
  return 0;
}
