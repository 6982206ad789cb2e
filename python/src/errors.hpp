// Errors of the library as Python's exceptions.
#pragma once

#include <string>

#include "suffice/error.hpp"

namespace suffice::python {

/// What is wrong, where, and the remedies as keyword arguments: "… : give shrinkage='auto' or ridge=R".
std::string error_text(const Error& error);
/// From now on they are suffice.Error, a ValueError, for usage, bad data and bad models; OSError for files;
/// RuntimeError for our bugs.
void bind_errors();

}  // namespace suffice::python
