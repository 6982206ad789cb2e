#include "option_values.hpp"

#include <map>
#include <string>

#include <nanobind/stl/map.h>

#include "suffice/error.hpp"

namespace suffice::python {

Estimator estimator_of(const nb::object& value) { return parse_estimator(nb::cast<std::string>(value)); }

Unseen unseen_of(const nb::object& value) {
  const auto text = nb::cast<std::string>(value);
  if (text != "ignore" && text != "reserve") {
    throw Error(ErrorCode::usage, "what is unseen is 'ignore' or 'reserve', not '" + text + "'");
  }
  return text == "ignore" ? Unseen::ignore : Unseen::reserve;
}

ClassPrior class_prior_of(const nb::object& value) {
  if (nb::isinstance<nb::dict>(value)) {
    return GivenPrior{nb::cast<std::map<std::string, double>>(value)};
  }
  return parse_class_prior(nb::cast<std::string>(value));
}

Pseudocount pseudocount_of(const nb::object& value) {
  Pseudocount result;
  if (nb::isinstance<nb::list>(value)) {
    for (const nb::handle rule : nb::cast<nb::list>(value)) {
      const auto pair = nb::cast<nb::tuple>(rule);
      result.rules.push_back({.feature = nb::cast<std::string>(pair[0]), .count = nb::cast<double>(pair[1])});
    }
  } else {
    result.all = nb::cast<double>(value);
  }
  return result;
}

Shrinkage shrinkage_of(const nb::object& value) {
  if (nb::isinstance<nb::dict>(value)) {
    RdaShrinkage rda;
    Said said(nb::cast<nb::dict>(value));
    said.set("alpha", rda.alpha);
    said.set("gamma", rda.gamma);
    std::string target = "spheres";
    said.set("target", target);
    rda.target = target == "variances" ? RdaTarget::variances : RdaTarget::spheres;
    said.finish();
    return rda;
  }
  if (!nb::isinstance<nb::str>(value)) {
    return FixedShrinkage{nb::cast<double>(value)};
  }
  const auto text = nb::cast<std::string>(value);
  if (text == "none") return NoShrinkage{};
  if (text == "auto") return AutoShrinkage{};
  if (text == "ledoit-wolf") return LedoitWolfShrinkage{};
  if (text == "oas") return OasShrinkage{};
  throw Error(ErrorCode::usage,
              "shrinkage is 'auto', 'ledoit-wolf', 'oas', a number from 0 to 1 or None, not '" + text + "'");
}

}  // namespace suffice::python
