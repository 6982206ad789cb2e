// Files are listed first, then read one after the other, each block into one piece of memory.
#include "data/formats/document_rows.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "data/bytes/decompress.hpp"
#include "data/bytes/file_kind.hpp"
#include "data/bytes/folder.hpp"
#include "data/bytes/transcode.hpp"
#include "data/schema/dialect/dialect_encoding.hpp"

namespace suffice {
namespace {

std::string without_last_slashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

void check_document_size(std::uint64_t size, const std::string& path, const ReadLimits& limits) {
  if (size <= limits.row_bytes) return;
  throw Error(ErrorCode::bad_data,
              fmt::format("a document of more than {} MiB: cut it into several", limits.row_bytes >> 20U), path,
              longer_rows);
}

/// Undoes the compression that the name or the first bytes tell.
Input open_part(const std::string& path, const ReadLimits& limits = {}) {
  return decompressed(Input(path), path == "-" ? Compression::none : file_kind(path).compression, limits.expansion);
}

[[noreturn]] void fail_without_document(const std::string& path, std::string_view how_to_put) {
  throw Error(ErrorCode::bad_data, fmt::format("has no document: put one {}, or leave it out", how_to_put), path);
}

constexpr std::string_view into_files = "into each file of the folder";
constexpr std::string_view on_lines = "on each line";

/// Whether a file, if it is one that can be read again, begins like mail. What is wrong with it is said when it is
/// read.
bool begins_like_mail(const std::string& path) try {
  constexpr std::size_t looked_at = std::size_t{1} << 14;
  struct stat status{};
  if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  Input file = open_part(path);
  std::string start(looked_at, '\0');
  std::size_t size = 0;
  while (size < start.size()) {
    const std::size_t count = file.read(start.data() + size, start.size() - size);
    if (count == 0) break;
    size += count;
  }
  return looks_like_mail(std::string_view(start).substr(0, size));
} catch (const Error&) {
  return false;
}

bool is_maildir(const std::string& folder) { return is_folder(folder + "/cur") && is_folder(folder + "/new"); }

std::string parent_folder(const std::string& path) { return path.substr(0, path.rfind('/')); }

/// What a Maildir keeps beside its mails: mails that are still being delivered, and files of programs.
bool is_beside_mails(const std::string& path) {
  const std::string folder = parent_folder(path);
  return is_maildir(folder) || (folder.ends_with("/tmp") && is_maildir(parent_folder(folder)));
}

/// Error when it cannot be opened or is empty; what can be read only once is left alone.
void check_file(const std::string& path) {
  struct stat status{};
  const bool is_there = ::stat(path.c_str(), &status) == 0;
  if (path == "-" || (is_there && !S_ISREG(status.st_mode))) return;
  Input opened = open_part(path);
  char first = 0;
  if (opened.read(&first, 1) == 0) fail_without_document(path, on_lines);
}

/// A picture, a program or an archive has a byte 0 or many control characters near its start; text has neither. A PDF
/// document may begin with lines of text.
void check_is_text(std::string_view bytes, const std::string& path) {
  constexpr std::size_t looked_at = std::size_t{1} << 12;
  constexpr std::size_t one_in = 50;
  const std::string_view start = bytes.substr(0, looked_at);
  const auto controls =
      std::ranges::count_if(start, [](char c) { return (c >= 0 && c < '\b') || (c > '\r' && c < ' ' && c != '\x1B'); });
  const bool has_many = controls > 4 && one_in * static_cast<std::size_t>(controls) > start.size();
  if (!has_many && start.find('\0') == std::string_view::npos && !start.starts_with("%PDF-")) return;
  throw Error(ErrorCode::bad_data, "is no text, but binary", path);
}

/// Appends the file to `bytes`, and returns its size.
std::size_t read_document(const std::string& path, std::string& bytes, const ReadLimits& limits) {
  Input file = open_part(path, limits);
  const std::uint64_t expected = file.size().value_or(0);
  check_document_size(expected, path, limits);
  const std::size_t start = bytes.size();
  std::size_t room = static_cast<std::size_t>(expected) + 1;
  std::size_t size = 0;
  while (true) {
    bytes.resize(start + size + room);
    const std::size_t count = file.read(bytes.data() + start + size, room);
    size += count;
    check_document_size(size, path, limits);
    if (count == 0) break;
    room = std::max(room - count, std::size_t{1} << 12);
  }
  bytes.resize(start + size);
  return size;
}

// The folders of labels: those that are given with one, and those in a folder that is given without.
std::vector<std::string> folders_of_labels(const std::vector<DocumentPath>& paths) {
  std::vector<std::string> folders;
  for (const DocumentPath& documents : paths) {
    const std::string path = without_last_slashes(documents.path);
    if (!is_folder(path)) continue;
    if (documents.label) {
      folders.push_back(path);
      continue;
    }
    for (const std::string& label : contents_of(path).folders) folders.push_back(fmt::format("{}/{}", path, label));
  }
  return folders;
}

}  // namespace

DocumentRows::DocumentRows(const std::vector<DocumentPath>& paths, const ReadOptions& options) : options_(options) {
  if (paths.empty()) throw Error(ErrorCode::usage, "there are no documents", "", {naming_labels()});
  name_ = without_last_slashes(paths.front().path);
  if (options.labels) columns_.emplace_back(label_column);
  columns_.emplace_back(text_column);
  if (options.labels) labelled_ = identities_of(folders_of_labels(paths));
  for (const DocumentPath& documents : paths) add_path(documents);
  has_files_ = paths.size() > 1 || is_folder(name_);
  choose_format();
}

void DocumentRows::add_path(const DocumentPath& documents) {
  const std::string path = without_last_slashes(documents.path);
  const bool has_label = options_.labels && documents.label.has_value();
  if (options_.labels && !has_label) {
    add_folders_of_labels(path);
    return;
  }
  const std::uint32_t label = has_label ? add_label(*documents.label, path) : 0;
  if (is_folder(path)) {
    add_parts(path, label);
  } else if (options_.documents == DocumentUnit::file || options_.format == InputFormat::mail) {
    parts_.push_back({path, label, false});
  } else {
    check_file(path);
    parts_.push_back({path, label, true});
  }
}

void DocumentRows::add_folders_of_labels(const std::string& folder) {
  if (!is_folder(folder)) {
    throw Error(ErrorCode::bad_data, "is not a folder with a folder for each label; name the label of each path",
                folder, {naming_labels()});
  }
  FolderContents contents = contents_of(folder);
  const std::size_t first = parts_.size();
  for (const std::string& label : contents.folders) {
    const std::string path = fmt::format("{}/{}", folder, label);
    add_parts(path, add_label(label, path));
  }
  if (parts_.size() == first) {
    throw Error(
        ErrorCode::bad_data,
        "has no folder for a label: put the documents of each label into a folder of its name, or name the label "
        "of each path",
        folder, {naming_labels()});
  }
  std::sort(parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end(),
            [](const Part& a, const Part& b) { return a.path < b.path; });
  for (std::string& file : contents.files) unlabelled_files_.push_back(std::move(file));
  for (const std::string& path : contents.skipped) skipped_.push_back(fmt::format("{}/{}", folder, path));
}

DocumentUnit DocumentRows::unit() const {
  const bool of_lines = std::ranges::all_of(parts_, &Part::of_lines);
  return of_lines ? DocumentUnit::line : DocumentUnit::file;
}

/// Of each label, the first four files are looked at.
void DocumentRows::choose_format() {
  constexpr std::size_t most_looked_at = 4;
  if (options_.format == InputFormat::mail) return read_as_mail();
  std::vector<std::size_t> looked_at(std::max<std::size_t>(part_labels_.size(), 1), 0);
  std::size_t files = 0;
  std::vector<const Part*> mails;
  std::vector<const Part*> tables;
  for (const Part& part : parts_) {
    if (looked_at[part.label]++ >= most_looked_at) continue;
    ++files;
    if (begins_like_mail(part.path)) {
      mails.push_back(&part);
    } else if (!part.in_folder && file_kind(part.path).format == InputFormat::csv) {
      tables.push_back(&part);
    }
  }
  if (options_.format == InputFormat::by_name && 4 * mails.size() > 3 * files) return read_as_mail();
  options_.format = InputFormat::documents;
  doubt_parts(mails, "begins as mail does");
  doubt_parts(tables, "is a table by its name");
}

void DocumentRows::doubt_parts(const std::vector<const Part*>& parts, std::string_view what) {
  if (parts.empty()) return;
  doubts_.push_back(fmt::format(
      "{} {}, and {}{}", parts.front()->path, what,
      parts.front()->of_lines ? "each of its lines is read as a document" : "is read as one document of plain text",
      parts.size() == 1 ? "" : "; it is not the only one"));
}

void DocumentRows::read_as_mail() {
  options_.format = InputFormat::mail;
  if (options_.labels && is_maildir(name_) && part_labels_.front() == "cur") {
    throw Error(ErrorCode::bad_data, "is one Maildir, and says nothing about labels; name the label of each path",
                name_, {naming_labels()});
  }
  std::erase_if(parts_, [](const Part& part) { return !part.of_lines && is_beside_mails(part.path); });
  for (Part& part : parts_) part.of_lines = false;
}

std::uint32_t DocumentRows::add_label(const std::string& label, const std::string& path) {
  const Advice problem = label_problem(label, columns_.front());
  if (!problem.words.empty()) throw Error(ErrorCode::bad_data, problem.words, path, problem.remedies);
  part_labels_.push_back(label);
  return static_cast<std::uint32_t>(part_labels_.size() - 1);
}

void DocumentRows::add_parts(const std::string& folder, std::uint32_t label) {
  const FilesUnder found = files_under(folder, labelled_);
  if (found.files.empty()) fail_without_document(folder, into_files);
  for (const std::string& path : found.skipped) skipped_.push_back(fmt::format("{}/{}", folder, path));
  for (const std::string& file : found.files)
    parts_.push_back({fmt::format("{}/{}", folder, file), label, false, true});
}

void DocumentRows::bind(const Schema& schema) { binding_ = bind_text(schema, options_.labels, options_.labels, name_); }

bool DocumentRows::next(RowBlock& block) {
  block.values.clear();
  block.values32.clear();
  block.categories.clear();
  block.files.clear();
  documents_.clear();
  const bool some = next_block(block, binding_, 0, failure_, [&] { add_rows(block); });
  if (!lines_) documents_.view(block.documents);
  return some;
}

bool DocumentRows::would_wait() { return !failure_ && lines_ && lines_->would_wait(); }

void DocumentRows::add_rows(RowBlock& block) {
  while (block.rows == 0 && (lines_ || mailbox_ || next_part_ < parts_.size())) {
    if (options_.format == InputFormat::mail) {
      add_mails(block);
    } else if (lines_ || parts_[next_part_].of_lines) {
      add_lines(block);
    } else {
      add_files(block);
    }
  }
}

/// Lines of the part that is being read, or of the next one; none at its end.
void DocumentRows::add_lines(RowBlock& block) {
  if (!lines_) {
    Input part = open_part(parts_[next_part_++].path, options_.limits);
    lines_.emplace(lines_as_utf8(std::move(part), options_, transcoded_), options_);
  }
  if (lines_->next(block)) {
    block.files.assign(block.rows, parts_[next_part_ - 1].path);
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
    const std::size_t size = documents_.bytes().size();
    std::optional<Error> problem;
    try {
      bytes_read_ += read_document(part.path, documents_.bytes(), options_.limits);
      decode(part, size);
    } catch (const Error& error) {
      problem = error;
    }
    add_document(part, size, problem, block);
    ++next_part_;
  }
}

/// Turns the bytes behind the first `size` into UTF-8.
void DocumentRows::decode(const Part& part, std::size_t size) {
  const std::string_view bytes = std::string_view(documents_.bytes()).substr(size);
  const bool is_plain = is_utf8(bytes) && bytes.find('\0') == std::string_view::npos;
  const Encoding encoding =
      options_.said.encoding.value_or(is_plain ? Encoding::utf8 : find_encoding(bytes, true).encoding);
  const bool is_wide = encoding == Encoding::utf16_le || encoding == Encoding::utf16_be;
  if (part.in_folder && !is_wide) check_is_text(bytes, part.path);
  if (encoding == Encoding::utf8) return;
  const std::string text = to_utf8(bytes, encoding);
  if (part.in_folder && is_wide) check_is_text(text, part.path);
  if (!options_.said.encoding) transcoded_.add(part.path, encoding);
  documents_.bytes().replace(size, std::string::npos, text);
}

/// The bytes behind the first `size`, as a document. A file of a folder that cannot be read is skipped, or marked where
/// bad rows are kept; one that the user named is an Error.
void DocumentRows::add_document(const Part& part, std::size_t size, const std::optional<Error>& problem,
                                RowBlock& block) {
  if (problem) {
    if (!part.in_folder) throw Error(*problem);
    documents_.bytes().resize(size);
    if (!options_.keep_bad_rows) {
      unreadable_.emplace_back(problem->what());
      return;
    }
  }
  RowEnd end{.problem = problem};
  if (binding_.target) end.code = code(part);
  documents_.end_document();
  block.files.push_back(part.path);
  add_row(block, end, binding_, options_.keep_bad_rows);
}

/// A file has at least one mail, which may be empty.
void DocumentRows::add_mails(RowBlock& block) {
  while ((mailbox_ || next_part_ < parts_.size()) && block.rows < most_short_rows &&
         documents_.size() < text_block_bytes) {
    const bool is_first = !mailbox_;
    const Part& part = parts_[is_first ? next_part_++ : next_part_ - 1];
    const std::size_t size = documents_.bytes().size();
    std::optional<Error> problem;
    bool some = true;
    try {
      if (is_first) mailbox_.emplace(open_part(part.path, options_.limits), options_.limits.row_bytes);
      some = mailbox_->next(documents_.bytes()) || is_first;
    } catch (const Error& error) {
      problem = error;
    }
    if (some) add_document(part, size, problem, block);
    if (some && !problem) continue;
    bytes_read_ += mailbox_ ? mailbox_->bytes_read() : 0;
    mailbox_.reset();
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
