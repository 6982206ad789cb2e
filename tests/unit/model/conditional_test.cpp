#include "model/conditional.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "categories_by_hand.hpp"
#include "gaussians_by_hand.hpp"
#include "model/assemble.hpp"

namespace suffice {
namespace {

using Places = std::vector<std::size_t>;

Conditional conditional_of(const Summary& sums, const FamilyOptions& options) {
  std::vector<std::string> notes;
  return *make_conditional(sums.schema.blocks[0], sums.classes, sums.sums[0], options, 1, nullptr, notes);
}

Conditional hand_gaussian(const Gaussians& gaussians) {
  return Conditional(GaussianConditional(gaussians, Block{.features = {"p", "q", "r"}}, {0.25}));
}

/// "good" twice in class a, "bad" three times and "good" once in class b.
Conditional word_conditional(const TermOptions& options = {}) {
  const std::vector<std::string_view> documents{"good good", "bad bad bad good"};
  const std::vector<std::uint32_t> codes{0, 1};
  const std::vector<std::string> names{"a", "b"};
  const Schema schema{.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = "y"};
  return conditional_of(summarise(Table::documents(documents), {codes, names}, schema, {.threads = 1}), options);
}

/// One of each alternative: Gaussian, terms, values, amounts.
std::vector<Conditional> one_of_each() {
  return {hand_gaussian(hand_shared()), word_conditional(), conditional_of(hand_values(), ValueOptions{}),
          conditional_of(hand_amounts(), AmountOptions{.family = AmountFamily::exponential})};
}

/// Two columns of categories, the second of the first row missing.
struct ValueRows {
  std::vector<std::vector<std::string>> names{{"a", "b", "c"}, {"t", "u", "v"}};
  std::vector<Texts> texts{names[0], names[1]};
  std::vector<std::uint32_t> codes{1, missing_category, 2, 0};

