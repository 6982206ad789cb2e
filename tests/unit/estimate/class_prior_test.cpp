#include "estimate/class_prior.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "error_text.hpp"

namespace suffice {
namespace {

using Probabilities = std::vector<double>;

const ClassCounts counts{{"ham", "spam"}, {2, 2}, {1, 3}};

TEST(ClassPriorEstimate, follows_the_formulas) {
  EXPECT_EQ(class_prior(counts, EmpiricalPrior{}), (Probabilities{0.25, 0.75}));
  EXPECT_EQ(class_prior(counts, SmoothedPrior{}), (Probabilities{2.0 / 6, 4.0 / 6}));
  EXPECT_EQ(class_prior(counts, UniformPrior{}), (Probabilities{0.5, 0.5}));
  EXPECT_EQ(class_prior(counts, GivenPrior{{{"spam", 1}, {"ham", 0}}}), (Probabilities{0, 1}));
}

TEST(ClassPriorEstimate, a_label_without_rows_has_none_unless_smoothed_or_given) {
  const ClassCounts declared{{"ham", "spam"}, {4, 0}, {4, 0}};
  EXPECT_EQ(class_prior(declared, EmpiricalPrior{}), (Probabilities{1, 0}));
  EXPECT_EQ(class_prior(declared, SmoothedPrior{}), (Probabilities{5.0 / 6, 1.0 / 6}));
  EXPECT_EQ(class_prior({{"ham"}, {0}, {0}}, SmoothedPrior{}), Probabilities{1});
  EXPECT_THROW(class_prior({{"ham"}, {0}, {0}}, EmpiricalPrior{}), Error);
}

TEST(ClassPriorEstimate, a_given_prior_names_every_label_and_sums_to_one) {
  const auto message = [](const GivenPrior& prior) -> std::string {
    try {
      class_prior(counts, prior);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      return text_with_remedies(error);
    }
    return "no error";
  };
  EXPECT_EQ(message({{{"ham", 1}}}),
            "the class prior does not name the label 'spam'; every label is named, if only with 0 | give class-prior "
            "empirical");
  EXPECT_EQ(message({{{"ham", 0.5}, {"spam", 0.5}, {"spma", 0}}}),
            "the class prior names 'spma', which is not a label of the model; did you mean 'spam'?");
  EXPECT_EQ(message({{{"eggs", 1}}}), "the class prior names 'eggs', which is not a label of the model");
  EXPECT_EQ(message({{{"ham", 0.5}, {"spam", 0.25}}}), "the class prior sums to 0.75, not to 1");
  EXPECT_NE(message({{{"ham", -0.5}, {"spam", 1.5}}}), "no error");
  EXPECT_NE(message({{{"ham", std::nan("")}, {"spam", 1}}}), "no error");
  EXPECT_EQ(message({{{"ham", 0.5 + 4e-10}, {"spam", 0.5}}}), "no error");
}

TEST(ClassPriorEstimate, a_given_prior_of_very_many_labels_is_soon_checked) {
  constexpr std::size_t size = 20'000;  // in numeric order, which is not that of the names' bytes
  ClassCounts many{{}, std::vector<std::uint64_t>(size, 1), std::vector<double>(size, 1)};
  GivenPrior given;
  for (std::size_t c = 0; c < size; ++c) {
    many.labels.push_back(std::to_string(c));
    given.probability[many.labels.back()] = 1.0 / size;
  }
  EXPECT_NEAR(class_prior(many, given)[size - 1], 1.0 / size, 1e-10 / size);
  given.probability["x"] = 0;
  EXPECT_THROW(class_prior(many, given), Error);
}

}  // namespace
}  // namespace suffice
