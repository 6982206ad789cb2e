#include "model/amounts/amount_density.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

double log_of(AmountFamily family, double first, double second, double x) {
  return log_amount(family, amount_terms(family, first, second), x);
}

// mpmath with 40 digits.
TEST(AmountDensity, agrees_with_long_arithmetic) {
  EXPECT_NEAR(log_of(AmountFamily::poisson, 2.5, 0, 3), -1.5428872736055898053, 1e-14);
  EXPECT_EQ(log_of(AmountFamily::poisson, 2.5, 0, 0), -2.5);
  EXPECT_NEAR(log_of(AmountFamily::poisson, 0.125, 0, 1000) / -7991.6947201679992771, 1, 1e-15);
  EXPECT_NEAR(log_of(AmountFamily::exponential, 2.5, 0, 1.75), -3.4587092681258449348, 1e-15);
  EXPECT_NEAR(log_of(AmountFamily::exponential, 0.125, 0, 0), -2.0794415416798359283, 1e-15);
  EXPECT_NEAR(log_of(AmountFamily::geometric, 0.375, 0, 4), -2.8608437699946684515, 1e-15);
  EXPECT_NEAR(log_of(AmountFamily::geometric, 0.375, 0, 0), -0.98082925301172623686, 1e-15);
  EXPECT_NEAR(log_of(AmountFamily::gamma, 2.5, 0.75, 3.25), -1.6734055570899023024, 1e-14);
  EXPECT_NEAR(log_of(AmountFamily::gamma, 0.5, 4, 0.001), 3.5706598771263137484, 1e-14);
}

// mpmath with 40 digits.
TEST(AmountDensity, predictives_agree_with_long_arithmetic_even_for_many_rows) {
  EXPECT_NEAR(log_predictive(AmountFamily::poisson, 2.5, 3.5, 4), -4.4447702987710847385, 1e-14);
  EXPECT_NEAR(log_predictive(AmountFamily::poisson, 2.5, 3.5, 0), -0.62828607070226519421, 1e-14);
  EXPECT_NEAR(log_predictive(AmountFamily::poisson, 1e9, 4e8, 3), -1.5428872749805898036, 1e-13);
  EXPECT_NEAR(log_predictive(AmountFamily::exponential, 2.5, 3.5, 1.25), -1.4053080100503493897, 1e-14);
  EXPECT_NEAR(log_predictive(AmountFamily::exponential, 1e9, 4e8, 3), -6.5837092475008450473, 1e-13);
  EXPECT_NEAR(log_predictive(AmountFamily::geometric, 2.5, 3.5, 4), -3.0672394640076555055, 1e-14);
  EXPECT_NEAR(log_predictive(AmountFamily::geometric, 2.5, 3.5, 0), -0.87546873735389993563, 1e-14);
  EXPECT_NEAR(log_predictive(AmountFamily::geometric, 1e9, 4e8, 3), -4.0947611388930312153, 1e-12);
}

// mpmath with 60 digits.
TEST(AmountDensity, predictives_agree_with_long_arithmetic_far_out) {
  EXPECT_NEAR(log_predictive(AmountFamily::poisson, 2, 3, 1e15) / -1386294361119856.6554, 1, 1e-15);
  EXPECT_NEAR(log_predictive(AmountFamily::poisson, 2.5, 0.01, 1000), -11.40930834610034994, 1e-13);
  EXPECT_NEAR(log_predictive(AmountFamily::poisson, 1e6, 1e3, 1e5) / -356781.99423764017828, 1, 1e-14);
  EXPECT_NEAR(log_predictive(AmountFamily::geometric, 2, 3, 1e15), -100.43827535438412216, 1e-13);
  EXPECT_NEAR(log_predictive(AmountFamily::geometric, 2, 3, 1e30), -204.05460453911616594, 1e-13);
  EXPECT_NEAR(log_predictive(AmountFamily::geometric, 2.5, 3.5, 1000), -19.690918619192849435, 1e-13);
  EXPECT_NEAR(log_predictive(AmountFamily::geometric, 1e6, 1e3, 1e5) / -329587.17448810577311, 1, 1e-14);
  EXPECT_NEAR(log_predictive(AmountFamily::geometric, 1e6, 1e9, 1e7) / -9952.3023398260662029, 1, 1e-11);
}

// mpmath with 60 digits: sums of large parts that cancel.
TEST(AmountDensity, agrees_with_long_arithmetic_for_large_counts) {
  EXPECT_NEAR(log_of(AmountFamily::poisson, 1e9 + 1000, 0, 1e9), -11.28107145142787857, 1e-14);
  EXPECT_NEAR(log_predictive(AmountFamily::poisson, 2e9, 2, 1e9), -11.483304005829182733, 1e-14);
  EXPECT_NEAR(log_predictive(AmountFamily::poisson, 4.5e9, 4.5, 1e9 + 5e4), -12.403643472921416265, 1e-11);
}

