#include "fit/choice/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "mixed_sample.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

using Strings = std::vector<std::string>;

CandidateSet set_of(const MixedSample& sample, const AutoParts& parts = {}, const FitPlan& plan = mixed_plan()) {
  return make_candidates(plan, parts, sampled_schema(plan), sample.table(), sample.labels());
}

Strings names(const CandidateSet& set) {
  Strings names;
  for (const Candidate& candidate : set.candidates) {
    names.push_back(candidate.name);
  }
  return names;
}

bool has(const CandidateSet& set, const std::string& name) { return std::ranges::count(names(set), name) == 1; }

const Candidate& named(const CandidateSet& set, const std::string& name) {
  return *std::ranges::find(set.candidates, name, &Candidate::name);
}

/// The simplest of those that read all columns, numbers first.
const Candidate& plain_of(const CandidateSet& set) { return named(set, "gaussian-nb + categorical-nb"); }

TEST(Candidates, read_numbers_and_categories_in_many_ways) {
  const CandidateSet set = set_of(mixed_sample(60));
  for (const char* const name :
       {"categorical-nb", "gaussian-nb", "lda", "qda", "gaussian-nb + categorical-nb", "lda + categorical-nb",
        "gaussian-nb on normal scores + categorical-nb", "lda on normal scores + categorical-nb", "lda with indicators",
        "lda with indicators on normal scores", "qda + categorical-nb", "qda on normal scores + categorical-nb",
        "rda 0.2,0.3 + categorical-nb", "aode, 5 bins", "aode, 10 bins"}) {
    EXPECT_TRUE(has(set, name)) << name;
  }
  EXPECT_EQ(set.keep.size(), set.schema.blocks.size());
}

TEST(Candidates, read_a_single_number_by_one_variance_and_by_one_for_each_class) {
  MixedSample sample = mixed_sample(60);
  for (std::size_t i = 0; i < sample.rows(); ++i) sample.numbers[2 * i] = sample.classes[i] == 0 ? 1 : 3;  // to bins
  const CandidateSet set = set_of(sample);
  for (const char* const name : {"gaussian-nb + categorical-nb", "lda", "lda on normal scores + categorical-nb"}) {
    EXPECT_TRUE(has(set, name)) << name;
  }
  EXPECT_FALSE(has(set, "qda")) << "it is gaussian-nb";
}

TEST(Candidates, leave_out_parts_that_are_not_wanted) {
  const CandidateSet set = set_of(mixed_sample(60), {.pairs = false, .normal_scores = false, .indicators = false});
  for (const std::string& name : names(set)) {
    EXPECT_EQ(name.find("aode"), std::string::npos) << name;
    EXPECT_EQ(name.find("scores"), std::string::npos) << name;
    EXPECT_EQ(name.find("indicators"), std::string::npos) << name;
  }
  EXPECT_TRUE(has(set, "lda + categorical-nb"));
}

TEST(Candidates, a_number_that_separates_the_classes_is_cut_into_bins) {
  MixedSample sample = mixed_sample(40);
  for (std::size_t i = 0; i < sample.rows(); ++i) {
    sample.numbers[2 * i] = sample.classes[i] == 0 ? 1 : 3;
  }
  const CandidateSet set = set_of(sample);
  const Candidate& plain = plain_of(set);
  EXPECT_EQ(set.schema.blocks[plain.readings[0].block].features, Strings{"weight"});
  const Block& values = set.schema.blocks[plain.readings[1].block];
  EXPECT_EQ(values.features, (Strings{"colour", "size"}));
  EXPECT_EQ(values.edges, (std::vector<std::vector<double>>{{}, {2}}));
}

TEST(Candidates, one_kind_of_columns_may_be_noise) {
  const CandidateSet set = set_of(mixed_sample(60));
  EXPECT_EQ(set.candidates.front().name, "categorical-nb") << "the simplest";
  EXPECT_EQ(set.schema.blocks[named(set, "categorical-nb").readings[0].block].features, Strings{"colour"});
  EXPECT_EQ(named(set, "lda").readings.size(), 1U);
  EXPECT_EQ(set.schema.blocks[named(set, "lda").readings[0].block].features, (Strings{"size", "weight"}));
}

TEST(Candidates, what_repeats_the_label_is_counted_as_it_is) {
  MixedSample sample = mixed_sample(40);
  for (std::size_t i = 0; i < sample.rows(); ++i) sample.numbers[2 * i] = sample.classes[i] == 0 ? 1 : 3;
  const auto rules = [&] {
    const CandidateSet set = set_of(sample);
    return std::get<ValueOptions>(named(set, "categorical-nb").readings[0].options).pseudocount.rules;
  };
  ASSERT_EQ(rules().size(), 1U);
  EXPECT_EQ(rules().front().feature, "size");
  sample.numbers[0] = 4 - sample.numbers[0];
  EXPECT_TRUE(rules().empty()) << "an exception";
}

