#include "summary/moments/class_chain.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Numbers = std::vector<double>;
using Counts = std::vector<std::uint64_t>;

// Class 2 comes first, class 0 weighs nothing, and class 1 is known under two labels.
TEST(ClassChain, numbers_the_classes_it_meets) {
  ClassChain chain({{.moments = MomentKind::full}, 1});
  MomentChain::Workspace workspace;
  const Numbers values{5, 1, 3, 9};
  const Numbers weights{1, 1, 1, 0};
  const std::vector<std::uint32_t> codes{0, 1, 2, 3};
  const std::vector<std::uint32_t> class_of_code{2, 1, 1, 0};
  EXPECT_TRUE(chain.add({Batch::row_major(values.data(), 4, 1, weights), codes, class_of_code}, 2, workspace));
  EXPECT_EQ(chain.rows(), 3U);
  const ClassChain before = chain;
  EXPECT_TRUE(chain.add({Batch::row_major(values.data(), 4, 1), codes, class_of_code}, 2, workspace));

  const std::vector<std::size_t> order{3, 0, 1, 2};  // class 3 was only declared
  const ClassChain::Closed closed = ClassChain(before).close(order);
  EXPECT_EQ(closed.rows, (Counts{0, 0, 2, 1}));
  EXPECT_EQ(closed.weight, (Numbers{0, 0, 2, 1}));
  EXPECT_EQ(closed.moments.mean, (Numbers{0, 0, 2, 5}));
  EXPECT_EQ(closed.moments.scatter, (Numbers{0, 0, 2, 0}));

  const ClassChain::Closed twice = std::move(chain).close(order);
  EXPECT_EQ(twice.rows, (Counts{0, 1, 4, 2}));
  EXPECT_EQ(twice.moments.mean, (Numbers{0, 9, 2, 5}));
}

TEST(ClassChain, without_rows_has_none) {
  EXPECT_EQ(ClassChain({{.moments = MomentKind::pooled}, 2}).close(std::vector<std::size_t>{}).moments.scatter,
            Numbers(4));
}

TEST(ClassChain, tells_of_a_value_that_is_not_finite) {
  ClassChain chain({{.moments = MomentKind::pooled}, 1});
  MomentChain::Workspace workspace;
  const Numbers values{1, INFINITY};
  const std::vector<std::uint32_t> codes{0, 0};
  const std::vector<std::uint32_t> class_of_code{0};
  EXPECT_FALSE(chain.add({Batch::row_major(values.data(), 2, 1), codes, class_of_code}, 1, workspace));
}

}  // namespace
}  // namespace suffice
