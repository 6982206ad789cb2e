// Encodings as members of a block's JSON, and back.
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "suffice/error.hpp"
#include "suffice/schema.hpp"
#include "suffice/store.hpp"

namespace suffice {
namespace {

constexpr double unfilled = std::numeric_limits<double>::quiet_NaN();

Schema schema_with_encodings() {
  Block numbers{.features = {"x", "w", "colour=blue", "colour=red", "size=l"}};
  numbers.normal_scores = {{{1, 2, 4}, {-1, 0, 1}}, {}, {}, {}, {}};
  numbers.fills = {unfilled, 2.5, unfilled, unfilled, unfilled};
  numbers.indicators = {{"colour", {"blue", "red"}}, {"size", {"l"}, {"s"}}};
  Block bins{.kind = Kind::categories, .features = {"x", "colour"}};
  bins.edges = {{2.5, 4}, {}};
  bins.missing_values = {1, 0};
  return {.blocks = {numbers, bins}, .target = "y"};
}

TEST(EncodingsJson, AreWrittenWhereThereAreAny) {
  const Schema schema = schema_with_encodings();
  const std::string json = schema_to_json(schema);
  EXPECT_NE(json.find(R"("normal_scores":{"x":[[1,2,4],[-1,0,1]]},"fills":{"w":2.5},"indicators":[{"column":"colour",)"
                      R"("values":["blue","red"]},{"column":"size","values":["l"],"without":["s"]}]})"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("edges":{"x":[2.5,4]},"missing_values":["x"]})"), std::string::npos) << json;
  EXPECT_EQ(schema_from_json(json), schema);
}

TEST(EncodingsJson, RefusesWhatSaysNothingOrNamesOtherColumns) {
  const auto refused = [](const std::string& members) {
    const std::string json = R"({"target":"y","blocks":[{"kind":"measurements","features":["x"],)" + members + "}]}";
    return failure_with_remedies([&] { schema_from_json(json); }, ErrorCode::bad_model) != "no error";
  };
  EXPECT_FALSE(refused(R"("fills":{"x":1})"));
  for (const char* members : {R"("fills":{})", R"("fills":{"w":1})", R"("fills":{"x":"1"})", R"("edges":{"x":[1]})",
                              R"("normal_scores":{"x":[[1,2]]})", R"("normal_scores":{"x":[[],[]]})",
                              R"("indicators":[])", R"("indicators":[{"column":"c","values":["1"],"without":[]}])"}) {
    EXPECT_TRUE(refused(members)) << members;
  }
}

}  // namespace
}  // namespace suffice
