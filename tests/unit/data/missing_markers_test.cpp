// MissingMarkers: compared without case and blanks.
#include "data/bytes/missing_markers.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace suffice
