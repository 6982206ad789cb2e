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

TEST(SchemaJson, WritesOneDocument) {
  EXPECT_EQ(schema_to_json({{"x", "a \"b\""}, "species", ""}),
            R"({"columns":[{"name":"x","role":"number"},{"name":"a \"b\"","role":"number"}],"target":"species"})");
  EXPECT_EQ(schema_to_json({{"x"}, "y", "w"}),
            R"({"columns":[{"name":"x","role":"number"}],"target":"y","weight":"w"})");
}

TEST(SchemaJson, ReadsBackWhatItWrote) {
  for (const Schema& schema : {Schema{{"x"}, "y", ""}, Schema{{"größe", "a,b", "\n"}, "target", "weight"}}) {
    EXPECT_EQ(schema_from_json(schema_to_json(schema)), schema);
  }
}

TEST(SchemaJson, WritesEncodingsAndWhatIsDeclared) {
  Schema text{{"message"}, "kind", ""};
  text.encoding = Encoding::text;
  EXPECT_EQ(schema_to_json(text), R"({"columns":[{"name":"message","role":"text"}],"target":"kind"})");
  text.text = {.min_length = 2,
               .unit = TermUnit::character,
               .shortest = 2,
               .longest = 4,
               .stop_words = {"and", "the"},
               .hash_buckets = 1024,
               .hash_key = UINT64_MAX};
  text.declared_labels = {"ham", "spam"};
  EXPECT_EQ(schema_to_json(text),
            R"({"columns":[{"name":"message","role":"text","min_length":2,"ngrams":"char:2-4",)"
            R"("stop_words":["and","the"],"hash_buckets":1024,"hash_key":18446744073709551615}],"target":"kind",)"
            R"("labels":["ham","spam"]})");
  Schema categories{{"colour", "size"}, "kind", "w"};
  categories.encoding = Encoding::categories;
  categories.declared_values = {{}, {"l", "s"}};
  EXPECT_EQ(schema_to_json(categories),
            R"({"columns":[{"name":"colour","role":"category"},{"name":"size","role":"category","values":["l","s"]}],)"
            R"("target":"kind","weight":"w"})");
}

TEST(SchemaJson, ReadsBackEncodingsAndWhatIsDeclared) {
  Schema text{{"message"}, "kind", ""};
  text.encoding = Encoding::text;
  EXPECT_EQ(schema_from_json(schema_to_json(text)), text);
  text.text = {.shortest = 1, .longest = 2, .stop_words = {"and"}, .hash_buckets = 7, .hash_key = UINT64_MAX};
  text.declared_labels = {"ham", "spam"};
  EXPECT_EQ(schema_from_json(schema_to_json(text)), text);
  Schema categories{{"colour", "size"}, "kind", ""};
  categories.encoding = Encoding::categories;
  EXPECT_EQ(schema_from_json(schema_to_json(categories)), categories);
  categories.declared_values = {{"blue"}, {}};
  EXPECT_EQ(schema_from_json(schema_to_json(categories)), categories);
}

TEST(SchemaJson, SaysThatColumnsAreOpen) {
  const Schema open{.features = {"1"}, .target = "label", .open_columns = true};
  EXPECT_EQ(schema_to_json(open), R"({"columns":[{"name":"1","role":"number"}],"target":"label","open":true})");
  EXPECT_EQ(schema_from_json(schema_to_json(open)), open);
  EXPECT_EQ(read_outcome(R"({"columns":[{"name":"1","role":"number"}],"target":"y","open":false})"),
            "bad_model: the schema: \"open\" is not true; leave it out");
  EXPECT_NE(read_outcome(R"({"columns":[{"name":"2","role":"number"}],"target":"y","open":true})").find("are open"),
            std::string::npos);
}

TEST(SchemaJson, RejectsWhatTheRoleDoesNotKnow) {
  for (const std::string column :
       {R"({"name":"x","role":"number","values":["a"]})", R"({"name":"x","role":"category","ngrams":"2"})",
        R"({"name":"x","role":"category","values":[]})", R"({"name":"x","role":"category","values":"a"})",
        R"({"name":"x","role":"category","values":[1]})", R"({"name":"x","role":"category","values":["b","a"]})",
        R"({"name":"x","role":"text","values":["a"]})", R"({"name":"x","role":"text","ngrams":"0"})",
        R"({"name":"x","role":"text","hash_buckets":-1})", R"({"name":"x","role":"text","stemmer":"klingon"})",
        R"({"name":"x","role":"text"},{"name":"z","role":"number"})"}) {
    const std::string outcome = read_outcome(R"({"columns":[)" + column + R"(],"target":"y"})");
    EXPECT_TRUE(outcome.starts_with("bad_model: ")) << column << " " << outcome;
  }
}

TEST(SchemaJson, ReadsADocumentWrittenByHand) {
  const Schema schema = schema_from_json(R"(
    { "target": "species",
      "columns": [ { "role": "number", "name": "width" },
                   { "role": "gaussian", "name": "length" } ] }
  )");
  EXPECT_EQ(schema, (Schema{{"width", "length"}, "species", ""}));
}

TEST(SchemaJson, RejectsOtherDocuments) {
  EXPECT_EQ(read_outcome(""), "bad_model: the schema is not valid JSON (at byte 1)");
  EXPECT_EQ(read_outcome("[]"), "bad_model: the schema is not a JSON object");
  EXPECT_EQ(read_outcome(R"({"columns":[]})"), "bad_model: the schema lacks \"target\"");
  EXPECT_EQ(read_outcome(R"({"columns":{},"target":"y"})"), "bad_model: the schema: \"columns\" is not a list");
  EXPECT_EQ(read_outcome(R"({"columns":["x"],"target":"y"})"),
            "bad_model: a column of the schema is not a JSON object");
  EXPECT_EQ(read_outcome(R"({"columns":[{"name":"x"}],"target":"y"})"),
            "bad_model: a column of the schema lacks \"role\"");
  EXPECT_EQ(read_outcome(R"({"columns":[{"name":"x","role":"mdl"}],"target":"y"})"),
            "bad_model: the schema: column \"x\" has the role \"mdl\"; this version of Suffice knows \"number\", "
            "\"category\" and \"text\"");
  EXPECT_EQ(read_outcome(R"({"columns":[{"name":"x","role":"number"}],"target":7})"),
            "bad_model: the schema: \"target\" is not a string");
  EXPECT_EQ(read_outcome(R"({"columns":[{"name":"x","role":"number"}],"target":"y","weight":""})"),
            "bad_model: the schema: \"weight\" is empty; leave it out");
}

TEST(SchemaJson, ChecksMeaning) {
  for (const std::string text :
       {R"({"columns":[],"target":"y"})",
        R"({"columns":[{"name":"x","role":"number"},{"name":"x","role":"number"}],"target":"y"})",
        R"({"columns":[{"name":"y","role":"number"}],"target":"y"})"}) {
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
