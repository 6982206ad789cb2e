// Values of options as Python says them: what the options of models and the choice of a model share.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "suffice/options.hpp"

namespace suffice::python {

namespace nb = nanobind;

/// Takes the values out of a dictionary one by one; what is left over at the end was not understood.
class Said {
 public:
  explicit Said(const nb::dict& said) {
    for (const auto& [key, value] : said) {
      values_.emplace(nb::cast<std::string>(key), nb::borrow(value));
    }
  }
  [[nodiscard]] std::optional<nb::object> take(const std::string& name) {
    const auto found = values_.find(name);
    if (found == values_.end()) {
      return {};
    }
    nb::object value = std::move(found->second);
    values_.erase(found);
    return value.is_none() ? std::nullopt : std::optional(std::move(value));
  }
  template <typename T>
  void set(const std::string& name, T& target) {
    if (const auto value = take(name)) {
      try {
        target = nb::cast<T>(*value);
      } catch (const nb::cast_error&) {
        throw nb::type_error(("the value of '" + name + "' is not of the type that is needed").c_str());
      }
    }
  }
  template <typename T, typename Parse>
  void set(const std::string& name, T& target, const Parse& parse) {
    if (const auto value = take(name)) {
      target = parse(*value);
    }
  }
  void finish() const {
    if (!values_.empty()) {
      throw nb::type_error(("there is no option '" + values_.begin()->first + "' here").c_str());
    }
  }

 private:
  std::map<std::string, nb::object> values_;
};

Estimator estimator_of(const nb::object& value);
/// 'ignore' or 'reserve'.
Unseen unseen_of(const nb::object& value);
/// A name, or a probability for each label.
ClassPrior class_prior_of(const nb::object& value);
/// A number for all, or (feature, number) pairs.
Pseudocount pseudocount_of(const nb::object& value);
/// A name, a number from 0 to 1, or {"alpha": a, "gamma": g, "target": t} of rda.
Shrinkage shrinkage_of(const nb::object& value);

}  // namespace suffice::python
