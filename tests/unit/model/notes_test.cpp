#include "model/notes.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "plain_patterns.hpp"

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

TEST(NoteOnMissingValues, says_how_many_rows_and_by_what) {
  const Summary summary =
      plain_patterns({{1, 2}, {2, NAN}, {NAN, NAN}, {4, 1}}, {"a", "a", "b", "b"}, {}, MomentKind::full);
  EXPECT_EQ(note_on_missing_values(moment_block(summary, 0)),
            "2 of 4 rows have missing numbers: the estimate is by expectation-maximisation");
}

TEST(NoteConstantColumns, one_note_for_each_kind) {
  const Block block{.features = {"a", "b", "c"}};
  std::vector<std::string> notes;
  note_constant_columns(block, {}, {}, notes);
  EXPECT_TRUE(notes.empty());
  note_constant_columns(block, {0, 2}, {1}, notes);
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0], "columns 'a' and 'c' are constant: they are kept and ignored");
  EXPECT_EQ(notes[1], "column 'b' has no value: it is kept and ignored");
}

TEST(NoteUnseenColumns, names_them_in_one_note) {
  const Block block{.features = {"1", "2", "3"}, .open_columns = true};
  std::vector<std::string> notes;
  note_unseen_columns(block, {}, notes);
  EXPECT_TRUE(notes.empty());
  note_unseen_columns(block, {1}, notes);
  note_unseen_columns(block, {0, 2}, notes);
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0], "column '2' is 0 in every row and is ignored, like those after the last");
  EXPECT_EQ(notes[1], "columns '1' and '3' are 0 in every row and are ignored, like those after the last");
}

}  // namespace
}  // namespace suffice
