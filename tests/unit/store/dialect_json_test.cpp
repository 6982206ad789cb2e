// The dialect as JSON: defaults are not written.
#include "store/content/dialect_json.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(DialectJson, WritesNothingForTheDefault) { EXPECT_EQ(dialect_to_json({}), ""); }

TEST(DialectJson, ReadsBackWhatItWrote) {
  for (const Dialect& dialect :
       {Dialect{.delimiter = '\t', .quote = 0}, Dialect{.delimiter = ' ', .header = false},
        Dialect{.decimal = ',', .encoding = Encoding::utf16_be}, Dialect{.missing = {}, .missing_as_value = true}}) {
    EXPECT_EQ(read_dialect(parse_json(dialect_to_json(dialect), "it")), dialect);
  }
}

}  // namespace
}  // namespace suffice
