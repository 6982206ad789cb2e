#include "data/bytes/file_kind.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

/// Takes the ending off the name if the name has it, in any case, and something before it.
bool take_ending(std::string_view& name, std::string_view ending) {
  if (name.size() <= ending.size()) return false;
  const std::string_view end = name.substr(name.size() - ending.size());
  if (ascii_lower(end) != ending) return false;
  name.remove_suffix(ending.size());
  return true;
}

struct Ending {
  std::string_view text;
  InputFormat format;
};

constexpr std::array<Ending, 6> endings = {{
    {".csv", InputFormat::csv},
    {".arff", InputFormat::arff},
    {".svm", InputFormat::svmlight},
    {".svmlight", InputFormat::svmlight},
    {".libsvm", InputFormat::svmlight},
    {".npy", InputFormat::npy},
}};

constexpr std::string_view from_stata =
    "export it as CSV with pandas: python -c \"import pandas; pandas.read_stata('{}').to_csv('table.csv', "
    "index=False)\"";
constexpr std::string_view html_table =
    "export it as CSV with pandas: python -c \"import pandas; pandas.read_html('{}')[0].to_csv('table.csv', "
    "index=False)\"";
constexpr std::string_view from_r = "from R: write.csv(table, \"table.csv\", row.names = FALSE)";
constexpr std::string_view spreadsheet = "open it in a spreadsheet program and save the sheet as CSV";

/// What a file is and how it becomes one that is read. {} in `advice` stands for the file's name.
struct Foreign {
  std::string_view text;  // the first bytes, or how the name ends
  std::string_view what;
  std::string_view advice;
};

constexpr std::string_view duckdb = "export it as CSV: duckdb -csv -c \"FROM '{}'\" > table.csv";
constexpr Foreign json = {"", "JSON", "export it as CSV: duckdb -csv -c \"FROM read_json('{}')\" > exported.csv"};
constexpr std::string_view bunzip2 = "decompress it first: bunzip2 -k '{}'";
constexpr std::string_view unxz = "decompress it first: xz -dk '{}'";

// The zero bytes that end some signatures count, so that no text has them.
constexpr std::array<Foreign, 29> foreign_signatures = {{
    {"PAR1\x15", "a Parquet file", duckdb},
    {"BZh91AY&SY", "compressed with bzip2", bunzip2},
    {std::string_view("\xFD"
                      "7zXZ\0",
                      6),
     "compressed with xz", unxz},
    {"7z\xBC\xAF\x27\x1C", "a 7z archive", "extract it first: 7z x '{}'"},
    {"Rar!\x1A\x07", "a RAR archive", "extract it first: unrar x '{}'"},
    {"RDX2\n", "data saved by R", from_r},
    {"RDX3\n", "data saved by R", from_r},
    {std::string_view("X\n\0\0\0", 5), "data saved by R", from_r},
    {std::string_view("SQLite format 3\0", 16), "an SQLite database",
     "export one table as CSV: sqlite3 -header -csv '{}' \"SELECT * FROM mytable\" > table.csv"},
    {"\x89HDF\r\n\x1A\n", "an HDF5 file",
     "export its table as CSV with pandas: python -c \"import pandas; pandas.read_hdf('{}').to_csv('table.csv', "
     "index=False)\", or save an array as .npy"},
    {"%PDF-", "a PDF document", "give the table that it shows as CSV"},
    {"ARROW1", "an Arrow file",
     "export it as CSV with pandas: python -c \"import pandas; pandas.read_feather('{}').to_csv('table.csv', "
     "index=False)\""},
    {"FEA1", "a Feather file",
     "export it as CSV with pandas: python -c \"import pandas; pandas.read_feather('{}').to_csv('table.csv', "
     "index=False)\""},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an Excel 97 spreadsheet or another old Office document", spreadsheet},
    {std::string_view("Obj\x01", 4), "an Avro file", duckdb},
    {"<stata_dta>", "data saved by Stata", from_stata},
    {"$FL2@(#)", "data saved by SPSS", "export it as CSV from SPSS or, in R, with haven::read_sav"},
    {"MATLAB 5.0 MAT-file", "data saved by MATLAB", "save one array as .npy or a table as .csv (writetable)"},
    {"\x80\x04\x95", "a Python pickle, which can run code when it is opened",
     "if you trust it, save the array with numpy.save or the table with to_csv"},
    {"\x89PNG\r\n\x1A\n", "an image", "give the numbers of its pixels or features, as CSV or .npy"},
    {"\xFF\xD8\xFF", "an image", "give the numbers of its pixels or features, as CSV or .npy"},
    {R"({\rtf)", "a formatted document", "save it as plain text"},
    {"<!DOCTYPE", "a web page", "download the table itself, as CSV"},
    {"<!doctype", "a web page", "download the table itself, as CSV"},
    {"<html", "a web page", "download the table itself, as CSV"},
    {"<table", "a table of a web page", html_table},
    {"<TABLE", "a table of a web page", html_table},
    {"<?xml", "XML", "export its table as CSV"},
    {"__label__", "labelled text as fastText reads it",
     R"(make a table of it: (printf 'label\ttext\n'; sed -E 's/^__label__([^ ]+) */\1\t/' '{}') > table.tsv)"},
}};

