#include "estimate/readings.hpp"

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

using Names = std::vector<std::string>;

// Two blocks of numbers, two of counts, and so on.
Schema mixed() {
  return {.blocks = {{.kind = Kind::measurements, .features = {"a", "b", "c"}},
                     {.kind = Kind::amounts, .features = {"p", "q", "r"}},
                     {.kind = Kind::categories, .features = {"k"}},
                     {.kind = Kind::text, .features = {"t"}}},
          .target = "y"};
}

Schema numbers() { return {.blocks = {{.kind = Kind::measurements, .features = {"a", "b", "c"}}}, .target = "y"}; }

std::string failure_of(const Options& options, const Schema& schema = mixed()) {
  return failure_with_remedies([&] { checked(options, schema); }, ErrorCode::usage);
}

TEST(Checked, reads_each_block_by_the_defaults_where_nothing_is_said) {
  const Options found = checked({.class_prior = UniformPrior{}}, mixed());
  EXPECT_EQ(found, (Options{.class_prior = UniformPrior{},
                            .readings = {{0, {"a", "b", "c"}, GaussianOptions{}},
                                         {1, {"p", "q", "r"}, AmountOptions{}},
                                         {2, {"k"}, ValueOptions{}},
                                         {3, {"t"}, TermOptions{}}}}));
  EXPECT_EQ(checked(found, mixed()), found);
}

TEST(Checked, puts_features_and_their_prior_in_the_order_of_the_block) {
  const GaussianPrior given{.mean = {{1, 2}}, .variance = {{3, 4}}};
  const GaussianPrior sorted{.mean = {{2, 1}}, .variance = {{4, 3}}};
  const Options found =
      checked({.readings = {{0, {"c", "a"}, GaussianOptions{.estimator = Estimator::map, .prior = given}}}}, mixed());
  EXPECT_EQ(found.readings[0].features, (Names{"a", "c"}));
  EXPECT_EQ(std::get<GaussianOptions>(found.readings[0].options).prior, sorted);
}

TEST(Checked, a_block_may_be_read_in_parts_or_not_at_all) {
  EXPECT_EQ(failure_of({.readings = {{0, {"a"}, GaussianOptions{}},
                                     {0, {"b"}, GaussianOptions{.structure = Structure::diagonal}},
                                     {3, {}, TermOptions{}}}}),
            "no error");
}

TEST(Checked, refuses_what_the_schema_does_not_have) {
  EXPECT_EQ(failure_of({.readings = {{4, {}, GaussianOptions{}}}}), "a reading is of block 4, and there are 4");
  EXPECT_EQ(failure_of({.readings = {{2, {}, GaussianOptions{}}}}),
            "lda does not read categories | give model categorical-nb | give model aode | give model tan");
  EXPECT_EQ(failure_of({.readings = {{0, {"d"}, GaussianOptions{}}}}),
            "there is no column 'd' among the measurements that are read");
  EXPECT_EQ(failure_of({.readings = {{0, {"a", "c", "a"}, GaussianOptions{}}}}), "a reading names column 'a' twice");
}

TEST(Checked, no_column_counts_twice) {
  EXPECT_EQ(failure_of({.readings = {{0, {"a", "b"}, GaussianOptions{}}, {0, {"b"}, GaussianOptions{}}}}),
            "column 'b' is read twice, and would count twice");
  Schema twice = mixed();
  twice.blocks[2].features = {"a"};
  EXPECT_EQ(failure_of({}, twice), "column 'a' is read twice, and would count twice");
}