TEST(AmountDensity, outside_the_support_is_impossible) {
  for (const AmountFamily family : {AmountFamily::poisson, AmountFamily::geometric}) {
    EXPECT_EQ(log_of(family, 0.5, 0, 1.5), -INFINITY);
    EXPECT_EQ(log_of(family, 0.5, 0, -1), -INFINITY);
    EXPECT_EQ(log_predictive(family, 2, 3, 0.5), -INFINITY);
  }
  EXPECT_EQ(log_of(AmountFamily::exponential, 2, 0, -0.5), -INFINITY);
  EXPECT_EQ(log_predictive(AmountFamily::exponential, 2, 1, -0.5), -INFINITY);
  EXPECT_EQ(log_of(AmountFamily::gamma, 2, 1, 0), -INFINITY);
  EXPECT_STREQ(support_in_words(AmountFamily::gamma), "a number above 0");
}

TEST(AmountDensity, where_all_rows_were_zero_nothing_else_is_possible) {
  EXPECT_EQ(log_of(AmountFamily::poisson, 0, 0, 0), 0);
  EXPECT_EQ(log_of(AmountFamily::poisson, 0, 0, 1), -INFINITY);
  EXPECT_EQ(log_of(AmountFamily::geometric, 1, 0, 0), 0);
  EXPECT_EQ(log_of(AmountFamily::geometric, 1, 0, 2), -INFINITY);
  EXPECT_EQ(log_predictive(AmountFamily::poisson, 0, 3, 0), 0);
  EXPECT_EQ(log_predictive(AmountFamily::poisson, 0, 3, 1), -INFINITY);
  EXPECT_EQ(log_predictive(AmountFamily::geometric, 3, 0, 0), 0);
  EXPECT_EQ(log_predictive(AmountFamily::geometric, 3, 0, 1), -INFINITY);
}

TEST(AmountDensity, is_never_nan_however_large_the_value) {
  for (const double x : {1e15, 1e300, 1.7e308}) {
    for (const AmountFamily family :
         {AmountFamily::poisson, AmountFamily::exponential, AmountFamily::geometric, AmountFamily::gamma}) {
      EXPECT_LT(log_of(family, 0.5, 2, x), 0);
      EXPECT_LE(log_of(family, family == AmountFamily::geometric ? 1e-300 : 1e300, 2, x), 1e300);
      if (family != AmountFamily::gamma) {
        EXPECT_LT(log_predictive(family, 2, 3, x), 0);
      }
    }
  }
}

TEST(AmountDensity, draws_have_their_means) {
  const auto mean = [](auto draw) {
    Random random(3);
    double sum = 0;
    for (int i = 0; i < 100'000; ++i) {
      sum += draw(random);
    }
    return sum / 100'000;
  };
  const auto plain = [&](AmountFamily family, double first, double second) {
    return mean([&](Random& random) { return draw_amount(family, first, second, random); });
  };
  const auto averaged = [&](AmountFamily family, double a, double b) {
    return mean([&](Random& random) { return draw_predictive(family, a, b, random); });
  };
  EXPECT_NEAR(plain(AmountFamily::poisson, 2.5, 0), 2.5, 5 * std::sqrt(2.5 / 1e5));
  EXPECT_NEAR(plain(AmountFamily::exponential, 4, 0), 0.25, 5 * 0.25 / std::sqrt(1e5));
  EXPECT_NEAR(plain(AmountFamily::geometric, 0.25, 0), 3, 5 * std::sqrt(12 / 1e5));
  EXPECT_EQ(plain(AmountFamily::geometric, 1, 0), 0);
  EXPECT_NEAR(plain(AmountFamily::gamma, 2, 4), 0.5, 5 * std::sqrt(0.125 / 1e5));
  EXPECT_NEAR(averaged(AmountFamily::poisson, 6, 2), 3, 5 * std::sqrt(4.5 / 1e5));
  EXPECT_NEAR(averaged(AmountFamily::exponential, 5, 8), 2, 5 * std::sqrt(20.0 / 3 / 1e5));
  EXPECT_NEAR(averaged(AmountFamily::geometric, 6, 10), 2, 5 * std::sqrt(7.5 / 1e5));
  EXPECT_EQ(averaged(AmountFamily::geometric, 6, 0), 0);
}

}  // namespace
}  // namespace suffice
