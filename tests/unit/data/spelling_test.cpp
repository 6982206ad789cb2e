// Names that are written in more than one way.
#include "data/schema/spelling.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

std::string found(const KnownNames& names, std::string_view name) {
  const std::string* const known = names.find(name);
  return known == nullptr ? "none" : *known;
}

TEST(Spelling, KeysAreEqualForTheSameNumberAndForTheSameWord) {
  for (const char* one : {"1", "1.0", "01", "+1"}) EXPECT_EQ(spelling_key(one), spelling_key("1")) << one;
  for (const char* yes : {"yes", "YES", " Yes ", "yes."}) EXPECT_EQ(spelling_key(yes), spelling_key("Yes")) << yes;
  EXPECT_EQ(spelling_key("-0"), spelling_key("0"));
  EXPECT_NE(spelling_key("1"), spelling_key("10"));
  EXPECT_NE(spelling_key("1E2"), spelling_key("100")) << "a room";
  EXPECT_NE(spelling_key("no"), spelling_key("yes"));
  EXPECT_NE(spelling_key("1.10"), spelling_key("1.1")) << "versions";
  EXPECT_EQ(spelling_key("Caf\u00e9"), spelling_key("Cafe\u0301")) << "an accent of its own";
}

TEST(Spelling, FindsTheOnlyNameThatDiffersBySpelling) {
  const std::vector<std::string> names = {"True", "0", "1", "A", "a"};
  const KnownNames known(names);
  EXPECT_EQ(found(known, "True"), "True");
  EXPECT_EQ(found(known, "TRUE"), "True");
  EXPECT_EQ(found(known, "1.0"), "1");
  EXPECT_EQ(found(known, "2"), "none");
  EXPECT_EQ(found(known, "a"), "a");
  EXPECT_EQ(found(known, "a."), "none") << "A or a";
  EXPECT_EQ(found(KnownNames(), "x"), "none");
}

TEST(Spelling, ANameThatIsGivenTwiceIsOne) {
  const std::vector<std::string> names = {"Yes", "Yes"};
  EXPECT_EQ(found(KnownNames(names), "yes"), "Yes");
}

}  // namespace
}  // namespace suffice
