// The model file in memory: schema, options and sums to bytes and back.
#include "store/model_file.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "estimate/complete_sums.hpp"
#include "estimate/events.hpp"
#include "store/checksums.hpp"
#include "store/json.hpp"
#include "store/model_header.hpp"
#include "store/options_json.hpp"
#include "store/paged_file.hpp"
#include "store/pattern_tensors.hpp"
#include "store/safetensors.hpp"
#include "store/sum_tensors.hpp"
#include "suffice/estimate.hpp"
#include "suffice/store.hpp"

namespace suffice {
namespace {

/// read(), whose errors mean damage.
template <typename Read>
auto undamaged(Read read) {
  try {
    return read();
  } catch (const Error& error) {
    fail_damaged(error.message());
  }
}

/// What the sums are, against what the options ask for.
void check_sums_serve(const Stored& stored) {
  const Keep needed = sums_needed(stored.options);
  const auto kind = moment_kind(stored.summary);
  const auto* moments = std::get_if<Moments>(&stored.summary.sums);
  const bool has_fourth = moments != nullptr && moments->has_fourth();
  const bool serve = is_kind(stored.summary, needed.sums) && (!kind || contains(*kind, needed.moments)) &&
                     (!needed.fourth || has_fourth);
  if (!serve) {
    fail(fmt::format("the sums are {} and cannot be read as {} with these options", sums_name(stored.summary),
                     model_name(stored.options)));
  }
}

void check_meaning(const Stored& stored) {
  check_schema(stored.summary.schema);
  check_summary(stored.summary);
  check_options(stored.options, stored.summary.classes.labels, stored.summary.schema.features.size());
  check_sums_serve(stored);
}

/// Beside sums of terms stands what the model of one document needs of all others; nothing where there is no model.
std::optional<EventCache> event_cache(const Stored& stored) {
  try {
    return cache_of(events(stored.summary, stored.options));
  } catch (const Error& error) {
    if (error.code() == ErrorCode::internal) throw;
    return std::nullopt;
  }
}

/// Logarithms differ in their last bits from one machine to the other.
bool agrees(const EventCache& found, const EventCache& expected) {
  const auto near = [](double a, double b) {
    return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
  };
  return found.last_term == expected.last_term &&
         std::equal(found.numbers.begin(), found.numbers.end(), expected.numbers.begin(), expected.numbers.end(), near);
}

/// Beside sums of patterns stands what is expected of them with nothing missing; nothing where there is no model.
void add_completion(const Stored& stored, TensorList& list) {
  if (!needs_completion(stored.summary, stored.options)) return;
  try {
    add_completed(complete_sums(stored.summary, stored.options).moments(), stored.summary.classes, list);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::internal) throw;
  }
}

void add_term_extras(const Stored& stored, TensorList& list) {
  if (stored.summary.find_terms() == nullptr) return;
  if (const auto cache = event_cache(stored)) {
    list.keep("events", cache->numbers);
    list.keep_bytes("last_term", cache->last_term, {cache->last_term.size()});
  }
  if (stored.options.terms.vocabulary)
    add_texts(list, "vocabulary", "vocabulary_ends", *stored.options.terms.vocabulary);
}

void read_vocabulary(const TensorMap& tensors, EstimateOptions& options) {
  if (!tensors.contains("vocabulary") && !tensors.contains("vocabulary_ends")) return;
  options.terms.vocabulary = texts_at(tensors, "vocabulary", "vocabulary_ends");
}

void check_event_cache(const TensorMap& tensors, const Stored& stored) {
  if (!tensors.contains("events") && !tensors.contains("last_term")) return;
  const EventCache found{numbers_at<double>(tensors, "events"),
                         std::string(tensor_at(tensors, "last_term", "U8", {any_extent}).bytes)};
  const auto expected = event_cache(stored);
  if (!expected || !agrees(found, *expected)) fail("the constants over all terms are not those of the sums");
}

/// Checksums, then what is left when the bytes are known to be whole.
Stored read_content(const SafetensorsHeader& header, int format, const TensorMap& tensors, std::string_view data) {
  Stored stored = read_metadata(header, format);
  if (format < 3) {
    check_tensor_checksums(header.metadata.at("checksums"), tensors);
  } else {
    const Tensor& table = tensor_at(tensors, page_table, "U32", {any_extent});
    const std::string_view paged = data.substr(0, data.size() - table.bytes.size() - 4);
    check_pages(paged, read_page_table(table.bytes, header.metadata.at("pages"), paged.size()), header);
  }
  read_sums(tensors, stored.summary);
  read_vocabulary(tensors, stored.options);
  check_meaning(stored);
  check_event_cache(tensors, stored);
  return stored;
}

bool looks_like_text(std::string_view start) {
  for (const char c : start) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') return false;
  }
  return true;
}

}  // namespace

void check_model_start(std::string_view start) {
  if (starts_like_safetensors(start)) return;
  if (start.empty()) fail("not a Suffice model file: it is empty");
  if (looks_like_text(start)) {
    fail(
        "not a Suffice model file: it looks like text; the model comes first and the data second, as in "
        "`suffice predict MODEL INPUT`");
  }
  fail("not a Suffice model file; fit a model with `suffice fit INPUT -o MODEL`");
}

Error at_path(const Error& error, const std::string& path) {
  return {error.code(), error.where().empty() ? error.message() : error.where() + ": " + error.message(), path};
}

std::string encode(const Stored& stored) {
  try {
    check_meaning(stored);
  } catch (const Error& error) {
    throw Error(ErrorCode::internal, fmt::format("this model cannot be saved: {}", error.message()), error.where());
  }
  TensorList list;
  add_sums(stored.summary, list);
  add_term_extras(stored, list);
  add_completion(stored, list);
  std::vector<NamedTensor> tensors = list.in_order();
  std::uint64_t data_bytes = 0;
  for (const auto& [name, tensor] : tensors) data_bytes += tensor.bytes.size();
  if (data_bytes > max_model_bytes - max_header_bytes - length_bytes - data_bytes / 1000) {
    throw Error(ErrorCode::usage,
                fmt::format("the sums take {} bytes, more than a model file can hold; drop columns", data_bytes));
  }
  PageChecksums pages;
  for (const auto& [name, tensor] : tensors) pages.add(tensor.bytes);
  const std::vector<std::uint32_t>& table = pages.table();
  const std::string_view table_bytes(reinterpret_cast<const char*>(table.data()), table.size() * sizeof table[0]);
  tensors.push_back({page_table, {"U32", {table.size()}, table_bytes}});
  tensors.push_back({seal, {"U32", {1}, std::string_view("\0\0\0\0", 4)}});
  std::string file = write_safetensors(metadata_of(stored, checksum_text(table_bytes)), tensors);
  const std::string_view header = std::string_view(file).substr(0, file.size() - data_bytes - table_bytes.size() - 4);
  return file.replace(file.size() - 4, 4, seal_of(header));
}

Stored decode(std::string_view bytes) {
  check_model_start(bytes.substr(0, 512));
  try {
    const SafetensorsHeader header = undamaged([&] { return read_header(bytes); });
    const std::string_view data = bytes.substr(header.bytes.size());
    const int format =
        check_format(header, data.size(), data.substr(data.size() - std::min<std::size_t>(4, data.size())));
    const TensorMap tensors = undamaged([&] { return read_tensors(header, bytes); });
    return read_content(header, format, tensors, data);
  } catch (const Error& error) {
    throw Error(ErrorCode::bad_model, error.message(), error.where());
  }
}

}  // namespace suffice
