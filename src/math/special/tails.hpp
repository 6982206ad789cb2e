// Tails of the distributions of test statistics: how probable a value at least as large is.
#pragma once

namespace suffice {

/// P(X ≥ x) for χ² with that many degrees of freedom, more than 0. Relative error below 1e-11 down to 1e-300.
double chi_square_tail(double x, double degrees);
/// P(|Z| ≥ |z|) for a standard normal Z.
double normal_two_tails(double z);
/// P(|T| ≥ |t|) for Student's t with that many degrees of freedom, more than 0.
double student_two_tails(double t, double degrees);
/// P(F ≥ f) for Fisher's F.
double f_tail(double f, double numerator_degrees, double denominator_degrees);
/// P(X ≥ k) for X binomial of n draws, each of which succeeds with probability p, 0 < p < 1.
double binomial_tail(double k, double n, double p);
/// t with P(|T| ≥ t) = share, 0 < share < 1.
double student_quantile(double share, double degrees);

}  // namespace suffice
