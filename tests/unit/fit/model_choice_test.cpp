#include "fit/choice/model_choice.hpp"

#include <gtest/gtest.h>

#include "sample_model.hpp"

namespace suffice {
namespace {

const Schema numbers{.blocks = {{.kind = Kind::measurements, .features = {"x", "z"}}}, .target = "y"};
const Schema mixed{.blocks = {{.kind = Kind::measurements, .features = {"x", "z"}},
                              {.kind = Kind::amounts, .features = {"visits"}},
                              {.kind = Kind::categories, .features = {"colour"}},
                              {.kind = Kind::text, .features = {"note"}}},
                   .target = "y"};

const GaussianOptions& gaussian(const Options& options, std::size_t reading = 0) {
  return std::get<GaussianOptions>(options.readings[reading].options);
}

TEST(ModelChoice, a_fit_shrinks_by_itself_unless_an_estimate_or_a_ridge_is_given) {
  EXPECT_EQ(gaussian(chosen_options(numbers, {}, {})).shrinkage, Shrinkage{AutoShrinkage{}});
  EXPECT_EQ(gaussian(chosen_options(numbers, {.estimator = Estimator::mle}, {})).shrinkage, Shrinkage{NoShrinkage{}});
  EXPECT_EQ(gaussian(chosen_options(numbers, {.ridge = 0.5}, {})).shrinkage, Shrinkage{NoShrinkage{}});
  EXPECT_EQ(gaussian(chosen_options(numbers, {.rda = RdaShrinkage{0.5, 0.1}}, {})).shrinkage,
            (Shrinkage{RdaShrinkage{0.5, 0.1}}));
  EXPECT_EQ(gaussian(chosen_options(numbers, {.estimator = Estimator::mle, .shrinkage = OasShrinkage{}}, {})).shrinkage,
            Shrinkage{OasShrinkage{}});
}

TEST(ModelChoice, every_kind_has_a_model_of_its_own_and_takes_the_whole_block) {
  const Options options = chosen_options(mixed, {}, {});
  EXPECT_EQ(model_name(options), "lda + poisson-nb + categorical-nb + multinomial-nb");
  for (const Reading& reading : options.readings) {
    EXPECT_TRUE(reading.features.empty());
  }
  EXPECT_EQ(model_name(chosen_options(mixed, {.model = "qda"}, {})),
            "qda + poisson-nb + categorical-nb + multinomial-nb");
  EXPECT_EQ(model_name(chosen_options(mixed, {.model = "bernoulli-nb"}, {})),
            "lda + poisson-nb + categorical-nb + bernoulli-nb");
  EXPECT_EQ(model_name(chosen_options(mixed, {.model = "naive-bayes"}, {})),
            "gaussian-nb + poisson-nb + categorical-nb + multinomial-nb");
}

TEST(ModelChoice, mails_have_defaults_of_their_own) {
  Schema mails{.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = "y"};
  mails.blocks[0].text.form = DocumentForm::mail;
  const auto pseudocount = [&](const ModelChoice& choice) {
    return std::get<TermOptions>(chosen_options(mails, choice, {}).readings[0].options).pseudocount.all;
  };
  EXPECT_EQ(model_name(chosen_options(mails, {}, {})), "boolean-nb");
  EXPECT_EQ(model_name(chosen_options(mails, {.model = "complement-nb"}, {})), "complement-nb");
  EXPECT_EQ(pseudocount({}), 0.01);
  EXPECT_EQ(pseudocount({.pseudocount = Pseudocount{2, {}}}), 2);
  EXPECT_EQ(pseudocount({.estimator = Estimator::map}), std::nullopt);
}

TEST(ModelChoice, options_go_to_the_readings_that_have_a_use_for_them) {
  const Options options = chosen_options(
      mixed, {.pseudocount = Pseudocount{.all = 3}, .unseen = Unseen::reserve, .min_documents = 2, .tf_idf = true}, {});
  EXPECT_EQ(std::get<AmountOptions>(options.readings[1].options).pseudocount.all, 3);
  EXPECT_EQ(std::get<ValueOptions>(options.readings[2].options).pseudocount.all, 3);
  EXPECT_EQ(std::get<ValueOptions>(options.readings[2].options).unseen, Unseen::reserve);
  const auto& terms = std::get<TermOptions>(options.readings[3].options);
  EXPECT_EQ(terms.pseudocount.all, 3);
  EXPECT_EQ(terms.unseen, Unseen::ignore);
  EXPECT_EQ(terms.min_documents, 2);
  EXPECT_TRUE(terms.tf_idf);
  EXPECT_EQ(gaussian(options).shrinkage, Shrinkage{AutoShrinkage{}});
}

TEST(ModelChoice, an_estimator_goes_where_it_has_a_meaning) {
  const Options options = chosen_options(mixed, {.estimator = Estimator::unbiased}, {});
  EXPECT_EQ(gaussian(options).estimator, Estimator::unbiased);
  EXPECT_EQ(std::get<ValueOptions>(options.readings[2].options).estimator, Estimator::mean);
  const Options map = chosen_options(mixed, {.estimator = Estimator::map}, {});
  EXPECT_EQ(gaussian(map).estimator, Estimator::map);
  EXPECT_EQ(std::get<ValueOptions>(map.readings[2].options).estimator, Estimator::map);
  const Schema categories{.blocks = {{.kind = Kind::categories, .features = {"colour"}}}, .target = "y"};
  EXPECT_EQ(error_of([&] { chosen_options(categories, {.estimator = Estimator::unbiased}, {}); })->code(),
            ErrorCode::usage);
}

TEST(ModelChoice, an_option_that_no_reading_takes_is_refused_with_a_remedy) {
  const std::optional<Error> error = error_of([] { chosen_options(numbers, {.min_documents = 2}, {}); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), ErrorCode::usage);
  EXPECT_FALSE(error->remedies().empty());
  EXPECT_EQ(error->message().find("--"), std::string::npos);
  EXPECT_TRUE(error_of([] { chosen_options(numbers, {.model = "rda"}, {}); }));
  EXPECT_TRUE(error_of([] { chosen_options(numbers, {.model = "lda", .rda = RdaShrinkage{0.5, 0.5}}, {}); }));
  EXPECT_TRUE(error_of([] { chosen_options(numbers, {.model = "fisher", .axes = 0}, {}); }));
  EXPECT_TRUE(error_of([] { chosen_options(numbers, {.axes = 1}, {}); }));
  EXPECT_TRUE(error_of([] { chosen_options(mixed, {.oov = Unseen::reserve, .compact = true}, {}); }));
}

TEST(ModelChoice, what_is_not_said_stays_as_stored) {
  Options options = chosen_options(mixed, {.shrinkage = FixedShrinkage{0.25}, .tf_idf = true}, {});
  options = changed_options(options, mixed, {.unseen = Unseen::reserve});
  EXPECT_EQ(gaussian(options).shrinkage, Shrinkage{FixedShrinkage{0.25}});
  EXPECT_TRUE(std::get<TermOptions>(options.readings[3].options).tf_idf);
  options = changed_options(options, mixed, {.estimator = Estimator::mean});
  EXPECT_EQ(gaussian(options).shrinkage, Shrinkage{NoShrinkage{}});
  options = changed_options(options, mixed, {.model = "boolean-nb"});
  EXPECT_FALSE(std::get<TermOptions>(options.readings[3].options).tf_idf);
  EXPECT_EQ(model_name(options), "lda + poisson-nb + categorical-nb + boolean-nb");
  EXPECT_EQ(model_name(changed_options(options, mixed, {.model = "naive-bayes"})),
            "gaussian-nb + poisson-nb + categorical-nb + boolean-nb");
}

TEST(ModelChoice, rda_keeps_its_numbers_until_others_are_given) {
  Options options = chosen_options(numbers, {.rda = RdaShrinkage{0.5, 0.1}}, {});
  options = changed_options(options, numbers, {.model = "rda"});
  EXPECT_EQ(gaussian(options).shrinkage, (Shrinkage{RdaShrinkage{0.5, 0.1}}));
  options = changed_options(options, numbers, {.rda = RdaShrinkage{1, 0}});
  EXPECT_EQ(gaussian(options).shrinkage, (Shrinkage{RdaShrinkage{1, 0}}));
  const std::optional<Error> error =
      error_of([&] { changed_options(options, numbers, {.shrinkage = OasShrinkage{}}); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), ErrorCode::usage);
}

TEST(ModelChoice, a_model_of_other_columns_is_refused) {
  const std::optional<Error> error =
      error_of([] { changed_options(chosen_options(numbers, {}, {}), numbers, {.model = "categorical-nb"}); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code(), ErrorCode::usage);
  ASSERT_EQ(error->remedies().size(), 1U);
  EXPECT_EQ(error->remedies().front(), (Remedy{"model", {"categorical-nb"}, Remedy::Act::refit}));
}

TEST(ModelChoice, columns_of_the_role_gaussian_keep_their_own_model) {
  const Schema schema{
      .blocks = {{.kind = Kind::measurements, .features = {"x"}}, {.kind = Kind::measurements, .features = {"z"}}},
      .target = "y"};
  const std::vector<ColumnRole> roles = {{"z", Role::gaussian}};
  Options options = chosen_options(schema, {.model = "qda"}, roles);
  EXPECT_EQ(model_name(options.readings[0].options), "qda");
  EXPECT_EQ(model_name(options.readings[1].options), "gaussian-nb");
  options = changed_options(options, schema, {.model = "lda"});
  EXPECT_EQ(model_name(options.readings[0].options), "lda");
  EXPECT_EQ(model_name(options.readings[1].options), "gaussian-nb");
}

TEST(ModelChoice, dropped_columns_are_read_no_longer) {
  Options all = checked(chosen_options(mixed, {}, {}), mixed);
  std::get<GaussianOptions>(all.readings[0].options).prior.mean = {{1.0, 2.0}};
  const Options fewer = dropped_columns(all, mixed, std::vector<std::string>{"x", "colour"});
  ASSERT_EQ(fewer.readings.size(), 3U);
  EXPECT_EQ(fewer.readings[0].features, std::vector<std::string>{"z"});
  EXPECT_EQ(gaussian(fewer).prior.mean, std::vector<double>{2.0});
  EXPECT_EQ(fewer.readings[1].block, 1U);
  EXPECT_EQ(fewer.readings[2].block, 3U);
  EXPECT_EQ(outcome_of([&] { dropped_columns(all, mixed, std::vector<std::string>{"color"}); }),
            "usage: there is no column 'color' to drop (did you mean 'colour'?); the features are 'x', 'z', 'visits', "
            "'colour' and 'note'");
  EXPECT_EQ(
      outcome_of([&] { dropped_columns(all, mixed, std::vector<std::string>{"p", "x", "q"}); }),
      "usage: there are no columns 'p' and 'q' to drop; the features are 'x', 'z', 'visits', 'colour' and 'note'");
  EXPECT_EQ(outcome_of([&] { dropped_columns(all, mixed, std::vector<std::string>{"y"}); }),
            "usage: 'y' is the target of the model, which is no feature and cannot be dropped; the features are 'x', "
            "'z', 'visits', 'colour' and 'note'");
  EXPECT_EQ(outcome_of([&] { dropped_columns(all, mixed, columns_of(mixed)); }),
            "usage: no column would be left to read; drop fewer");
}

TEST(ModelChoice, settled_options_name_features_only_where_some_are_dropped) {
  const Options all = checked(chosen_options(mixed, {}, {}), mixed);
  EXPECT_TRUE(settled(all, mixed).readings.front().features.empty());
  const Options fewer = dropped_columns(all, mixed, std::vector<std::string>{"x"});
  EXPECT_EQ(settled(fewer, mixed).readings.front().features, std::vector<std::string>{"z"});
}

}  // namespace
}  // namespace suffice
