// Source: a file or stdin, read in order as blocks of typed rows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suffice/dialect.hpp"
#include "suffice/roles.hpp"
#include "suffice/schema.hpp"
#include "suffice/table.hpp"

namespace suffice {

enum class InputFormat {
  by_name,    ///< what the ending says: .csv, .tsv, .arff, .svm, .svmlight, .libsvm, .npy; else npy, ARFF or svmlight
              ///< by content, or csv; a folder is `documents`, or `mail` where most of its first files begin like mail
  csv,        ///< a text file of cells, in any dialect
  arff,       ///< the attribute-relation file format of Weka
  svmlight,   ///< lines of `label index:value …`
  npy,        ///< an array saved by numpy
  lines,      ///< text, one document a line, without labels
  documents,  ///< a folder with one folder of documents for each label, or LABEL=PATH …
  mail,       ///< the same of mails: a folder, a Maildir, an mbox or one mail; without labels also as INPUT itself
};

/// What was read of inputs that come once, stdin and pipes, in temporary files that are gone with the last Source and
/// the last holder of this.
struct KeptInputs;
std::shared_ptr<KeptInputs> keep_inputs();

/// What an input may take. A file of a few bytes can be made so that it unfolds to any number of them.
struct ReadLimits {
  std::uint64_t row_bytes = std::uint64_t{64} << 20U;  ///< a longer row, line or document is an Error
  /// Compressed data that has become more than 1 GiB and more than so many times its bytes is an Error.
  std::uint64_t expansion = 1000;
};

/// The column of a table that holds its labels.
struct LabelColumn {
  std::string target;
  std::vector<std::string> labels;
};

struct ReadOptions {
  DialectChoice dialect = {};  ///< csv: what is known of it; the rest is found from the first bytes
  /// Of a dialect that is known from an earlier file, what holds for this one too; lines and documents: the encoding of
  /// every file. What is not said, each file tells.
  DialectChoice said = {};
  bool labels = true;            ///< read the target and the weight column too
  bool keep_bad_rows = false;    ///< a bad row stays in the block, marked; otherwise it is an Error
  bool skip_bad_rows = false;    ///< a bad row is skipped and counted instead
  bool keep_cells = false;       ///< csv: keep every cell's text, to be written out again; lines are kept as they are
  bool allow_missing = false;    ///< a missing feature is NaN; otherwise it makes a bad row
  std::string labels_path = {};  ///< npy: a second file with one label per row, integers or text
  InputFormat format = InputFormat::by_name;
  bool sparse = false;  ///< svmlight: rows come out sparse
  bool sample = false;  ///< csv: keep the first rows as text, for sample()
  /// csv: columns that the table is to have. Where the dialect that is known does not show them, one is found that
  /// does.
  std::vector<std::string> expected = {};
  /// lines: an input that begins with the header of a table of `dialect` that has the columns `expected`, or, of one
  /// without a header, with a row that has one of these labels, is read as csv. None: every input is lines.
  std::optional<LabelColumn> unless_table = {};
  bool not_negative = false;    ///< a negative number in a column of amounts or counts makes a bad row
  bool ignore_unknown = false;  ///< svmlight: an index beyond those of the schema is skipped, not a bad row
  DocumentUnit documents = DocumentUnit::line;  ///< documents: of a path that is a file, each line, or all of it
  /// csv: how many convert rows; 0: as many as the machine has. They are kept from block to block, so that a process
  /// that was forked meanwhile cannot go on reading.
  unsigned threads = 1;
  /// Tables: an input that comes once is kept while it is read, and the next Source with the same object, opened when
  /// the first was read to its end, reads it again. Null: it is not kept.
  std::shared_ptr<KeptInputs> kept = {};
  ReadLimits limits = {};
  /// csv: a value in a column that the schema drops for having none in the sample makes a bad row.
  bool watch_empty = false;
  /// csv: values of columns of categories. One that is not among them, but is equal to just one of them as a number, or
  /// but for case, blanks and a final dot, is taken for it: 1.0 for 1, TRUE for True.
  /// A column may stand there more than once.
  std::vector<ColumnValues> known_values = {};
};

/// What the rows of svmlight files store, columns without a value being 0.
struct StoredNumbers {
  std::uint64_t rows = 0;
  std::uint64_t stored = 0;  ///< numbers of all rows
  bool are_amounts = true;   ///< none is negative or missing
};

/// Some rows of a source, owned. Reused from call to call, so that reading allocates nothing in the long run. Columns
/// are those of columns_of(schema) that was bound, numbers, categories and text each in that order.
struct RowBlock {
  std::vector<double> values;               ///< rows × columns of numbers, row-major; empty when the source has float
  std::vector<float> values32;              ///< the same from a source of float; empty otherwise
  std::vector<std::uint64_t> offsets;       ///< of sparse rows, as in SparseMatrix; `values` are theirs
  std::vector<std::uint32_t> indices;       ///< of sparse rows
  std::vector<std::uint32_t> categories;    ///< rows × columns of categories, row-major, into Source's dictionaries
  std::vector<std::string_view> documents;  ///< text columns × rows: one column after the other; until the next next()
  std::vector<double> weights;              ///< one per row, or empty
  std::vector<std::uint32_t> codes;         ///< one per row, into Source::label_names(), or empty
  std::vector<std::string> cells;           ///< rows × columns of the file, or empty
  std::vector<std::string> problems;        ///< one per row when bad rows are kept: empty, or what is wrong with it
  std::vector<std::string> files;  ///< one per row, the file that it is from; empty where there is one file only
  std::size_t rows = 0;
};

struct SkippedRows {
  std::uint64_t unlabelled = 0;  ///< csv: rows without a label, where labels are read
  std::uint64_t bad = 0;         ///< for ReadOptions::skip_bad_rows
  std::string first_bad = {};    ///< what is wrong with the first of these, and where
  /// documents: files of folders that cannot be read (damaged, or no text), each with what is wrong.
  std::vector<std::string> files = {};
};

/// Files of lines or documents that were found not to be UTF-8, and were read in another encoding.
struct TranscodedFiles {
  std::uint64_t count = 0;
  std::string first = {};              ///< its name
  Encoding encoding = Encoding::utf8;  ///< of the first

