// FileKind: what names say, and which files are refused.
#include "data/bytes/file_kind.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

TEST(FileKind, IsToldByTheEnding) {
  const auto kind = [](InputFormat format, Compression compression = Compression::none, char delimiter = ',') {
    return FileKind{format, compression, delimiter};
  };
  EXPECT_EQ(file_kind("a.csv"), kind(InputFormat::csv));
  EXPECT_EQ(file_kind("a.tsv"), kind(InputFormat::csv, Compression::none, '\t'));
  EXPECT_EQ(file_kind("a.svm"), kind(InputFormat::svmlight));
  EXPECT_EQ(file_kind("a.svmlight"), kind(InputFormat::svmlight));
  EXPECT_EQ(file_kind("a.libsvm"), kind(InputFormat::svmlight));
  EXPECT_EQ(file_kind("a.npy"), kind(InputFormat::npy));
  EXPECT_EQ(file_kind("a.b.NPY.Gz"), kind(InputFormat::npy, Compression::gzip));
  EXPECT_EQ(file_kind("a.TSV.zst"), kind(InputFormat::csv, Compression::zstd, '\t'));
  EXPECT_EQ(file_kind("a.gz"), kind(InputFormat::by_name, Compression::gzip));
}

TEST(FileKind, IsNotToldByOtherNames) {
  for (const char* name : {"", "a", "a.txt", "csv", ".csv", ".gz", "a.npyx", "a.csv/b"}) {
    EXPECT_EQ(file_kind(name), FileKind{}) << name;
  }
}

std::string foreign(std::string bytes, std::string name = "t.csv") {
  Input input = text_input(bytes, std::move(name));
  std::string message = foreign_format(input);
  EXPECT_EQ(read_all(input), bytes) << "nothing is taken";
  return message;
}

TEST(ForeignFormat, IsToldByTheFirstBytes) {
  EXPECT_EQ(foreign("PAR1\x15\x04", "a.parquet"),
            "is a Parquet file, which is not read as it is; export it as CSV: duckdb -csv -c \"FROM 'a.parquet'\" > "
            "table.csv");
  EXPECT_EQ(foreign("BZh91AY&SY....", "rows.csv.bz2"),
            "is compressed with bzip2, which is not read as it is; decompress it first: bunzip2 -k 'rows.csv.bz2'");
  const std::vector<std::pair<std::string, std::string>> known = {
      {std::string("\xFD"
                   "7zXZ\0",
                   6),
       "is compressed with xz"},
      {"7z\xBC\xAF\x27\x1C", "is a 7z archive"},
      {"RDX3\nX\n", "is data saved by R"},
      {std::string("X\n\0\0\0\3", 6), "is data saved by R"},
      {std::string("SQLite format 3\0", 16), "is an SQLite database"},
      {"\x89HDF\r\n\x1A\n", "is an HDF5 file"},
      {"%PDF-1.7", "is a PDF document"},
      {std::string("ARROW1\0\0", 8), "is an Arrow file"},
      {"FEA1", "is a Feather file"},
      {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "is an Excel 97 spreadsheet"},
      {"PK\x03\x04....", "is a zip archive, as spreadsheets"},
      {"{\\rtf1", "is a formatted document"},
      {"{\"a\": 1}\n", "is JSON"},
      {"[{\"a\": 1}]\n", "is JSON"},
      {"[\n  {\n    \"a\": 1\n  }\n]\n", "is JSON"},
      {"<!DOCTYPE html>", "is a web page"},
      {"<!doctype html>", "is a web page"},
      {"<table border=\"1\">", "is a table of a web page"},
  };
  for (const auto& [bytes, beginning] : known) {
    const std::string message = foreign(bytes, "<stdin>");
    EXPECT_TRUE(message.starts_with(beginning)) << message;
    EXPECT_EQ(message.find("{}"), std::string::npos) << message;
    EXPECT_EQ(message.find("<stdin>"), std::string::npos) << message;
  }
}

TEST(ForeignFormat, IsToldByTheNameWhereBytesDoNot) {
  EXPECT_EQ(
      foreign("PK\x03\x04", "a.XLSX"),
      "is an Excel spreadsheet, which is not read as it is; open it in a spreadsheet program and save the sheet as "
      "CSV");
  EXPECT_TRUE(foreign("PK\x03\x04", "a.ods").starts_with("is an OpenDocument spreadsheet"));
  EXPECT_TRUE(foreign("PK\x03\x04", "a.zip").ends_with("unzip 'a.zip'"));
  EXPECT_TRUE(foreign("whatever", "a.RData").starts_with("is data saved by R"));
  EXPECT_TRUE(foreign("whatever", "a.rds").starts_with("is data saved by R"));
  EXPECT_TRUE(foreign("__label__spam win now\n", "a.txt").starts_with("is labelled text as fastText reads it"));
  EXPECT_EQ(foreign("a,b\n", "a.xlsx"), "") << "a table with a wrong name is read";
}

TEST(ForeignFormat, IsNoText) {
  for (const char* text :
       {"", "P", "PK", "PAR1,x\n", "a,b\n1,2\n", "BZh,2\n", "RD\n", "X\n1\n", "7z,\n", "% comment\n"}) {
    EXPECT_EQ(foreign(text), "") << text;
  }
}

TEST(ForeignFormat, IsRefused) {
  EXPECT_EQ(failure([] {
              Input input = text_input("%PDF-1.4", "a.pdf");
              refuse_foreign_format(input);
            }),
            "3 a.pdf: is a PDF document, which is not read as it is; give the table that it shows as CSV");
  EXPECT_EQ(failure([] {
              Input input = text_input("a,b\n");
              refuse_foreign_format(input);
            }),
            "");
}

}  // namespace
}  // namespace suffice
