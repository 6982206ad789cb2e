// The header of a model file: format, names and order of tensors, what it says.
#include "store/content/model_header.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "store/content/sum_tensors.hpp"

namespace suffice {
namespace {

TEST(ModelHeader, SaysEverythingButTheSums) {
  Stored tempered = mixed_model();
  tempered.fitted = {{1, 0.5, 0, 2}, 5};
  for (const Stored& stored : {sample_model(), word_model(), value_model(), amount_model(), mixed_model(), tempered}) {
    const std::string file = encode(stored);
    const SafetensorsHeader header = read_header(file);
    const ModelOutline read = read_outline(header);
    EXPECT_TRUE(read.has_options);
    EXPECT_EQ(read.options, stored.options);
    EXPECT_EQ(read.schema, stored.summary.schema);
    EXPECT_EQ(read.labels, stored.summary.classes.labels);
    EXPECT_EQ(read.fitted, stored.fitted);
    ASSERT_EQ(read.sums.size(), stored.summary.sums.size());
    for (std::size_t b = 0; b < read.sums.size(); ++b) EXPECT_EQ(read.sums[b], sums_name(stored.summary.sums[b]));
  }
}

TEST(ModelHeader, OfSumsAloneHasNoOptions) {
  const std::string file = encode(mixed_model().summary);
  const SafetensorsHeader header = read_header(file);
  EXPECT_FALSE(read_outline(header).has_options);
  EXPECT_TRUE(read_outline(header).options.readings.empty());
}

void check_format_of(const std::string& file, const SafetensorsHeader& header) {
  check_format(header, file.size() - header.bytes.size(), std::string_view(file).substr(file.size() - 4));
}

TEST(ModelHeader, KnowsItsFormat) {
  const std::string file = encode(word_model());
  SafetensorsHeader header = read_header(file);
  const std::uint64_t data_bytes = file.size() - header.bytes.size();
  const std::string last = file.substr(file.size() - 4);
  EXPECT_EQ(outcome_of([&] { check_format(header, data_bytes, last); }), "no error");
  EXPECT_NE(outcome_of([&] { check_format(header, data_bytes - 1, last); }).find("cut short"), std::string::npos);
  EXPECT_NE(outcome_of([&] { check_format(header, data_bytes + 1, last); }).find("goes on"), std::string::npos);
  EXPECT_NE(outcome_of([&] { check_format(header, data_bytes, "abcd"); }).find("checksum"), std::string::npos);
  header.metadata["format"] = "suffice 2";
  EXPECT_EQ(outcome_of([&] { check_format(header, data_bytes, last); }),
            "bad_model: the model file has format \"suffice 2\", and this version of Suffice reads \"suffice 1\"; "
            "upgrade Suffice to read it");
}

TEST(ModelHeader, RefusesTensorsThatTheKindsOfBlocksDoNotHave) {
  const std::string file = encode(word_model());
  SafetensorsHeader header = read_header(file);
  header.metadata["schema"] = R"({"target":"kind","blocks":[{"kind":"categories","features":["text"]}]})";
  EXPECT_EQ(outcome_of([&] { read_outline(header); }), "bad_model: the list of tensors lacks \"0.column_values\"");
  header = read_header(file);
  header.entries.insert(header.entries.begin(), {"1.mean", "U8", {0}, 0, 0});
  EXPECT_EQ(
      outcome_of([&] { read_outline(header); }),
      "bad_model: the list of tensors has the key \"1.mean\", which this version of Suffice does not know; it may "
      "come from a newer one: upgrade to read it");
  header.entries[0].name = "1.vocabulary";  // of a reading that is not there
  EXPECT_TRUE(outcome_of([&] { read_outline(header); }).starts_with("bad_model: the list of tensors has the key"));
  header.entries[0].name = "0.vocabulary";
  EXPECT_EQ(outcome_of([&] { read_outline(header); }), "no error");
  header = read_header(file);
  std::swap(header.entries[0], header.entries[header.entries.size() - 2]);
  EXPECT_EQ(outcome_of([&] { read_outline(header); }), "bad_model: the table of pages is not the last tensor but one");
}

TEST(ModelHeader, RefusesMetadataThatDoNotFitEachOther) {
  const std::string file = encode(word_model());
  const auto outcome = [&](const std::string& key, const std::string& text) {
    SafetensorsHeader header = read_header(file);
    header.metadata[key] = text;
    return outcome_of([&] { read_outline(header); });
  };
  EXPECT_EQ(outcome("sums", R"(["terms","terms"])"), "bad_model: the list of sums does not have one for each block");
  EXPECT_EQ(outcome("sums", "\"terms\""), "bad_model: the list of sums is not a list");
  EXPECT_EQ(outcome("labels", "{}"), "bad_model: the list of labels is not a list");
  EXPECT_EQ(outcome("fitted", R"({"temperatures":[1]})"), "bad_model: the fitted part lacks \"rows\"");
  EXPECT_EQ(outcome("fitted", R"({"temperatures":[1],"rows":-1})"),
            "bad_model: the fitted part: \"rows\" is not a whole number");
  EXPECT_EQ(outcome("fitted", R"({"temperatures":1,"rows":1})"),
            "bad_model: \"temperatures\" of the fitted part is not a list");
  const std::string sums = encode(word_model().summary);
  SafetensorsHeader header = read_header(sums);
  header.metadata["fitted"] = R"({"temperatures":[1],"rows":5})";
  EXPECT_EQ(outcome_of([&] { check_format_of(sums, header); }),
            "bad_model: the metadata has \"fitted\", yet no \"options\"");
}

// What is written can be read, and the other way round.
TEST(ModelHeader, BoundsTheValuesOfItsTexts) {
  std::string list = "[\"\"";
  for (int i = 0; i < 1'000'000; ++i) list += ",\"\"";
  EXPECT_TRUE(outcome_of([&] { check_metadata_size({{"labels", list + "]"}}, 0); }).starts_with("usage: "));
  EXPECT_EQ(outcome_of([&] { check_metadata_size({{"labels", list + "]"}}, 16'000'000); }), "no error");
  const std::string file = encode(word_model());
  SafetensorsHeader header = read_header(file);
  header.metadata["labels"] = list + "]";
  EXPECT_EQ(outcome_of([&] { check_format_of(file, header); }),
            "bad_model: metadata \"labels\" holds more values than a file of its size can mean");
}

}  // namespace
}  // namespace suffice
