// Documents as terms, and as rows of counts.
#pragma once

#include <nanobind/nanobind.h>

namespace suffice::python {

void bind_text(nanobind::module_& module);

}  // namespace suffice::python
