// A model beside the options and sums that it comes from: what a model file holds.
#pragma once

#include <nanobind/nanobind.h>

#include "suffice/model.hpp"
#include "suffice/store.hpp"

namespace suffice::python {

struct FittedModel {
  Stored stored;
  Model model;
};

void bind_model(nanobind::module_& module);
void bind_parameters(nanobind::class_<FittedModel>& type);
void bind_fit(nanobind::module_& module);
void bind_discriminants(nanobind::module_& module);
void bind_largest_variance(nanobind::module_& module);

}  // namespace suffice::python
