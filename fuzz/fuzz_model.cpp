// Any bytes as a model file: decoded, or refused with an Error; what is decoded survives being saved, with its options
// or as sums alone, and has a model or an Error. The same bytes opened page by page: scores, or an Error.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "store/container/checksums.hpp"
#include "store/container/file.hpp"
#include "store/container/paged_file.hpp"
#include "store/container/safetensors.hpp"
#include "store/content/caches.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

/// Covariances of more columns take too long to be estimated for every input.
constexpr std::size_t most_columns = 64;
constexpr std::size_t most_classes = 64;

std::string_view bytes_of(const std::vector<std::uint32_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]};
}

/// Writes eight hexadecimal digits where the header has others for a key.
void fix_text(std::string& file, std::size_t header_end, const std::string& key, const std::string& digits) {
  const std::string start = "\"" + key + "\":\"";
  const std::size_t place = file.find(start);
  if (place == std::string::npos || place + start.size() + digits.size() > header_end) return;
  file.replace(place + start.size(), digits.size(), digits);
}

bool is_cache(const TensorEntry& entry) {
  const auto& names = cache_tensor_names();
  return std::ranges::any_of(names,
                             [&](std::string_view name) { return entry.name.ends_with("." + std::string(name)); });
}

/// The checksums of the pages of the tensors before a place, as if nothing came after it.
PageChecksums pages_before(std::string_view data, std::uint64_t end) {
  PageChecksums pages;
  pages.add(data.substr(0, end));
  return pages;
}

/// Writes the key and the checksums that belong to the bytes where others stand, so that what lies behind is reached.
void fix_checksums(std::string& file) {
  const SafetensorsHeader header = read_header(file);
  const std::size_t start = header.bytes.size();
  check_layout(header, file.size() - start);
  const auto caches = std::ranges::find_if(header.entries, is_cache);
  const auto has = [&](const char* key) { return header.metadata.contains(key); };
  if (caches != header.entries.end() && has("schema") && has("options") && has("sums") && has("labels")) {
    const PageChecksums pages = pages_before(std::string_view(file).substr(start), caches->begin);
    fix_text(file, start, "caches", cache_key(header.metadata, pages.table()));
  }
  for (const TensorEntry& entry : header.entries) {
    if (entry.name != page_table) continue;
    const PageChecksums pages = pages_before(std::string_view(file).substr(start), entry.begin);
    const std::string_view table = bytes_of(pages.table());
    if (table.size() != entry.end - entry.begin) continue;
    file.replace(start + entry.begin, table.size(), table);
    fix_text(file, start, page_table, checksum_text(table));
  }
  if (file.size() >= start + 4) file.replace(file.size() - 4, 4, seal_of(std::string_view(file).substr(0, start)));
}

/// Scores rows with what the model may know and what it may not; no score is NaN.
void score(const Model& model) {
  constexpr double missing = std::numeric_limits<double>::quiet_NaN();
  static const std::array<double, 5> numbers = {0, 1, 3, 0.5, missing};
  static const std::vector<std::string> names = {"blue", "red", "", "1", "purple"};
  static const std::vector<std::string> documents = {"buy cheap now", "hello you", "", "Buy, buy: hello!", "\xff a b"};
  Table table{.rows = numbers.size(), .columns = {}};
  for (const Block& block : model.schema().blocks) {
    for (std::size_t j = 0; j < block.features.size(); ++j) {
      if (is_numeric(block.kind)) table.columns.emplace_back(NumberColumn{.values = numbers.data()});
      if (block.kind == Kind::categories) table.columns.emplace_back(TextColumn{.documents = names});
      if (block.kind == Kind::text) table.columns.emplace_back(TextColumn{.documents = documents});
    }
  }
  require(table.columns.size() == columns_of(model.schema()).size());  // no column is read twice
  std::vector<double> scores(table.rows * model.labels().size());
  model.log_joint(table, scores, {.threads = 1});
  require(std::ranges::none_of(scores, [](double each) { return std::isnan(each); }));
}

/// Does what an Error may end, but not one that says that the library is at fault.
template <typename Work>
void allow_errors(Work work) {
  try {
    work();
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal);
  }
}

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
