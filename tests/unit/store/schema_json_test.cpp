// The schema as a JSON document, from text and from files.
#include <vector>

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "suffice/store.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

std::string read_outcome(const std::string& text) {
  return outcome_of([&] { schema_from_json(text); });
}

/// A schema of one block, or what reading it says.
std::string with_block(const std::string& block) { return R"({"target":"y","blocks":[)" + block + "]}"; }

TEST(SchemaJson, WritesOneDocument) {
  EXPECT_EQ(schema_to_json({.blocks = {{.features = {"x", "a \"b\""}}}, .target = "species"}),
            R"({"target":"species","blocks":[{"kind":"measurements","features":["x","a \"b\""]}]})");
  EXPECT_EQ(schema_to_json({.blocks = {{.kind = Kind::amounts, .features = {"x"}}}, .target = "y", .weight = "w"}),
            R"({"target":"y","weight":"w","blocks":[{"kind":"amounts","features":["x"]}]})");
  EXPECT_EQ(schema_to_json(mixed_model().summary.schema),
            R"({"target":"kind","blocks":[{"kind":"amounts","features":["price"]},)"
            R"({"kind":"measurements","features":["width","length"]},{"kind":"text","features":["text"]},)"
            R"({"kind":"categories","features":["colour"]}]})");
}

TEST(SchemaJson, ReadsBackWhatItWrote) {
  for (const Schema& schema :
       {Schema{.blocks = {{.features = {"x"}}}, .target = "y"},
        Schema{.blocks = {{.kind = Kind::counts, .features = {"größe", "a,b", "\n"}}}, .target = "t", .weight = "w"},
        Schema{.blocks = {{.features = {"x"}}, {.kind = Kind::categories, .features = {"x", "z"}}}, .target = "y"},
        mixed_model().summary.schema}) {
    EXPECT_EQ(schema_from_json(schema_to_json(schema)), schema);
  }
}

TEST(SchemaJson, WritesTextOptionsAndWhatIsDeclared) {
  Schema text{.blocks = {{.kind = Kind::text, .features = {"message"}}}, .target = "kind"};
  EXPECT_EQ(schema_to_json(text), R"({"target":"kind","blocks":[{"kind":"text","features":["message"]}]})");
  text.blocks[0].text = {.min_length = 2,
                         .unit = TermUnit::character,
                         .shortest = 2,
                         .longest = 4,
                         .stop_words = {"and", "the"},
                         .hash_buckets = 1024,
                         .hash_key = UINT64_MAX};
  text.declared_labels = {"ham", "spam"};
  EXPECT_EQ(schema_to_json(text),
            R"({"target":"kind","blocks":[{"kind":"text","features":["message"],"min_length":2,"ngrams":"char:2-4",)"
            R"("stop_words":["and","the"],"hash_buckets":1024,"hash_key":18446744073709551615}],)"
            R"("labels":["ham","spam"]})");
  const Schema categories{
      .blocks = {{.kind = Kind::categories, .features = {"colour", "size"}, .declared_values = {{}, {"l", "s"}}}},
      .target = "kind",
      .weight = "w"};
  EXPECT_EQ(schema_to_json(categories),
            R"({"target":"kind","weight":"w","blocks":[{"kind":"categories","features":["colour","size"],)"
            R"("values":{"size":["l","s"]}}]})");
}

TEST(SchemaJson, ReadsBackTextOptionsAndWhatIsDeclared) {
  Schema text{.blocks = {{.kind = Kind::text, .features = {"message"}}}, .target = "kind"};
  EXPECT_EQ(schema_from_json(schema_to_json(text)), text);
  text.blocks[0].text = {.shortest = 1, .longest = 2, .stop_words = {"and"}, .hash_buckets = 7, .hash_key = UINT64_MAX};
  text.declared_labels = {"ham", "spam"};
  EXPECT_EQ(schema_from_json(schema_to_json(text)), text);
  text.blocks[0].text = {.form = DocumentForm::mail};
  EXPECT_NE(schema_to_json(text).find(R"("features":["message"],"form":"mail"})"), std::string::npos);
  EXPECT_EQ(schema_from_json(schema_to_json(text)), text);
  Schema categories{.blocks = {{.kind = Kind::categories, .features = {"colour", "size"}}}, .target = "kind"};
  EXPECT_EQ(schema_from_json(schema_to_json(categories)), categories);
  categories.blocks[0].declared_values = {{"blue"}, {}};
  EXPECT_EQ(schema_from_json(schema_to_json(categories)), categories);
}