  void add(const std::string& file, Encoding found) {
    if (count++ > 0) return;
    first = file;
    encoding = found;
  }
};

/// A row that the schema cannot read.
struct OddRow {
  std::vector<std::string> cells;  ///< of the columns of the file
  std::size_t column = 0;          ///< the first of them that it is odd in
};

/// The rows of one file. Its first bytes tell whether it is compressed with gzip or zstd (a window of up to 128 MiB);
/// members and frames may follow each other. Memory is one block of rows.
///
/// csv: RFC 4180, with quoted cells, quotes doubled inside them, embedded line ends, LF, CRLF or CR, an optional UTF-8
/// byte order mark, a last line without line end. Blank lines are skipped. A row may have at most 1,048,576
/// cells. An Error about a cell names file:line:column, one about a row file:line, all counted from 1, the
/// column in bytes.
///
/// svmlight: `label index:value …`, indices from 1 and ascending, at most 2,000,000; a feature that is not named is 0;
/// qid:… and what follows # are skipped. A label +1 is 1, as for every other number; nothing else is made of
/// labels. The columns are called label, 1, 2, 3, … Places are those of csv.
///
/// Each column is read once: as numbers where some block wants numbers of it, else as categories where some block wants
/// categories, else as text. csv can be all of them; svmlight and npy hold numbers (those of npy can be wanted as
/// categories too), lines and documents hold text.
///
/// csv and numbers: a cell that is not a number is an Error that names all columns of numbers that hold text, as far as
/// the rows that follow show it.
///
/// csv and categories: every cell is the name of a value, UTF-8 of at most 4096 bytes; those of is_missing() are
/// missing. A dictionary that has grown large is begun anew with a block.
///
/// csv, categories and labels: blanks around a cell that is not quoted are no part of the name.
///
/// csv: a row without a label is skipped and counted where labels are read.
///
/// csv: a row that is equal to the header, byte by byte, is skipped, unless there is one column only: files that were
/// joined have several headers.
///
/// csv and text: the document is the cell, whatever it holds; an empty one is an empty document.
///
/// lines: the only column is called text; each line is a document, without its line end (LF, CRLF), an empty line
/// an empty document.
///
/// documents: the columns are called label and text. A folder has one folder for each label, a document being a file of
/// it, in byte order of the paths, folders within them included, names that begin with a dot skipped; LABEL=PATH names
/// such a folder, or a text file of one document a line, or of one document; a folder must have a document. Where
/// labels are not read, folders of plain files and plain files will do. A folder that is met again, by a link, is not
/// read again for the same label. Each file may be compressed. A file of a folder that is damaged, or binary and no
/// mail, is skipped and counted.
///
/// mail: the same, but files are mails, or mboxes of several (a first line of "From …", RFC 4155), also as the PATH of
/// LABEL=PATH; of a Maildir, the mails in cur and new. A document is a message as it was sent, and TextOptions::form
/// says how it becomes terms. Where labels are not read, one file of mail or stdin will do.
///
/// lines and documents: a schema of text is bound whatever it calls its two columns, and every row weighs 1.
///
/// A document has at most 1 GiB.
///
/// npy: versions 1 to 3 with two dimensions, or one (a single column); float, double, integers or bool in any byte
/// order; rows or columns together, the latter in plain files only. NaN is a missing value. The columns are called
/// 1, 2, 3, …, and label when there is a labels_path; a column that is the target must hold integers. float32 comes out
/// as RowBlock::values32. Errors name file, row and column, counted from 1.
class Source {
 public:
  /// Opens `path` ("-": stdin) and reads the names of its columns. Error (usage) when an option does not fit the
  /// format.
  explicit Source(const std::string& path, const ReadOptions& options = {});
  /// Several files of one format and of the same columns, one after the other, each with its own dialect. Error (usage)
  /// when there is none.
  static Source of_paths(const std::vector<std::string>& paths, const ReadOptions& options = {});
  /// Labelled documents, of one PATH after the other: each pair is a label and a folder or a file of one document a
  /// line.
  Source(const std::vector<std::pair<std::string, std::string>>& labelled_paths, const ReadOptions& options = {});
  ~Source();
  Source(Source&&) noexcept;
  Source& operator=(Source&&) noexcept;

