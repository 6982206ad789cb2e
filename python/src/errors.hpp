// Errors of the library as Python's exceptions.
#pragma once

#include <string>

#include <nanobind/nanobind.h>

#include "suffice/error.hpp"

namespace suffice::python {

/// What is wrong, where, and the remedies as keyword arguments: "… : give shrinkage='auto' or ridge=R".
std::string error_text(const Error& error);
/// suffice.Error, a ValueError, of usage, bad data and bad models; OSError of files; RuntimeError of our bugs.
void bind_errors(nanobind::module_& module);

}  // namespace suffice::python
