// DocumentRows: files are documents, the folders that hold them are labels; or the lines or mails of files are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/bytes/folder.hpp"
#include "data/bytes/text_arena.hpp"
#include "data/formats/label_codes.hpp"
#include "data/formats/line_rows.hpp"
#include "data/formats/mailbox.hpp"
#include "data/formats/row_block.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

/// Where documents are.
struct DocumentPath {
  std::optional<std::string> label;  ///< none: a folder of it is a label, or labels are not read
  std::string path;                  ///< a folder, a file or "-"
};

/// That each path is to be given with its label.
inline Remedy naming_labels() { return {"labelled-paths"}; }

/// What Source does. A block has whole files or mails, or lines of one file. Where the format is not said, it is mail
/// if the first files of most labels are.
class DocumentRows {
 public:
  DocumentRows(const std::vector<DocumentPath>& paths, const ReadOptions& options);

  void bind(const Schema& schema);
  bool next(RowBlock& block);
  [[nodiscard]] bool would_wait();

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<std::string>& label_names() const { return labels_.names(); }
  [[nodiscard]] const std::vector<std::string>& unlabelled_files() const { return unlabelled_files_; }
  /// Files of folders that were skipped so far, as they are damaged or no text, each with what is wrong.
  [[nodiscard]] const std::vector<std::string>& unreadable_files() const { return unreadable_; }
  [[nodiscard]] const TranscodedFiles& transcoded_files() const { return transcoded_; }
  /// What is neither a file nor a folder, and links to folders that are read already.
  [[nodiscard]] const std::vector<std::string>& skipped() const { return skipped_; }
  /// Files that seem to be something else than they are read as, each kind as a sentence.
  [[nodiscard]] const std::vector<std::string>& doubts() const { return doubts_; }
  /// documents or mail.
  [[nodiscard]] InputFormat format() const { return options_.format; }
  [[nodiscard]] const Binding& binding() const { return binding_; }
  /// A file, unless every document is a line.
  [[nodiscard]] DocumentUnit unit() const;
  /// Whether there are several paths, or a folder.
  [[nodiscard]] bool has_files() const { return has_files_; }
  [[nodiscard]] std::uint64_t bytes_read() const {
    return bytes_read_ + (lines_ ? lines_->bytes_read() : 0) + (mailbox_ ? mailbox_->bytes_read() : 0);
  }

 private:
  struct Part {  // of the documents: a file that is one, or a file of which each line is one
    std::string path;
    std::uint32_t label = 0;  // among part_labels_
    bool of_lines = false;
    bool in_folder = false;  // and not named by the user
  };

  void add_path(const DocumentPath& documents);
  void add_folders_of_labels(const std::string& folder);
  std::uint32_t add_label(const std::string& label, const std::string& path);
  void add_parts(const std::string& folder, std::uint32_t label);
  void choose_format();
  void doubt_parts(const std::vector<const Part*>& parts, std::string_view what);
  void read_as_mail();
  void add_rows(RowBlock& block);
  void add_lines(RowBlock& block);
  void add_files(RowBlock& block);
  void add_mails(RowBlock& block);
  void decode(const Part& part, std::size_t size);
  void add_document(const Part& part, std::size_t size, const std::optional<Error>& problem, RowBlock& block);
  std::uint32_t code(const Part& part);

  ReadOptions options_;
  std::string name_;  // of all of it, for messages
  std::vector<std::string> columns_;
  std::vector<std::string> part_labels_;
  std::vector<Part> parts_;
  FolderIdentities labelled_;                  // the folders of labels: none has documents of another
  std::vector<std::string> skipped_;           // neither files nor folders, or folders that were read already
  std::vector<std::string> unlabelled_files_;  // files beside the folders of the labels
  std::vector<std::string> unreadable_;
  std::vector<std::string> doubts_;
  TranscodedFiles transcoded_;
  bool has_files_ = false;
  std::size_t next_part_ = 0;
  std::optional<LineRows> lines_;   // of the part before next_part_, while that is being read
  std::optional<Mailbox> mailbox_;  // the same
  TextArena documents_;
  std::uint64_t bytes_read_ = 0;  // of parts that have been read
  Binding binding_;
  LabelCodes labels_;
  std::optional<Error> failure_;
};

}  // namespace suffice
