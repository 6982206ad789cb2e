#include "suffice/fit.hpp"

#include <stdexcept>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fitted_files.hpp"
#include "sample_model.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

class Fit : public testing::Test {
 protected:
  void SetUp() override { write_text(path, mixed_header + mixed_rows); }

  const TemporaryFolder folder;
  const std::string path = folder.file("mixed.csv");
  const std::string numbers = folder.file("numbers.csv");
};

TEST_F(Fit, is_estimate_of_the_sums_with_their_caches_and_accuracy) {
  const FitResult result = fit_file(path, mixed_options());
  EXPECT_EQ(result.stored.summary.classes.total_rows(), 8U);
  EXPECT_EQ(result.model.readings(), 4U);
  ASSERT_TRUE(result.leave_one_out);
  EXPECT_EQ(result.leave_one_out->rows, 8U);
  EXPECT_EQ(result.invalid_bytes, 0U);
  check_summary(result.stored.summary);
  check_caches(result.stored);
  EXPECT_EQ(decode(encode(result.stored)), result.stored);
}

TEST_F(Fit, of_a_table_is_that_of_its_file) {
  write_text(numbers, "x0,x1,y\n1,2,a\n2,1,a\n3,5,b\n4,4,b\n2,7,b\n");
  const TestTable table{2, {1, 2, 2, 1, 3, 5, 4, 4, 2, 7}, {0, 0, 1, 1, 1}, {"a", "b"}};
  const FitPlan plan = plan_fit(std::vector<std::string>{"x0", "x1", "y"}, {});
  const FitResult from_table = fit(table.table(), table.labels(), plan);
  const FitResult from_file = fit_file(numbers, {});
  EXPECT_EQ(from_table.stored, from_file.stored);
  EXPECT_EQ(from_table.leave_one_out->log_loss, from_file.leave_one_out->log_loss);
}