TEST(Candidates, numbers_enter_at_their_mean_where_a_small_class_has_none) {
  MixedSample sample = mixed_sample(40);
  sample.class_names.emplace_back("c");
  sample.add(std::nan(""), 1, 0, 2);
  const CandidateSet set = set_of(sample);
  const Block& numbers = set.schema.blocks[plain_of(set).readings[0].block];
  ASSERT_EQ(numbers.fills.size(), 2U);
  EXPECT_FALSE(std::isnan(numbers.fills[0]));
  EXPECT_TRUE(std::isnan(numbers.fills[1]));
}

TEST(Candidates, numbers_are_cut_into_bins_where_a_large_class_has_none) {
  MixedSample sample = mixed_sample(40);
  for (std::size_t i = 0; i < sample.rows(); ++i) {
    if (sample.classes[i] == 0) sample.numbers[2 * i] = std::nan("");
  }
  const CandidateSet set = set_of(sample);
  const Candidate& plain = plain_of(set);
  EXPECT_EQ(set.schema.blocks[plain.readings[0].block].features, Strings{"weight"});
  const Block& values = set.schema.blocks[plain.readings[1].block];
  EXPECT_EQ(values.features, (Strings{"colour", "size"}));
  EXPECT_EQ(values.missing_values, (std::vector<std::uint8_t>{0, 1}));
}

TEST(Candidates, bins_alone_have_an_estimate_where_every_row_is_of_another_class) {
  const MixedSample sample = mixed_sample(40);
  const FitPlan plan = mixed_plan();
  const CandidateSet set = make_binned_candidate(plan, {}, sampled_schema(plan), sample.table(), sample.labels());
  ASSERT_EQ(set.candidates.size(), 1U);
  EXPECT_EQ(set.candidates.front().name, "categorical-nb");
  EXPECT_EQ(set.schema.blocks.size(), 1U);
  EXPECT_EQ(set.schema.blocks.front().features.size(), 3U);
}

TEST(Candidates, a_missing_value_of_a_category_is_a_value_where_the_sample_has_one) {
  MixedSample sample = mixed_sample(40);
  const auto missing = [&] {
    const CandidateSet set = set_of(sample);
    return set.schema.blocks[plain_of(set).readings[1].block].missing_values;
  };
  EXPECT_TRUE(missing().empty());
  sample.colours[3] = missing_category;
  EXPECT_EQ(missing(), std::vector<std::uint8_t>{1});
}

TEST(Candidates, what_was_said_of_a_column_stays_in_each) {
  FitOptions options;
  options.columns.roles = {{"colour", Role::categorical}, {"weight", Role::gaussian}};
  const FitPlan plan = plan_fit(Strings{"size", "weight", "colour", "label"}, options);
  const Schema sampled = sampled_schema(plan);
  const MixedSample sample = mixed_sample(40);
  ASSERT_EQ(columns_of(sampled), (Strings{"size", "weight", "colour"}));
  const CandidateSet set = make_candidates(plan, {}, sampled, sample.table(), sample.labels());
  for (const Candidate& candidate : set.candidates) {
    const Reading& last = candidate.readings.back();
    EXPECT_EQ(set.schema.blocks[last.block].features, Strings{"weight"}) << candidate.name;
    EXPECT_EQ(std::get<GaussianOptions>(last.options).structure, Structure::diagonal) << candidate.name;
  }
}

TEST(Candidates, the_plan_of_one_has_the_blocks_that_it_reads) {
  const CandidateSet set = set_of(mixed_sample(60));
  for (const Candidate& candidate : set.candidates) {
    const FitPlan plan = plan_of(candidate, set, mixed_plan());
    EXPECT_EQ(plan.options.readings.size(), candidate.readings.size()) << candidate.name;
    EXPECT_EQ(plan.schema.blocks.size(), candidate.readings.size()) << candidate.name;
    EXPECT_EQ(plan.keep, sums_needed(checked(plan.options, plan.schema), plan.schema)) << candidate.name;
  }
}

TEST(Candidates, the_plan_of_one_names_the_columns_that_it_does_without) {
  const CandidateSet set = set_of(mixed_sample(60));
  const std::vector<DroppedColumn> dropped = plan_of(named(set, "lda"), set, mixed_plan()).schema.dropped;
  ASSERT_EQ(dropped.size(), 1U);
  EXPECT_EQ(dropped.front().column, "colour");
  EXPECT_TRUE(plan_of(plain_of(set), set, mixed_plan()).schema.dropped.empty());
}

}  // namespace
}  // namespace suffice
