// Encodings as members of a block's JSON, and back.
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
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
  bins.extremes = {Extremes{-1, 4.5}, std::nullopt};
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
  EXPECT_NE(json.find(R"("edges":{"x":[2.5,4]},"extremes":{"x":[-1,4.5]},"missing_values":["x"]})"), std::string::npos)
      << json;
  EXPECT_EQ(schema_from_json(json), schema);
}

TEST(EncodingsJson, ExtremesAreTwoNumbersAroundTheEdges) {
  const auto refused = [](const std::string& members) {
    const std::string json = R"({"target":"y","blocks":[{"kind":"categories","features":["x","w"],)" + members + "}]}";
    return failure_with_remedies([&] { check_schema(schema_from_json(json)); }, ErrorCode::bad_model) != "no error";
  };
  EXPECT_FALSE(refused(R"("edges":{"x":[1,2]})"));
  EXPECT_FALSE(refused(R"("edges":{"x":[1,2]},"extremes":{"x":[1,2]})"));
  for (const char* extremes :
       {R"({"x":[1]})", R"({"x":[0,2,3]})", R"({"x":[1.5,2]})", R"({"x":[0,1.5]})", R"({"w":[0,1]})", "{}", "[]",
        R"({"x":[0,1e999]})", R"({"x":["0","3"]})", R"({"x":[3,0]})"}) {
    EXPECT_TRUE(refused(fmt::format(R"("edges":{{"x":[1,2]}},"extremes":{})", extremes))) << extremes;
  }
  EXPECT_TRUE(refused(R"("extremes":{"x":[1,2]})"));
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