TEST(Checked, a_second_opinion_is_on_columns_that_have_a_first) {
  const auto with_second = [](std::vector<std::string> first, std::vector<std::string> second) {
    return failure_of({.readings = {{0, std::move(first), GaussianOptions{}},
                                    {0, std::move(second), GaussianOptions{.structure = Structure::full}, 1}}});
  };
  EXPECT_EQ(with_second({"a", "b"}, {"b"}), "no error");
  EXPECT_EQ(with_second({"a"}, {"b"}), "column 'b' has a second reading and no first");
  const auto with_two = [](std::size_t second, std::size_t third) {
    return failure_of({.readings = {{0, {}, GaussianOptions{}},
                                    {0, {}, GaussianOptions{.structure = Structure::full}, second},
                                    {0, {}, GaussianOptions{.structure = Structure::diagonal}, third}}});
  };
  EXPECT_EQ(with_two(1, 2), "no error");
  EXPECT_EQ(with_two(1, 1), "column 'a' is read twice, and would count twice");
}

TEST(Checked, there_are_at_most_64_opinions) {
  Options options{.readings = {{0, {"a"}, GaussianOptions{}}}};
  for (std::size_t k = 1; k < 64; ++k) options.readings.push_back({0, {"a"}, GaussianOptions{}, k});
  EXPECT_EQ(failure_of(options), "no error");
  options.readings.push_back({0, {"a"}, GaussianOptions{}, 64});
  EXPECT_EQ(failure_of(options), "there are more than 64 opinions");
}

TEST(CheckedReading, is_the_one_of_all) {
  const Options options{.readings = {{0, {"c", "a"}, GaussianOptions{}}, {3, {}, TermOptions{}}}};
  EXPECT_EQ(checked_reading(options, mixed(), 0), checked(options, mixed()).readings[0]);
  EXPECT_EQ(checked_reading({}, mixed(), 2), checked({}, mixed()).readings[2]);
  EXPECT_THROW(checked_reading(options, mixed(), 2), Error);
}

TEST(Checked, complement_stands_alone) {
  const TermOptions complement{.family = TermFamily::complement};
  EXPECT_EQ(failure_of({.readings = {{3, {}, complement}}}), "no error");
  EXPECT_EQ(failure_of({.readings = {{0, {}, GaussianOptions{}}, {3, {}, complement}}}),
            "complement-nb stands alone: its scores are no density, which a product with other readings needs | give "
            "model multinomial-nb | give drop COL");
}

TEST(Checked, options_fit_each_other_and_the_features) {
  EXPECT_EQ(failure_of({.readings = {{0, {}, GaussianOptions{.ridge = -1}}}}),
            "the ridge is -1, not a number of at least 0");
  const GaussianOptions prior{.estimator = Estimator::map, .prior = {.mean = {{1, 2, 3}}}};
  EXPECT_EQ(failure_of({.readings = {{0, {}, prior}}}), "no error");
  EXPECT_EQ(failure_of({.readings = {{0, {"a", "b"}, prior}}}), "the prior has 3 numbers where there are 2 features");
  const GaussianOptions fourth{.shrinkage = LedoitWolfShrinkage{}};
  EXPECT_EQ(failure_of({.readings = {{0, {"a", "b", "c"}, fourth}}}), "no error");
  EXPECT_EQ(failure_of({.readings = {{0, {"a", "b"}, fourth}}}),
            "fourth moments, which ledoit-wolf needs, are those of all 3 columns of a block, and 2 are read | give "
            "shrinkage oas | give shrinkage auto");
}

Options read_by(const std::string& model, std::vector<ColumnRole> roles = {}, const Schema& schema = mixed()) {
  return options_for(model, schema, roles);
}

TEST(OptionsFor, the_model_reads_what_it_fits_and_defaults_the_rest) {
  EXPECT_EQ(read_by("qda").readings, (std::vector<Reading>{{0, {}, GaussianOptions{.structure = Structure::full}},
                                                           {1, {}, AmountOptions{}},
                                                           {2, {}, ValueOptions{}},
                                                           {3, {}, TermOptions{}}}));
  EXPECT_EQ(model_name(read_by("gamma-nb")), "lda + gamma-nb + categorical-nb + multinomial-nb");
  EXPECT_EQ(model_name(read_by("")), "lda + poisson-nb + categorical-nb + multinomial-nb");
  EXPECT_EQ(model_name(read_by("naive-bayes")), "gaussian-nb + poisson-nb + categorical-nb + multinomial-nb");
}