TEST(SchemaJson, KeepsTheDialectAndWhatADocumentWas) {
  Schema schema{.blocks = {{.features = {"x"}}}, .target = "y"};
  schema.documents = DocumentUnit::file;
  schema.dialect = {.delimiter = ';',
                    .quote = 0,
                    .header = false,
                    .decimal = ',',
                    .encoding = Encoding::windows_1252,
                    .missing = {"", "-"},
                    .missing_as_value = true};
  EXPECT_EQ(schema_to_json(schema),
            R"({"target":"y","blocks":[{"kind":"measurements","features":["x"]}],"documents":"file",)"
            R"("dialect":{"delimiter":";","quote":"","header":false,"decimal":",","encoding":"windows-1252",)"
            R"("missing":["","-"],"missing_as_value":true}})");
  EXPECT_EQ(schema_from_json(schema_to_json(schema)), schema);
}

TEST(SchemaJson, KeepsWhichColumnsWereDroppedAndWhy) {
  const Schema schema = {.blocks = {{.features = {"x"}}},
                         .target = "y",
                         .dropped = {{"day", "as you said"}, {"id", "identifies rows: \"1\", \"2\""}}};
  EXPECT_EQ(schema_from_json(schema_to_json(schema)), schema);
  for (const char* dropped : {"{}", "[]", R"({"id":1})"}) {
    const std::string text =
        std::string(R"({"target":"y","blocks":[{"kind":"measurements","features":["x"]}],"dropped":)");
    EXPECT_THROW(schema_from_json(text + dropped + "}"), Error) << dropped;
  }
}

TEST(SchemaJson, RefusesADialectThatNoFileHas) {
  const auto refused = [](const std::string& dialect) {
    return read_outcome(R"({"target":"y","blocks":[{"kind":"measurements","features":["x"]}],"dialect":)" + dialect +
                        "}");
  };
  for (const char* dialect : {R"({"delimiter":""})", R"({"delimiter":",,"})", R"({"delimiter":"\n"})",
                              R"({"decimal":";"})", R"({"encoding":"ebcdic"})", R"({"header":true})", R"({"width":3})",
                              R"({"quote":",","delimiter":","})", R"({"missing":[1]})", "[]"}) {
    EXPECT_TRUE(refused(dialect).starts_with("bad_model: ")) << dialect << ": " << refused(dialect);
  }
}

TEST(SchemaJson, RejectsAFormThatIsNotKnown) {
  EXPECT_TRUE(read_outcome(with_block(R"({"kind":"text","features":["x"],"form":"novel"})"))
                  .starts_with("bad_model: the schema: a block of the schema holds documents of the form \"novel\""));
}

TEST(SchemaJson, SaysThatColumnsAreOpen) {
  const Schema open{.blocks = {{.features = {"1"}, .open_columns = true}}, .target = "label"};
  EXPECT_EQ(schema_to_json(open),
            R"({"target":"label","blocks":[{"kind":"measurements","features":["1"],"open":true}]})");
  EXPECT_EQ(schema_from_json(schema_to_json(open)), open);
  EXPECT_EQ(read_outcome(with_block(R"({"kind":"measurements","features":["1"],"open":false})")),
            "bad_model: \"open\" of a block of the schema is not true; leave it out");
  EXPECT_TRUE(
      read_outcome(with_block(R"({"kind":"measurements","features":["2"],"open":true})")).starts_with("bad_model: "));
}

TEST(SchemaJson, RejectsWhatTheKindDoesNotKnow) {
  for (const std::string block :
       {R"({"kind":"measurements","features":["x"],"values":{"x":["a"]}})",
        R"({"kind":"categories","features":["x"],"ngrams":"2"})",
        R"({"kind":"categories","features":["x"],"open":true})",
        R"({"kind":"categories","features":["x"],"values":{}})",
        R"({"kind":"categories","features":["x"],"values":["a"]})",
        R"({"kind":"categories","features":["x"],"values":{"x":[]}})",
        R"({"kind":"categories","features":["x"],"values":{"x":"a"}})",
        R"({"kind":"categories","features":["x"],"values":{"x":[1]}})",
        R"({"kind":"categories","features":["x"],"values":{"x":["b","a"]}})",
        R"({"kind":"categories","features":["x"],"values":{"z":["a"]}})",
        R"({"kind":"text","features":["x"],"values":{"x":["a"]}})", R"({"kind":"text","features":["x"],"ngrams":"0"})",
        R"({"kind":"text","features":["x"],"hash_buckets":-1})",
        R"({"kind":"text","features":["x"],"stemmer":"klingon"})", R"({"kind":"text","features":["x"],"open":true})",
        R"({"kind":"text","features":["x","z"]})"}) {
    const std::string outcome = read_outcome(with_block(block));
    EXPECT_TRUE(outcome.starts_with("bad_model: ")) << block << " " << outcome;
  }
}

