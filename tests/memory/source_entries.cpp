// Sources: a file of each format read to its end, and what is found out about its first bytes. Mail is not among them:
// GLib ends the process by itself when memory is out.
#include <filesystem>

#include <fmt/format.h>

#include "entry_point.hpp"
#include "suffice/source.hpp"
#include "unit/compressed_text.hpp"
#include "unit/npy_text.hpp"
#include "unit/temporary_folder.hpp"

namespace suffice {
namespace {

std::string row_text(const Source& source, const RowBlock& block) {
  std::string text = bytes(block.values) + bytes(block.values32) + bytes(block.indices) + bytes(block.categories) +
                     bytes(block.codes) + bytes(block.weights);
  for (const std::string_view document : block.documents) text += document;
  for (const std::string& label : source.label_names()) text += label;
  return text;
}

/// Every row, as text.
std::string read_all(const std::string& path, const ReadOptions& options, const Schema& schema) {
  Source source(path, options);
  source.bind(schema);
  RowBlock block;
  std::string all;
  while (source.next(block)) all += row_text(source, block);
  return all;
}

Schema numbers(const std::string& first, const std::string& second, const std::string& target) {
  return {.blocks = {{.kind = Kind::measurements, .features = {first, second}}}, .target = target};
}

const Schema documents = {.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = "label"};

EntryPoint reading(const std::string& name, const std::string& path, const ReadOptions& options, const Schema& schema) {
  return value_of(
      "Source: " + name, [=] { return read_all(path, options, schema); }, [](const std::string& all) { return all; });
}

std::vector<EntryPoint> files(const std::string& folder) {
  const auto write = [&](const std::string& name, const std::string& text) {
    write_text(folder + "/" + name, text);
    return folder + "/" + name;
  };
  const std::string rows = "x;\"y\";colour;w;label\n1,5;2;red;1;a\n2,5;NA;blue;2;b\n0,5;3;\"re;d\";1;a\n";
  const Schema mixed = {.blocks = {{.kind = Kind::measurements, .features = {"x", "y"}},
                                   {.kind = Kind::categories, .features = {"colour"}}},
                        .target = "label",
                        .weight = "w"};
  const ReadOptions missing{.allow_missing = true};
  ReadOptions labelled{.labels = true};
  labelled.labels_path = write("labels.npy", npy_file("<i8", "(2,)", elements<std::int64_t>({1, 2})));
  std::filesystem::create_directories(folder + "/documents/a");
  std::filesystem::create_directories(folder + "/documents/b");
  write("documents/a/1", "buy now");
  write("documents/b/2", "hello friend");
  ReadOptions threads = missing;
  threads.threads = 3;
  ReadOptions known = missing;
  known.known_values = {{"colour", {"Red", "green"}}};
  return {
      reading("csv", write("x.csv", rows), missing, mixed),
      reading("csv, threads", folder + "/x.csv", threads, mixed),
      reading("csv, known values", folder + "/x.csv", known, mixed),
      reading("csv in UTF-16", write("wide.csv", std::string("\xff\xfex\0,\0y\0\n\0001\0,\0a\0\n\0", 18)), {},
              {.blocks = {{.kind = Kind::measurements, .features = {"x"}}}, .target = "y"}),
      reading("gzip", write("x.csv.gz", gzip_rows), {},
              {.blocks = {{.kind = Kind::measurements, .features = {"x"}}}, .target = "y"}),
      reading("zstd", write("x.csv.zst", zstd_rows), {},
              {.blocks = {{.kind = Kind::measurements, .features = {"x"}}}, .target = "y"}),
      reading(
          "arff",
          write(
              "x.arff",
              "@relation r\n@attribute x numeric\n@attribute y numeric\n@attribute label {a,b}\n@data\n1,2,a\n3,?,b\n"),
          missing, numbers("x", "y", "label")),
      reading("svmlight", write("x.svm", "a 1:2 2:3\nb 2:1 # more\n"), {.sparse = true}, numbers("1", "2", "label")),
      reading("npy", write("x.npy", npy_file("<f4", "(2, 2)", elements<float>({1, 2, 3, 4}))), labelled,
              numbers("1", "2", "label")),
      reading("lines", write("x.txt", "buy now\nhello\n"), {.labels = false, .format = InputFormat::lines}, documents),
      reading("documents", folder + "/documents", {}, documents),
      value_of(
          "find_dialect", [rows] { return find_dialect(rows, true); },
          [](const FoundDialect& found) { return describe(found.dialect); }),
      value_of(
          "guess_roles",
          [path = folder + "/x.csv"] {
            const Source source(path, {.sample = true});
            return guess_roles(*source.sample(), source.dialect(), {.target = "label"});
          },
          [](const std::vector<ColumnGuess>& found) { return summary_line(found); }),
  };
}

}  // namespace

std::vector<EntryPoint> source_entries(const std::string& folder) {
  std::vector<EntryPoint> entries = files(folder);
  for (const char* stemmer : {"", "english"}) {
    const TextOptions options{.longest = 2, .stop_words = {"the"}, .stemmer = stemmer};
    entries.push_back(value_of(
        fmt::format("terms_of{}", *stemmer == '\0' ? "" : ", stemmed"),
        [options] { return terms_of("The cats, Größen and \xff cats are buying", options); },
        [](const std::vector<std::string>& terms) { return fmt::format("{}", fmt::join(terms, "|")); }));
  }
  return entries;
}

}  // namespace suffice
