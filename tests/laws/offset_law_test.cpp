// Laws of offsets: rows that lie far from 0, and carry their spread exactly, are classified as the same rows near 0,
// whatever way their sums came to be.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "fit/rival_fit.hpp"
#include "fitted.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/store.hpp"
#include "summary/moments/moments.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

struct Offset {
  double offset;
  double spread;
};

// The same rows near 0 and far from it, rounded to what a double far from 0 can hold.
struct Pair {
  TestTable near;
  TestTable far;
};

Pair rows_at(const Offset& at, std::uint32_t seed, std::size_t rows, bool weighted) {
  Pair pair{random_table(seed, rows, 3, 3, weighted), {}};
  const double unit = std::nextafter(2 * at.offset, INFINITY) - 2 * at.offset;
  for (double& x : pair.near.values) {
    x = std::round(x * at.spread / unit) * unit;
  }
  pair.far = pair.near;
  for (double& x : pair.far.values) {
    x += at.offset;
  }
  return pair;
}

// One value in seven is missing, in every column some.
Pair with_missing(Pair pair) {
  for (std::size_t k = 3; k < pair.near.values.size(); k += 7) {
    pair.near.values[k] = pair.far.values[k] = NAN;
  }
  return pair;
}

constexpr Keep everything{.moments = MomentKind::full, .fourth = true};
constexpr Keep covariances{.moments = MomentKind::full};
constexpr Keep variances{.moments = MomentKind::diagonal};

// One way to the sums of the rows of a table.
using Way = Summary (*)(const TestTable& table, const Keep& keep);

Summary at_once(const TestTable& table, const Keep& keep) { return table.summary(1, keep); }

Summary merged(const TestTable& table, const Keep& keep) {
  const std::size_t third = table.rows() / 3;
  Summary sum = table.part(0, third).summary(1, keep);
  sum = merge(sum, table.part(third, third).summary(1, keep));
  return merge(sum, table.part(2 * third, table.rows() - 2 * third).summary(1, keep));
}

Summary after_forgetting(const TestTable& table, const Keep& keep) {
  TestTable more = table;
  const std::size_t count = table.rows() / 4;
  for (std::size_t i = 0; i < count; ++i) {
    more.append(table, i);
  }
  return remove(at_once(more, keep), more.part(table.rows(), count).summary(1, keep)).rest;
}

std::vector<double> posteriors(const TestTable& table, const Summary& summary, const Options& options) {
  std::vector<double> out(table.rows() * table.names.size());
  estimate(summary, options).log_posterior(table.table(), out);
  for (double& p : out) {
    p = std::exp(p);
  }
  return out;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    ASSERT_NEAR(a[k], b[k], tolerance) << k;
  }
}

const std::vector<Offset> offsets{{1e9, 1e-3}, {-1e9, 1e-3}, {1e6, 1}, {1e12, 1}, {1e15, 1}, {1e15, 100}};

std::vector<Options> readings() {
  std::vector<Options> all;
  for (const Structure structure : {Structure::shared, Structure::full, Structure::diagonal, Structure::shared_diagonal,
                                    Structure::spherical, Structure::shared_spherical}) {
    all.push_back({.readings = {{.options = GaussianOptions{.structure = structure}}}});
  }
  all.push_back({.readings = {{.options = GaussianOptions{.fisher = FisherAxes{1}}}}});
  all.push_back(
      {.readings = {{.options = GaussianOptions{.structure = Structure::full, .shrinkage = RdaShrinkage{}}}}});
  all.push_back(
      {.readings = {{.options = GaussianOptions{.structure = Structure::full, .shrinkage = AutoShrinkage{}}}}});
  all.push_back({.readings = {{.options = GaussianOptions{.estimator = Estimator::map, .prior = {.kappa = 2}}}}});
  return all;
}

TEST(OffsetLaw, posteriors_far_from_0_are_those_near_0) {
  for (const Offset& at : offsets) {
    for (const bool weighted : {false, true}) {
      const Pair rows = rows_at(at, 3, 90, weighted);
      for (const Way way : {at_once, merged, after_forgetting}) {
        const Summary near = way(rows.near, everything);
        const Summary far = way(rows.far, everything);
        for (const Options& options : readings()) {
          SCOPED_TRACE(testing::Message() << at.offset << " / " << at.spread << (weighted ? ", weights" : ""));
          expect_near(posteriors(rows.far, far, options), posteriors(rows.near, near, options), 1e-9);
        }
      }
    }
  }
}

