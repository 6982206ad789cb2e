// What targets that read model files share: checksums made right, and rows that any model can score.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "store/container/checksums.hpp"
#include "store/container/paged_file.hpp"
#include "store/container/safetensors.hpp"
#include "store/content/caches.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"
#include "support.hpp"

namespace suffice {

inline std::string_view bytes_of(const std::vector<std::uint32_t>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof numbers[0]};
}

/// Writes eight hexadecimal digits where the header has others for a key.
inline void fix_text(std::string& file, std::size_t header_end, const std::string& key, const std::string& digits) {
  const std::string start = "\"" + key + "\":\"";
  const std::size_t place = file.find(start);
  if (place == std::string::npos || place + start.size() + digits.size() > header_end) return;
  file.replace(place + start.size(), digits.size(), digits);
}

inline bool is_cache(const TensorEntry& entry) {
  const auto& names = cache_tensor_names();
  return std::ranges::any_of(names,
                             [&](std::string_view name) { return entry.name.ends_with("." + std::string(name)); });
}

/// The checksums of the pages of the tensors before a place, as if nothing came after it.
inline PageChecksums pages_before(std::string_view data, std::uint64_t end) {
  PageChecksums pages;
  pages.add(data.substr(0, end));
  return pages;
}

/// Writes the key and the checksums that belong to the bytes where others stand, so that what lies behind is reached.
inline void fix_checksums(std::string& file) {
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

/// use(table) of rows with what the model may know and what it may not.
template <typename Use>
void with_rows(const Model& model, const Use& use) {
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
  use(table);
}

/// The log joint of such rows, none of which is NaN.
inline std::vector<double> scores_of(const Model& model) {
  std::vector<double> scores;
  with_rows(model, [&](const Table& table) {
    scores.resize(table.rows * model.labels().size());
    model.log_joint(table, scores, {.threads = 1});
    require(std::ranges::none_of(scores, [](double each) { return std::isnan(each); }));
  });
  return scores;
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

}  // namespace suffice
