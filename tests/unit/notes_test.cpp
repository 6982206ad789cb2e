#include "model/notes.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(NotesOnClasses, a_single_class_and_classes_without_rows) {
  EXPECT_TRUE(notes_on_classes({{"a", "b"}, {1, 1}, {1, 1}}).empty());
  const auto single = notes_on_classes({{"a"}, {1}, {1}});
  ASSERT_EQ(single.size(), 1U);
  EXPECT_EQ(single[0].rfind("there is a single class, 'a'", 0), 0U);
  const auto declared = notes_on_classes({{"a", "b"}, {1, 0}, {1, 0}});
  ASSERT_EQ(declared.size(), 1U);
  EXPECT_EQ(declared[0],
            "the class 'b' was declared and has no rows: it is predicted only by a class prior that is smoothed, "
            "uniform or given");
}

}  // namespace
}  // namespace suffice
