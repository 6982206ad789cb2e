// Tune values: which options of a reading are searched, and which values of them are tried.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suffice/fit.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// A value of an option, and the options of the reading with it.
struct TuneValue {
  std::string text;
  FamilyOptions options;
};

/// Whether a criterion is the log loss of rows that are left out.
inline bool is_loss(Criterion criterion) {
  return criterion == Criterion::leave_one_out || criterion == Criterion::folds;
}

/// The options of a reading that a criterion compares, by their names in the CLI, in the order of the search: the one
/// table of what is searched for which model. Those of `how.held` are not among them.
std::vector<std::string> searched_options(const Summary& summary, const Reading& reading, const TuneOptions& how);

/// The values that are tried, with those of the other options as they are.
std::vector<TuneValue> tune_values(const std::string& option, const Summary& summary, const Reading& reading);

/// The class priors that a criterion compares, by name; none where it compares none.
struct PriorValue {
  std::string text;
  ClassPrior prior;
};
std::vector<PriorValue> prior_values(const TuneOptions& how);

}  // namespace suffice
