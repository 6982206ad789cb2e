// DocumentRows: folders of labels, LABEL=PATH, what is left out, and what is wrong with a folder.
#include "data/formats/document_rows.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compressed_text.hpp"
#include "data_text.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

const Schema text_schema = schema_of({"text"}, "label", "", Kind::text);

/// label=document of every row.
Names rows_of(DocumentRows& reader) {
  reader.bind(text_schema);
  Names rows;
  RowBlock block;
  while (reader.next(block)) {
    EXPECT_EQ(block.documents.size(), block.rows);
    for (std::size_t i = 0; i < block.rows; ++i) {
      const std::string label = block.codes.empty() ? "" : reader.label_names()[block.codes[i]];
      rows.push_back(label + "=" + std::string(block.documents[i]));
    }
  }
  return rows;
}

class DocumentRowsTest : public testing::Test {
 protected:
  DocumentRowsTest() {
    for (const char* name : {"mail/spam", "mail/ham/old", "mail/ham-2"}) fs::create_directories(folder_.file(name));
    write_text(folder_.file("mail/spam/1"), "buy\n");
    write_text(folder_.file("mail/ham/b"), "\xFF");
    write_text(folder_.file("mail/ham/old/a"), "");
    write_text(folder_.file("mail/ham-2/x"), "hello");
    write_text(folder_.file("mail/README"), "no label");
    write_text(folder_.file("lines.txt"), "one\r\n\ntwo");
  }
  TemporaryFolder folder_;
};

TEST_F(DocumentRowsTest, SaysWhatFilesSeemToBe) {
  const std::string mail =
      "Received: from a by b; Mon, 1 Jan 2024 10:00:00 +0000\nMessage-ID: <1@a>\nFrom: a@b\n\nhi\n";
  for (const char* name : {"one", "two"}) write_text(folder_.file(name), mail);
  write_text(folder_.file("table.csv"), "a,b\n1,2\n");
  const auto doubts = [&](const std::vector<DocumentPath>& paths, const ReadOptions& options) {
    Names found = DocumentRows(paths, options).doubts();
    for (std::string& doubt : found) doubt.erase(0, doubt.rfind('/', doubt.find(' ')) + 1);
    return found;
  };
  const ReadOptions lines = {.format = InputFormat::documents};
  const ReadOptions files = {.format = InputFormat::documents, .documents = DocumentUnit::file};
  EXPECT_EQ(doubts({{"x", folder_.file("one")}}, lines),
            Names{"one begins as mail does, and each of its lines is read as a document"});
  EXPECT_EQ(doubts({{"x", folder_.file("one")}, {"y", folder_.file("two")}}, files),
            Names{"one begins as mail does, and is read as one document of plain text; it is not the only one"});
  EXPECT_EQ(doubts({{"x", folder_.file("table.csv")}}, {}),
            Names{"table.csv is a table by its name, and each of its lines is read as a document"});
  EXPECT_EQ(doubts({{"x", folder_.file("one")}}, {}), Names{}) << "which is read as mail";
  EXPECT_EQ(doubts({{"x", folder_.file("lines.txt")}}, lines), Names{});
}

TEST_F(DocumentRowsTest, TakesFoldersForLabels) {
  for (const char* name : {"mail", "mail/", "mail//"}) {
    DocumentRows reader({{std::nullopt, folder_.file(name)}}, {});
    EXPECT_EQ(reader.columns(), (Names{"label", "text"}));
    EXPECT_EQ(rows_of(reader), (Names{"ham-2=hello", "ham=\xC3\xBF", "ham=", "spam=buy\n"}));
    EXPECT_EQ(reader.label_names(), (Names{"ham-2", "ham", "spam"}));
    EXPECT_EQ(reader.bytes_read(), 10U);
    EXPECT_EQ(reader.unlabelled_files(), Names{"README"});
    EXPECT_FALSE(reader.would_wait());
  }
}