TEST(OptionsFor, columns_of_the_role_gaussian_have_one_of_their_own) {
  const std::vector<ColumnRole> roles{{.column = "b", .role = Role::gaussian}};
  EXPECT_EQ(read_by("lda", roles, numbers()).readings,
            (std::vector<Reading>{{0, {"a", "c"}, GaussianOptions{}},
                                  {0, {"b"}, GaussianOptions{.structure = Structure::diagonal}}}));
  EXPECT_EQ(read_by("gaussian-nb", roles, numbers()).readings,
            (std::vector<Reading>{{0, {}, GaussianOptions{.structure = Structure::diagonal}}}));
}

TEST(OptionsFor, amounts_have_a_reading_for_each_family) {
  const Schema amounts{.blocks = {mixed().blocks[1]}, .target = "y"};
  const std::vector<ColumnRole> roles{{.column = "r", .role = Role::poisson}, {.column = "p", .role = Role::gamma}};
  const AmountOptions gamma{.family = AmountFamily::gamma};
  const AmountOptions geometric{.family = AmountFamily::geometric};
  EXPECT_EQ(read_by("", roles, amounts).readings,
            (std::vector<Reading>{{0, {"q", "r"}, AmountOptions{}}, {0, {"p"}, gamma}}));
  EXPECT_EQ(read_by("geometric-nb", roles, amounts).readings,
            (std::vector<Reading>{{0, {"q"}, geometric}, {0, {"r"}, AmountOptions{}}, {0, {"p"}, gamma}}));
  EXPECT_EQ(read_by("gamma-nb", {}, amounts).readings, (std::vector<Reading>{{0, {}, gamma}}));
  EXPECT_EQ(failure_of(read_by("geometric-nb", roles, amounts), amounts), "no error");
}

TEST(OptionsFor, a_column_of_several_blocks_is_read_in_one) {
  const std::vector<std::string> both{"a", "b"};
  const std::vector<std::vector<double>> edges{{1}, {2}};
  Schema schema{.blocks = {{.kind = Kind::categories, .features = both, .edges = edges},
                           {.features = {"a", "b", "k=x"}, .indicators = {{.column = "k", .values = {"x"}}}},
                           {.features = both},
                           {.kind = Kind::categories, .features = {"k"}}},
                .target = "y"};
  const auto blocks = [&](const std::string& model) {
    std::vector<std::size_t> found;
    for (const Reading& reading : read_by(model, {}, schema).readings) found.push_back(reading.block);
    return found;
  };
  using Blocks = std::vector<std::size_t>;
  for (const char* const model : {"", "naive-bayes", "lda", "logistic"}) EXPECT_EQ(blocks(model), Blocks({2, 3}));
  EXPECT_EQ(blocks("categorical-nb"), Blocks({0, 3}));
  EXPECT_EQ(failure_of(read_by("lda", {}, schema), schema), "no error");
  schema.blocks.erase(schema.blocks.begin() + 2);
  EXPECT_EQ(blocks("lda"), Blocks({1})) << "indicators stand for their column";
  EXPECT_EQ(blocks("tan"), Blocks({0, 2}));
}

TEST(OptionsFor, something_must_fit_the_model) {
  const auto failure = [](const std::string& model) {
    return failure_with_remedies([&] { read_by(model, {}, numbers()); }, ErrorCode::usage);
  };
  EXPECT_EQ(failure("lda"), "no error");
  EXPECT_EQ(failure("naive-bayes"), "no error");
  EXPECT_EQ(failure("multinomial-nb")
                .rfind("multinomial-nb does not read measurements | give model lda | give model "
                       "qda",
                       0),
            0U);
  EXPECT_EQ(failure("ldaa").rfind("there is no model 'ldaa'", 0), 0U);
}

