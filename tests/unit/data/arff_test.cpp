// read_arff(): headers, rows dense and sparse, places of errors, every cut.
#include "data/formats/arff.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

using Kind = ArffAttribute::Kind;

std::string csv_of(const std::string& text) {
  ArffTable table = read_arff(text_input(text, "t.arff"));
  const std::string csv = read_all(table.csv, 1000);
  for (const std::size_t chunk : {1U, 2U, 7U}) {
    ArffTable again = read_arff(text_input(text, "t.arff"), {.chunk_bytes = chunk});
    EXPECT_EQ(read_all(again.csv, chunk), csv) << chunk;
    EXPECT_EQ(again.attributes, table.attributes);
  }
  return csv;
}

const std::string head = "@relation r\n@attribute a numeric\n@attribute b {x,'y z'}\n@attribute c string\n@data\n";

TEST(ReadArff, KeepsTheLinesOfTheFile) {
  EXPECT_EQ(
      csv_of("% a comment\n\n@RELATION 'my table'\n@Attribute 'the size' REAL\n@attribute kind {a,b}\n@DATA\n1.5,a\n"
             "% between\n?,b\n"),
      "the size,kind\n\n\n\n\n\n1.5,a\n\n?,b\n");
  EXPECT_EQ(csv_of(head + "1,x,w"), "a,b,c\n\n\n\n\n1,x,w\n") << "the last line end may lack";
  EXPECT_EQ(csv_of("@relation r\r\n@attribute a numeric\r\n@data\r\n1\r\n"), "a\n\n\n1\n");
  EXPECT_EQ(csv_of(head), "a,b,c\n\n\n\n\n");
}

TEST(ReadArff, AValueThatIsNotDeclaredIsAnErrorAtItsPlace) {
  const auto error = [](const std::string& rows) {
    ArffTable table = read_arff(text_input(head + rows, "t.arff"));
    try {
      read_all(table.csv, 1000);
    } catch (const Error& found) {
      return std::string(found.what());
    }
    return std::string();
  };
  EXPECT_EQ(error("1,x,w\n2,z,w\n"),
            "t.arff:7:3: 'z' is no value that the attribute 'b' declares ('x' and 'y z'); correct it, or add it to the "
            "declaration");
  EXPECT_EQ(error("{0 1, 1 z}\n").substr(0, 14), "t.arff:6:9: 'z");
  EXPECT_EQ(error("1,?,w\n2,'y z',w\n{0 1}\n"), "");
  EXPECT_NE(error("1,'?',w\n"), "") << "a quoted mark is a value";
}

TEST(ReadArff, DeclaresAttributes) {
  const ArffTable table =
      read_arff(text_input("@relation 'a b' % why\n@attribute n numeric\n@attribute i Integer\n@attribute r real\n"
                           "@attribute 'c d' { yes, 'no way', \"it's\" ,yes}\n@attribute s STRING\n@attribute t date\n"
                           "@attribute u DATE \"yyyy-MM-dd HH:mm\"\n@data\n"));
  EXPECT_EQ(table.relation, "a b");
  const std::vector<ArffAttribute> expected = {
      {.name = "n"},
      {.name = "i", .kind = Kind::integer},
      {.name = "r", .kind = Kind::real},
      {.name = "c d", .kind = Kind::nominal, .values = {"yes", "no way", "it's"}},
      {.name = "s", .kind = Kind::string},
      {.name = "t", .kind = Kind::date},
      {.name = "u", .kind = Kind::date, .date_format = "yyyy-MM-dd HH:mm"},
  };
  EXPECT_EQ(table.attributes, expected);
}

TEST(ReadArff, WritesCellsThatCsvReads) {
  const std::string lines =
      csv_of(head + "1 , 'y z' , 'a, \"b\" it\\'s'\n2\tx\t''\n?,?,'?'\n3,x,'two\\nlines'\n4,x,' b'\n");
  EXPECT_EQ(lines.substr(lines.rfind("\n\n") + 2),
            "1,y z,\"a, \"\"b\"\" it's\"\n2,x,\"\"\n?,?,\"?\"\n3,x,two lines\n4,x,\" b\"\n");
}

TEST(ReadArff, FillsSparseRows) {
  const std::string lines = csv_of(head + "{0 5, 2 'w'}\n{}\n{ 1 'y z' }\n{0 ?}\n");
  EXPECT_EQ(lines.substr(lines.rfind("\n\n") + 2), "5,x,w\n0,x,?\n0,y z,?\n?,x,?\n");
}

