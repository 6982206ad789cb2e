#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/options.hpp"

namespace suffice {
namespace {

TEST(ModelNames, every_name_can_be_set_and_read_back_from_any_other) {
  EXPECT_EQ(model_names().size(), 9U);
  for (const std::string& before : model_names()) {
    for (const std::string& after : model_names()) {
      EstimateOptions options;
      set_model(options, before);
      set_model(options, after);
      EXPECT_EQ(model_name(options), after) << "after " << before;
      check_estimate_options(options);
    }
  }
}

TEST(ModelNames, setting_a_model_keeps_what_it_has_already) {
  EstimateOptions options{.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, 0.25}};
  set_model(options, "rda");
  EXPECT_EQ(options.shrinkage, Shrinkage(RdaShrinkage{0.5, 0.25}));
  set_model(options, "lda");
  EXPECT_EQ(options.shrinkage, Shrinkage(NoShrinkage{}));
  options = {.shrinkage = AutoShrinkage{}, .fisher = FisherAxes{2}};
  EXPECT_EQ(model_name(options), "fisher");
  set_model(options, "fisher");
  EXPECT_EQ(options.fisher, FisherAxes{2});
  set_model(options, "qda");
  EXPECT_FALSE(options.fisher);
  EXPECT_EQ(options.shrinkage, Shrinkage(AutoShrinkage{}));
  EXPECT_EQ(options.structure, Structure::full);
}

TEST(ModelNames, an_unknown_name_changes_nothing_and_is_corrected) {
  EstimateOptions options{.structure = Structure::identity};
  try {
    set_model(options, "gausian-nb");
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.message(),
              "there is no model 'gausian-nb' (did you mean 'gaussian-nb'?); the models are 'lda', 'qda', "
              "'gaussian-nb', 'diagonal-lda', 'spherical', 'shared-spherical', 'centroid', 'rda' and 'fisher'");
  }
  EXPECT_EQ(options, (EstimateOptions{.structure = Structure::identity}));
}

}  // namespace
}  // namespace suffice
