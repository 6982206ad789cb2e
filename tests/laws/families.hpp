// The families that every law runs over: one line each.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "suffice/options.hpp"

namespace suffice {

struct FamilyCase {
  std::string name;
  EstimateOptions options;
  bool affine_invariant = false;  ///< posteriors survive every invertible affine map of the rows
  bool scale_invariant = false;   ///< posteriors survive a scale and shift of each column
};

inline std::vector<FamilyCase> families() {
  std::vector<FamilyCase> cases;
  for (const Estimator estimator : {Estimator::mle, Estimator::unbiased}) {
    for (const ClassPrior& prior :
         {ClassPrior(EmpiricalPrior{}), ClassPrior(SmoothedPrior{}), ClassPrior(UniformPrior{})}) {
      const std::string name = fmt::format("lda {} prior {} shrinkage ", to_text(estimator), prior.index());
      cases.push_back({name + "none", {estimator, NoShrinkage{}, prior}, true, true});
      cases.push_back({name + "auto", {estimator, AutoShrinkage{}, prior}, false, true});
      cases.push_back({name + "0.3", {estimator, FixedShrinkage{0.3}, prior}, false, false});
    }
  }
  return cases;
}

}  // namespace suffice