  /// The columns of the file, in its order. svmlight names them nowhere: before bind(), this reads the file for its
  /// largest index, and what can be read only once is kept in a temporary file; after bind(), they are what was bound.
  [[nodiscard]] const std::vector<std::string>& columns() const;

  /// Whether rows hold 0 in every column after the last one (svmlight).
  [[nodiscard]] bool open_columns() const;
  /// svmlight, before bind(): of all rows of all files, for which they are read once more; else nothing.
  [[nodiscard]] std::optional<StoredNumbers> stored_numbers() const;
  /// The schema, where its columns are open with those that this file has: of svmlight up to the last one that is not 0
  /// in every row, of other files with those that follow by name (8 after 7). It is what to bind when the rows are to
  /// be added to sums of that schema. Reads the file as columns() does.
  [[nodiscard]] Schema fit_columns(const Schema& schema) const;

  /// csv: the cells that hold no value, in the place of those of the dialect. Call before bind().
  void set_missing_markers(const std::vector<std::string>& markers);

  /// csv: columns of numbers in which one with a leading zero, such as 00501, is an Error, unless bad rows are kept.
  /// Call before bind().
  void watch_codes(const std::vector<std::string>& columns);

  /// Says which columns are to be read, matched by name; columns the schema does not name are skipped.
  /// Error (bad_data) when one is missing. Call once, before the first next().
  void bind(const Schema& schema);

