// Errors of the library as Python's exceptions.
#pragma once

namespace suffice::python {

/// From now on errors of the library are suffice.Error, a ValueError that has the remedies as parameters and values,
/// for usage, bad data and bad models; OSError for files; RuntimeError for our bugs.
void bind_errors();

}  // namespace suffice::python
