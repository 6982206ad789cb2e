// Two arbitrary sums, merged and removed again: sums that a file may hold, or an Error; no row is lost.
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "model_support.hpp"
#ifdef SUFFICE_FUZZ
#include "model_mutator.hpp"
#endif

namespace {

using namespace suffice;

Stored read(std::string file) {
  fix_checksums(file);
  return decode(file);
}

/// Whether all moments are finite: then a file can hold the sums.
bool are_saved(const Summary& summary) {
  std::string file;
  try {
    file = encode(summary);
  } catch (const Error& error) {
    require(error.code() == ErrorCode::bad_data);
    return false;
  }
  require(decode(file).summary == summary);
  return true;
}

}  // namespace

/// Four bytes say how many belong to the first file; the others are the second. Checksums are made right.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::uint32_t first = 0;
  if (size < sizeof first) return 0;
  std::memcpy(&first, data, sizeof first);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + sizeof first, size - sizeof first);
  if (first > bytes.size()) return 0;
  Stored a;
  Stored b;
  try {
    a = read(std::string(bytes.substr(0, first)));
    b = read(std::string(bytes.substr(first)));
  } catch (const Error& error) {
    require(error.code() == ErrorCode::bad_model);
    return 0;
  }
  allow_errors([&] {
    const Summary both = merge(a.summary, b.summary);
    require(both.classes.total_rows() == a.summary.classes.total_rows() + b.summary.classes.total_rows());
    if (!are_saved(both)) return;
    const Removal removal = remove(both, b.summary);
    require(removal.rest.classes.total_rows() == a.summary.classes.total_rows());
    are_saved(removal.rest);
  });
  allow_errors([&] { are_saved(remove(a.summary, b.summary).rest); });
  return 0;
}

#ifdef SUFFICE_FUZZ
/// Changes the second file.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  std::uint32_t first = 0;
  if (size > sizeof first) std::memcpy(&first, data, sizeof first);
  return mutate_model(data, size, most, seed, sizeof first + first);
}
#endif
