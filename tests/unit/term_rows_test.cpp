#include "model/term_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_sums.hpp"

namespace suffice {
namespace {

Events read(const Summary& sums, Family family, Estimator estimator, Unseen unseen = Unseen::ignore) {
  EstimateOptions options;
  options.family = family;
  options.estimator = estimator;
  options.unseen = unseen;
  return events(sums, options);
}

const Summary& sums() {
  static const Summary made = word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}});
  return made;
}

TEST(TermRows, start_with_the_row_of_unknown_terms) {
  TermRows rows(read(sums(), Family::multinomial, Estimator::mean));
  EXPECT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows.parameters()[0], 0);
  const TermRows reserved(read(sums(), Family::multinomial, Estimator::mean, Unseen::reserve));
  EXPECT_DOUBLE_EQ(reserved.parameters()[0], std::log(1 / 8.0));
  EXPECT_DOUBLE_EQ(reserved.parameters()[1], std::log(1 / 6.0));
}

TEST(TermRows, hold_parameters_and_forget_them) {
  const Events found = read(sums(), Family::multinomial, Estimator::mean);
  TermRows rows(found);
  EXPECT_EQ(rows.add(found, "a", record_of(sums().terms(), 0, 2)), 1U);
  rows.resize(3);
  rows.set_unknown(2);
  EXPECT_EQ(rows.size(), 3U);
  EXPECT_DOUBLE_EQ(rows.parameters(1)[0], std::log(4 / 7.0));
  EXPECT_EQ(rows.parameters(2)[0], 0);
  EXPECT_EQ(rows.certain(), nullptr);
  rows.clear();
  EXPECT_EQ(rows.size(), 1U);
}

TEST(TermRows, mark_what_is_certain) {
  const Events found = read(sums(), Family::bernoulli, Estimator::mle);
  TermRows rows(found);
  rows.add(found, "a", record_of(sums().terms(), 0, 2));
  rows.add(found, "b", record_of(sums().terms(), 1, 2));
  EXPECT_EQ(rows.parameters(1)[0], 0);
  EXPECT_EQ(rows.certain(1)[0], 1);
  EXPECT_EQ(rows.parameters(1)[1], -INFINITY);
  EXPECT_EQ(rows.certain(1)[1], 0);
  EXPECT_EQ(rows.parameters(2)[0], 0);  // log ½ − log ½
  EXPECT_EQ(rows.certain(2)[0], 0);
}

}  // namespace
}  // namespace suffice
