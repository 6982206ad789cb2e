// Digamma, trigamma and tetragamma: the first three derivatives of log Γ.
#pragma once

namespace suffice {

// Each for x > 0, ∞ included; NaN for every other x.

/// ψ(x) = d/dx log Γ(x).
double digamma(double x);
/// ψ′(x).
double trigamma(double x);
/// ψ″(x), which is negative.
double tetragamma(double x);
/// log x − ψ(x), which is positive, without the cancellation of the two.
double log_less_digamma(double x);

}  // namespace suffice