TEST(OffsetLaw, a_file_keeps_what_rounding_took_off_the_means) {
  const Pair rows = rows_at({1e15, 1}, 4, 60, false);
  const Summary far = at_once(rows.far, everything);
  EXPECT_FALSE(moments_of(far).remainder.empty());
  EXPECT_TRUE(moments_of(at_once(rows.near, everything)).remainder.empty());
  EXPECT_EQ(decode(encode(far)).summary, far);
}

// Expectation–maximisation ends where its steps are slight.
TEST(OffsetLaw, posteriors_far_from_0_are_those_near_0_where_values_are_missing) {
  for (const Offset& at : offsets) {
    for (const bool weighted : {false, true}) {
      const Pair rows = with_missing(rows_at(at, 6, 90, weighted));
      for (const Way way : {at_once, merged, after_forgetting}) {
        for (const Keep& keep : {covariances, variances}) {
          const Summary near = way(rows.near, keep);
          const Summary far = decode(encode(way(rows.far, keep))).summary;
          for (const Options& options : readings()) {
            const auto& gaussian = std::get<GaussianOptions>(options.readings[0].options);
            if (!contains(keep.moments, moments_needed(gaussian).moments)) {
              continue;
            }
            SCOPED_TRACE(testing::Message() << at.offset << " / " << at.spread << (weighted ? ", weights" : ""));
            expect_near(posteriors(rows.far, far, options), posteriors(rows.near, near, options), 1e-9);
          }
        }
      }
    }
  }
}

TEST(OffsetLaw, completed_moments_keep_what_rounding_took_off_the_means) {
  const Pair rows = with_missing(rows_at({1e9, 1e-3}, 7, 60, false));
  Stored stored;
  stored.summary = at_once(rows.far, covariances);
  stored.options.readings = {{.options = GaussianOptions{}}};
  stored.caches.completed = complete(stored.summary, stored.options);
  ASSERT_NE(stored.caches.completed[0], nullptr);
  EXPECT_FALSE(stored.caches.completed[0]->remainder.empty());
  EXPECT_EQ(*decode(encode(stored)).caches.completed[0], *stored.caches.completed[0]);
}

// A rival's log posteriors, its weights having been saved and loaded where they do not follow from the sums.
std::vector<double> rival_scores(const TestTable& table, const Rival& rival) {
  Stored stored;
  stored.summary = at_once(table, covariances);
  stored.options = checked({.readings = {{.options = GaussianOptions{}}}, .rival = rival}, table.schema());
  if (rival.loss != RivalLoss::least_squares) {
    const FeatureReader reader(stored.summary, stored.options, 1);
    FeatureRows held;
    stored.fitted.rows = table.rows();
    stored.fitted.weights = fit_rival(reader.problem(table.table(), table.labels(), held), rival, 1, 1).weights;
  }
  std::vector<double> out(table.rows() * table.names.size());
  model_of(decode(encode(stored)), 1).log_posterior(table.table(), out);
  return out;
}

TEST(OffsetLaw, rivals_far_from_0_are_those_near_0) {
  for (const Offset& at : offsets) {
    SCOPED_TRACE(testing::Message() << at.offset << " / " << at.spread);
    const Pair rows = rows_at(at, 8, 90, false);
    const double ridge = at.spread * at.spread;
    for (const Rival& rival : {Rival{RivalLoss::least_squares, ridge}, Rival{RivalLoss::logistic, ridge}}) {
      expect_near(rival_scores(rows.far, rival), rival_scores(rows.near, rival), 1e-9);
    }
  }
}

TEST(OffsetLaw, leave_one_out_far_from_0_is_that_near_0) {
  for (const Offset& at : offsets) {
    const Pair rows = rows_at(at, 5, 60, false);
    for (const Options& options : readings()) {
      const LeaveOneOut near =
          leave_one_out(at_once(rows.near, everything), options, rows.near.table(), rows.near.labels());
      const LeaveOneOut far =
          leave_one_out(at_once(rows.far, everything), options, rows.far.table(), rows.far.labels());
      EXPECT_NEAR(far.log_loss, near.log_loss, 1e-8) << at.offset;
      EXPECT_EQ(far.accuracy.value, near.accuracy.value) << at.offset;
    }
  }
}

}  // namespace
}  // namespace suffice