TEST_F(Fit, of_a_table_tells_its_progress_and_can_be_cancelled) {
  constexpr std::size_t rows = 65'536 + 10;
  TestTable table{1, std::vector<double>(rows), std::vector<std::uint32_t>(rows), {"a", "b"}};
  for (std::size_t i = 0; i < rows; ++i) {
    table.values[i] = static_cast<double>(i % 7);
    table.codes[i] = static_cast<std::uint32_t>(i % 2);
  }
  const FitPlan plan = plan_fit(std::vector<std::string>{"x", "y"}, {.model = {.model = "gaussian-nb"}});
  std::vector<std::uint64_t> told;
  const auto note = [&](std::uint64_t count, std::uint64_t /*bytes*/) { told.push_back(count); };
  const FitResult result = fit(table.table(), table.labels(), plan, {.progress = note});
  EXPECT_EQ(told, (std::vector<std::uint64_t>{65'536, rows}));
  EXPECT_EQ(result.stored.summary, summarise(table.table(), table.labels(), plan.schema, {.keep = plan.keep}));
  const auto stop = [](std::uint64_t, std::uint64_t) { throw std::runtime_error("stop"); };
  EXPECT_THROW(fit(table.table(), table.labels(), plan, {.progress = stop}), std::runtime_error);
}

TEST_F(Fit, tells_what_it_does_beside_reading_and_can_be_cancelled_there) {
  std::vector<std::string> told;
  const StepProgress note = [&](const char* what, std::size_t /*done*/, std::size_t /*all*/) {
    if (told.empty() || told.back() != what) told.emplace_back(what);
  };
  FitOptions options = mixed_options();
  options.tune = TuneOptions{};
  fit_file(path, options, {.steps = note});
  EXPECT_EQ(told, (std::vector<std::string>{"values of options", "estimating the model", "leaving rows out"}));
  const StepProgress stop = [](const char*, std::size_t, std::size_t) { throw std::runtime_error("stop"); };
  EXPECT_THROW(fit_file(path, options, {.steps = stop}), std::runtime_error);
}

TEST_F(Fit, gives_the_same_for_any_number_of_threads) {
  EXPECT_EQ(fit_file(path, mixed_options(), {.threads = 1}).stored,
            fit_file(path, mixed_options(), {.threads = 3}).stored);
}

TEST_F(Fit, calibrates_where_that_is_wanted) {
  FitOptions options = mixed_options();
  const FitResult plain = fit_file(path, options);
  EXPECT_EQ(plain.stored.fitted, Fitted{});
  EXPECT_FALSE(plain.leave_one_out->calibrated);
  for (const Calibrate how : {Calibrate::temperature, Calibrate::isotonic}) {
    options.calibrate = how;
    const FitResult result = fit_file(path, options);
    EXPECT_EQ(result.stored.summary, plain.stored.summary);
    EXPECT_EQ(result.stored.fitted.rows, 8U);
    EXPECT_EQ(result.stored.fitted.temperatures.size(), 4U);
    EXPECT_EQ(result.stored.fitted.map.from.empty(), how == Calibrate::temperature);
    EXPECT_EQ(result.model.temperatures(), result.stored.fitted.temperatures);
    EXPECT_TRUE(result.leave_one_out->calibrated);
    EXPECT_EQ(decode(encode(result.stored)), result.stored);
    EXPECT_EQ(fit_file(path, options, {.threads = 3}).stored, result.stored);
  }
}

TEST_F(Fit, calibrates_by_folds_where_no_closed_form_removes_a_row) {
  write_text(path, "x,z,label\n1,2,a\n2,1,a\n1,,a\n0,1,a\n3,5,b\n4,4,b\n2,7,b\n,6,b\n1,0,a\n5,5,b\n");
  FitOptions options;
  options.model.model = "lda";
  options.calibrate = Calibrate::temperature;
  const FitResult result = fit_file(path, options);
  EXPECT_EQ(result.leave_one_out->folds, 5U);
  EXPECT_TRUE(result.leave_one_out->calibrated);
  EXPECT_EQ(result.stored.fitted.temperatures.size(), 1U);
}

TEST_F(Fit, measures_by_folds_where_a_reserved_place_would_give_labels_away) {
  std::string text = "k,y\n";
  for (int i = 0; i < 60; ++i) text += fmt::format("v{},{}\n", i * 37 % 61, i % 2 == 0 ? "a" : "b");  // pure noise
  write_text(numbers, text);
  FitOptions options = {.columns = {.roles = {{"k", Role::categorical}}}, .model = {.model = "categorical-nb"}};
  EXPECT_EQ(fit_file(numbers, options).leave_one_out->folds, 0U);
  options.model.unseen = Unseen::reserve;
  for (const Calibrate how : {Calibrate::none, Calibrate::temperature}) {
    options.calibrate = how;
    const FitResult result = fit_file(numbers, options);
    ASSERT_TRUE(result.leave_one_out);
    EXPECT_EQ(result.leave_one_out->folds, 10U);
    EXPECT_LT(result.leave_one_out->accuracy.value, 0.7);
  }
}

// Columns say nothing of labels that were drawn: no log loss is below that of the classes' shares, unless a map is
// measured on the rows that it was fitted to.
TEST_F(Fit, validates_isotonic_calibration_on_rows_that_it_was_not_fitted_to) {
  TestTable table = random_table(2, 120, 2, 2);
  std::mt19937 bits(9);
  for (std::size_t i = 0; i < table.rows(); ++i)
    table.codes[i] = static_cast<std::uint32_t>(i < 4 ? i % 2 : bits() % 2);
  for (const std::string how : {"10", "loo"}) {
    SCOPED_TRACE(how);
    const FitOptions options{.model = {.model = "gaussian-nb"},
                             .calibrate = Calibrate::isotonic,
                             .seed = 5,
                             .validation = parse_validation(how)};
    const FitResult found =
        fit(table.table(), table.labels(), plan_fit(std::vector<std::string>{"x0", "x1", "y"}, options));
    EXPECT_GT(found.leave_one_out->log_loss, std::log(2));
    EXPECT_TRUE(found.leave_one_out->calibrated);
    EXPECT_FALSE(found.leave_one_out->calibration_held);
  }
}

TEST_F(Fit, has_no_accuracy_for_one_class) {
  write_text(path, mixed_header + mixed_rows.substr(0, mixed_rows.find('\n') + 1));
  EXPECT_FALSE(fit_file(path, {.model = {.model = "categorical-nb"}}).leave_one_out);
}

TEST_F(Fit, validates_all_rows_where_that_is_wanted) {
  const TestTable table = random_table(2, 60, 2, 2);
  FitOptions options{.model = {.model = "lda"}, .seed = 5, .validation = parse_validation("4")};
  const std::vector<std::string> columns{"x0", "x1", "y"};
  const FitPlan plan = plan_fit(columns, options);
  const FitResult folds = fit(table.table(), table.labels(), plan);
  EXPECT_EQ(folds.leave_one_out->folds, 4U);
  EXPECT_EQ(folds.leave_one_out->log_loss,
            cross_validate(table.table(), table.labels(), plan.schema, plan.options, {.folds = 4, .seed = 5}).log_loss);
  options.validation = parse_validation("loo");
  const FitResult alone = fit(table.table(), table.labels(), plan_fit(columns, options));
  EXPECT_EQ(alone.leave_one_out->folds, 0U);
  EXPECT_EQ(alone.leave_one_out->rows, 60U);
  options.validation = parse_validation("none");
  EXPECT_FALSE(fit(table.table(), table.labels(), plan_fit(columns, options)).leave_one_out);
}

TEST_F(Fit, reads_a_source_once_more_to_validate_all_rows) {
  FitOptions options = mixed_options();
  options.validation = parse_validation("2");
  const auto open = [&] { return Source(path, learning_options({}, options)); };
  Source source = open();
  const FitPlan plan = plan_fit(source, options);
  EXPECT_EQ(error_of([&] { fit(source, plan); })->code(), ErrorCode::usage);
  const FitResult result = fit(source, plan, {.again = open});
  EXPECT_EQ(result.leave_one_out->folds, 2U);
  EXPECT_EQ(result.leave_one_out->rows, 8U);
  Source once_more = open();
  const auto open_other = [&] {
    write_text(path, mixed_header + mixed_rows.substr(0, mixed_rows.find('\n') + 1));
    return open();
  };
  EXPECT_EQ(error_of([&] { fit(once_more, plan, {.again = open_other}); })->code(), ErrorCode::bad_data);
}

TEST_F(Fit, searches_options_after_the_pass) {
  FitOptions options = mixed_options();
  options.tune = TuneOptions{};
  const FitResult result = fit_file(path, options);
  const Tuning& tuning = result.stored.tuning;
  EXPECT_EQ(tuning.rows, 8U);
  EXPECT_LE(tuning.after, tuning.before);
  EXPECT_FALSE(tuning.trials.empty());
}

TEST_F(Fit, counts_bytes_that_are_no_text) {
  write_text(path,
             "note,label\nfine,a\nb\xff"
             "d,b\n");
  FitOptions options;
  options.columns.text = "note";
  Source source(path, learning_options({.dialect = {.encoding = Encoding::utf8}}, options));
  EXPECT_EQ(fit(source, plan_fit(source, options)).invalid_bytes, 1U);
  EXPECT_EQ(fit_file(path, options).invalid_bytes, 0U) << "it is taken for Windows-1252";
}

TEST_F(Fit, refuses_labels_that_are_numbers_to_be_predicted) {
  std::string text = "x,y\n";
  for (int i = 0; i < 200; ++i) {
    text += std::to_string(i % 7) + ',' + std::to_string(i) + '\n';
  }
  write_text(path, text);
  EXPECT_EQ(error_of([&] { fit_file(path, {}); })->code(), ErrorCode::bad_data);
}

TEST_F(Fit, takes_many_numbers_for_labels_where_that_is_said) {
  std::string text = "x,z,y\n";
  for (int i = 0; i < 160; ++i) text += fmt::format("{}.5,{}.25,{}\n", i % 100 + i / 100, i * 7 % 11, i % 100);
  write_text(path, text);
  FitOptions options = {.model = {.model = "lda"}};
  EXPECT_EQ(error_of([&] { fit_file(path, options); })->remedies().back(), (Remedy{"column", {"y=categorical"}}));
  options.columns.roles = {{"y", Role::categorical}};
  EXPECT_EQ(fit_file(path, options).stored.summary.classes.size(), 100U);
}

TEST_F(Fit, says_once_that_labels_no_two_rows_share_are_no_use) {
  std::string text = "x,hue,y\n";
  for (int i = 0; i < 30; ++i) text += fmt::format("{}.5,{},name{}\n", i * 7 % 31, i % 3 == 0 ? "red" : "blue", i);
  write_text(path, text);
  for (const std::string model : {"auto", "lda", "qda", "naive-bayes"}) {
    const std::optional<Error> error = error_of([&] { fit_file(path, {.model = {.model = model}}); });
    ASSERT_TRUE(error) << model;
    EXPECT_TRUE(error->message().starts_with("each of the 30 rows has a label of its own in 'y'")) << model;
    EXPECT_EQ(error->remedies(), std::vector<Remedy>{Remedy({"target", {"COL"}})}) << model;
  }
  FitOptions counted = {.columns = {.drop = {"x"}}, .model = {.model = "categorical-nb"}};
  EXPECT_EQ(fit_file(path, counted).stored.summary.classes.size(), 30U) << "counts are smoothed";
}

TEST_F(Fit, takes_no_memory_for_more_labels_than_rows) {
  std::string header;
  std::string row;
  for (int j = 0; j < 3000; ++j) {
    header += fmt::format("x{},", j);
    row += fmt::format("{}.5,", j % 7);
  }
  std::string text = header + "y\n";
  for (int i = 0; i < 12; ++i) text += fmt::format("{}{}\n", row, i % 3);
  write_text(path, text);
  FitOptions options;
  for (int c = 0; c < 3000; ++c) options.columns.declared_labels.push_back(fmt::format("c{}", c));
  for (const std::string model : {"gaussian-nb", "naive-bayes", "auto"}) {
    options.model.model = model;
    const std::optional<Error> error = error_of([&] { fit_file(path, options); });
    ASSERT_TRUE(error) << model;
    EXPECT_EQ(error->message(),
              "3000 labels are declared, more than the 12 rows that were read, and each takes memory for each of the "
              "3000 columns: fit "
              "rows of each label, or do not declare it");
  }
  options.model.model = "gaussian-nb";
  options.columns.declared_labels.resize(20);
  EXPECT_TRUE(error_of([&] { fit_file(path, options); })
                  ->message()
                  .starts_with("the class 'c0' was declared and has no rows, so it has no mean"));
}

TEST_F(Fit, finish_makes_caches_or_leaves_none) {
  Stored stored = fit_file(path, mixed_options()).stored;
  stored.caches = {};
  EXPECT_EQ(finish(stored).readings(), 4U);
  check_caches(stored);
  stored.options.class_prior = GivenPrior{{{"nobody", 1.0}}};
  EXPECT_TRUE(error_of([&] { finish(stored); }));
  EXPECT_TRUE(stored.caches.terms.empty());
}

// Estimates of a centroid need means alone; a file holds no moments that are not finite.
TEST_F(Fit, refuses_numbers_that_no_file_can_hold) {
  const std::string numbers = folder.file("numbers.csv");
  write_text(numbers, "p,q,label\n1e200,2,a\n-1e200,1,a\n3e200,5,b\n4,4,b\n2,7,b\n");
  FitOptions options;
  options.model.model = "centroid";
  EXPECT_EQ(outcome_of([&] { fit_file(numbers, options); }),
            "bad_data: column 'p': the values are too large to square; use another unit for this column");
}

}  // namespace
}  // namespace suffice
