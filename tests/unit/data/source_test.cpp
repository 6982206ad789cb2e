// Source: a path in, blocks of rows out; early from a pipe that falls silent.
#include "suffice/source.hpp"

#include <filesystem>
#include <future>
#include <variant>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compressed_text.hpp"
#include "data_text.hpp"
#include "npy_text.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

TEST(Source, ReadsAFile) {
  const TemporaryFolder folder;
  const std::string text = "x,label,w\n1.5,a,1\n2.5,b,2\n";
  write_text(folder.file("t.csv"), text);
  Source source(folder.file("t.csv"));
  EXPECT_EQ(source.columns(), (std::vector<std::string>{"x", "label", "w"}));
  source.bind(choose_schema(source.columns(), {.weight = "w"}));
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  const Table table = source.table(block);
  ASSERT_EQ(table.columns.size(), 1U);
  const auto matrix = std::get<NumberMatrix>(table.columns[0]);
  EXPECT_EQ(table.rows, 2U);
  EXPECT_EQ(matrix.columns, 1U);
  EXPECT_EQ(matrix.row_stride, 1);
  EXPECT_EQ(std::get<const double*>(matrix.values)[1], 2.5);
  EXPECT_EQ(table.weight(1), 2.0);
  const Labels labels = source.labels(block);
  EXPECT_EQ(labels.names[labels.codes[1]], "b");
  EXPECT_FALSE(source.next(block));
  EXPECT_FALSE(source.would_wait());
  EXPECT_EQ(source.bytes_read(), text.size());
}

/// The first number of every row, and what was skipped.
std::string read_and_skipped(Source& source) {
  std::string text;
  RowBlock block;
  while (source.next(block)) {
    const Table table = source.table(block);
    const Labels labels = source.labels(block);
    for (std::size_t i = 0; i < block.rows; ++i)
      text += fmt::format("{}={} ", block.values[i], labels.names[labels.codes[i]]);
  }
  const SkippedRows skipped = source.skipped_rows();
  return text + fmt::format("| {} unlabelled, {} bad: {}", skipped.unlabelled, skipped.bad, skipped.first_bad);
}

TEST(Source, SkipsBadRowsWhereThatIsWanted) {
  const TemporaryFolder folder;
  const std::string csv = folder.file("t.csv");
  write_text(csv, "x,y\n# a comment\n1,a\nNaNa,b\n2,\n3,b\nTotal\n");
  Source table = Source::of_paths({csv, csv}, {.skip_bad_rows = true});
  table.bind(schema_of({"x"}, "y"));
  EXPECT_EQ(read_and_skipped(table), "1=a 3=b 1=a 3=b | 2 unlabelled, 6 bad: " + csv +
                                         ":2: has 1 cell, the header has 2: correct the row, or check its quotes and "
                                         "delimiters");
  const std::string svm = folder.file("t.svm");
  write_text(svm, "a 1:5\nb 1:x\nb 1:7\n");
  for (const bool sparse : {false, true}) {
    Source rows(svm, {.skip_bad_rows = true, .sparse = sparse});
    rows.bind(schema_of({"1"}, "label"));
    EXPECT_TRUE(read_and_skipped(rows).starts_with("5=a 7=b | 0 unlabelled, 1 bad: " + svm + ":2:5: ")) << sparse;
  }
}

TEST(Source, NamesTheFileInItsErrors) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t.csv");
  write_text(path, "x,y\n1\n");
  Source source(path);
  source.bind(schema_of({"x"}, "y"));
  RowBlock block;
  EXPECT_EQ(failure([&] { source.next(block); }),
            "3 " + path + ":2: has 1 cell, the header has 2: correct the row, or check its quotes and delimiters");
  EXPECT_EQ(failure([&] { Source missing(folder.file("none")); }).substr(0, 2), "5 ");
  EXPECT_EQ(failure([&] { Source bad(path, {.dialect = {.delimiter = '"'}}); }).substr(0, 2), "2 ");
}

