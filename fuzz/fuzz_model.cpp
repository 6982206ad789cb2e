// Any bytes as a model file: decoded, or refused with an Error; what is decoded survives being saved, with its options
// or as sums alone, and has a model or an Error. The same bytes opened page by page: an Error, or the scores that the
// model has that was loaded whole.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "model_support.hpp"
#include "store/container/file.hpp"
#include "suffice/fit.hpp"
#ifdef SUFFICE_FUZZ
#include "model_mutator.hpp"
#endif

namespace {

using namespace suffice;

/// Covariances of more columns take too long to be estimated for every input.
constexpr std::size_t most_columns = 64;
constexpr std::size_t most_classes = 64;

/// Opens the bytes as a file and scores rows, whose words lead to pages. Nothing where that is an Error.
std::vector<double> paged_scores(const std::string& file) {
  std::vector<double> scores;
  const int number = ::memfd_create("model", MFD_CLOEXEC);
  if (number < 0) return scores;
  const FileDescriptor descriptor(number);
  if (::write(number, file.data(), file.size()) != static_cast<ssize_t>(file.size())) return scores;
  allow_errors([&] { scores = scores_of(open_model("/proc/self/fd/" + std::to_string(number), {}, 1).model); });
  return scores;
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

/// Caches that differ by rounding alone are those of another machine.
bool are_near(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, [](double x, double y) {
    return x == y || std::abs(x - y) <= 1e-6 * std::max({1.0, std::abs(x), std::abs(y)});
  });
}

void check_model(const Stored& stored, const std::vector<double>& paged) {
  const Summary& summary = stored.summary;
  if (columns_of(summary.schema).size() > most_columns || summary.classes.size() > most_classes) return;
  allow_errors([&] {
    const std::vector<double> scores = scores_of(model_of(stored, 1));
    if (paged.empty()) return;
    check_caches(stored, 1);  // those of a forged file are used as they are, page by page
    Stored own = stored;
    own.caches = make_caches(stored.summary, stored.options, 1);
    require(encode(own) == encode(stored) ? paged == scores : are_near(paged, scores));
  });
}

}  // namespace

/// The first byte says how the rest is read: '!' with its checksums and the key of its caches made right first,
/// anything else as it stands.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string file(reinterpret_cast<const char*>(data) + 1, size - 1);
  Stored stored;
  std::vector<double> paged;
  try {
    if (data[0] == '!') fix_checksums(file);
    paged = paged_scores(file);
    stored = decode(file);
  } catch (const Error& error) {
    require(error.code() == ErrorCode::bad_model);
    return 0;
  }
  check_round_trip(stored);
  check_model(stored, paged);
  return 0;
}

#ifdef SUFFICE_FUZZ
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  return mutate_model(data, size, most, seed, 1);
}
#endif
