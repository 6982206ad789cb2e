#include "store/content/caches.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "estimate/read_block.hpp"
#include "estimate/terms/events.hpp"
#include "store/container/checksums.hpp"
#include "store/container/crc32.hpp"
#include "store/container/json.hpp"
#include "store/container/paged_file.hpp"
#include "store/content/sum_tensors.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/store.hpp"
#include "summary/terms/term_entries.hpp"

namespace suffice {

namespace {

constexpr std::array key_texts = {"schema", "options", "sums", "labels"};

bool is_cache(const std::string& name) {
  const std::size_t point = name.find('.');
  return point != std::string::npos &&
         std::ranges::find(cache_tensor_names(), std::string_view(name).substr(point + 1)) !=
             cache_tensor_names().end();
}

const Block& block_of(const Reading& reading, const Summary& summary) { return summary.schema.blocks[reading.block]; }

std::uint64_t feature_count(const Reading& reading, const Summary& summary) {
  return ReadBlock(summary, reading).block().features.size();
}

/// The kind of moments that the missing values of a reading are completed to; nothing where it has no use for them.
std::optional<MomentKind> completed_kind(const Reading& reading, const Summary& summary) {
  const auto* moments = std::get_if<Moments>(&summary.sums[reading.block]);
  if (moments == nullptr || !moments->has_patterns()) return std::nullopt;
  const MomentKind kind = moments_needed(reading.options).moments;
  return kind == MomentKind::full || kind == MomentKind::pooled ? std::optional(kind) : std::nullopt;
}

bool are_moments(const Moments& moments, std::uint64_t features) {
  const auto finite = [](double number) { return std::isfinite(number); };
  if (!std::ranges::all_of(moments.mean, finite) || !std::ranges::all_of(moments.scatter, finite)) return false;
  for (std::size_t k = 0; k < moments.remainder.size(); ++k) {
    if (!(std::abs(moments.remainder[k]) <= 0x1p-52 * std::abs(moments.mean[k]))) return false;
  }
  for (std::size_t set = 0; set < moments.scatter.size(); set += features * features) {
    for (std::size_t i = 0; i < features; ++i) {
      if (moments.scatter[set + i * features + i] < 0) return false;
      for (std::size_t j = 0; j < i; ++j) {
        if (moments.scatter[set + i * features + j] != moments.scatter[set + j * features + i]) return false;
      }
    }
  }
  return true;
}

std::shared_ptr<const Moments> read_completed(const TensorMap& tensors, const std::string& prefix,
                                              const Reading& reading, const Summary& summary) {
  const auto has = [&](const char* name) { return tensors.contains(prefix + name); };
  if (!has("completed_mean") && !has("completed_scatter") && !has("completed_remainder")) return nullptr;
  const auto kind = completed_kind(reading, summary);
  if (!kind) fail("a reading has completed moments, yet nothing to complete");
  const std::uint64_t classes = summary.classes.size();
  const std::uint64_t features = feature_count(reading, summary);
  Moments moments;
  moments.kind = *kind;
  moments.mean = numbers_at<double>(tensors, prefix + "completed_mean", {classes, features});
  moments.scatter = numbers_at<double>(tensors, prefix + "completed_scatter", scatter_shape(*kind, classes, features));
  if (tensors.contains(prefix + "completed_remainder")) {
    moments.remainder = numbers_at<double>(tensors, prefix + "completed_remainder", {classes, features});
  }
  if (!are_moments(moments, features)) fail("completed moments are not those of any rows");
  return std::make_shared<const Moments>(std::move(moments));
}

std::shared_ptr<const TermConstants> read_constants(const TensorMap& tensors, const std::string& prefix,
                                                    const Reading& reading, const Summary& summary) {
  if (!tensors.contains(prefix + "constants") && !tensors.contains(prefix + "last_term")) return nullptr;
  if (!has_words(block_of(reading, summary))) fail("a reading has constants, yet no words");
  return std::make_shared<const TermConstants>(
      TermConstants{numbers_at<double>(tensors, prefix + "constants"),
                    std::string(tensor_at(tensors, prefix + "last_term", "U8", {any_extent}).bytes)});
}

void require(bool holds) {
  if (!holds) throw Error(ErrorCode::internal, "the caches are not those of these options and sums");
}

void add_completed(const Moments& moments, const Reading& reading, const Summary& summary, const std::string& prefix,
                   TensorList& list) {
  const std::uint64_t classes = summary.classes.size();
  const std::uint64_t features = feature_count(reading, summary);
  const std::uint64_t sets = moments.kind == MomentKind::full ? classes : 1;
  require(completed_kind(reading, summary) == moments.kind && moments.mean.size() == classes * features &&
          moments.scatter.size() == sets * features * features &&
          (moments.remainder.empty() || moments.remainder.size() == moments.mean.size()));
  list.add(prefix + "completed_mean", moments.mean, {classes, features});
  list.add(prefix + "completed_scatter", moments.scatter, scatter_shape(moments.kind, classes, features));
  if (!moments.remainder.empty()) list.add(prefix + "completed_remainder", moments.remainder, {classes, features});
}

/// Where the tensors of caches begin. Nothing where there are none, or where others than the table of pages and the
/// seal come after them.
std::optional<std::uint64_t> caches_begin(const SafetensorsHeader& header) {
  std::optional<std::uint64_t> begin;
  for (const TensorEntry& entry : header.entries) {
    if (is_cache(entry.name)) begin = std::min(begin.value_or(entry.begin), entry.begin);
  }
  const bool last =
      begin && std::ranges::all_of(header.entries, [&](const TensorEntry& entry) {
        return is_cache(entry.name) || entry.name == page_table || entry.name == seal || entry.end <= *begin;
      });
  return last ? begin : std::nullopt;
}

}  // namespace

const std::vector<std::string_view>& cache_tensor_names() {
  static const std::vector<std::string_view> names = {"completed_mean", "completed_scatter", "completed_remainder",
                                                      "constants", "last_term"};
  return names;
}

void add_caches(const Caches& caches, const Summary& summary, const Options& options, TensorList& list) {
  const std::size_t readings = options.readings.size();
  require(caches.completed.empty() || caches.completed.size() == readings);
  require(caches.terms.empty() || caches.terms.size() == readings);
  for (std::size_t r = 0; r < readings; ++r) {
    const std::string prefix = tensor_prefix(r);
    if (!caches.completed.empty() && caches.completed[r] != nullptr) {
      add_completed(*caches.completed[r], options.readings[r], summary, prefix, list);
    }
    if (!caches.terms.empty() && caches.terms[r] != nullptr) {
      require(has_words(block_of(options.readings[r], summary)));
      list.add(prefix + "constants", caches.terms[r]->numbers);
      list.add_bytes(prefix + "last_term", caches.terms[r]->last_term);
    }
  }
}

std::string cache_key(const std::map<std::string, std::string>& metadata, std::span<const std::uint32_t> pages) {
  std::uint32_t key = 0;
  for (const char* name : key_texts) key = crc32("\n", crc32(metadata.at(name), key));
  key = crc32({reinterpret_cast<const char*>(pages.data()), pages.size_bytes()}, key);
  return fmt::format("{:08x}", key);
}

bool has_caches(const SafetensorsHeader& header) {
  return std::ranges::any_of(header.entries, [](const TensorEntry& entry) { return is_cache(entry.name); });
}

bool caches_belong(const SafetensorsHeader& header, std::span<const std::uint32_t> pages, const ReadBytes& read) {
  const auto begin = caches_begin(header);
  if (!begin || !header.metadata.contains("caches") || !header.metadata.contains("options")) return false;
  const std::uint64_t whole = *begin / page_bytes;
  std::vector<std::uint32_t> before(pages.begin(), pages.begin() + static_cast<std::ptrdiff_t>(whole));
  if (std::string rest(*begin % page_bytes, '\0'); !rest.empty()) {
    read(whole * page_bytes, rest);
    before.push_back(crc32(rest));
  }
  return header.metadata.at("caches") == cache_key(header.metadata, before);
}

Caches read_caches(const TensorMap& tensors, const Summary& summary, const Options& options) {
  Caches caches;
  try {
    for (std::size_t r = 0; r < options.readings.size(); ++r) {
      const std::string prefix = tensor_prefix(r);
      caches.completed.push_back(read_completed(tensors, prefix, options.readings[r], summary));
      caches.terms.push_back(read_constants(tensors, prefix, options.readings[r], summary));
    }
  } catch (const Error& error) {
    if (error.code() == ErrorCode::internal) throw;
    return {.completed = {}, .terms = {}, .ignored = true};
  }
  return caches;
}

}  // namespace suffice
