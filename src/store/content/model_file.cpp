#include "store/content/model_file.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "store/container/checksums.hpp"
#include "store/container/json.hpp"
#include "store/container/paged_file.hpp"
#include "store/container/replacement_file.hpp"
#include "store/container/safetensors.hpp"
#include "store/content/caches.hpp"
#include "store/content/check_stored.hpp"
#include "store/content/model_header.hpp"
#include "store/content/sum_tensors.hpp"
#include "suffice/store.hpp"
#include "summary/finite_sums.hpp"

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

bool looks_like_text(std::string_view start) {
  for (const char c : start) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') return false;
  }
  return true;
}

void add_vocabularies(const Options& options, TensorList& list) {
  for (std::size_t r = 0; r < options.readings.size(); ++r) {
    const auto* terms = std::get_if<TermOptions>(&options.readings[r].options);
    if (terms == nullptr || !terms->vocabulary) continue;
    add_texts(list, tensor_prefix(r) + "vocabulary", tensor_prefix(r) + "vocabulary_ends", *terms->vocabulary);
  }
}

void add_weights(const LinearWeights& weights, TensorList& list) {
  if (weights.empty()) return;
  const std::size_t classes = weights.intercepts.size();
  list.add(weight_tensor, weights.coefficients, {classes, weights.coefficients.size() / classes});
  list.add(intercept_tensor, weights.intercepts);
  if (!weights.intercept_remainder.empty()) list.add(intercept_remainder_tensor, weights.intercept_remainder);
}

LinearWeights read_weights(const TensorMap& tensors, std::size_t classes) {
  const bool has_remainder = tensors.contains(intercept_remainder_tensor);
  if (!tensors.contains(weight_tensor) && !tensors.contains(intercept_tensor) && !has_remainder) return {};
  return {numbers_at<double>(tensors, weight_tensor, {classes, any_extent}),
          numbers_at<double>(tensors, intercept_tensor, {classes}),
          has_remainder ? numbers_at<double>(tensors, intercept_remainder_tensor, {classes}) : std::vector<double>()};
}

/// How sums that come without options are read: see decode().
Options default_readings(const Summary& summary) {
  Options options;
  std::set<std::string> read;
  for (std::size_t b = 0; b < summary.schema.blocks.size(); ++b) {
    const Block& block = summary.schema.blocks[b];
    Reading reading{.block = b, .features = {}, .options = default_options(block.kind)};
    const std::vector<std::string> columns = feature_columns(block);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (!read.contains(columns[j])) reading.features.push_back(block.features[j]);
    }
    read.insert(columns.begin(), columns.end());
    if (reading.features.empty()) continue;
    if (reading.features.size() == block.features.size()) reading.features.clear();
    if (const auto* moments = std::get_if<Moments>(&summary.sums[b])) {
      auto& gaussian = std::get<GaussianOptions>(reading.options);
      if (moments->kind == MomentKind::diagonal) gaussian.structure = Structure::diagonal;
      if (moments->kind == MomentKind::pooled_diagonal) gaussian.structure = Structure::shared_diagonal;
    }
    options.readings.push_back(std::move(reading));
  }
  return options;
}

/// Checksums, then what is left when the bytes are known to be whole.
Stored read_content(const SafetensorsHeader& header, const TensorMap& tensors, std::string_view data) {
  const Tensor& table = tensor_at(tensors, page_table, "U32", {any_extent});
  const std::string_view paged = data.substr(0, data.size() - std::min(data.size(), table.bytes.size() + 4));
  const std::vector<std::uint32_t> pages = read_page_table(table.bytes, header.metadata.at("pages"), paged.size());
  check_pages(paged, pages, header);
  ModelOutline outline = read_outline(header);
  Stored stored;
  stored.summary.schema = std::move(outline.schema);
  stored.summary.classes.labels = std::move(outline.labels);
  read_classes(tensors, stored.summary.classes);
  for (std::size_t b = 0; b < stored.summary.schema.blocks.size(); ++b) {
    stored.summary.sums.push_back(
        read_sums(tensors, b, stored.summary.schema.blocks[b], stored.summary.classes.size(), outline.sums[b]));
  }
  stored.fitted = std::move(outline.fitted);
  stored.fitted.weights = read_weights(tensors, stored.summary.classes.size());
  stored.ranking = std::move(outline.ranking);
  stored.tuning = std::move(outline.tuning);
  stored.options = outline.has_options ? std::move(outline.options) : default_readings(stored.summary);
  read_vocabularies(tensors, stored.options);
  stored.options = check_stored(stored);
  const auto read = [&](std::uint64_t place, std::span<char> out) { paged.copy(out.data(), out.size(), place); };
  stored.caches.ignored = has_caches(header);
  if (caches_belong(header, pages, read)) stored.caches = read_caches(tensors, stored.summary, stored.options);
  return stored;
}

std::string_view bytes_of(const std::vector<std::uint32_t>& table) {
  return {reinterpret_cast<const char*>(table.data()), table.size() * sizeof table[0]};
}