TEST_F(DocumentRowsTest, FindsTheEncodingOfEachFile) {
  const std::string utf8 = "caf\xC3\xA9 cr\xC3\xA8me";
  const std::string latin = "caf\xE9 cr\xE8me";
  std::string wide;
  for (const char c : latin) wide += {c, '\0'};
  fs::create_directories(folder_.file("text/a"));
  write_text(folder_.file("text/a/1"), utf8);
  write_text(folder_.file("text/a/2"), latin);
  write_text(folder_.file("text/a/3"), "\xFF\xFE" + wide);
  write_text(folder_.file("text/a/4"), wide);
  DocumentRows reader({{std::nullopt, folder_.file("text")}}, {});
  EXPECT_EQ(rows_of(reader), Names(4, "a=" + utf8));
  EXPECT_EQ(reader.transcoded_files().count, 3U);
  EXPECT_EQ(reader.transcoded_files().first, folder_.file("text/a/2"));
  EXPECT_EQ(reader.transcoded_files().encoding, Encoding::windows_1252);
  EXPECT_TRUE(reader.unreadable_files().empty());

  write_text(folder_.file("l.txt"), latin + "\n" + latin + "\n");
  write_text(folder_.file("w.txt"), wide + std::string("\n\0", 2) + wide);
  DocumentRows lines({{"l", folder_.file("l.txt")}, {"w", folder_.file("w.txt")}}, {});
  EXPECT_EQ(rows_of(lines), (Names{"l=" + utf8, "l=" + utf8, "w=" + utf8, "w=" + utf8}));
  EXPECT_EQ(lines.transcoded_files().count, 2U);
}

TEST_F(DocumentRowsTest, TakesTheEncodingThatIsSaid) {
  write_text(folder_.file("l.txt"), "a \xC3\xA9\nb");
  const std::vector<DocumentPath> paths = {{"l", folder_.file("l.txt")}};
  DocumentRows lines(paths, {.said = {.encoding = Encoding::windows_1252}});
  EXPECT_EQ(rows_of(lines), (Names{"l=a \xC3\x83\xC2\xA9", "l=b"}));
  EXPECT_EQ(lines.transcoded_files().count, 0U);
  DocumentRows files(paths, {.said = {.encoding = Encoding::windows_1252}, .documents = DocumentUnit::file});
  EXPECT_EQ(rows_of(files), Names{"l=a \xC3\x83\xC2\xA9\nb"});
  EXPECT_EQ(files.transcoded_files().count, 0U);
}

TEST_F(DocumentRowsTest, SkipsFilesOfFoldersThatAreDamagedOrBinary) {
  write_text(folder_.file("mail/ham/picture"), std::string("\x89PNG\0\0", 6));
  write_text(folder_.file("mail/spam/broken.gz"), std::string(gzip_rows).substr(0, 20));
  const std::string picture = folder_.file("mail/ham/picture") + ": is no text, but binary";
  DocumentRows reader({{std::nullopt, folder_.file("mail")}}, {.format = InputFormat::documents});
  EXPECT_EQ(rows_of(reader), (Names{"ham-2=hello", "ham=\xC3\xBF", "ham=", "spam=buy\n"}));
  ASSERT_EQ(reader.unreadable_files().size(), 2U);
  EXPECT_EQ(reader.unreadable_files()[0], picture);
  EXPECT_TRUE(reader.unreadable_files()[1].starts_with(folder_.file("mail/spam/broken.gz")));

  DocumentRows mails({{std::nullopt, folder_.file("mail")}}, {.format = InputFormat::mail});
  EXPECT_EQ(rows_of(mails).size(), 5U) << "any bytes are a mail";
  EXPECT_EQ(mails.unreadable_files().size(), 1U);

  DocumentRows marking({{std::nullopt, folder_.file("mail/ham")}},
                       {.labels = false, .keep_bad_rows = true, .format = InputFormat::documents});
  marking.bind(text_schema);
  RowBlock block;
  ASSERT_TRUE(marking.next(block));
  EXPECT_EQ(block.problems, (Names{"", "", picture}));
  DocumentRows named({{"ham", folder_.file("mail/spam/broken.gz")}}, {.documents = DocumentUnit::file});
  EXPECT_NE(failure([&] { rows_of(named); }), "");
}

