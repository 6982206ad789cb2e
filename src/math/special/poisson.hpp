// Poisson and negative binomial probabilities in the saddle-point form: large numbers do not cancel in it.
#pragma once

namespace suffice {

/// x log(x / mean) + mean − x for x > 0 and mean > 0, which is not negative: accurate where the two are close.
double deviance(double x, double mean);

/// log (meanˣ e⁻ᵐᵉᵃⁿ / x!) for whole x ≥ 0 and mean ≥ 0.
double log_poisson(double x, double mean);

/// log (Γ(a+x) / (Γ(a) x!) · (b/(b+1))ᵃ (1/(b+1))ˣ) for whole x ≥ 0, a > 0 and b > 0: a Poisson whose mean is a Gamma.
double log_negative_binomial(double a, double b, double x);

}  // namespace suffice
