// Triangular matrices at the speed of the machine: Cholesky's factor, the inverse, and products. d × d, row-major.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace suffice {

/// Here every number is a chain of fused multiply-adds in a fixed order, whatever the instruction set and however many
/// threads.

/// L with A = L Lᵀ, zeros above its diagonal, in the memory of A, of which only the lower triangle is read. Nothing
/// when a pivot is not greater than `least`. Cost d³/3.
std::optional<std::vector<double>> lower_factor(std::vector<double> matrix, std::size_t size, double least,
                                                unsigned threads);

/// L⁻¹ by substitution, for L with zeros above its diagonal. Cost d³/3.
std::vector<double> lower_inverse(std::span<const double> lower, std::size_t size, unsigned threads);

/// L B for B of d rows, row-major, and L with zeros above its diagonal.
std::vector<double> lower_times(std::span<const double> lower, std::size_t size, std::span<const double> b);
/// Lᵀ B, likewise.
std::vector<double> transposed_times(std::span<const double> lower, std::size_t size, std::span<const double> b);

}  // namespace suffice
