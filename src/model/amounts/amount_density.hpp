// Amount densities: log densities of one column in one class, and draws from them (MODELS §7).
#pragma once

#include "math/special/random.hpp"
#include "suffice/options.hpp"

namespace suffice {

/// Whether a family can have the value: whole numbers from 0 on (poisson, geometric), x ≥ 0 (exponential), x > 0
/// (gamma).
bool in_support(AmountFamily family, double x);
/// What values those are: "a whole number of at least 0".
const char* support_in_words(AmountFamily family);

/// log f(x) = intercept + slope · x + log_slope · log x + common_term(x), x in the support. A slope of −∞ rules every x
/// but 0 out. The parts of poisson cancel where x is large: log_amount has them together.
struct AmountTerms {
  double intercept = 0;
  double slope = 0;
  double log_slope = 0;
};

/// The terms of a density whose parameters are λ, the rate, p, or shape and rate, as the family has them.
AmountTerms amount_terms(AmountFamily family, double first, double second);
/// What is the same for every class: −log x! of poisson, else 0.
double common_term(AmountFamily family, double x);
/// log f(x); −∞ outside the support.
double log_amount(AmountFamily family, const AmountTerms& terms, double x);

/// log f(x) of the posterior predictive, −∞ outside the support (MODELS §7):
///   poisson      negative binomial  Γ(a+x) / (Γ(a) x!) · (b/(b+1))ᵃ (1/(b+1))ˣ
///   exponential  Lomax              a bᵃ / (b+x)ᵃ⁺¹
///   geometric    beta-geometric     B(a+1, b+x) / B(a, b)
double log_predictive(AmountFamily family, double a, double b, double x);

/// A draw, which is in the support.
double draw_amount(AmountFamily family, double first, double second, Random& random);
double draw_predictive(AmountFamily family, double a, double b, Random& random);

}  // namespace suffice