TEST(SchemaJson, ReadsADocumentWrittenByHand) {
  const Schema schema = schema_from_json(R"(
    { "blocks": [ { "features": [ "width", "length" ], "kind": "measurements" },
                  { "features": [ "colour" ], "kind": "categories", "values": { "colour": [ "blue" ] } } ],
      "target": "species" }
  )");
  EXPECT_EQ(schema,
            (Schema{.blocks = {{.features = {"width", "length"}},
                               {.kind = Kind::categories, .features = {"colour"}, .declared_values = {{"blue"}}}},
                    .target = "species"}));
}

TEST(SchemaJson, RejectsOtherDocuments) {
  EXPECT_EQ(read_outcome(""), "bad_model: the schema is not valid JSON (at byte 1)");
  EXPECT_EQ(read_outcome("[]"), "bad_model: the schema is not a JSON object");
  EXPECT_EQ(read_outcome(R"({"blocks":[]})"), "bad_model: the schema lacks \"target\"");
  EXPECT_EQ(read_outcome(R"({"blocks":{},"target":"y"})"), "bad_model: the schema: \"blocks\" is not a list");
  EXPECT_EQ(read_outcome(with_block("\"x\"")), "bad_model: a block of the schema is not a JSON object");
  EXPECT_EQ(read_outcome(with_block(R"({"features":["x"]})")), "bad_model: a block of the schema lacks \"kind\"");
  EXPECT_EQ(read_outcome(with_block(R"({"kind":"text"})")), "bad_model: a block of the schema lacks \"features\"");
  EXPECT_EQ(read_outcome(with_block(R"({"kind":"text","features":"x"})")),
            "bad_model: \"features\" of a block of the schema is not a list");
  EXPECT_EQ(read_outcome(with_block(R"({"kind":"bins","features":["x"]})")),
            "bad_model: a block of the schema is of the kind \"bins\", which this version of Suffice does not know; it "
            "may come from a newer one: upgrade to read it");
  const std::string block = R"("blocks":[{"kind":"measurements","features":["x"]}])";
  EXPECT_EQ(read_outcome("{" + block + R"(,"target":7})"), "bad_model: the schema: \"target\" is not a string");
  EXPECT_EQ(read_outcome("{" + block + R"(,"target":"y","weight":""})"),
            "bad_model: the schema: \"weight\" is empty; leave it out");
  EXPECT_EQ(read_outcome("{" + block + R"(,"target":"y","labels":[]})"),
            "bad_model: \"labels\" of the schema is empty; leave it out");
}

TEST(SchemaJson, ChecksMeaning) {
  for (const std::string& text :
       {std::string(R"({"target":"y","blocks":[]})"), with_block(R"({"kind":"measurements","features":[]})"),
        with_block(R"({"kind":"measurements","features":["x","x"]})"),
        with_block(R"({"kind":"measurements","features":["y"]})")}) {
    const auto error = error_of([&] { schema_from_json(text); });
    ASSERT_TRUE(error) << text;
    EXPECT_EQ(error->code(), ErrorCode::bad_model);
  }
}

TEST(SchemaJson, LoadsFromAModelFileOrADocument) {
  const TemporaryFolder folder;
  const Stored stored = sample_model();
  save(stored, folder.file("model"));
  write_text(folder.file("schema.json"), schema_to_json(stored.summary.schema) + "\n");
  EXPECT_EQ(load_schema(folder.file("model")), stored.summary.schema);
  EXPECT_EQ(load_schema(folder.file("schema.json")), stored.summary.schema);
}

TEST(SchemaJson, NamesTheFileThatIsAtFault) {
  const TemporaryFolder folder;
  write_text(folder.file("iris.csv"), "x,y\n1,a\n");
  EXPECT_EQ(outcome_of([&] { load_schema(folder.file("iris.csv")); }),
            "bad_model: " + folder.file("iris.csv") + ": the schema is not valid JSON (at byte 1)");
  EXPECT_EQ(error_of([&] { load_schema(folder.file("missing")); })->code(), ErrorCode::file_system);
}

}  // namespace
}  // namespace suffice
