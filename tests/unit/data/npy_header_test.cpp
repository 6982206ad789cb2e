// NpyHeader: what numpy writes is read; anything else is an Error.
#include "data/formats/npy/npy_header.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"
#include "npy_text.hpp"

namespace suffice {
namespace {

NpyHeader parse(const std::string& dictionary) { return parse_npy_dictionary(dictionary, "f"); }
std::string parse_failure(const std::string& dictionary) {
  return failure([&] { parse(dictionary); });
}

NpyHeader read(const std::string& bytes, std::size_t chunk = 100) {
  Window window(text_input(bytes, "f"), chunk);
  return read_npy_header(window);
}
std::string read_failure(const std::string& bytes) {
  return failure([&] { read(bytes); });
}

TEST(NpyHeader, ReadsWhatNumpyWrites) {
  const NpyHeader header = parse("{'descr': '<f8', 'fortran_order': True, 'shape': (150, 4), }           \n");
  EXPECT_EQ(header.type, (NpyType{NpyType::Kind::real, 8, false}));
  EXPECT_TRUE(header.columns_together);
  EXPECT_EQ(header.rows, 150U);
  EXPECT_EQ(header.columns, 4U);
  EXPECT_EQ(header.row_bytes(), 32U);
  const NpyHeader flat = parse("{\"shape\":(3L,),\"fortran_order\":True,\"descr\":\"|i1\"}");
  EXPECT_EQ(flat.rows, 3U);
  EXPECT_EQ(flat.columns, 1U);
  EXPECT_FALSE(flat.columns_together) << "one column is in both orders";
  EXPECT_EQ(parse("{'descr':'<f4','fortran_order':False,'shape':(0,7)}").columns, 7U);
}

TEST(NpyHeader, RefusesArraysThatAreNoTables) {
  EXPECT_EQ(parse_failure("{'descr':'<f4','fortran_order':False,'shape':()}"),
            "3 f: is a single number: give an array of rows and columns");
  EXPECT_EQ(parse_failure("{'descr':'<f4','fortran_order':False,'shape':(2,3,4)}"),
            "3 f: has 3 dimensions (2 × 3 × 4): reshape it to rows and columns");
  EXPECT_EQ(parse_failure("{'descr':'<f4','fortran_order':False,'shape':(2,0)}"),
            "3 f: has no column: give an array of numbers");
  EXPECT_EQ(parse_failure("{'descr':'|O','fortran_order':False,'shape':(2,2)}"),
            "3 f: holds elements of type '|O', which are not read: save it as float64, float32 or integers");
  EXPECT_EQ(parse_failure("{'descr':[('a','<f4')],'fortran_order':False,'shape':(2,)}"),
            "3 f: is an array of records: save its columns as one array of numbers");
  EXPECT_EQ(parse_failure("{'descr':'<f4','fortran_order':False,'shape':(2,2000001)}"),
            "3 f: has 2000001 numbers in a row, of at most 2000000");
  EXPECT_EQ(parse_failure("{'descr':'<f4','fortran_order':False,'shape':(0,2000000)}"),
            "3 f: has 2000000 columns and no row: give an array of rows");
  EXPECT_EQ(parse_failure("{'descr':'<f8','fortran_order':False,'shape':(9223372036854775807,2)}").substr(0, 31),
            "3 f: the npy header is damaged:");
}

TEST(NpyHeader, RefusesDamage) {
  for (const char* text :
       {"", "{", "{}", "x", "{'descr'}", "{'descr':", "{'descr':'<f4'", "{'descr':'<f4','shape':(1,)}",
        "{'descr':'<f4','fortran_order':Maybe,'shape':(1,)}", "{'descr':'<f4','fortran_order':False,'shape':(1,)} x",
        "{'descr':'<f4','fortran_order':False,'shape':(1,),'more':1}",
        "{'descr':'<f4','descr':'<f4','fortran_order':False,'shape':(1,)}",
        "{'descr':'<f4','fortran_order':False,'shape':(-1,)}", "{'descr':'<f4','fortran_order':False,'shape':(1,}",
        "{'descr':'<f4','fortran_order':False,'shape':(99999999999999999999,)}", "{'descr':'<f4"}) {
    EXPECT_EQ(parse_failure(text).substr(0, 31), "3 f: the npy header is damaged:") << text;
  }
}

TEST(NpyHeader, IsTakenOffTheFile) {
  const std::string file = npy_file("<f4", "(1, 2)", "rest");
  for (std::size_t chunk = 1; chunk <= file.size(); ++chunk) {
    Window window(text_input(file, "f"), chunk);
    EXPECT_EQ(read_npy_header(window).header_bytes, file.size() - 4);
    EXPECT_TRUE(window.hold(4));
    EXPECT_EQ(window.bytes(), "rest");
  }
  const std::string dictionary = "{'descr':'<f4','fortran_order':False,'shape':(5,)}";
  for (const char version : {'\2', '\3'}) {
    const std::string bytes = std::string("\x93NUMPY") + version + '\0' + static_cast<char>(dictionary.size()) +
                              std::string(3, '\0') + dictionary;
    EXPECT_EQ(read(bytes).rows, 5U);
  }
}

TEST(NpyHeader, RefusesFilesThatAreCutOrNoNpy) {
  const std::string file = npy_file("<f4", "(1, 2)", "");
  for (std::size_t length = 0; length < file.size(); ++length) {
    EXPECT_EQ(read_failure(file.substr(0, length)).substr(0, 2), "3 ") << length;
  }
  EXPECT_EQ(read_failure("x,y\n1,2\n3,4\n"), "3 f: is not an npy file: save the array with numpy.save");
  EXPECT_EQ(read_failure(std::string("\x93NUMPY\x04\x00\x01\x00{", 11)),
            "3 f: is an npy file of version 4; 1 to 3 are read");
  EXPECT_EQ(read_failure(std::string("\x93NUMPY\x02\x00\xFF\xFF\xFF\xFF{", 13)),
            "3 f: the npy header is longer than 64 KiB: is this an array of numbers?");
}

}  // namespace
}  // namespace suffice
