// minimise(): a convex function by L-BFGS, from a guess of its inverse Hessian.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace suffice {

/// The value of a function at a point, with its gradient.
struct Slope {
  double value = 0;
  std::vector<double> gradient;
};

struct Minimum {
  std::vector<double> point;
  Slope slope;
  std::size_t evaluations = 0;
  bool converged = false;  ///< the largest entry of the gradient is at most the tolerance
};

struct MinimiseOptions {
  double tolerance = 0;  ///< of the largest entry of the gradient
  std::size_t most_evaluations = 1000;
  std::size_t memory = 12;  ///< pairs of steps and changes of the gradient that correct the guess
  /// Whether the guess is right but for a factor, which the last step then tells.
  bool scaled = false;
  /// Asked after each step: true ends the search.
  std::function<bool()> stop = {};
};

/// Nocedal and Wright, Numerical Optimization (2006), algorithms 7.4 and 7.5: `guess` multiplies a vector by about the
/// inverse Hessian, in place. Steps satisfy Armijo's condition or, where values differ by rounding alone, the
/// approximate one of Hager and Zhang (2005). Ends without convergence where no step descends.
Minimum minimise(const std::function<Slope(std::span<const double>)>& function, std::vector<double> start,
                 const std::function<void(std::span<double>)>& guess, const MinimiseOptions& options);

/// The largest magnitude.
double largest_entry(std::span<const double> numbers);

}  // namespace suffice