TEST(MomentsNeeded, are_the_smallest_that_the_structure_can_be_read_from) {
  const auto kind = [](Structure structure) { return moments_needed(GaussianOptions{.structure = structure}).moments; };
  EXPECT_EQ(kind(Structure::full), MomentKind::full);
  EXPECT_EQ(kind(Structure::shared), MomentKind::pooled);
  EXPECT_EQ(kind(Structure::diagonal), MomentKind::diagonal);
  EXPECT_EQ(kind(Structure::spherical), MomentKind::diagonal);
  EXPECT_EQ(kind(Structure::shared_diagonal), MomentKind::pooled_diagonal);
  EXPECT_EQ(kind(Structure::shared_spherical), MomentKind::pooled_diagonal);
  EXPECT_EQ(kind(Structure::identity), MomentKind::pooled_diagonal);
  EXPECT_EQ(moments_needed(GaussianOptions{.shrinkage = LedoitWolfShrinkage{}}),
            (Keep{.moments = MomentKind::full, .fourth = true}));
  EXPECT_EQ(moments_needed(GaussianOptions{.shrinkage = OasShrinkage{}}), (Keep{.moments = MomentKind::pooled}));
  EXPECT_EQ(moments_needed(TermOptions{}), Keep{});
}

TEST(SumsNeeded, are_enough_for_every_reading_of_a_block) {
  const auto needed = [](Structure first, Structure second, const Shrinkage& shrinkage = NoShrinkage{}) {
    const Options options{.readings = {{0, {"a"}, GaussianOptions{.structure = first, .shrinkage = shrinkage}},
                                       {0, {"b"}, GaussianOptions{.structure = second}},
                                       {3, {}, TermOptions{}}}};
    const std::vector<Keep> keep = sums_needed(options, mixed());
    EXPECT_EQ(keep.size(), 4U);
    return keep[0];
  };
  EXPECT_EQ(needed(Structure::shared, Structure::shared_diagonal).moments, MomentKind::pooled);
  EXPECT_EQ(needed(Structure::shared_diagonal, Structure::diagonal).moments, MomentKind::diagonal);
  EXPECT_EQ(needed(Structure::shared, Structure::diagonal).moments, MomentKind::full);
  EXPECT_EQ(needed(Structure::identity, Structure::shared_spherical).moments, MomentKind::pooled_diagonal);
  EXPECT_EQ(needed(Structure::shared, Structure::diagonal, LedoitWolfShrinkage{}),
            (Keep{.moments = MomentKind::full, .fourth = true}));
}

TEST(ReadableModels, follow_the_sums) {
  const auto models_of = [](Kind kind, Sums sums) {
    return readable_models({{.blocks = {{.kind = kind, .features = {}}}, .target = "y"}, {}, {std::move(sums)}}, 0);
  };
  EXPECT_EQ(models_of(Kind::text, TermCounts{}),
            (Names{"bernoulli-nb", "multinomial-nb", "boolean-nb", "complement-nb"}));
  EXPECT_EQ(models_of(Kind::categories, ValueCounts{}), Names{"categorical-nb"});
  EXPECT_EQ(models_of(Kind::amounts, AmountSums{}),
            (Names{"poisson-nb", "exponential-nb", "geometric-nb", "gamma-nb"}));
  const auto by_kind = [&](MomentKind kind) { return models_of(Kind::measurements, Moments{kind, {}, {}, {}, {}}); };
  EXPECT_EQ(by_kind(MomentKind::full), (Names{"lda", "qda", "gaussian-nb", "diagonal-lda", "spherical",
                                              "shared-spherical", "centroid", "rda", "fisher"}));
  EXPECT_EQ(by_kind(MomentKind::pooled), (Names{"lda", "diagonal-lda", "shared-spherical", "centroid", "fisher"}));
  EXPECT_EQ(by_kind(MomentKind::diagonal),
            (Names{"gaussian-nb", "diagonal-lda", "spherical", "shared-spherical", "centroid"}));
  EXPECT_EQ(by_kind(MomentKind::pooled_diagonal), (Names{"diagonal-lda", "shared-spherical", "centroid"}));
}

}  // namespace
}  // namespace suffice
