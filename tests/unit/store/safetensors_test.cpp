// The container: what it writes it reads, and nothing that is not sound.
#include "store/container/safetensors.hpp"

#include <gtest/gtest.h>

#include "sample_model.hpp"

namespace suffice {
namespace {

std::string with_header(const std::string& header, const std::string& data = "") {
  std::string file;
  for (std::size_t i = 0; i < 8; ++i) file.push_back(static_cast<char>(header.size() >> (8 * i) & 0xFFU));
  return file + header + data;
}

std::string header_outcome(const std::string& file) {
  return outcome_of([&] { read_header(file); });
}

std::string tensors_outcome(const std::string& header, const std::string& data) {
  const std::string file = with_header(header, data);
  return outcome_of([&] { read_tensors(read_header(file), file); });
}

TEST(Safetensors, WritesTheLayoutByteByByte) {
  const NamedText metadata[] = {{"b", "1"}, {"a", "\"q\""}};
  const NamedTensor tensors[] = {{"z", {"U8", {3}, "abc"}}, {"y", {"F64", {1, 0}, ""}}, {"x", {"U32", {}, "1234"}}};
  const std::string header =
      R"({"__metadata__":{"b":"1","a":"\"q\""},"z":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},)"
      R"("y":{"dtype":"F64","shape":[1,0],"data_offsets":[3,3]},"x":{"dtype":"U32","shape":[],"data_offsets":[3,7]}})";
  const std::string padding((8 - header.size() % 8) % 8, ' ');
  EXPECT_EQ(write_safetensors(metadata, tensors), with_header(header + padding, "abc1234"));
}

TEST(Safetensors, ReadsWhatItWrote) {
  const NamedText metadata[] = {{"name", "größe\n"}};
  const NamedTensor tensors[] = {
      {"z", {"U8", {3}, "abc"}}, {"empty", {"F64", {2, 0}, ""}}, {"a", {"U32", {1}, "1234"}}};
  const std::string file = write_safetensors(metadata, tensors);
  const SafetensorsHeader header = read_header(file);
  EXPECT_EQ(header.bytes.size() % 8, 0U);
  EXPECT_EQ(header.bytes.size() + 7, file.size());
  EXPECT_EQ(header.metadata, (std::map<std::string, std::string>{{"name", "größe\n"}}));
  ASSERT_EQ(header.entries.size(), 3U);
  EXPECT_EQ(header.entries[2].name, "a");
  const auto read = read_tensors(header, file);
  EXPECT_EQ(read.at("z").bytes, "abc");
  EXPECT_EQ(read.at("a").bytes, "1234");
  EXPECT_EQ(read.at("a").type, "U32");
  EXPECT_EQ(read.at("empty").shape, (std::vector<std::uint64_t>{2, 0}));
  EXPECT_EQ(read.at("a").bytes.data(), file.data() + file.size() - 4) << "a view, not a copy";
}

TEST(Safetensors, TellsItsStartFromText) {
  EXPECT_TRUE(starts_like_safetensors(with_header("{}")));
  EXPECT_FALSE(starts_like_safetensors(""));
  EXPECT_FALSE(starts_like_safetensors(std::string(8, '\0')));
  EXPECT_FALSE(starts_like_safetensors("sepal_length,sepal_width,label\n1,2,a\n"));
  EXPECT_FALSE(starts_like_safetensors(R"(        {"columns":[]})"));
  EXPECT_FALSE(starts_like_safetensors(with_header("[]")));
}

