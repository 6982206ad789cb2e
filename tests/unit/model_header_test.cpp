// The header of a model file: format, names and order of tensors, what it says.
#include "store/model_header.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "store/checksums.hpp"

namespace suffice {
namespace {

TEST(ModelHeader, SaysEverythingButTheSums) {
  for (const Stored& stored : {sample_model(), word_model(), value_model(), amount_model()}) {
    const std::string file = encode(stored);
    const SafetensorsHeader header = read_header(file);
    const Stored read = read_metadata(header, 3);
    EXPECT_EQ(read.options, stored.options);
    EXPECT_EQ(read.summary.schema, stored.summary.schema);
    EXPECT_EQ(read.summary.classes.labels, stored.summary.classes.labels);
    EXPECT_EQ(read.summary.sums.index(), stored.summary.sums.index());
  }
}

TEST(ModelHeader, KnowsItsFormats) {
  const std::string file = encode(word_model());
  const SafetensorsHeader header = read_header(file);
  const std::uint64_t data_bytes = file.size() - header.bytes.size();
  const std::string last = file.substr(file.size() - 4);
  EXPECT_EQ(check_format(header, data_bytes, last), 3);
  EXPECT_NE(outcome_of([&] { check_format(header, data_bytes - 1, last); }).find("cut short"), std::string::npos);
  EXPECT_NE(outcome_of([&] { check_format(header, data_bytes + 1, last); }).find("goes on"), std::string::npos);
  EXPECT_NE(outcome_of([&] { check_format(header, data_bytes, "abcd"); }).find("checksum"), std::string::npos);
}

TEST(ModelHeader, RefusesTensorsThatTheKindOfSumsDoesNotHave) {
  const std::string file = encode(word_model());
  SafetensorsHeader header = read_header(file);
  header.metadata["sums"] = "values";
  EXPECT_EQ(outcome_of([&] { read_metadata(header, 3); }), "bad_model: the list of tensors lacks \"column_values\"");
  header = read_header(file);
  std::swap(header.entries[0], header.entries[header.entries.size() - 2]);
  EXPECT_EQ(outcome_of([&] { read_metadata(header, 3); }),
            "bad_model: the table of pages is not the last tensor but one");
}

TEST(ModelHeader, RefusesLaterWordsInEarlierFormats) {
  const std::string file = encode(sample_model());
  SafetensorsHeader header = read_header(file);
  std::erase_if(header.entries, [](const TensorEntry& entry) { return entry.name == page_table; });
  header.metadata.erase("sums");
  header.metadata.erase("pages");
  header.metadata["checksums"] = "{}";
  header.metadata["moments"] = "pooled";
  EXPECT_EQ(outcome_of([&] { read_metadata(header, 2); }), "no error");
  header.metadata["schema"] = R"({"columns":[{"name":"x","role":"category"}],"target":"y"})";
  EXPECT_EQ(outcome_of([&] { read_metadata(header, 2); }),
            "bad_model: a word of a later format stands in a file of an earlier one");
}

}  // namespace
}  // namespace suffice
