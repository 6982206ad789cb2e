// DocumentRows: files are documents, the folders that hold them are labels; or the lines of files are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/bytes/text_arena.hpp"
#include "data/formats/label_codes.hpp"
#include "data/formats/line_rows.hpp"
#include "data/formats/row_block.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

/// What Source does. A block has whole files, or lines of one file.
class DocumentRows {
 public:
  /// A folder with a folder for each label; where labels are not read, a folder of files at any depth.
  DocumentRows(const std::string& folder, const ReadOptions& options);
  /// Labels and where their documents are.
  DocumentRows(const std::vector<std::pair<std::string, std::string>>& labelled_paths, const ReadOptions& options);

  void bind(const Schema& schema);
  bool next(RowBlock& block);
  [[nodiscard]] bool would_wait();

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<std::string>& label_names() const { return labels_.names(); }
  [[nodiscard]] const std::vector<std::string>& passed_over() const { return passed_over_; }
  [[nodiscard]] const Binding& binding() const { return binding_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_ + (lines_ ? lines_->bytes_read() : 0); }

 private:
  struct Part {  // of the documents: a file that is one, or a file of which each line is one
    std::string path;
    std::uint32_t label = 0;  // among part_labels_
    bool of_lines = false;
  };

  DocumentRows(const ReadOptions& options, std::string name);
  std::uint32_t add_label(const std::string& label, const std::string& path);
  void add_parts(const std::string& folder, std::uint32_t label);
  void add_rows(RowBlock& block);
  void add_lines(RowBlock& block);
  void add_files(RowBlock& block);
  std::uint32_t code(const Part& part);

  ReadOptions options_;
  std::string name_;  // of all of it, for messages
  std::vector<std::string> columns_;
  std::vector<std::string> part_labels_;
  std::vector<Part> parts_;
  std::vector<std::string> passed_over_;  // files beside the folders of the labels
  std::size_t next_part_ = 0;
  std::optional<LineRows> lines_;  // of the part before next_part_, while that is being read
  TextArena documents_;
  std::uint64_t bytes_read_ = 0;  // of parts that have been read
  Binding binding_;
  LabelCodes labels_;
  std::optional<Error> failure_;
};

}  // namespace suffice
