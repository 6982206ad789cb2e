// model_of(), the model of what a file holds; and open_model(), a model for scoring alone, whose words are read page by
// page and everything else is loaded.
#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "estimate/read_block.hpp"
#include "estimate/terms/events.hpp"
#include "math/system/parallel.hpp"
#include "model/assemble.hpp"
#include "model/linear/linear_model.hpp"
#include "store/container/checksums.hpp"
#include "store/container/json.hpp"
#include "store/content/caches.hpp"
#include "store/content/check_stored.hpp"
#include "store/content/model_file.hpp"
#include "store/content/model_header.hpp"
#include "store/content/paged_terms.hpp"
#include "store/content/sum_tensors.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/store.hpp"
#include "summary/block_sums.hpp"
#include "summary/check_summary.hpp"
#include "summary/terms/term_entries.hpp"

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
  TensorPlaces places;
  ModelOutline outline;
  std::set<std::size_t> paged;  // readings whose words are looked up in the file

  [[nodiscard]] bool has(std::size_t number, const char* name) const {
    return places.contains(tensor_prefix(number) + name);
  }
};

/// Words can be looked up in the file where it has the constants over all of them and they are not chosen by a
/// vocabulary.
std::set<std::size_t> paged_readings(const OpenFile& open) {
  std::set<std::size_t> paged;
  const std::vector<Block>& blocks = open.outline.schema.blocks;
  const std::vector<Reading>& readings = open.outline.options.readings;
  for (std::size_t r = 0; r < readings.size(); ++r) {
    const std::size_t b = readings[r].block;
    if (b < blocks.size() && has_words(blocks[b]) && open.has(r, "constants") && !open.has(r, "vocabulary") &&
        !open.has(b, "missing")) {
      paged.insert(r);
    }
  }
  return paged;
}

/// Nothing where no words can be looked up in the file.
std::optional<OpenFile> read_open_file(const FileDescriptor& file, const std::string& path, std::uint64_t file_bytes) {
  OpenFile open;
  open.header_bytes = read_header_bytes(file, path, file_bytes);
  if (open.header_bytes.empty()) return std::nullopt;
  open.header = read_header(open.header_bytes);
  const std::uint64_t data_bytes = file_bytes - open.header_bytes.size();
  std::string last(std::min<std::uint64_t>(4, data_bytes), '\0');
  if (!read_at(file, path, file_bytes - last.size(), last)) fail_damaged("it is cut short");
  check_format(open.header, data_bytes, last);
  check_layout(open.header, data_bytes);
  if (!has_caches(open.header)) return std::nullopt;
  open.outline = read_outline(open.header);
  if (open.outline.options.rival) return std::nullopt;
  for (const TensorEntry& entry : open.header.entries) open.places.emplace(entry.name, entry);
  open.paged = paged_readings(open);
  return open.paged.empty() ? std::nullopt : std::optional(std::move(open));
}

/// The pages of a file, and their checksums.
struct Pages {
  std::vector<std::uint32_t> checksums;
  std::shared_ptr<const PagedFile> file;
};

Pages read_pages(FileDescriptor file, const std::string& path, const OpenFile& open) {
  const TensorEntry& entry = place_at(open.places, page_table, "U32", {any_extent});
  std::string bytes(entry.end - entry.begin, '\0');
  const std::uint64_t begin = open.header_bytes.size();
  if (!read_at(file, path, begin + entry.begin, bytes)) fail_damaged("it is cut short");
  Pages pages{read_page_table(bytes, open.header.metadata.at("pages"), entry.begin), nullptr};
  pages.file = std::make_shared<const PagedFile>(std::move(file), path, begin, entry.begin, pages.checksums);
  return pages;
}

std::string bytes_of(const PagedFile& file, const TensorEntry& entry) {
  std::string bytes(entry.end - entry.begin, '\0');
  file.read(entry.begin, bytes);
  return bytes;
}

