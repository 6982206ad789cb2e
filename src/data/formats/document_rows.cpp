// Files are listed first, then read one after the other, each block into one piece of memory.
#include "data/formats/document_rows.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "data/bytes/decompress.hpp"
#include "data/bytes/file_kind.hpp"
#include "data/bytes/folder.hpp"

namespace suffice {
namespace {

std::string without_last_slashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

void check_document_size(std::uint64_t size, const std::string& path) {
  if (size <= most_document_bytes) return;
  throw Error(ErrorCode::bad_data,
              fmt::format("a document of more than {} MiB: cut it into several", most_document_bytes >> 20), path);
}

/// Undoes the compression that the name or the first bytes tell.
Input open_part(const std::string& path) {
  return decompressed(Input(path), path == "-" ? Compression::none : file_kind(path).compression);
}

[[noreturn]] void fail_without_document(const std::string& path, std::string_view how_to_put) {
  throw Error(ErrorCode::bad_data, fmt::format("has no document: put one {}, or leave it out", how_to_put), path);
}

constexpr std::string_view into_files = "into each file of the folder";
constexpr std::string_view on_lines = "on each line";

/// Error when it cannot be opened or is empty; what can be read only once is left alone.
void check_file(const std::string& path) {
  struct stat status{};
  const bool is_there = ::stat(path.c_str(), &status) == 0;
  if (path == "-" || (is_there && !S_ISREG(status.st_mode))) return;
  Input opened = open_part(path);
  char first = 0;
  if (opened.read(&first, 1) == 0) fail_without_document(path, on_lines);
}

/// Appends the file to `bytes`, and returns its size.
std::size_t read_document(const std::string& path, std::string& bytes) {
  Input file = open_part(path);
  const std::uint64_t expected = file.size().value_or(0);
  check_document_size(expected, path);
  const std::size_t start = bytes.size();
  std::size_t room = static_cast<std::size_t>(expected) + 1;
  std::size_t size = 0;
  while (true) {
    bytes.resize(start + size + room);
    const std::size_t count = file.read(bytes.data() + start + size, room);
    size += count;
    check_document_size(size, path);
    if (count == 0) break;
    room = std::max(room - count, std::size_t{1} << 12);
  }
  bytes.resize(start + size);
  return size;
}

}  // namespace

DocumentRows::DocumentRows(const ReadOptions& options, std::string name) : options_(options), name_(std::move(name)) {
  if (options.labels) columns_.emplace_back(label_column);
  columns_.emplace_back(text_column);
}

DocumentRows::DocumentRows(const std::string& folder, const ReadOptions& options)
    : DocumentRows(options, without_last_slashes(folder)) {
  if (!is_folder(name_)) {
    throw Error(ErrorCode::bad_data, "is not a folder: give one with a folder for each label, or LABEL=PATH …", name_);
  }
  if (!options.labels) {
    add_parts(name_, 0);
    return;
  }
  FolderContents contents = contents_of(name_);
  for (const std::string& label : contents.folders) {
    const std::string path = name_ + "/" + label;
    add_parts(path, add_label(label, path));
  }
  if (parts_.empty()) {
    throw Error(ErrorCode::bad_data,
                "has no folder for a label: put the documents of each label into a folder of its name, or give "
                "LABEL=PATH …",
                name_);
  }
  std::sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) { return a.path < b.path; });
  passed_over_ = std::move(contents.files);
}

DocumentRows::DocumentRows(const std::vector<std::pair<std::string, std::string>>& labelled_paths,
                           const ReadOptions& options)
    : DocumentRows(options, labelled_paths.empty() ? "" : labelled_paths.front().second) {
  if (labelled_paths.empty()) throw Error(ErrorCode::usage, "no documents: give LABEL=PATH …");
  for (const auto& [label, path] : labelled_paths) {
    const std::uint32_t number = options.labels ? add_label(label, path) : 0;
    if (is_folder(path)) {
      add_parts(without_last_slashes(path), number);
    } else {
      check_file(path);
      parts_.push_back({path, number, true});
    }
  }
}

std::uint32_t DocumentRows::add_label(const std::string& label, const std::string& path) {
  const Advice problem = label_problem(label, columns_.front());
  if (!problem.words.empty()) throw Error(ErrorCode::bad_data, problem.words, path, problem.remedies);
  part_labels_.push_back(label);
  return static_cast<std::uint32_t>(part_labels_.size() - 1);
}

void DocumentRows::add_parts(const std::string& folder, std::uint32_t label) {
  const std::vector<std::string> files = files_under(folder);
  if (files.empty()) fail_without_document(folder, into_files);
  for (const std::string& file : files) parts_.push_back({fmt::format("{}/{}", folder, file), label, false});
}

void DocumentRows::bind(const Schema& schema) { binding_ = bind_text(schema, options_.labels, options_.labels, name_); }

bool DocumentRows::next(RowBlock& block) {
  block.values.clear();
  block.values32.clear();
  block.categories.clear();
  documents_.clear();
  const bool some = next_block(block, binding_, 0, failure_, [&] { add_rows(block); });
  if (!lines_) documents_.view(block.documents);
  return some;
}

bool DocumentRows::would_wait() { return !failure_ && lines_ && lines_->would_wait(); }

void DocumentRows::add_rows(RowBlock& block) {
  while (block.rows == 0 && (lines_ || next_part_ < parts_.size())) {
    if (lines_ || parts_[next_part_].of_lines) {
      add_lines(block);
    } else {
      add_files(block);
    }
  }
}

/// Lines of the part that is being read, or of the next one; none at its end.
void DocumentRows::add_lines(RowBlock& block) {
  if (!lines_) {
    lines_.emplace(open_part(parts_[next_part_++].path), options_);
  }
  if (lines_->next(block)) {
    if (binding_.target) block.codes.assign(block.rows, code(parts_[next_part_ - 1]));
    return;
  }
  const std::uint64_t bytes = lines_->bytes_read();
  lines_.reset();
  bytes_read_ += bytes;
  if (bytes == 0) fail_without_document(parts_[next_part_ - 1].path, on_lines);
}

void DocumentRows::add_files(RowBlock& block) {
  while (next_part_ < parts_.size() && !parts_[next_part_].of_lines && block.rows < most_short_rows &&
         documents_.size() < text_block_bytes) {
    const Part& part = parts_[next_part_];
    RowEnd end;
    if (binding_.target) end.code = code(part);
    bytes_read_ += read_document(part.path, documents_.bytes());
    documents_.end_document();
    add_row(block, end, binding_, options_.keep_bad_rows);
    ++next_part_;
  }
}

std::uint32_t DocumentRows::code(const Part& part) {
  try {
    return labels_.code(part_labels_[part.label], columns_.front());
  } catch (const Error& error) {
    throw Error(error.code(), error.message(), part.path, error.remedies());
  }
}

}  // namespace suffice