TEST_F(DocumentRowsTest, TakesPlainFilesWhereLabelsAreNotRead) {
  DocumentRows reader({{std::nullopt, folder_.file("mail")}}, {.labels = false, .keep_bad_rows = true});
  EXPECT_EQ(reader.columns(), Names{"text"});
  EXPECT_EQ(rows_of(reader), (Names{"=no label", "=hello", "=\xC3\xBF", "=", "=buy\n"}));
  EXPECT_TRUE(reader.label_names().empty());
  EXPECT_TRUE(reader.unlabelled_files().empty());
}

TEST_F(DocumentRowsTest, TakesFilesAndFoldersByLabel) {
  write_text(folder_.file("lines.gz"), gzip_rows);
  DocumentRows reader({{"good", folder_.file("lines.txt")},
                       {"bad", folder_.file("mail/ham/")},
                       {"good", folder_.file("mail/spam")},
                       {"bad", folder_.file("lines.gz")}},
                      {});
  EXPECT_EQ(rows_of(reader), (Names{"good=one", "good=", "good=two", "bad=\xC3\xBF", "bad=", "good=buy\n", "bad=x,y",
                                    "bad=1,a", "bad=2,b"}));
  EXPECT_EQ(reader.label_names(), (Names{"good", "bad"}));
  EXPECT_EQ(reader.bytes_read(), 9U + 1U + 4U + plain_rows.size());
}

TEST_F(DocumentRowsTest, DecompressesTheFilesOfAFolder) {
  write_text(folder_.file("mail/spam/2.gz"), gzip_rows);
  write_text(folder_.file("mail/spam/3"), gzip_rows);
  DocumentRows reader({{"a", folder_.file("mail/spam")}}, {});
  const std::string document = "a=" + std::string(plain_rows);
  EXPECT_EQ(rows_of(reader), (Names{"a=buy\n", document, document}));
  EXPECT_EQ(reader.bytes_read(), 4U + 2 * plain_rows.size());

  write_text(folder_.file("mail/spam/4.gz"), "not compressed");
  DocumentRows misnamed({{"a", folder_.file("mail/spam")}}, {});
  EXPECT_EQ(rows_of(misnamed), (Names{"a=buy\n", document, document}));
  EXPECT_EQ(misnamed.unreadable_files(),
            Names{folder_.file("mail/spam/4.gz") +
                  ": is not compressed with gzip, as its name says: rename the file, or compress it"});
}

TEST_F(DocumentRowsTest, TakesOddNamesAsTheyAre) {
  const Names odd = {"a b", "-", "=", "a=b", "a\nb", "a\\b", "\xC3\xBC", "~", "*"};
  for (const std::string& name : odd) {
    fs::create_directories(folder_.file("odd/" + name));
    write_text(folder_.file("odd/" + name + "/\xFF \n=.txt"), name);
  }
  DocumentRows by_folder({{std::nullopt, folder_.file("odd")}}, {});
  Names expected;
  for (const std::string& name : odd) expected.push_back(fmt::format("{0}={0}", name));
  std::sort(expected.begin(), expected.end());
  Names found = rows_of(by_folder);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
  for (const std::string& name : odd) {
    DocumentRows by_label({{name, folder_.file("odd/" + name + "//")}}, {});
    EXPECT_EQ(rows_of(by_label), Names{fmt::format("{0}={0}", name)});
  }
  for (const std::string& path : {std::string(), std::string("a\0b", 3), std::string(10000, 'x')}) {
    EXPECT_EQ(failure([&] { DocumentRows reader({{"a", path}}, {}); }).substr(0, 2), "5 ") << path;
    EXPECT_NE(failure([&] { DocumentRows reader({{std::nullopt, path}}, {}); }), "") << path;
  }
}

TEST_F(DocumentRowsTest, RefusesAFileWithoutADocument) {
  write_text(folder_.file("empty.txt"), "");
  const std::vector<DocumentPath> paths = {{"a", folder_.file("lines.txt")}, {"b", folder_.file("empty.txt")}};
  EXPECT_EQ(failure([&] { DocumentRows reader(paths, {}); }),
            "3 " + folder_.file("empty.txt") + ": has no document: put one on each line, or leave it out");
  Pipe pipe;
  pipe.close();
  DocumentRows reader({{"a", folder_.file("lines.txt")}, {"b", pipe.path()}}, {});
  reader.bind(text_schema);
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 3U);
  EXPECT_NE(failure([&] { reader.next(block); }).find("has no document: put one on each line"), std::string::npos);
}