TEST(Source, ReturnsEarlyWhenInputFallsSilent) {
  Pipe pipe;
  pipe.write("x,y\n1,a\n2,b\n3,");
  Source source(pipe.path(), {.dialect = as_choice({})});
  source.bind(schema_of({"x"}, "y"));
  RowBlock block;
  EXPECT_FALSE(source.would_wait());
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.rows, 2U);
  EXPECT_TRUE(source.would_wait());
  pipe.write("c\n");
  EXPECT_FALSE(source.would_wait());
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.values, std::vector<double>{3});
  EXPECT_TRUE(source.would_wait());
  pipe.write("4,d");
  EXPECT_TRUE(source.would_wait());
  pipe.close();
  EXPECT_FALSE(source.would_wait());
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.values, std::vector<double>{4});
  EXPECT_FALSE(source.next(block));
}

TEST(Source, SaysThatItWouldWaitAfterAFullBlockAndHalfARow) {
  Pipe pipe;
  std::string text = "x,y\n";
  for (int i = 0; i < 4096; ++i) text += "1,a\n";
  pipe.write(text + "2,");
  Source source(pipe.path(), {.dialect = as_choice({})});
  source.bind(schema_of({"x"}, "y"));
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.rows, 4096U);
  EXPECT_TRUE(source.would_wait());
}

TEST(Source, AnErrorAheadIsNoReasonToWait) {
  Pipe pipe;
  pipe.write("x,y\n1,a\n");
  Source source(pipe.path(), {.dialect = as_choice({})});
  source.bind(schema_of({"x"}, "y"));
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  pipe.write("\"b\"c");
  EXPECT_FALSE(source.would_wait());
  EXPECT_NE(failure([&] { source.next(block); }), "");
}

TEST(Source, TellsTheFormatByNameOrContent) {
  const TemporaryFolder folder;
  const auto columns = [&](const std::string& name, const std::string& text, ReadOptions options = {}) {
    write_text(folder.file(name), text);
    return Source(folder.file(name), options).columns();
  };
  using Names = std::vector<std::string>;
  const std::string array = npy_file("|u1", "(1, 3)", "abc");
  EXPECT_EQ(columns("a", "x,y\n"), (Names{"x", "y"}));
  EXPECT_EQ(columns("a.tsv", "x,y\tz\n"), (Names{"x,y", "z"}));
  EXPECT_EQ(columns("a.tsv", "x,y\tz\n", {.dialect = {.delimiter = ','}}), (Names{"x", "y\tz"}));
  EXPECT_EQ(columns("a.svm", "1 2:3\n"), (Names{"label", "1", "2"}));
  EXPECT_EQ(columns("a.txt", "1 2:3\n", {.format = InputFormat::svmlight}), (Names{"label", "1", "2"}));
  EXPECT_EQ(columns("a.svm", "x,y\n", {.format = InputFormat::csv}), (Names{"x", "y"}));
  EXPECT_EQ(columns("a.npy", array), (Names{"1", "2", "3"}));
  EXPECT_EQ(columns("a.csv", array), (Names{"1", "2", "3"}));
  EXPECT_EQ(failure([&] { columns("b.npy", "x,y\n"); }),
            "3 " + folder.file("b.npy") + ": is not an npy file: save the array with numpy.save");
}

TEST(Source, RefusesZipArchives) {
  const TemporaryFolder folder;
  write_text(folder.file("X.npz"), "PK\x03\x04 and so on");
  EXPECT_EQ(failure([&] { Source source(folder.file("X.npz")); }),
            "3 " + folder.file("X.npz") +
                ": is an archive of arrays, which is not read as it is; save one array as .npy: numpy.save('rows.npy', "
                "numpy.load('" +
                folder.file("X.npz") + "')['rows'])");
}

