// NpyType: the types that are read; elements as numbers and as labels.
#include "data/formats/npy/npy_type.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Kind = NpyType::Kind;

std::string bytes_of(const auto& value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

double number(const char* type, std::string_view bytes) {
  double value = 0;
  convert(*npy_type(type), bytes.data(), 1, &value);
  return value;
}

std::optional<std::string> label(const char* type, std::string_view bytes) {
  return label_text(*npy_type(type), bytes.data());
}

TEST(NpyType, KnowsNumbersAndText) {
  EXPECT_EQ(npy_type("<f4"), (NpyType{Kind::real, 4, false}));
  EXPECT_EQ(npy_type(">f8"), (NpyType{Kind::real, 8, true}));
  EXPECT_EQ(npy_type("|i1"), (NpyType{Kind::integer, 1, false}));
  EXPECT_EQ(npy_type("<u2"), (NpyType{Kind::natural, 2, false}));
  EXPECT_EQ(npy_type("|b1"), (NpyType{Kind::boolean, 1, false}));
  EXPECT_EQ(npy_type(">U3"), (NpyType{Kind::unicode, 12, true}));
  EXPECT_EQ(npy_type("|S10"), (NpyType{Kind::bytes, 10, false}));
  EXPECT_TRUE(is_number(*npy_type("|b1")));
  EXPECT_FALSE(is_number(*npy_type("<U1")));
  EXPECT_FALSE(is_number(*npy_type("|S1")));
}

TEST(NpyType, RefusesOthers) {
  for (const char* type : {"", "f8", "<f", "<f2", "<f16", "<c8", "|O", "<i3", "<i16", "<u0", "|b2", "<M8[ns]", "?f8",
                           "<U0", "<U999999999", "|S99999999", "<f8 ", "<f-8", "|V8"}) {
    EXPECT_EQ(npy_type(type), std::nullopt) << type;
  }
}

TEST(NpyType, ConvertsNumbers) {
  EXPECT_EQ(number("<f8", {"\0\0\0\0\0\0\xF8\x3F", 8}), 1.5);
  EXPECT_EQ(number(">f8", {"\x3F\xF8\0\0\0\0\0\0", 8}), 1.5);
  EXPECT_EQ(number("<f4", {"\0\0\xC0\x3F", 4}), 1.5);
  EXPECT_EQ(number("<i2", "\xFE\xFF"), -2);
  EXPECT_EQ(number("<u2", "\xFE\xFF"), 65534);
  EXPECT_EQ(number(">i4", {"\0\0\1\0", 4}), 256);
  EXPECT_EQ(number("<u4", "\xFF\xFF\xFF\xFF"), 4294967295.0);
  EXPECT_EQ(number("<i8", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), -1);
  EXPECT_EQ(number("<u8", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), 18446744073709551616.0);
  EXPECT_EQ(number("|i1", "\x80"), -128);
  EXPECT_EQ(number("|b1", "\x02"), 1);
  EXPECT_EQ(number("|b1", {"\0", 1}), 0);
  std::array<float, 2> pair{};
  convert(*npy_type(">f4"), "\x3F\xC0\0\0\xC0\0\0", 2, pair.data());
  EXPECT_EQ(pair, (std::array<float, 2>{1.5F, -2.0F}));
}

TEST(NpyType, WritesLabels) {
  EXPECT_EQ(label("<i8", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), "-1");
  EXPECT_EQ(label("<u8", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"), "18446744073709551615");
  EXPECT_EQ(label(">i2", {"\0\7", 2}), "7");
  EXPECT_EQ(label("|i1", "\x80"), "-128");
  EXPECT_EQ(label("|b1", "\1"), "True");
  EXPECT_EQ(label("|b1", {"\0", 1}), "False");
  EXPECT_EQ(label("<f8", bytes_of(3.0)), "3");
  EXPECT_EQ(label("<f8", bytes_of(-0.0)), "0");
  EXPECT_EQ(label("<f4", bytes_of(-2.0F)), "-2");
  EXPECT_EQ(label("<f8", bytes_of(9007199254740992.0)), "9007199254740992");
  for (const double value : {1.5, 1e17, std::numeric_limits<double>::infinity(), std::nan("")}) {
    EXPECT_EQ(label("<f8", bytes_of(value)), std::nullopt) << value;
  }
}

TEST(NpyType, WritesTextAsUtf8) {
  EXPECT_EQ(label("|S4", {"ab\0\0", 4}), "ab");
  EXPECT_EQ(label("|S4", {"a\0b\0", 4}), (std::string("a\0b", 3)));
  EXPECT_EQ(label("|S1", "\xFF"), std::nullopt);
  EXPECT_EQ(label("<U2", {"A\0\0\0\0\0\0\0", 8}), "A");
  EXPECT_EQ(label(">U1", {"\0\0\0A", 4}), "A");
  EXPECT_EQ(label("<U1", {"\xDF\0\0\0", 4}), "ß");
  EXPECT_EQ(label("<U1", {"\xAC\x20\0\0", 4}), "€");
  EXPECT_EQ(label("<U1", {"\0\xF6\1\0", 4}), "😀");
  EXPECT_EQ(label("<U1", {"\0\xD8\0\0", 4}), std::nullopt) << "a surrogate";
  EXPECT_EQ(label("<U1", {"\0\0\x11\0", 4}), std::nullopt) << "beyond the last character";
  EXPECT_EQ(label("<U1", {"\0\0\0\0", 4}), "");
}

}  // namespace
}  // namespace suffice
