#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fitted_files.hpp"
#include "sample_model.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

/// Numbers x in 12,000 rows, more than are looked at before the pass, then a text.
std::string table_with_text_far_down(int numbers) {
  std::string text = "x,z,label\n";
  for (int i = 0; i < 12'000; ++i) text += fmt::format("{},{}.5,{}\n", i % numbers, i % 7, i % 2 == 0 ? "a" : "b");
  return text + "many,1.5,a\n";
}

struct Reread {
  std::vector<std::string> columns = {};
  std::string problem = {};
};

FitInput input_of(const std::string& path, const FitOptions& options, Reread& reread) {
  return {.open = [=] { return Source(path, learning_options({}, options)); },
          .reading_again = [&](const Error& error,
                               const std::vector<std::string>& taken) { reread = {taken, error.where()}; }};
}

TEST(FitInput, a_number_that_turns_out_to_be_text_is_read_again_as_a_category) {
  const TemporaryFolder folder;
  const std::string path = folder.file("late.csv");
  write_text(path, table_with_text_far_down(5));
  for (const char* model : {"lda", "auto"}) {
    Reread reread;
    const FitOptions options = {.model = {.model = model}};
    const InputFit found = fit(input_of(path, options, reread), options);
    EXPECT_EQ(reread.columns, std::vector<std::string>{"x"});
    EXPECT_EQ(reread.problem, path + ":12002:1");
    EXPECT_EQ(found.result.stored.summary.classes.total_rows(), 12'001U);
    EXPECT_EQ(found.columns[0].reason, "text further down");
  }
}

TEST(FitInput, very_many_values_or_an_input_that_comes_once_are_an_error) {
  const TemporaryFolder folder;
  const std::string path = folder.file("late.csv");
  const FitOptions options = {.model = {.model = "lda"}};
  Reread reread;
  write_text(path, table_with_text_far_down(500));
  EXPECT_EQ(error_of([&] { fit(input_of(path, options, reread), options); })->where(), path + ":12002:1");
  write_text(path, table_with_text_far_down(5));
  FitInput once = input_of(path, options, reread);
  once.can_be_read_again = false;
  EXPECT_EQ(error_of([&] { fit(once, options); })->where(), path + ":12002:1");
  EXPECT_TRUE(reread.columns.empty());
}

}  // namespace
}  // namespace suffice