TEST_F(DocumentRowsTest, TellsWhenAPipeIsSilent) {
  Pipe pipe;
  pipe.write("one\ntw");
  DocumentRows reader({{"a", pipe.path()}, {"b", folder_.file("mail/spam")}}, {});
  reader.bind(text_schema);
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_TRUE(reader.would_wait());
  EXPECT_EQ(block.documents, std::vector<std::string_view>{"one"});
  pipe.close();
  EXPECT_FALSE(reader.would_wait());
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.documents, std::vector<std::string_view>{"tw"});
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.documents, std::vector<std::string_view>{"buy\n"});
  EXPECT_EQ(block.codes, std::vector<std::uint32_t>{1});
  EXPECT_FALSE(reader.next(block));
}

TEST_F(DocumentRowsTest, CutsManyDocumentsIntoBlocks) {
  const std::string text(text_block_bytes / 2, 'x');
  for (const char* name : {"1", "2", "3"}) write_text(folder_.file(std::string("mail/spam/") + name), text);
  DocumentRows reader({{"a", folder_.file("mail/spam")}}, {});
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 2U);
  EXPECT_EQ(block.documents[1], text);
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 1U);
}

TEST_F(DocumentRowsTest, SaysWhatIsWrongWithAFolder) {
  const auto opened = [&](const std::string& name, bool labels = true) {
    return failure([&] { DocumentRows reader({{std::nullopt, folder_.file(name)}}, {.labels = labels}); });
  };
  fs::create_directories(folder_.file("empty"));
  EXPECT_EQ(opened("empty"),
            "3 " + folder_.file("empty") +
                ": has no folder for a label: put the documents of each label into a folder of its name, or name the "
                "label of each path");
  EXPECT_EQ(opened("empty", false),
            "3 " + folder_.file("empty") + ": has no document: put one into each file of the folder, or leave it out");
  fs::create_directories(folder_.file("mail/new"));
  EXPECT_EQ(opened("mail").substr(0, folder_.path().size() + 28),
            "3 " + folder_.file("mail/new") + ": has no document");
  EXPECT_EQ(opened("lines.txt"), "3 " + folder_.file("lines.txt") +
                                     ": is not a folder with a folder for each label; name the label of each path");
  fs::create_directories(folder_.file("latin/gr\xFCn"));
  write_text(folder_.file("latin/gr\xFCn/x"), "");
  EXPECT_NE(opened("latin").find("the label 'gr\\xFCn' is not UTF-8"), std::string::npos);
  EXPECT_EQ(failure([&] { DocumentRows reader({{"", folder_.file("mail/ham")}}, {}); }),
            "3 " + folder_.file("mail/ham") + ": missing label in column 'label': fill it in or remove the row");
  const std::vector<DocumentPath> nothing;
  EXPECT_EQ(failure([&] { DocumentRows reader(nothing, {}); }), "2 there are no documents");
  EXPECT_EQ(remedies([&] { DocumentRows reader(nothing, {}); }), "give labelled-paths");
}

