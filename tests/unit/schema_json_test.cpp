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
            R"({"columns":[{"name":"x","role":"gaussian"},{"name":"a \"b\"","role":"gaussian"}],"target":"species"})");
  EXPECT_EQ(schema_to_json({{"x"}, "y", "w"}),
            R"({"columns":[{"name":"x","role":"gaussian"}],"target":"y","weight":"w"})");
}

TEST(SchemaJson, ReadsBackWhatItWrote) {
  for (const Schema& schema : {Schema{{"x"}, "y", ""}, Schema{{"größe", "a,b", "\n"}, "target", "weight"}}) {
    EXPECT_EQ(schema_from_json(schema_to_json(schema)), schema);
  }
}

TEST(SchemaJson, ReadsADocumentWrittenByHand) {
  const Schema schema = schema_from_json(R"(
    { "target": "species",
      "columns": [ { "role": "gaussian", "name": "width" },
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
  EXPECT_EQ(
      read_outcome(R"({"columns":[{"name":"x","role":"text"}],"target":"y"})"),
      "bad_model: the schema: column \"x\" has the role \"text\"; this version of Suffice knows \"gaussian\" only");
  EXPECT_EQ(read_outcome(R"({"columns":[{"name":"x","role":"gaussian"}],"target":7})"),
            "bad_model: the schema: \"target\" is not a string");
  EXPECT_EQ(read_outcome(R"({"columns":[{"name":"x","role":"gaussian"}],"target":"y","weight":""})"),
            "bad_model: the schema: \"weight\" is empty; leave it out");
}

TEST(SchemaJson, ChecksMeaning) {
  for (const std::string text :
       {R"({"columns":[],"target":"y"})",
        R"({"columns":[{"name":"x","role":"gaussian"},{"name":"x","role":"gaussian"}],"target":"y"})",
        R"({"columns":[{"name":"y","role":"gaussian"}],"target":"y"})"}) {
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