TEST(Safetensors, RejectsHeadersThatAreNotSound) {
  EXPECT_EQ(header_outcome(""), "bad_model: not a safetensors file");
  EXPECT_EQ(header_outcome(with_header("{}").substr(0, 8)), "bad_model: not a safetensors file");
  EXPECT_EQ(header_outcome(with_header("{}").substr(0, 9)), "bad_model: cut short: the header is not complete");
  EXPECT_EQ(header_outcome(std::string(8, '\xff') + "{}"), "bad_model: not a safetensors file");
  EXPECT_EQ(header_outcome(with_header("{} x")), "bad_model: the header is not valid JSON (at byte 4)");
  EXPECT_EQ(header_outcome(with_header(R"({"__metadata__":[]})")), "bad_model: the metadata is not a JSON object");
  EXPECT_EQ(header_outcome(with_header(R"({"__metadata__":{"a":1}})")), "bad_model: metadata \"a\" is not a string");
  EXPECT_EQ(header_outcome(with_header(R"({"t":1})")), "bad_model: tensor \"t\" is not a JSON object");
  EXPECT_EQ(header_outcome(with_header(R"({"t":{"dtype":"U8","shape":[1]}})")),
            "bad_model: tensor \"t\" lacks \"data_offsets\"");
  EXPECT_EQ(header_outcome(with_header(R"({"t":{"dtype":8,"shape":[1],"data_offsets":[0,1]}})")),
            "bad_model: tensor \"t\": \"dtype\" is not a string");
  EXPECT_EQ(header_outcome(with_header(R"({"t":{"dtype":"U8","shape":[-1],"data_offsets":[0,1]}})")),
            "bad_model: tensor \"t\": \"shape\" holds something other than a natural number");
  EXPECT_EQ(header_outcome(with_header(R"({"t":{"dtype":"U8","shape":[1.0],"data_offsets":[0,1]}})")),
            "bad_model: tensor \"t\": \"shape\" holds something other than a natural number");
  EXPECT_EQ(header_outcome(with_header(R"({"t":{"dtype":"U8","shape":1,"data_offsets":[0,1]}})")),
            "bad_model: tensor \"t\": \"shape\" is not a list");
  EXPECT_EQ(header_outcome(with_header(R"({"t":{"dtype":"U8","shape":[1],"data_offsets":[1,0]}})")),
            "bad_model: tensor \"t\": \"data_offsets\" is not a begin and an end");
  EXPECT_EQ(header_outcome(with_header(R"({"t":{"dtype":"U8","shape":[1],"data_offsets":[0,1,2]}})")),
            "bad_model: tensor \"t\": \"data_offsets\" is not a begin and an end");
}

TEST(Safetensors, RejectsLayoutsThatAreNotSound) {
  EXPECT_EQ(tensors_outcome("{}", ""), "no error");
  EXPECT_EQ(tensors_outcome("{}", "a"), "bad_model: 1 bytes after the last tensor");
  const std::string byte = R"({"t":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
  EXPECT_EQ(tensors_outcome(byte, "a"), "no error");
  EXPECT_EQ(tensors_outcome(byte, ""), "bad_model: cut short: tensor \"t\" is not complete");
  EXPECT_EQ(tensors_outcome(byte, "ab"), "bad_model: 1 bytes after the last tensor");
  EXPECT_EQ(tensors_outcome(R"({"t":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})", "ab"),
            "bad_model: a hole or an overlap before tensor \"t\"");
  EXPECT_EQ(tensors_outcome(R"({"t":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
                            R"("u":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}})",
                            "abc"),
            "bad_model: a hole or an overlap before tensor \"u\"");
  EXPECT_EQ(tensors_outcome(R"({"t":{"dtype":"X9","shape":[1],"data_offsets":[0,1]}})", "a"),
            "bad_model: tensor \"t\" has the unknown type \"X9\"");
  EXPECT_EQ(tensors_outcome(R"({"t":{"dtype":"F64","shape":[1],"data_offsets":[0,7]}})", "1234567"),
            "bad_model: tensor \"t\" has a shape that does not fit");
}

TEST(Safetensors, SeesShapesWhoseProductOverflows) {
  EXPECT_EQ(tensors_outcome(R"({"t":{"dtype":"F64","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", ""),
            "bad_model: tensor \"t\" has a shape that does not fit");
  EXPECT_EQ(tensors_outcome(R"({"t":{"dtype":"F64","shape":[2305843009213693953],"data_offsets":[0,8]}})", "12345678"),
            "bad_model: tensor \"t\" has a shape that does not fit");
  EXPECT_EQ(tensors_outcome(R"({"t":{"dtype":"F64","shape":[18446744073709551615,0],"data_offsets":[0,0]}})", ""),
            "no error");
}

TEST(Safetensors, RefusesToWriteAHeaderNoReaderWouldTake) {
  const NamedText metadata[] = {{"long", std::string(max_header_bytes, 'x')}};
  const auto error = error_of([&] { write_safetensors(metadata, {}); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), ErrorCode::usage);
}

}  // namespace
}  // namespace suffice