/// The tensors of sums, then those of caches, then the checksums of both.
std::string write_file(std::vector<NamedText> metadata, const std::vector<NamedTensor>& sums,
                       const std::vector<NamedTensor>& caches) {
  std::uint64_t data_bytes = 0;
  for (const auto* list : {&sums, &caches}) {
    for (const auto& [name, tensor] : *list) data_bytes += tensor.bytes.size();
  }
  if (data_bytes > max_model_bytes - max_header_bytes - length_bytes - data_bytes / 1000) {
    throw Error(ErrorCode::usage,
                fmt::format("the sums take {} bytes, more than a model file can hold; drop columns", data_bytes));
  }
  check_metadata_size(metadata, data_bytes);
  PageChecksums pages;
  for (const auto& [name, tensor] : sums) pages.add(tensor.bytes);
  if (!caches.empty()) {
    metadata.emplace_back("caches", cache_key({metadata.begin(), metadata.end()}, pages.table()));
  }
  for (const auto& [name, tensor] : caches) pages.add(tensor.bytes);
  const std::string_view table = bytes_of(pages.table());
  metadata.emplace_back("pages", checksum_text(table));
  std::vector<NamedTensor> tensors = sums;
  tensors.insert(tensors.end(), caches.begin(), caches.end());
  tensors.push_back({page_table, {"U32", {pages.table().size()}, table}});
  tensors.push_back({seal, {"U32", {1}, std::string_view("\0\0\0\0", 4)}});
  std::string file = write_safetensors(metadata, tensors);
  const std::string_view header = std::string_view(file).substr(0, file.size() - data_bytes - table.size() - 4);
  return file.replace(file.size() - 4, 4, seal_of(header));
}

/// check(), whose errors mean that the caller has made up something that cannot be.
template <typename Check>
void check_to_save(Check check) {
  try {
    check();
  } catch (const Error& error) {
    throw Error(ErrorCode::internal, fmt::format("this model cannot be saved: {}", error.message()), error.where());
  }
}

}  // namespace

void check_model_start(std::string_view start) {
  if (starts_like_safetensors(start)) return;
  if (start.empty()) fail("not a Suffice model file: it is empty");
  if (looks_like_text(start)) {
    fail(
        "not a Suffice model file: it looks like text; were the model and the data given in the wrong order? The model "
        "comes first");
  }
  fail("not a Suffice model file; give the file that a fitted model was saved to");
}

Error at_path(const Error& error, const std::string& path) {
  return {error.code(), error.where().empty() ? error.message() : error.where() + ": " + error.message(), path,
          error.remedies()};
}

void read_vocabularies(const TensorMap& tensors, Options& options) {
  for (std::size_t r = 0; r < options.readings.size(); ++r) {
    const std::string name = tensor_prefix(r) + "vocabulary";
    if (!tensors.contains(name) && !tensors.contains(name + "_ends")) continue;
    auto* terms = std::get_if<TermOptions>(&options.readings[r].options);
    if (terms == nullptr) fail("a reading has a vocabulary, yet no terms");
    terms->vocabulary = texts_at(tensors, name, name + "_ends");
  }
}

std::string encode(const Stored& stored) {
  check_finite_moments(stored.summary);
  Options options;
  TensorList caches;
  check_to_save([&] {
    options = check_stored(stored);
    add_caches(stored.caches, stored.summary, options, caches);
  });
  TensorList sums;
  add_sums(stored.summary, sums);
  add_vocabularies(options, sums);
  add_weights(stored.fitted.weights, sums);
  return write_file(metadata_of(stored.summary, &options, stored.fitted, stored.ranking, stored.tuning),
                    sums.in_order(), caches.in_order());
}

std::string encode(const Summary& summary) {
  check_finite_moments(summary);
  check_to_save([&] {
    check_schema(summary.schema);
    check_summary(summary);
  });
  TensorList sums;
  add_sums(summary, sums);
  return write_file(metadata_of(summary, nullptr, {}, {}, {}), sums.in_order(), {});
}

Stored decode(std::string_view bytes) {
  check_model_start(bytes.substr(0, 512));
  try {
    const SafetensorsHeader header = undamaged([&] { return read_header(bytes); });
    const std::string_view data = bytes.substr(header.bytes.size());
    check_format(header, data.size(), data.substr(data.size() - std::min<std::size_t>(4, data.size())));
    const TensorMap tensors = undamaged([&] { return read_tensors(header, bytes); });
    return read_content(header, tensors, data);
  } catch (const Error& error) {
    throw Error(ErrorCode::bad_model, error.message(), error.where());
  }
}

Stored load_model(const FileDescriptor& file, const std::string& path) {
  try {
    return decode(read_all(file, path, [](std::string_view start) {
      check_model_start(start);
      return max_model_bytes;
    }));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_model) throw;
    throw at_path(error, path);
  }
}

Stored load(const std::string& path) { return load_model(open_to_read(path), path); }

Saved save(const Stored& stored, const std::string& path, const std::function<void()>& in_place) {
  const std::string bytes = encode(stored);
  ReplacementFile file(path);
  file.write(bytes);
  return {file.commit(in_place).doubt};
}

Saved save_text(std::string_view text, const std::string& path) {
  ReplacementFile file(path);
  file.write(text);
  return {file.commit().doubt};
}

}  // namespace suffice