TEST(Source, ReadsCompressedFiles) {
  const TemporaryFolder folder;
  for (const auto& [name, bytes] : {std::pair("a.csv.gz", gzip_rows), {"a.csv.zst", zstd_rows}, {"a", gzip_rows}}) {
    write_text(folder.file(name), bytes);
    Source source(folder.file(name));
    source.bind(schema_of({"x"}, "y"));
    RowBlock block;
    ASSERT_TRUE(source.next(block));
    EXPECT_EQ(block.values, (std::vector<double>{1, 2}));
    EXPECT_EQ(source.bytes_read(), plain_rows.size());
  }
  write_text(folder.file("b.csv.gz"), plain_rows);
  EXPECT_EQ(failure([&] { Source source(folder.file("b.csv.gz")); }).substr(0, 2), "3 ");
}

TEST(Source, GivesCompressedRowsAsTheyCome) {
  Pipe pipe;
  pipe.write(gzip_first_part);
  Source source(pipe.path(), {.dialect = as_choice({})});
  source.bind(schema_of({"x"}, "y"));
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{1}));
  EXPECT_TRUE(source.would_wait());
  pipe.write(gzip_second_part);
  EXPECT_FALSE(source.would_wait());
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{2}));
  pipe.write(gzip_last_part.substr(0, 4));
  pipe.close();
  EXPECT_FALSE(source.would_wait());
  EXPECT_EQ(failure([&] { source.next(block); }),
            "3 " + pipe.path() + ": the gzip data is cut short; copy or compress the file again");
}

TEST(Source, ReadsSvmlightFromAPipeTwiceOnlyWhenItMust) {
  for (const bool bound_first : {true, false}) {
    Pipe pipe;
    pipe.write("a 1:5 2:6\nb 2:7\n");
    Source source(pipe.path(), {.format = InputFormat::svmlight});
    if (!bound_first) {
      pipe.close();
      EXPECT_EQ(source.columns().size(), 3U);
    }
    source.bind(schema_of({"1", "2"}, "label"));
    RowBlock block;
    ASSERT_TRUE(source.next(block));
    EXPECT_EQ(block.values, (std::vector<double>{5, 6, 0, 7}));
    EXPECT_EQ(source.would_wait(), bound_first);
  }
}

TEST(Source, ReadsCompressedSvmlightTwice) {
  const TemporaryFolder folder;
  write_text(folder.file("a.svm.zst"), zstd_sparse_rows);
  Source source(folder.file("a.svm.zst"));
  EXPECT_EQ(source.columns().size(), 3U);
  source.bind(schema_of({"1", "2"}, "label"));
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{0, 1, 2, 0}));
}

TEST(Source, RefusesOptionsThatDoNotFitTheFormat) {
  const std::string no_cells =
      ": only the cells of CSV input and the lines of text can be written out again, and this is neither; rows come in "
      "the order of the input, documents of a folder in byte order of their paths";
  const TemporaryFolder folder;
  write_text(folder.file("a.csv"), "x,y\n");
  write_text(folder.file("a.svm"), "1 1:1\n");
  EXPECT_EQ(failure([&] { Source source(folder.file("a.csv"), {.labels_path = "y.npy"}); }),
            "2 " + folder.file("a.csv") + ": labels in a second file go with npy input");
  EXPECT_EQ(failure([&] { Source source(folder.file("a.svm"), {.keep_cells = true}); }),
            "2 " + folder.file("a.svm") + no_cells);
  EXPECT_EQ(failure([&] { Source source(folder.path(), {.keep_cells = true}); }), "2 " + folder.path() + no_cells);
  EXPECT_EQ(failure([&] { Source source({{"a", folder.file("a.csv")}}, {.format = InputFormat::csv}); }),
            "2 paths with their labels are documents, whose format is known already");
  EXPECT_EQ(remedies([&] { Source source(folder.file("a.csv"), {.labels_path = "y.npy"}); }), "leave_out labels");
  EXPECT_EQ(remedies([&] { Source source(folder.file("a.svm"), {.keep_cells = true}); }), "leave_out append");
  EXPECT_EQ(failure([&] { Source source({{"a", folder.file("a.csv")}}, {.keep_cells = true}); }),
            "2 " + folder.file("a.csv") + no_cells);
}

