// open_model(): a model for scoring alone; one of words is read page by page.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "estimate/events.hpp"
#include "model/make_term_model.hpp"
#include "store/checksums.hpp"
#include "store/count_tensors.hpp"
#include "store/json.hpp"
#include "store/model_file.hpp"
#include "store/model_header.hpp"
#include "store/options_json.hpp"
#include "store/paged_terms.hpp"
#include "store/saved_model.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/store.hpp"
#include "summary/term_entries.hpp"

namespace suffice {
namespace {

constexpr std::size_t header_guess_bytes = 4096;

/// The header's bytes, or none where the file is not one that can be read in parts: a pipe, or not a model file.
std::string read_header_bytes(const FileDescriptor& file, const std::string& path, std::uint64_t file_bytes) {
  std::string start(std::min<std::uint64_t>(header_guess_bytes, file_bytes), '\0');
  if (!read_at(file, path, 0, start) || !starts_like_safetensors(start)) return {};
  const std::uint64_t size = header_bytes(start);
  if (size > file_bytes) return {};
  const std::size_t have = std::min<std::uint64_t>(size, start.size());
  start.resize(size);
  if (!read_at(file, path, have, std::span(start).subspan(have))) return {};
  return start;
}

/// A model file whose header is sound.
struct OpenFile {
  std::string header_bytes;
  SafetensorsHeader header;
  Stored stored;  // without sums
  std::uint64_t data_bytes = 0;

  [[nodiscard]] const TensorEntry* find(std::string_view name) const {
    for (const TensorEntry& entry : header.entries) {
      if (entry.name == name) return &entry;
    }
    return nullptr;
  }
  [[nodiscard]] const TensorEntry& at(const std::string& name, const std::string& type,
                                      const TensorShape& shape) const {
    const TensorEntry* entry = find(name);
    if (entry == nullptr) fail("the list of tensors lacks \"" + name + "\"");
    check_tensor(name, entry->type, entry->shape, type, shape);
    return *entry;
  }
};

/// Nothing unless words can be looked up in the file: it lists them, has the constants over all of them, and they are
/// not chosen by a vocabulary.
bool can_be_paged(const OpenFile& open) {
  return open.stored.summary.find_terms() != nullptr && has_words(open.stored.summary.schema) &&
         open.find("events") != nullptr && open.find("missing") == nullptr && open.find("vocabulary") == nullptr;
}

std::optional<OpenFile> read_open_file(const FileDescriptor& file, const std::string& path, std::uint64_t file_bytes) {
  OpenFile open;
  open.header_bytes = read_header_bytes(file, path, file_bytes);
  if (open.header_bytes.empty()) return std::nullopt;
  open.header = read_header(open.header_bytes);
  open.data_bytes = file_bytes - open.header_bytes.size();
  std::string last(std::min<std::uint64_t>(4, open.data_bytes), '\0');
  if (!read_at(file, path, file_bytes - last.size(), last)) fail_damaged("it is cut short");
  const int format = check_format(open.header, open.data_bytes, last);
  if (format < 3) return std::nullopt;
  check_layout(open.header, open.data_bytes);
  open.stored = read_metadata(open.header, format);
  return can_be_paged(open) ? std::optional(std::move(open)) : std::nullopt;
}

std::shared_ptr<const PagedFile> paged(FileDescriptor file, const std::string& path, const OpenFile& open) {
  const TensorEntry& entry = open.at(page_table, "U32", {any_extent});
  std::string bytes(entry.end - entry.begin, '\0');
  const std::uint64_t begin = open.header_bytes.size();
  if (!read_at(file, path, begin + entry.begin, bytes)) fail_damaged("it is cut short");
  return std::make_shared<const PagedFile>(std::move(file), path, begin, entry.begin,
                                           read_page_table(bytes, open.header.metadata.at("pages"), entry.begin));
}

template <typename Number>
std::vector<Number> numbers_of(const PagedFile& file, const TensorEntry& entry) {
  std::vector<Number> numbers((entry.end - entry.begin) / sizeof(Number));
  file.read(entry.begin, {reinterpret_cast<char*>(numbers.data()), numbers.size() * sizeof(Number)});
  return numbers;
}

std::string bytes_of(const PagedFile& file, const TensorEntry& entry) {
  std::string bytes(entry.end - entry.begin, '\0');
  file.read(entry.begin, bytes);
  return bytes;
}

ClassCounts read_classes(const PagedFile& file, const OpenFile& open) {
  ClassCounts classes = open.stored.summary.classes;
  const TensorShape shape = {classes.size()};
  classes.rows = numbers_of<std::uint64_t>(file, open.at("class_rows", "U64", shape));
  classes.weight = numbers_of<double>(file, open.at("class_weight", "F64", shape));
  for (const double weight : classes.weight) {
    if (!std::isfinite(weight) || weight < 0) fail("the weight of a class is not a number of at least 0");
  }
  const double total = classes.total_weight();
  if (!std::isfinite(total) || total <= 0) fail("there are no rows");
  return classes;
}

OpenedModel open_paged(FileDescriptor file, const std::string& path, OpenFile& open,
                       const std::optional<ClassPrior>& class_prior) {
  Stored& stored = open.stored;
  const std::shared_ptr<const PagedFile> pages = paged(std::move(file), path, open);
  const ClassCounts classes = read_classes(*pages, open);
  check_options(stored.options, classes.labels, stored.summary.schema.features.size());
  const EventCache cache{numbers_of<double>(*pages, open.at("events", "F64", {any_extent})),
                         bytes_of(*pages, open.at("last_term", "U8", {any_extent}))};
  TermPlaces places = TermPlaces::find(open.header);
  std::string index = bytes_of(*pages, open.at("word_index", "U8", {any_extent, index_bytes}));
  const auto lookup = std::make_shared<const PagedTerms>(pages, std::move(places), classes.size(), std::move(index));
  Events found = events_from(cache, stored.options, classes);
  if (class_prior) found.options.class_prior = stored.options.class_prior = *class_prior;
  return {stored.options, make_term_model(stored.summary.schema, classes, std::move(found), lookup)};
}

OpenedModel open_whole(const FileDescriptor& file, const std::string& path,
                       const std::optional<ClassPrior>& class_prior) {
  Stored stored = load_model(file, path);
  if (class_prior) stored.options.class_prior = *class_prior;
  return {stored.options, estimate(stored.summary, stored.options)};
}

}  // namespace

OpenedModel open_model(const std::string& path, const std::optional<ClassPrior>& class_prior) {
  FileDescriptor file = open_to_read(path);
  const struct stat status = status_of(file, path);
  if (!S_ISREG(status.st_mode)) return open_whole(file, path, class_prior);
  std::optional<OpenFile> open;
  try {
    open = read_open_file(file, path, static_cast<std::uint64_t>(status.st_size));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_model) throw;  // what is wrong with the header, load() says
  }
  if (!open) return open_whole(file, path, class_prior);
  try {
    return open_paged(std::move(file), path, *open, class_prior);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_model || error.where() == path) throw;
    throw at_path(error, path);
  }
}

}  // namespace suffice