constexpr std::string_view zip_signature = "PK\x03\x04";
constexpr std::array<Foreign, 7> archives_by_name = {{
    {".xlsx", "an Excel spreadsheet", spreadsheet},
    {".xlsm", "an Excel spreadsheet", spreadsheet},
    {".ods", "an OpenDocument spreadsheet", spreadsheet},
    {".docx", "a Word document", "save it as plain text, or its table as CSV"},
    {".odt", "an OpenDocument text", "save it as plain text, or its table as CSV"},
    {".npz", "an archive of arrays", "save one array as .npy: numpy.save('rows.npy', numpy.load('{}')['rows'])"},
    {".zip", "a zip archive", "extract it first: unzip '{}'"},
}};
constexpr Foreign unnamed_archive = {"", "a zip archive, as spreadsheets (xlsx, ods) and npz files are",
                                     "save the sheet as CSV or the array as .npy, or extract the file"};

constexpr std::array<Foreign, 8> foreign_endings = {{
    {".dta", "data saved by Stata", from_stata},
    {".rds", "data saved by R", from_r},
    {".rdata", "data saved by R", from_r},
    {".rda", "data saved by R", from_r},
    {".sas7bdat", "data saved by SAS",
     "export it as CSV with pandas: python -c \"import pandas; pandas.read_sas('{}').to_csv('table.csv', "
     "index=False)\""},
    {".tar", "a tar archive", "extract it first: tar xf '{}'"},
    {".tar.gz", "a tar archive", "extract it first: tar xf '{}'"},
    {".tgz", "a tar archive", "extract it first: tar xf '{}'"},
}};

template <typename Formats>
const Foreign* by_ending(const Formats& formats, std::string_view name) {
  const auto ends = [name](const Foreign& format) {
    std::string_view rest = name;
    return take_ending(rest, format.text);
  };
  const auto found = std::find_if(formats.begin(), formats.end(), ends);
  return found == formats.end() ? nullptr : &*found;
}

/// JSON with blanks and line ends between its brackets.
bool is_spread_json(Input& input) {
  constexpr std::size_t first_bytes = 64;
  const bool is_list = input.starts_with("[");
  if (!is_list && !input.starts_with("{")) return false;
  const std::string_view bytes = input.peek(first_bytes);
  const std::size_t next = bytes.find_first_not_of(" \t\r\n", 1);
  return next != std::string_view::npos && bytes[next] == (is_list ? '{' : '"');
}

const Foreign* foreign_of(Input& input) {
  if (const Foreign* const by_name = by_ending(foreign_endings, input.name())) return by_name;
  if (input.starts_with(zip_signature)) {
    const Foreign* const by_name = by_ending(archives_by_name, input.name());
    return by_name != nullptr ? by_name : &unnamed_archive;
  }
  if (is_spread_json(input)) return &json;
  const auto found = std::find_if(foreign_signatures.begin(), foreign_signatures.end(),
                                  [&](const Foreign& format) { return input.starts_with(format.text); });
  return found == foreign_signatures.end() ? nullptr : &*found;
}

}  // namespace

FileKind file_kind(std::string_view path) {
  FileKind kind;
  if (take_ending(path, ".gz")) {
    kind.compression = Compression::gzip;
  } else if (take_ending(path, ".zst")) {
    kind.compression = Compression::zstd;
  }
  if (take_ending(path, ".tsv")) return {InputFormat::csv, kind.compression, '\t'};
  for (const Ending& ending : endings) {
    if (take_ending(path, ending.text)) kind.format = ending.format;
  }
  return kind;
}

std::string foreign_format(Input& input) {
  const Foreign* const format = foreign_of(input);
  if (format == nullptr) return {};
  std::string advice(format->advice);
  const std::string name = input.name() == "<stdin>" ? "FILE" : input.name();
  if (const std::size_t place = advice.find("{}"); place != std::string::npos) advice.replace(place, 2, name);
  return fmt::format("is {}, which is not read as it is; {}", format->what, advice);
}

void refuse_foreign_format(Input& input) {
  const std::string message = foreign_format(input);
  if (!message.empty()) throw Error(ErrorCode::bad_data, message, input.name());
}

}  // namespace suffice