TEST(Source, TakesLabelsFromASecondArray) {
  const TemporaryFolder folder;
  write_text(folder.file("x.npy"), npy_file("|u1", "(2, 1)", "\x05\x06"));
  write_text(folder.file("y.npy"), npy_file("|S3", "(2,)", "redtan"));
  Source source(folder.file("x.npy"), {.labels_path = folder.file("y.npy")});
  source.bind(choose_schema(source.columns(), {}));
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.values, (std::vector<double>{5, 6}));
  EXPECT_EQ(source.label_names(), (std::vector<std::string>{"red", "tan"}));
  Source unlabelled(folder.file("x.npy"), {.labels = false, .labels_path = "none.npy"});
  EXPECT_EQ(unlabelled.columns().size(), 1U);
}

TEST(Source, ShowsSparseRows) {
  const TemporaryFolder folder;
  write_text(folder.file("a.svm"), "a 1:5 3:6\nb\n");
  Source source(folder.file("a.svm"), {.sparse = true});
  source.bind(schema_of({"1", "2", "3"}, "label"));
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  const Table table = source.table(block);
  const auto matrix = std::get<SparseMatrix>(table.columns.at(0));
  EXPECT_EQ(table.rows, 2U);
  EXPECT_EQ(matrix.columns, 3U);
  EXPECT_EQ(matrix.indices[1], 2U);
  EXPECT_EQ(std::get<const double*>(matrix.values)[1], 6);
}

TEST(Source, ShowsFloatAndIgnoresSparseWhereRowsAreDense) {
  const TemporaryFolder folder;
  write_text(folder.file("a.npy"), npy_file("<f4", "(1, 1)", std::string("\0\0\x80\x3F", 4)));
  Source source(folder.file("a.npy"), {.labels = false, .sparse = true});
  source.bind(schema_of({"1"}, ""));
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  const auto matrix = std::get<NumberMatrix>(source.table(block).columns.at(0));
  EXPECT_EQ(std::get<const float*>(matrix.values)[0], 1);
}

TEST(Source, ShowsCategories) {
  const TemporaryFolder folder;
  write_text(folder.file("a.csv"), "y,colour,size\na,red,?\nb,blue,1\n");
  Source source(folder.file("a.csv"));
  source.bind(schema_of({"colour", "size"}, "y", "", Kind::categories));
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  const Table table = source.table(block);
  ASSERT_EQ(table.rows, 2U);
  ASSERT_EQ(table.columns.size(), 2U);
  const auto colour = std::get<CategoryColumn>(table.columns[0]);
  const auto size = std::get<CategoryColumn>(table.columns[1]);
  EXPECT_EQ(colour.stride, 2);
  EXPECT_EQ(std::get<const std::uint32_t*>(size.codes)[0], missing_category);
  EXPECT_EQ(colour.dictionary[std::get<const std::uint32_t*>(colour.codes)[2]], "blue");
  EXPECT_EQ(size.dictionary[std::get<const std::uint32_t*>(size.codes)[2]], "1");
}

TEST(Source, ShowsAMixInTheOrderOfTheSchema) {
  const TemporaryFolder folder;
  write_text(folder.file("a.csv"), "t,c,x,y,z,u,k\nhi,red,1,p,2,ho,4\nhello,blue,3,q,5,,6\n");
  Source source(folder.file("a.csv"));
  Schema schema;
  schema.target = "y";
  schema.blocks.push_back({.features = {"x"}});
  schema.blocks.push_back({.kind = Kind::categories, .features = {"c", "z"}});
  schema.blocks.push_back({.kind = Kind::text, .features = {"t"}});
  schema.blocks.push_back({.kind = Kind::measurements, .features = {"z"}});
  schema.blocks.push_back({.kind = Kind::counts, .features = {"k"}});
  schema.blocks.push_back({.kind = Kind::text, .features = {"u"}});
  source.bind(schema);
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  const Table table = source.table(block);
  ASSERT_EQ(table.columns.size(), 6U) << "x, c, z, t, k, u";
  const auto number = [&](std::size_t column, std::size_t row) {
    const auto& matrix = std::get<NumberMatrix>(table.columns[column]);
    EXPECT_EQ(matrix.columns, 1U);
    return std::get<const double*>(matrix.values)[row * static_cast<std::size_t>(matrix.row_stride)];
  };
  EXPECT_EQ(number(0, 0), 1);
  EXPECT_EQ(number(0, 1), 3);
  EXPECT_EQ(number(2, 1), 5);
  EXPECT_EQ(number(4, 1), 6);
  EXPECT_EQ(std::get<CategoryColumn>(table.columns[1]).dictionary[1], "blue");
  EXPECT_EQ(std::get<TextColumn>(table.columns[3]).documents[1], "hello");
  EXPECT_EQ(std::get<TextColumn>(table.columns[5]).documents[0], "ho");
  EXPECT_EQ(std::get<TextColumn>(table.columns[5]).documents[1], "");
}

