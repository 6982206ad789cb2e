// Documents as terms, and as rows of counts.
#pragma once

#include <string_view>

#include <nanobind/nanobind.h>

namespace suffice::python {

/// The UTF-8 of a string, which the string owns. UnicodeEncodeError for a lone surrogate, TypeError for no string.
std::string_view utf8_of(nanobind::handle text);

void bind_text(nanobind::module_& module);

}  // namespace suffice::python