TEST_F(DocumentRowsTest, ReadsMailFromFoldersMaildirsAndMailboxes) {
  for (const char* name : {"box/a", "box/b/cur", "box/b/new", "box/b/tmp"}) fs::create_directories(folder_.file(name));
  write_text(folder_.file("box/a/1"), "To: 1\n\n>From x");
  write_text(folder_.file("box/a/2"),
             "From a@b Thu Jan  1 00:00:00 2026\nTo: 2\n\nFrom c@d Fri Jan  2 0:00 2026\nTo: 3\n");
  write_text(folder_.file("box/b/cur/1"), "To: 4\r\n\r\n");
  write_text(folder_.file("box/b/new/2"), "");
  write_text(folder_.file("box/b/tmp/3"), "half");
  write_text(folder_.file("box/b/index"), "of a program");
  const Names mails = {"a=To: 1\n\n>From x\n", "a=To: 2\n\n", "a=To: 3\n", "b=To: 4\n\n", "b="};
  DocumentRows labelled({{std::nullopt, folder_.file("box")}}, {.format = InputFormat::mail});
  EXPECT_EQ(rows_of(labelled), mails);
  EXPECT_EQ(labelled.format(), InputFormat::mail);
  DocumentRows paths({{"a", folder_.file("box/a/1")}, {"a", folder_.file("box/a/2")}, {"b", folder_.file("box/b")}},
                     {.format = InputFormat::mail});
  EXPECT_EQ(rows_of(paths), mails);
  DocumentRows one({{std::nullopt, folder_.file("box/a/2")}}, {.labels = false, .format = InputFormat::mail});
  EXPECT_EQ(rows_of(one), (Names{"=To: 2\n\n", "=To: 3\n"}));
  EXPECT_EQ(
      failure([&] { DocumentRows maildir({{std::nullopt, folder_.file("box/b")}}, {.format = InputFormat::mail}); }),
      "3 " + folder_.file("box/b") + ": is one Maildir, and says nothing about labels; name the label of each path");
}

TEST_F(DocumentRowsTest, TellsMailByTheFirstFiles) {
  for (const char* name : {"box/a", "box/b"}) fs::create_directories(folder_.file(name));
  write_text(folder_.file("box/a/1"), "Received: x\nSubject: y\n\nz\n");
  write_text(folder_.file("box/b/1"), "From a@b Thu Jan  1 00:00:00 2026\nTo: 2\n\n");
  EXPECT_EQ(DocumentRows({{std::nullopt, folder_.file("box")}}, {}).format(), InputFormat::mail);
  EXPECT_EQ(DocumentRows({{"a", folder_.file("box/a")}, {"b", folder_.file("box/b/1")}}, {}).format(),
            InputFormat::mail);
  EXPECT_EQ(DocumentRows({{std::nullopt, folder_.file("box")}}, {.format = InputFormat::documents}).format(),
            InputFormat::documents);
  EXPECT_EQ(DocumentRows({{std::nullopt, folder_.file("mail")}}, {}).format(), InputFormat::documents);
  write_text(folder_.file("box/b/2"), "Dear Ann,\n");
  EXPECT_EQ(DocumentRows({{std::nullopt, folder_.file("box")}}, {}).format(), InputFormat::documents);
}

TEST_F(DocumentRowsTest, NamesAFileThatCannotBeOpened) {
  fs::create_symlink("nowhere", folder_.file("mail/spam/2"));
  DocumentRows reader({{std::nullopt, folder_.file("mail")}}, {});
  reader.bind(text_schema);
  RowBlock block;
  ASSERT_TRUE(reader.next(block));
  EXPECT_EQ(block.rows, 4U);
  EXPECT_EQ(block.documents[3], "buy\n");
  EXPECT_FALSE(reader.next(block));
  EXPECT_EQ(reader.unreadable_files(),
            Names{folder_.file("mail/spam/2") +
                  ": cannot be opened: No such file or directory; check the path and the permissions"});
  EXPECT_EQ(failure([&] { DocumentRows missing({{"a", folder_.file("none.txt")}}, {}); }).substr(0, 2), "5 ");
}

TEST_F(DocumentRowsTest, RefusesSchemasOfOtherTables) {
  DocumentRows reader({{std::nullopt, folder_.file("mail")}}, {});
  EXPECT_EQ(failure([&] { reader.bind(schema_of({"x"}, "label")); }),
            "3 " + folder_.file("mail") +
                ": holds text, and the model reads numbers: give a CSV table, or fit a model of text");
  const Schema mixed{{{.kind = Kind::text, .features = {"text"}}, {.kind = Kind::categories, .features = {"c"}}},
                     "label"};
  EXPECT_EQ(failure([&] { reader.bind(mixed); }),
            "3 " + folder_.file("mail") +
                ": holds text, and the model reads categories: give a CSV table, or fit a model of text");
  reader.bind(schema_of({"text"}, "label", "w", Kind::text));
  reader.bind(schema_of({"message"}, "kind", "", Kind::text));
}

}  // namespace
}  // namespace suffice
