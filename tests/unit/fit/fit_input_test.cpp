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

/// A choice among few candidates, without an accuracy: these tests are about reading.
FitOptions quick_options(const char* model) {
  return {.model = {.model = model},
          .parts = {.pairs = false, .normal_scores = false, .indicators = false, .pools = false},
          .calibrate = Calibrate::none,
          .validation = {.rows = Validation::Rows::none}};
}

TEST(FitInput, a_number_that_turns_out_to_be_text_is_read_again_as_a_category) {
  const TemporaryFolder folder;
  const std::string path = folder.file("late.csv");
  write_text(path, table_with_text_far_down(5));
  for (const char* model : {"lda", "auto"}) {
    Reread reread;
    const FitOptions options = quick_options(model);
    const InputFit found = fit(input_of(path, options, reread), options);
    EXPECT_EQ(reread.columns, std::vector<std::string>{"x"});
    EXPECT_EQ(reread.problem, path + ":12002:1");
    EXPECT_EQ(found.result.stored.summary.classes.total_rows(), 12'001U);
    EXPECT_EQ(found.columns[0].reason, "text further down");
  }
}

TEST(FitInput, a_column_that_is_constant_within_each_class_is_a_category_for_that_reason) {
  const TemporaryFolder folder;
  const std::string path = folder.file("constant.csv");
  std::string text = "x,z,label\n";
  for (int i = 0; i < 60; ++i) text += fmt::format("{},{}.5,{}\n", i % 3, i * 7 % 11, i % 3);
  write_text(path, text);
  Reread reread;
  const FitOptions options = {.model = {.model = "lda"}};
  const InputFit found = fit(input_of(path, options, reread), options);
  EXPECT_EQ(reread.columns, std::vector<std::string>{"x"});
  EXPECT_EQ(found.columns[0].reason, "constant within each class");
}

TEST(FitInput, a_flag_that_meets_other_numbers_is_read_again_as_a_number) {
  const TemporaryFolder folder;
  const std::string path = folder.file("flag.csv");
  std::string text = "f,g,z,label\n";
  for (int i = 0; i < 12'000; ++i) {
    text += fmt::format("{},{},{}.5,{}\n", i / 2 % 2, i % 3 == 0 ? "n" : "y", i % 7, i % 2 == 0 ? "a" : "b");
  }
  write_text(path, text + "2,y,1.5,a\n7,unsure,1.5,b\n");
  for (const char* model : {"naive-bayes", "auto"}) {
    Reread reread;
    const FitOptions options = quick_options(model);
    const InputFit found = fit(input_of(path, options, reread), options);
    EXPECT_EQ(reread.columns, std::vector<std::string>{"f"}) << model;
    EXPECT_EQ(found.columns[0].use, ColumnUse::number);
    EXPECT_EQ(found.columns[1].use, ColumnUse::category);
    EXPECT_EQ(found.columns[1].values, 3U);
    FitInput once = input_of(path, options, reread);
    once.can_be_read_again = false;
    const InputFit kept = fit(once, options);
    EXPECT_EQ(kept.columns[0].use, ColumnUse::category);
    EXPECT_EQ(kept.columns[0].doubts.back().remedies, (std::vector<Remedy>{{"column", {"f=number"}}}));
  }
}

TEST(FitInput, missing_values_are_counted_in_all_rows) {
  const TemporaryFolder folder;
  const std::string path = folder.file("holes.csv");
  std::string text = "x,k,label\n";
  for (int i = 0; i < 12'000; ++i) {
    text += fmt::format("{},{},{}\n", i % 4 == 0 ? "?" : "1.5", i % 6 == 0 ? "" : "v", i % 2 == 0 ? "a" : "b");
  }
  write_text(path, text);
  Reread reread;
  const FitOptions options = quick_options("auto");
  const InputFit found = fit(input_of(path, options, reread), options);
  EXPECT_EQ(found.columns[0].missing, 3'000U);
  EXPECT_EQ(found.columns[1].missing, 2'000U);
}

TEST(FitInput, rows_that_do_not_fit_decide_columns_anew) {
  const TemporaryFolder folder;
  const std::string path = folder.file("late.csv");
  const FitOptions options = quick_options("naive-bayes");
  const auto fitted = [&](const std::string& usual, const std::string& last) {
    std::string text = "x,d,e,label\n";
    for (int i = 0; i < 12'000; ++i) text += fmt::format(fmt::runtime(usual), i % 97, i % 12 + 1, i % 2);
    write_text(path, text + last);
    Reread reread;
    FitInput input = input_of(path, options, reread);
    input.open = [=] { return Source(path, learning_options({.watch_empty = true}, options)); };
    InputFit found = fit(input, options);
    EXPECT_EQ(reread.problem.substr(0, path.size() + 6), path + ":12002");
    return found;
  };
  const InputFit word = fitted("{0}.5,{1:02}/03/2021,,c{2}\n", "n.v.,01/02/2021,,c1\n");
  EXPECT_EQ(word.columns[0].use, ColumnUse::number);
  EXPECT_EQ(word.result.stored.summary.schema.dialect.missing.back(), "n.v.");
  const InputFit thousands = fitted("{0}.5,{1:02}/03/2021,,c{2}\n", "\"2,074.54\",01/02/2021,,c1\n");
  EXPECT_EQ(thousands.columns[0].unit, std::optional<std::string>(""));
  const InputFit date = fitted("{0}.5,{1:02}/03/2021,,c{2}\n", "1.5,02/13/2021,,c1\n");
  EXPECT_EQ(date.columns[1].date_format, "%m/%d/%Y");
  const std::string red = "1.5,01/02/2021,red,c1\n";
  const InputFit value = fitted("{0}.5,{1:02}/03/2021,,c{2}\n", red);
  EXPECT_EQ(value.columns[2].reason, "hardly any values");
  std::string colours;
  for (int i = 0; i < 20; ++i) colours += fmt::format("1.5,01/02/2021,{},c{}\n", i % 3 == 0 ? "red" : "blue", i % 2);
  EXPECT_EQ(fitted("{0}.5,{1:02}/03/2021,,c{2}\n", colours).columns[2].use, ColumnUse::flag);
}

TEST(FitInput, what_is_said_or_an_input_that_comes_once_is_an_error) {
  const TemporaryFolder folder;
  const std::string path = folder.file("late.csv");
  FitOptions options = {.model = {.model = "lda"}};
  Reread reread;
  write_text(path, table_with_text_far_down(500));
  options.columns.roles = {{"x", Role::number}};
  EXPECT_EQ(error_of([&] { fit(input_of(path, options, reread), options); })->where(), path + ":12002:1");
  options.columns.roles.clear();
  write_text(path, table_with_text_far_down(5));
  FitInput once = input_of(path, options, reread);
  once.can_be_read_again = false;
  EXPECT_EQ(error_of([&] { fit(once, options); })->where(), path + ":12002:1");
  EXPECT_TRUE(reread.columns.empty());
}

}  // namespace
}  // namespace suffice