TEST(Source, ReadsDocumentsFromLinesFoldersAndTables) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("all/ham"));
  write_text(folder.file("all/ham/1"), "hello");
  write_text(folder.file("lines.txt"), "hello\n");
  write_text(folder.file("t.tsv"), "kind\tmessage\nham\thello\n");
  const auto check = [](Source source, const Schema& schema) {
    source.bind(schema);
    RowBlock block;
    ASSERT_TRUE(source.next(block));
    const auto text = std::get<TextColumn>(source.table(block).columns.at(0));
    ASSERT_EQ(text.documents.size(), 1U);
    EXPECT_EQ(text.documents[0], "hello");
    EXPECT_EQ(source.label_names().size(), block.codes.size());
    EXPECT_FALSE(source.next(block));
    EXPECT_EQ(source.table(block).rows, 0U);
  };
  const Schema schema = schema_of({"message"}, "kind", "", Kind::text);
  check(Source(folder.file("all")), schema);
  check(Source(folder.file("all"), {.labels = false}), schema);
  check(Source({{"ham", folder.file("lines.txt")}}), schema);
  check(Source(folder.file("lines.txt"), {.labels = false, .format = InputFormat::lines}), schema);
  check(Source(folder.file("t.tsv")), schema);
}

// Every row as text, and the error at the end, if there is one.
struct Reading {
  std::vector<std::string> rows;
  std::string error;
  bool operator==(const Reading&) const = default;
};

// With `ahead`, another thread reads ahead while the rows are looked at.
Reading read_rows(Source source, const Schema& schema, bool ahead) {
  source.bind(schema);
  RowBlock block;
  Reading reading;
  reading.error = failure([&] {
    while (source.next(block)) {
      std::future<void> next;
      if (ahead) next = std::async(std::launch::async, [&] { source.read_ahead(); });
      for (std::size_t i = 0; i < block.rows; ++i) {
        std::string row = block.codes.empty() ? "" : std::to_string(block.codes[i]) + " ";
        row += block.documents.empty() ? std::to_string(block.values[i]) : std::string(block.documents[i]);
        reading.rows.push_back(std::move(row));
      }
      if (ahead) next.get();
    }
  });
  EXPECT_EQ(failure([&] { EXPECT_FALSE(source.next(block)); }), reading.error);  // an error comes again
  return reading;
}

const Schema documents_schema = schema_of({"text"}, "label", "", Kind::text);

