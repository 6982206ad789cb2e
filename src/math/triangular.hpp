// Triangular matrices at the speed of the machine: Cholesky's factor and the inverse, d × d, row-major.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace suffice {

/// L with A = L Lᵀ, zeros above its diagonal; only the lower triangle of A is read. Nothing when a pivot is not greater
/// than `least`. Cost d³/3. Each number is a chain of fused multiply-adds in a fixed order, whatever the instruction
/// set.
std::optional<std::vector<double>> lower_factor(std::span<const double> matrix, std::size_t size, double least);

/// L⁻¹ by substitution, for L with zeros above its diagonal. Cost d³/3.
std::vector<double> lower_inverse(std::span<const double> lower, std::size_t size);

}  // namespace suffice
