// Whether the whole numbers of a column are codes or counts, by how the classes are spread over its values.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace suffice {

/// How often each value of a column occurs in each class.
struct ValueTable {
  std::vector<double> values;  ///< in ascending order
  std::size_t classes = 0;
  std::vector<double> counts;  ///< of value v and class c at v·classes + c
};

/// Whether the values are names rather than places on a scale: (1) the classes given the value, p(c | v) free for each
/// v, beat by more than 10 nats and Schwarz's penalty those of a Gaussian for each class, with equal variances or
/// without (log odds linear or quadratic in v); and (2) p(c | v) of neighbouring values differ about as much as of any
/// two, which on a scale they do not. Never of fewer than 3 values. O(M² C) for M values.
bool values_are_codes(const ValueTable& table);

/// Whether a Poisson distribution for each class describes the values, whole numbers of at least 0: better by Schwarz's
/// criterion and 10 nats than a Gaussian for each class (rounded to whole numbers), with a variance within the classes
/// of 0.8 to 1.25 times the mean, and with no more deviance from the frequencies than 1.5 for each of them. Never of
/// fewer than 100 rows.
bool values_are_counts(const ValueTable& table);

}  // namespace suffice
