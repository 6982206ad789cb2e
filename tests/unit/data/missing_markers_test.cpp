// MissingMarkers: compared without case and blanks.
#include "data/bytes/missing_markers.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "error_text.hpp"

namespace suffice {
namespace {

TEST(MissingMarkers, AreTheUsualOnesUnlessSaid) {
  const MissingMarkers usual;
  for (const char* cell : {"", "  ", "NA", "n/a", " NaN ", "null", "?"}) EXPECT_TRUE(usual.contains(cell)) << cell;
  for (const char* cell : {"0", "none", "-", "N A"}) EXPECT_FALSE(usual.contains(cell)) << cell;
  EXPECT_FALSE(usual.has_numbers());
}

TEST(MissingMarkers, MayBeSaid) {
  const MissingMarkers said({"-999", "Unknown"});
  EXPECT_TRUE(said.contains(" -999"));
  EXPECT_TRUE(said.contains("UNKNOWN"));
  EXPECT_FALSE(said.contains("NA"));
  EXPECT_TRUE(said.has_numbers());
  EXPECT_FALSE(MissingMarkers(std::vector<std::string>()).contains("NA"));
}

TEST(MissingMarkers, AreNotTooMany) {
  EXPECT_EQ(failure_with_remedies([] { MissingMarkers(std::vector<std::string>(1'001, "-1")); }, ErrorCode::usage),
            "1001 markers of missing values: there may be at most 1000");
}

}  // namespace
}  // namespace suffice
