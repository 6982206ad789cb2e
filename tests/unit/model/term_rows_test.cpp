#include "model/terms/term_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "../support/term_model.hpp"
#include "../support/term_sums.hpp"

namespace suffice {
namespace {

Events read(const Summary& sums, TermFamily family, Estimator estimator, Unseen unseen = Unseen::ignore) {
  TermOptions options;
  options.family = family;
  options.estimator = estimator;
  options.unseen = unseen;
  return events_of(sums, options);
}

const Summary& sums() {
  static const Summary made = word_sums({{"ham", "a a b"}, {"ham", "a"}, {"spam", "b c"}});
  return made;
}

TEST(TermRows, start_with_the_row_of_unknown_terms) {
  TermRows rows(read(sums(), TermFamily::multinomial, Estimator::mean));
  EXPECT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows.parameters()[0], 0);
  const TermRows reserved(read(sums(), TermFamily::multinomial, Estimator::mean, Unseen::reserve));
  EXPECT_DOUBLE_EQ(reserved.parameters()[0], std::log(1 / 8.0));
  EXPECT_DOUBLE_EQ(reserved.parameters()[1], std::log(1 / 6.0));
}

TEST(TermRows, hold_parameters_and_forget_them) {
  const Events found = read(sums(), TermFamily::multinomial, Estimator::mean);
  TermRows rows(found);
  EXPECT_EQ(rows.add(found, "a", record_of(terms_of(sums()), 0, 2)), 1U);
  rows.resize(3);
  rows.set_unknown(2);
  EXPECT_EQ(rows.size(), 3U);
  EXPECT_DOUBLE_EQ(rows.parameters(1)[0], std::log(4 / 7.0));
  EXPECT_EQ(rows.parameters(2)[0], 0);
  EXPECT_EQ(rows.certain(), nullptr);
  rows.clear();
  EXPECT_EQ(rows.size(), 1U);
}

TEST(TermRows, may_be_set_from_entries) {
  for (const TermFamily family : {TermFamily::multinomial, TermFamily::bernoulli}) {
    for (const Estimator estimator : {Estimator::mean, Estimator::mle}) {
      const Events found = read(sums(), family, estimator);
      const TermCounts& counts = terms_of(sums());
      TermRows none(found);
      none.add(found, {}, record_of(counts, 0, 2));
      none.set(1, found, {}, {{0, 0}, {0, 0}, {}});
      TermRows one_by_one(found);
      TermRows rows(found);
      rows.resize(counts.terms() + 1);
      for (std::size_t k = 0; k < counts.terms(); ++k) {
        one_by_one.add(found, counts.words[k], record_of(counts, k, 2));
        const auto entries = [&](const auto& all) {
          return std::span(all).subspan(counts.offsets[k], counts.offsets[k + 1] - counts.offsets[k]);
        };
        rows.set_counted(k + 1, none, found, entries(counts.classes),
                         entries(family == TermFamily::bernoulli ? counts.documents : counts.tokens));
        for (std::size_t c = 0; c < 2; ++c) {
          EXPECT_EQ(rows.parameters(k + 1)[c], one_by_one.parameters(k + 1)[c]);
          EXPECT_TRUE(rows.certain() == nullptr || rows.certain(k + 1)[c] == one_by_one.certain(k + 1)[c]);
        }
      }
    }
  }
}

TEST(TermRows, mark_what_is_certain) {
  const Events found = read(sums(), TermFamily::bernoulli, Estimator::mle);
  TermRows rows(found);
  rows.add(found, "a", record_of(terms_of(sums()), 0, 2));
  rows.add(found, "b", record_of(terms_of(sums()), 1, 2));
  EXPECT_EQ(rows.parameters(1)[0], 0);
  EXPECT_EQ(rows.certain(1)[0], 1);
  EXPECT_EQ(rows.parameters(1)[1], -INFINITY);
  EXPECT_EQ(rows.certain(1)[1], 0);
  EXPECT_EQ(rows.parameters(2)[0], 0);  // log ½ − log ½
  EXPECT_EQ(rows.certain(2)[0], 0);
}

}  // namespace
}  // namespace suffice