  [[nodiscard]] BlockRows rows() const { return CategoryBatch{codes.data(), 2, 2, texts}; }
};

TEST(Conditional, says_what_its_family_says) {
  const std::vector<Conditional> all = one_of_each();
  const std::vector<Kind> kinds{Kind::measurements, Kind::text, Kind::categories, Kind::amounts};
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_EQ(all[k].variant().index(), k);
    EXPECT_EQ(all[k].block().kind, kinds[k]);
    EXPECT_EQ(all[k].classes(), 2U);
    EXPECT_TRUE(all[k].is_density());
    EXPECT_TRUE(all[k].gives_probabilities());
    EXPECT_TRUE(all[k].is_linear());
    EXPECT_TRUE(all[k].is_quadratic());
    EXPECT_EQ(all[k].has_distances(), k == 0);
    EXPECT_EQ(all[k].has_given_length(), k == 1);
    EXPECT_EQ(all[k].shrinkage(), k == 0 ? std::vector<double>{0.25} : std::vector<double>());
  }
  EXPECT_TRUE(all[0].has_full_support());
  EXPECT_FALSE(word_conditional({.family = TermFamily::complement}).is_density());
  EXPECT_FALSE(word_conditional({.family = TermFamily::complement}).gives_probabilities());
}

TEST(Conditional, the_quadratic_form_of_a_linear_family_has_matrices_of_zeros) {
  for (const Conditional& conditional : one_of_each()) {
    const LinearForm linear = conditional.linear_form();
    const QuadraticForm quadratic = conditional.quadratic_form();
    const std::size_t d = linear.names.size();
    EXPECT_EQ(quadratic.names, linear.names);
    EXPECT_EQ(quadratic.matrices.size(), 2 * d * d);
    if (conditional.has_distances()) {
      EXPECT_LT(quadratic.matrices[0], 0);  // −Σ⁻¹ / 2, of linear discriminant analysis too
      continue;
    }
    EXPECT_EQ(quadratic.matrices, std::vector<double>(2 * d * d));
    EXPECT_EQ(quadratic.coefficients, linear.coefficients);
    EXPECT_EQ(quadratic.intercepts, linear.intercepts);
  }
}

TEST(Conditional, full_covariances_are_quadratic_and_not_linear_and_students_t_is_neither) {
  const Conditional full = hand_gaussian(hand_full());
  EXPECT_FALSE(full.is_linear());
  EXPECT_TRUE(full.is_quadratic());
  EXPECT_EQ(full.quadratic_form().matrices.size(), 18U);
  EXPECT_THROW(static_cast<void>(full.linear_form()), Error);
  const Conditional heavy = hand_gaussian(with_tail(hand_full(), Tail::joint_t));
  EXPECT_FALSE(heavy.is_quadratic());
  EXPECT_THROW(static_cast<void>(heavy.quadratic_form()), Error);
  const Conditional urn = word_conditional({.estimator = Estimator::predictive});
  EXPECT_FALSE(urn.is_linear());
  EXPECT_FALSE(urn.is_quadratic());
  EXPECT_THROW(static_cast<void>(urn.quadratic_form()), Error);
}

TEST(Conditional, a_quadratic_form_has_at_most_a_milliard_numbers) {
  EXPECT_NO_THROW(check_quadratic_size(1, 32768));  // 2³⁰
  EXPECT_NO_THROW(check_quadratic_size(1024, 1024));
  EXPECT_EQ(failure_of_estimate([] { check_quadratic_size(1025, 1024); }, ErrorCode::usage),
            "the quadratic form of 1025 classes over 1024 features is too large to be written down");
  EXPECT_THROW(check_quadratic_size(SIZE_MAX, SIZE_MAX), Error);
}

TEST(Conditional, names_the_columns_that_are_missing_and_matter) {
  const ValueRows values;
  const Conditional categories = conditional_of(hand_values(), ValueOptions{});
  EXPECT_EQ(categories.missing_columns(values.rows(), 0), Places{1});
  EXPECT_EQ(categories.missing_columns(values.rows(), 1), Places{});
  const std::vector<double> numbers{std::nan(""), 1, std::nan(""), 1, 2, 3};
  const BlockRows rows = Batch::row_major(numbers.data(), 2, 3);
  EXPECT_EQ(hand_gaussian(hand_shared()).missing_columns(rows, 0), (Places{0, 2}));
  EXPECT_EQ(hand_gaussian(hand_shared()).missing_columns(rows, 1), Places{});
  Gaussians one_column = on_a_line({0, 5, 2, 5}, 4);  // the second is ignored
  one_column.spread = {1, 1};
  const Conditional first(GaussianConditional(one_column, Block{.features = {"p", "q"}}));
  EXPECT_EQ(first.missing_columns(Batch::row_major(numbers.data(), 3, 2), 0), Places{0});
  EXPECT_EQ(first.missing_columns(Batch::row_major(numbers.data() + 1, 2, 2), 0), Places{});
  const std::vector<std::string_view> documents{""};
  EXPECT_EQ(word_conditional().missing_columns(TextBatch{Texts(documents)}, 0), Places{});
}

TEST(Conditional, a_workspace_is_that_of_its_family) {
  const std::vector<Conditional> all = one_of_each();
  for (std::size_t k = 0; k < all.size(); ++k) {
    Conditional::Workspace work = all[k].make_workspace();
    EXPECT_EQ(work.index(), k);
    common_work(work).origin = 7;
    EXPECT_EQ(std::visit([](const ScoreWork& of_family) { return of_family.origin; }, work), 7U);
  }
  Conditional::Workspace other = all[0].make_workspace();
  const ValueRows rows;
  std::vector<PanelColumn> out(2);
  EXPECT_THROW(all[2].add_log_density(rows.rows(), 0, 2, Wanted::joint, out, other), std::bad_variant_access);
}

TEST(Conditional, scores_as_its_family_does) {
  const Conditional categories = conditional_of(hand_values(), ValueOptions{});
  const ValueRows rows;
  const std::vector<double> start{-1, -2};
  Conditional::Workspace work = categories.make_workspace();
  common_work(work).start = start;
  std::vector<PanelColumn> out(2);
  categories.check(rows.rows(), 1);
  categories.add_log_density(rows.rows(), 0, 2, Wanted::joint, out, work);
  EXPECT_NEAR(out[0][0], -1 + std::log(3.0 / 6), 1e-14);  // (b, missing): (2 + 1) / (3 + 3)
  EXPECT_NEAR(out[1][0], -2 + std::log(1.0 / 7), 1e-14);
  const Explanation why = categories.explain(rows.rows(), 1, start);
  EXPECT_NEAR(why.log_joint[0], out[0][1], 1e-14);
  EXPECT_EQ(categories.strongest(std::vector<std::size_t>{1}, 1, std::vector{0.5, 0.5}).at(0).at(0).value, "c");
  std::vector<double> left = start;
  EXPECT_EQ(categories.impossible(rows.rows(), 0, left), std::nullopt);
  EXPECT_NEAR(left[0], out[0][0], 1e-14);
  EXPECT_THROW(hand_gaussian(hand_shared()).check(rows.rows(), 1), Error);
}

TEST(Conditional, draws_a_row_of_its_kind) {
  Random random(5);
  const std::vector<Conditional> all = one_of_each();
  DrawnRow row;
  all[0].sample(0, random, row);
  EXPECT_EQ(row.values.size(), 3U);
  all[1].sample(1, random, row, 4.0);
  EXPECT_EQ(terms_of(row.document, {}).size(), 4U);
  all[2].sample(0, random, row);
  EXPECT_EQ(row.categories.size(), 2U);
  EXPECT_THROW(word_conditional({.family = TermFamily::complement}).sample(0, random, row), Error);
}

}  // namespace
}  // namespace suffice
