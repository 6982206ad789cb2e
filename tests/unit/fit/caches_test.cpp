// Caches: made of options and sums, no bit of a model being different for them; what does not belong is seen.
#include <algorithm>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "estimate/terms/events.hpp"
#include "plain_patterns.hpp"
#include "sample_model.hpp"
#include "suffice/fit.hpp"
#include "suffice/store.hpp"
#include "suffice/table.hpp"

namespace suffice {
namespace {

Stored model_with_patterns(Structure structure = Structure::shared) {
  Stored stored;
  stored.summary = plain_patterns({{1, 2}, {2, 5}, {3, NAN}, {2, 2}, {5, 1}, {4, 2}, {NAN, 3}, {6, 2.5}},
                                  {"a", "a", "a", "a", "b", "b", "b", "b"}, {}, MomentKind::full);
  stored.options.readings = {reading_of(0, GaussianOptions{.structure = structure})};
  return stored;
}

TEST(Caches, AreMadeForTheReadingsThatHaveAUseForThem) {
  const Caches words = make_caches(word_model().summary, word_model().options, 1);
  ASSERT_EQ(words.terms.size(), 1U);
  ASSERT_NE(words.terms[0], nullptr);
  EXPECT_EQ(words.terms[0]->numbers[0], 5);
  const Caches mixed = make_caches(mixed_model().summary, mixed_model().options, 1);
  ASSERT_EQ(mixed.terms.size(), 4U);
  for (std::size_t r = 0; r < 4; ++r) EXPECT_EQ(mixed.terms[r] != nullptr, r == 1) << r;
  EXPECT_TRUE(std::ranges::all_of(mixed.completed, [](const auto& held) { return held == nullptr; }));
  for (const Structure structure : {Structure::shared, Structure::full, Structure::diagonal}) {
    const Stored stored = with_caches(model_with_patterns(structure));
    const bool made = !stored.caches.completed.empty() && stored.caches.completed[0] != nullptr;
    EXPECT_EQ(made, structure != Structure::diagonal);
  }
}

TEST(Caches, AreNoneWhereThereIsNoModel) {
  Stored stored = word_model();
  term_options_in(stored).min_documents = 100;
  const Caches caches = make_caches(stored.summary, stored.options, 1);
  EXPECT_TRUE(caches.completed.empty());
  EXPECT_TRUE(caches.terms.empty());
  stored.options.readings[0].block = 7;
  EXPECT_TRUE(make_caches(stored.summary, stored.options, 1).terms.empty());
}

TEST(Caches, ChangeNoBitOfTheModel) {
  const std::vector<double> x = {1.5, NAN, 4, 6};
  const std::vector<double> y = {2, 3, NAN, 0.5};
  const Table table{.rows = 4, .columns = {NumberColumn{x.data()}, NumberColumn{y.data()}}};
  for (const Structure structure : {Structure::shared, Structure::full}) {
    const Stored plain = model_with_patterns(structure);
    const Stored cached = decode(encode(with_caches(plain)));
    ASSERT_NE(cached.caches.completed.at(0), nullptr);
    std::vector<double> expected(8);
    std::vector<double> found(8);
    model_of(plain, 1).log_joint(table, expected, {.threads = 1});
    model_of(cached, 1).log_joint(table, found, {.threads = 1});
    EXPECT_EQ(found, expected);
  }
}

TEST(Caches, AreSoundAsTheyWereMade) {
  for (const Stored& stored : {word_model(), value_model(), amount_model(), mixed_model(), model_with_patterns(),
                               model_with_patterns(Structure::full)}) {
    EXPECT_EQ(outcome_of([&] { check_caches(stored, 1); }), "no error") << "none";
    EXPECT_EQ(outcome_of([&] { check_caches(with_caches(stored), 1); }), "no error");
    EXPECT_EQ(outcome_of([&] { check_caches(decode(encode(with_caches(stored))), 1); }), "no error");
  }
}

TEST(Caches, ThatAreNotThoseOfTheSumsAreSeen) {
  const auto outcome = [](const auto& change) {
    Stored stored = with_caches(word_model());
    TermConstants constants = *stored.caches.terms[0];
    change(constants);
    stored.caches.terms[0] = std::make_shared<const TermConstants>(std::move(constants));
    return outcome_of([&] { check_caches(stored, 1); });
  };
  const auto outcome_with = [&](std::size_t i, double value) {
    return outcome([&](TermConstants& constants) { constants.numbers[i] = value; });
  };
  const std::string refused =
      "bad_model: the constants over all terms are not those of the sums of the model file; they are not needed, and "
      "estimating the model again makes them anew";
  EXPECT_EQ(outcome_with(0, 5), "no error");
  EXPECT_EQ(outcome_with(0, 5 + 1e-12), "no error");
  EXPECT_EQ(outcome_with(0, 6), refused);
  EXPECT_EQ(outcome_with(3, NAN), refused);
  EXPECT_EQ(outcome([](TermConstants& constants) { constants.last_term = "x"; }), refused);
  for (const bool mean : {true, false}) {
    for (const double share : {1e-13, 1e-3}) {
      Stored stored = with_caches(model_with_patterns());
      Moments moments = *stored.caches.completed[0];
      (mean ? moments.mean : moments.scatter)[0] *= 1 + share;
      stored.caches.completed[0] = std::make_shared<const Moments>(moments);
      EXPECT_EQ(outcome_of([&] { check_caches(stored, 1); }) == "no error", share < 1e-6) << mean << share;
    }
  }
}

TEST(Caches, ThatWereDroppedAreSeen) {
  Stored stored = word_model();
  stored.caches.ignored = true;
  EXPECT_EQ(outcome_of([&] { check_caches(stored, 1); }),
            "bad_model: the caches of the model file belong to other options or sums; they are not needed, and "
            "estimating the model again makes them anew");
}

}  // namespace
}  // namespace suffice