TEST(Source, ReadsTheSameAhead) {
  const TemporaryFolder folder;
  std::string lines;
  std::string table = "x,y\n";
  for (std::size_t i = 0; i < 100'000; ++i) {
    lines += "document " + std::to_string(i) + '\n';
    table += std::to_string(i) + ",a\n";
  }
  write_text(folder.file("lines"), lines);
  write_text(folder.file("few"), "one\ntwo");
  write_text(folder.file("t.csv"), table);
  for (const std::string label : {"a", "b"}) {
    std::filesystem::create_directories(folder.file("all/" + label));
    for (const char* name : {"1", "2", "3"}) write_text(folder.file("all/" + label + "/" + name), label + name);
  }
  const auto check = [](const auto& open, const Schema& schema, std::size_t rows) {
    const Reading plain = read_rows(open(), schema, false);
    EXPECT_EQ(plain.rows.size(), rows);
    EXPECT_EQ(plain.error, "");
    EXPECT_TRUE(read_rows(open(), schema, true) == plain);
  };
  const ReadOptions of_lines{.labels = false, .format = InputFormat::lines};
  check([&] { return Source(folder.file("lines"), of_lines); }, documents_schema, 100'000);
  check([&] { return Source({{"a", folder.file("lines")}, {"b", folder.file("few")}, {"a", folder.file("all/a")}}); },
        documents_schema, 100'005);
  check([&] { return Source(folder.file("all")); }, documents_schema, 6);
  check([&] { return Source(folder.file("t.csv")); }, schema_of({"x"}, "y"), 100'000);
}

TEST(Source, AnErrorAheadComesAfterTheRowsBeforeIt) {
  const TemporaryFolder folder;
  std::string packed;
  for (int i = 0; i < 100; ++i) packed += gzip_zeros + gzip_rows;  // three lines each, of 20,000 bytes: several blocks
  write_text(folder.file("whole.gz"), packed);
  write_text(folder.file("cut.gz"), packed + gzip_rows.substr(0, 12));
  const auto check = [&](const auto& open, std::size_t rows) {
    const Reading plain = read_rows(open(), documents_schema, false);
    EXPECT_EQ(plain.rows.size(), rows);
    EXPECT_NE(plain.error.find("cut.gz"), std::string::npos);
    EXPECT_TRUE(read_rows(open(), documents_schema, true) == plain);
  };
  check([&] { return Source(folder.file("cut.gz"), {.labels = false, .format = InputFormat::lines}); }, 300);
  check([&] { return Source({{"a", folder.file("whole.gz")}, {"b", folder.file("cut.gz")}}); }, 600);
}

TEST(Source, SkipsADamagedFileOfAFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("all"));
  write_text(folder.file("all/1"), "one");
  write_text(folder.file("all/cut.gz"), gzip_rows.substr(0, 12));
  write_text(folder.file("all/e"), "two");
  Source source(folder.file("all"), {.labels = false});
  source.bind(documents_schema);
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.documents, (std::vector<std::string_view>{"one", "two"}));
  ASSERT_EQ(source.skipped_rows().files.size(), 1U);
  EXPECT_TRUE(source.skipped_rows().files[0].starts_with(folder.file("all/cut.gz")));
}

TEST(Source, ReadingAheadDoesNotWait) {
  Pipe pipe;
  pipe.write("one\ntw");
  Source source(pipe.path(), {.labels = false, .format = InputFormat::lines});
  source.bind(documents_schema);
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  source.read_ahead();
  EXPECT_EQ(block.documents, std::vector<std::string_view>{"one"});
  pipe.write("o\n");
  source.read_ahead();
  EXPECT_EQ(block.documents, std::vector<std::string_view>{"one"});
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.documents, std::vector<std::string_view>{"two"});
}

TEST(Source, TakesQuotesAsTextWhenToldTo) {
  const TemporaryFolder folder;
  write_text(folder.file("t.tsv"), "ham\t\"hi, he said\nspam\tbuy\n");
  Source source(folder.file("t.tsv"), {.dialect = {.quote = '\0', .header = false}});
  source.bind(schema_of({"2"}, "1", "", Kind::text));
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  EXPECT_EQ(block.documents, (std::vector<std::string_view>{"\"hi, he said", "buy"}));
}

TEST(Source, CanBeMoved) {
  const TemporaryFolder folder;
  write_text(folder.file("t.csv"), "x,y\n1,a\n");
  Source first(folder.file("t.csv"));
  Source second(std::move(first));
  second.bind(schema_of({"x"}, "y"));
  RowBlock block;
  EXPECT_TRUE(second.next(block));
}

}  // namespace
}  // namespace suffice