  /// Replaces `block` by the next rows; false at the end. Returns early, with at least one row, when waiting for input
  /// would be needed. An Error at row k comes only after the rows before k have been returned.
  bool next(RowBlock& block);

  /// True when nothing is left to read without waiting: the time to flush what was written.
  [[nodiscard]] bool would_wait() const;

  /// Reads what the next call of next() will give, as far as that is worth it and needs no waiting. What the last call
  /// gave stays as it is, and another thread may use it meanwhile.
  void read_ahead();

  /// The labels met so far, in order of first appearance.
  [[nodiscard]] const std::vector<std::string>& label_names() const;
  [[nodiscard]] Labels labels(const RowBlock& block) const { return {block.codes, label_names()}; }
  /// The rows of a block, as a view of it and of this source's dictionaries.
  [[nodiscard]] Table table(const RowBlock& block) const;

  /// How many numbers were skipped so far for ReadOptions::ignore_unknown.
  [[nodiscard]] std::uint64_t ignored_numbers() const;

  /// documents: the files beside the folders of the labels, which belong to no label and are not read.
  [[nodiscard]] std::vector<std::string> unlabelled_files() const;
  /// documents: what is not read, being neither a file nor a folder, or a link to a folder that is read already.
  [[nodiscard]] std::vector<std::string> skipped() const;

  /// csv: how the file that is being read is written; else the default.
  [[nodiscard]] const Dialect& dialect() const;
  /// csv: what its first bytes leave open about that, each as a sentence with what was taken.
  [[nodiscard]] const std::vector<std::string>& doubts() const;
  /// csv: what the rows of all files read to their end have shown beside that, each as a sentence.
  [[nodiscard]] const std::vector<std::string>& late_doubts() const;
  /// csv: for columns of ReadOptions::known_values, the first values of rows of files read to their end that are none
  /// of them.
  [[nodiscard]] const std::vector<ColumnValues>& unknown_values() const;
  /// csv: its first rows, where ReadOptions::sample asks for them; else null.
  [[nodiscard]] const CellSample* sample() const;
  /// What the file itself declares about columns: the values of nominal attributes of ARFF.
  [[nodiscard]] const std::vector<ColumnRole>& declared_roles() const;
  /// csv: where next() has failed at a cell, the row of that cell and some of those behind it that are odd too.
  [[nodiscard]] const std::vector<OddRow>& odd_rows() const;
  /// csv: lines skipped so far because they repeat the header, as files that were joined have them.
  [[nodiscard]] std::uint64_t repeated_headers() const;

  /// csv: rows so far in which a number or a category that is read is missing.
  [[nodiscard]] std::uint64_t incomplete_rows() const;

  /// What was skipped so far, beside headers.
  [[nodiscard]] SkippedRows skipped_rows() const;
  /// Of those read so far; none where ReadOptions::said names the encoding.
  [[nodiscard]] TranscodedFiles transcoded_files() const;

  /// What a document is, where they are text.
  [[nodiscard]] DocumentUnit document_unit() const;
  /// Whether rows come from several files, or from a folder: RowBlock::files names them.
  [[nodiscard]] bool has_files() const;

  /// What is read: never by_name.
  [[nodiscard]] InputFormat format() const;

  /// Bytes of the table read so far, after decompression.
  [[nodiscard]] std::uint64_t bytes_read() const;

 private:
  struct State;
  explicit Source(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Whether a cell holds no value: one of default_missing_markers(), in any case.
bool is_missing(std::string_view cell);

/// True for well-formed UTF-8, the only encoding of names and labels.
bool is_utf8(std::string_view bytes);

}  // namespace suffice