/// The tensors of a file but those of some blocks.
class LoadedTensors {
 public:
  LoadedTensors(const PagedFile& file, const OpenFile& open, const std::set<std::size_t>& without) {
    std::set<std::string> skipped = {page_table, seal};
    for (const std::size_t b : without) {
      const TensorNames names = tensor_names(open.outline.schema.blocks[b].kind);
      for (const auto* list : {&names.required, &names.optional}) {
        for (const std::string_view name : *list) skipped.insert(tensor_prefix(b).append(name));
      }
    }
    for (const auto& [name, entry] : open.places) {
      if (skipped.contains(name)) continue;
      bytes_.push_back(bytes_of(file, entry));
      map_.emplace(name, Tensor{entry.type, entry.shape, bytes_.back()});
    }
  }

  [[nodiscard]] const TensorMap& map() const { return map_; }

 private:
  std::deque<std::string> bytes_;
  TensorMap map_;
};

/// What a model file holds but the words that are looked up, and blocks that no reading reads: their sums are empty.
Stored load_beside_words(const PagedFile& file, const OpenFile& open) {
  Stored stored{open.outline.options, {open.outline.schema, {}, {}}, open.outline.fitted};
  const std::size_t blocks = open.outline.schema.blocks.size();
  std::set<std::size_t> without;
  for (std::size_t b = 0; b < blocks; ++b) without.insert(b);
  for (std::size_t r = 0; r < stored.options.readings.size(); ++r) {
    if (!open.paged.contains(r)) without.erase(stored.options.readings[r].block);
  }
  const LoadedTensors tensors(file, open, without);
  Summary& summary = stored.summary;
  summary.classes.labels = open.outline.labels;
  read_classes(tensors.map(), summary.classes);
  check_classes(summary.classes, summary.schema);
  summary.sums.resize(blocks, Shared<TermCounts>());
  for (std::size_t b = 0; b < blocks; ++b) {
    if (without.contains(b)) continue;
    const Block& block = summary.schema.blocks[b];
    summary.sums[b] = read_sums(tensors.map(), b, block, summary.classes.size(), open.outline.sums[b]);
    check_sums(block, summary.classes, summary.sums[b]);
  }
  if (!(summary.classes.total_weight() > 0)) fail("there are no rows");
  read_vocabularies(tensors.map(), stored.options);
  stored.options = sound_options(stored.options, summary.schema, summary.classes);
  check_sums_serve(stored.options, summary);
  check_fitted(stored.fitted, stored.options.readings.size(), summary.classes.size());
  stored.caches = read_caches(tensors.map(), summary, stored.options);
  return stored;
}

/// The constants over all words of each reading that is paged; nothing where one has none that fit.
std::optional<std::map<std::size_t, Events>> paged_events(const Stored& stored, const std::set<std::size_t>& paged) {
  std::map<std::size_t, Events> found;
  try {
    for (const std::size_t r : paged) {
      if (r >= stored.caches.terms.size() || stored.caches.terms[r] == nullptr) return std::nullopt;
      const auto& options = std::get<TermOptions>(stored.options.readings[r].options);
      found.emplace(r, events_from(*stored.caches.terms[r], options, stored.summary.classes));
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_model) throw;
    return std::nullopt;
  }
  return found;
}

std::shared_ptr<const Conditional> paged_conditional(const std::shared_ptr<const PagedFile>& file, const OpenFile& open,
                                                     const Summary& summary, std::size_t b, Events found,
                                                     std::vector<std::string>& notes) {
  const std::string prefix = tensor_prefix(b);
  std::string index = bytes_of(*file, place_at(open.places, prefix + "word_index", "U8", {any_extent, index_bytes}));
  const std::shared_ptr<const TermLookup> lookup = std::make_shared<const PagedTerms>(
      file, TermPlaces::find(open.places, prefix), summary.classes.size(), std::move(index));
  return make_term_conditional(summary.schema.blocks[b], summary.classes, std::move(found), lookup, notes);
}

