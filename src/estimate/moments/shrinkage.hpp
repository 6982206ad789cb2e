// Shrinkage of a covariance: how much (λ) and towards what (MODELS §3).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"

namespace suffice {

/// λ of `auto` for a d × d scatter, with R its correlation, t = tr R² and N = n − C:
///   min(1, (t + d²) / ((N + 1)(t − d))).
/// A column without variance is taken as uncorrelated.
double automatic_lambda(std::span<const double> scatter, std::size_t size, double degrees_of_freedom);

/// λ of Ledoit and Wolf for a d × d scatter of n rows whose deviations u have Σ|u|⁴ = fourth, with S = scatter / n:
///   min(b², δ²) / δ²,  δ² = ‖S − (tr S/d) I‖²_F,  b² = (Σ|u|⁴/n − ‖S‖²_F) / n.
double ledoit_wolf_lambda(std::span<const double> scatter, std::size_t size, double n, double fourth);

/// λ of the oracle approximation for a d × d scatter of n rows, with S = scatter / n:
///   min(1, (tr S² + tr²S) / ((n+1)(tr S² − tr²S/d))).
double oas_lambda(std::span<const double> scatter, std::size_t size, double n);

/// (1−λ) N + λ T(N) for a d × d matrix N, in its memory.
std::vector<double> shrunk(std::vector<double> matrix, std::size_t size, double lambda, Target target);
/// (1−λ) N + λ T(N) for a diagonal matrix N, of which the d numbers of the diagonal are given.
std::vector<double> shrunk_diagonal(std::span<const double> diagonal, double lambda, Target target);

}  // namespace suffice
