// The dialect as JSON: defaults are not written.
#include "store/content/dialect_json.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/bytes/missing_markers.hpp"
#include "error_text.hpp"

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

TEST(DialectJson, RefusesMoreMarkersThanAreReadFast) {
  Dialect dialect{.missing = std::vector<std::string>(MissingMarkers::most, "-1")};
  EXPECT_EQ(read_dialect(parse_json(dialect_to_json(dialect), "it")), dialect);
  dialect.missing.emplace_back("-2");
  EXPECT_EQ(
      failure_with_remedies([&] { read_dialect(parse_json(dialect_to_json(dialect), "it")); }, ErrorCode::bad_model),
      "\"dialect\" of the schema has too many markers of missing values");
}

}  // namespace
}  // namespace suffice