std::shared_ptr<const Conditional> loaded_conditional(const Stored& stored, std::size_t r, unsigned threads,
                                                      std::vector<std::string>& notes) {
  const ReadBlock read(stored.summary, stored.options.readings[r]);
  return make_conditional(read.block(), stored.summary.classes, read.sums(), stored.options.readings[r].options,
                          threads, stored.caches.completed[r].get(), notes);
}

/// The model without words being loaded; nothing where the constants over them are not those of this model.
std::optional<OpenedModel> open_paged(FileDescriptor file, const std::string& path, const OpenFile& open,
                                      const std::optional<ClassPrior>& class_prior, unsigned threads) {
  const Pages pages = read_pages(std::move(file), path, open);
  const auto read = [&](std::uint64_t place, std::span<char> out) { pages.file->read(place, out); };
  if (!caches_belong(open.header, pages.checksums, read)) return std::nullopt;
  Stored stored = load_beside_words(*pages.file, open);
  auto found = paged_events(stored, open.paged);
  if (!found) return std::nullopt;
  if (class_prior) stored.options.class_prior = *class_prior;
  Schema schema = stored.summary.schema;
  schema.blocks.clear();
  std::vector<std::shared_ptr<const Conditional>> conditionals;
  std::vector<std::string> notes;
  for (std::size_t r = 0; r < stored.options.readings.size(); ++r) {
    const Reading& reading = stored.options.readings[r];
    const auto words = found->find(r);
    schema.blocks.push_back(words == found->end() ? ReadBlock(stored.summary, reading).block()
                                                  : stored.summary.schema.blocks[reading.block]);
    conditionals.push_back(words == found->end() ? loaded_conditional(stored, r, threads, notes)
                                                 : paged_conditional(pages.file, open, stored.summary, reading.block,
                                                                     std::move(words->second), notes));
  }
  Model model = assemble(schema, stored.summary.classes, stored.options, std::move(conditionals), notes);
  model = calibrated(std::move(model), stored.fitted);
  return OpenedModel{std::move(stored.options), std::move(model)};
}

OpenedModel open_whole(const FileDescriptor& file, const std::string& path,
                       const std::optional<ClassPrior>& class_prior, unsigned threads) {
  Stored stored = load_model(file, path);
  if (class_prior) stored.options.class_prior = *class_prior;
  return {stored.options, model_of(stored, threads)};
}

}  // namespace

Model calibrated(Model model, const Fitted& fitted) {
  return fitted.temperatures.empty() ? std::move(model) : model.calibrated(fitted.calibration());
}

Model model_of(const Stored& stored, unsigned threads) {
  if (!stored.fitted.weights.empty()) {
    return linear_model(stored.summary, checked(stored.options, stored.summary.schema), stored.fitted.weights,
                        thread_count(threads));
  }
  return calibrated(estimate(stored.summary, stored.options, threads, stored.caches.completed), stored.fitted);
}

OpenedModel open_model(const std::string& path, const std::optional<ClassPrior>& class_prior, unsigned threads) {
  threads = thread_count(threads);
  FileDescriptor file = open_to_read(path);
  const struct stat status = status_of(file, path);
  if (!S_ISREG(status.st_mode)) return open_whole(file, path, class_prior, threads);
  std::optional<OpenFile> open;
  try {
    open = read_open_file(file, path, static_cast<std::uint64_t>(status.st_size));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_model) throw;  // what is wrong with the header, load() says
  }
  if (!open) return open_whole(file, path, class_prior, threads);
  try {
    if (auto opened = open_paged(std::move(file), path, *open, class_prior, threads)) return *opened;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_model || error.where() == path) throw;
    throw at_path(error, path);
  }
  open.reset();
  return open_whole(open_to_read(path), path, class_prior, threads);
}

}  // namespace suffice