TEST(ReadArff, SaysWhatIsWrongWithTheHeader) {
  const auto error = [](const std::string& text) { return failure([&] { read_arff(text_input(text, "t.arff")); }); };
  EXPECT_EQ(error("@relation r\n@attribute a relational\n@data\n"),
            "3 t.arff:2:14: relational attributes are not read; export the table without them, or as CSV");
  EXPECT_EQ(error("@relation r\n\n@attribute a nume\n@data\n"),
            "3 t.arff:3:14: 'nume' is no type of ARFF; write numeric, integer, real, string, date or {values}");
  EXPECT_EQ(error("@attribute a {x\n"), "3 t.arff:1:14: the values of the attribute are not closed by } in its line");
  EXPECT_EQ(error("@attribute a {}\n"), "3 t.arff:1:14: the attribute has no values; name them between { and }");
  EXPECT_EQ(error("@attribute a {x,'y}\n").substr(0, 16), "3 t.arff:1:17: t");
  EXPECT_EQ(error("@attribute 'a real\n").substr(0, 16), "3 t.arff:1:12: t");
  EXPECT_EQ(error("@attribute\n"), "3 t.arff:1:11: the name of an attribute is expected here");
  EXPECT_EQ(error("@attribute a real\n@attribute a real\n"),
            "3 t.arff:2:12: the attribute 'a' is declared twice; rename one");
  EXPECT_EQ(error("@attribute a b real\n").substr(0, 18), "3 t.arff:1:14: 'b'");
  EXPECT_EQ(error("@attribute a real real\n").substr(0, 16), "3 t.arff:1:19: t");
  EXPECT_EQ(error("1,2\n").substr(0, 31), "3 t.arff:1:1: '1' where @relati");
  EXPECT_EQ(error("@relation r\n@data\n"), "3 t.arff:2:1: no @attribute comes before @data; declare the columns");
  EXPECT_EQ(error("@relation r\n").substr(0, 30), "3 t.arff: ends before a line @");
  EXPECT_EQ(error("").substr(0, 30), "3 t.arff: ends before a line @");
  EXPECT_EQ(failure([] { read_arff(text_input(std::string(3000, '%'), "t.arff"), {.header_bytes = 2000}); }),
            "3 t.arff:1:1: a header of more than 0 MiB: check that the file is ARFF");
}

TEST(ReadArff, GivesTheRowsBeforeAnErrorAndTheErrorAgain) {
  const auto error = [](const std::string& row) {
    ArffTable table = read_arff(text_input(head + "1,x,w\n" + row + "\n2,x,w\n", "t.arff"));
    std::string text(1000, '\0');
    text.resize(table.csv.read(text.data(), text.size()));
    std::string rest(1000, '\0');
    std::string first = failure([&] {
      while (const std::size_t count = table.csv.read(rest.data(), rest.size())) text.append(rest, 0, count);
    });
    EXPECT_EQ(text, "a,b,c\n\n\n\n\n1,x,w\n") << row;
    EXPECT_FALSE(table.csv.would_wait());
    EXPECT_EQ(failure([&] { read_all(table.csv); }), first) << row;
    return first;
  };
  EXPECT_EQ(error("1,,w"), "3 t.arff:7:3: a value is missing here; write ? for one that is not known");
  EXPECT_EQ(error(",x,w"), "3 t.arff:7:1: a value is missing here; write ? for one that is not known");
  EXPECT_EQ(error("1,x,"), "3 t.arff:7:5: a value is missing here; write ? for one that is not known");
  EXPECT_EQ(error("1,'x,w").substr(0, 16), "3 t.arff:7:3: th");
  EXPECT_EQ(error("1,x,w,{2}").substr(0, 16), "3 t.arff:7:7: a ");
  EXPECT_EQ(error("{3 1}"), "3 t.arff:7:2: '3' is no index of a sparse row: they count from 0 to 2 and rise");
  EXPECT_EQ(error("{1 x, 0 1}").substr(0, 18), "3 t.arff:7:7: '0' ");
  EXPECT_EQ(error("{1 x, 1 x}").substr(0, 18), "3 t.arff:7:7: '1' ");
  EXPECT_EQ(error("{a x}").substr(0, 18), "3 t.arff:7:2: 'a' ");
  EXPECT_EQ(error("{1}"), "3 t.arff:7:3: the index has no value");
  EXPECT_EQ(error("{1 x"), "3 t.arff:7:5: the sparse row is not closed by }");
  EXPECT_EQ(error("{").substr(0, 14), "3 t.arff:7:2: ");
  EXPECT_EQ(error("{1 x} {2}"), "3 t.arff:7:7: text behind the sparse row; weights of rows are not read");
}

TEST(ReadArff, ComesAsItIsWritten) {
  Pipe pipe;
  pipe.write("@attribute a real\n@data\n1\n2");
  ArffTable table = read_arff(Input(pipe.path()));
  std::string text(100, '\0');
  std::size_t size = table.csv.read(text.data(), text.size());
  while (!table.csv.would_wait()) size += table.csv.read(text.data() + size, text.size() - size);
  EXPECT_EQ(text.substr(0, size), "a\n\n1\n");
  pipe.close();
  EXPECT_EQ(read_all(table.csv), "2\n");
}

}  // namespace
}  // namespace suffice
