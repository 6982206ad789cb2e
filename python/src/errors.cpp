#include "errors.hpp"

#include <exception>
#include <map>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "suffice/error.hpp"

namespace suffice::python {

namespace nb = nanobind;

namespace {

// What an option of the library is called here; those that no estimator has are not offered.
const std::map<std::string, std::string>& keywords() {
  static const std::map<std::string, std::string> names = {
      {"shrinkage", "shrinkage"}, {"pseudocount", "alpha"}, {"class-prior", "priors"},
      {"model", "model"},         {"estimate", "estimate"},
  };
  return names;
}

// (parameter, value) of each remedy that is to give a parameter.
nb::list remedies_of(const Error& error) {
  nb::list remedies;
  for (const Remedy& remedy : error.remedies()) {
    const auto name = keywords().find(remedy.option);
    if (name != keywords().end() && remedy.act != Remedy::Act::leave_out && !remedy.values.empty()) {
      remedies.append(nb::make_tuple(name->second, remedy.values.front()));
    }
  }
  return remedies;
}

const char* code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::usage:
      return "usage";
    case ErrorCode::bad_data:
      return "bad_data";
    case ErrorCode::bad_model:
      return "bad_model";
    case ErrorCode::file_system:
      return "file_system";
    case ErrorCode::internal:
      break;
  }
  return "internal";
}

void raise(const Error& error) {
  const std::string text = error.what();
  if (error.code() == ErrorCode::file_system || error.code() == ErrorCode::internal) {
    PyErr_SetString(error.code() == ErrorCode::internal ? PyExc_RuntimeError : PyExc_OSError, text.c_str());
    return;
  }
  const nb::object type = nb::module_::import_("suffice._errors").attr("Error");
  const nb::object raised =
      type(nb::str(text.data(), text.size()), code_name(error.code()), error.where(), remedies_of(error));
  PyErr_SetObject(type.ptr(), raised.ptr());
}

void translate(const std::exception_ptr& failure, void* /*payload*/) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    raise(error);
  } catch (const nb::cast_error&) {  // a RuntimeError, 'std::bad_cast', unless it is translated
    PyErr_SetString(PyExc_TypeError, "a value is not of the type that is needed here");
  }
}

}  // namespace

void bind_errors() { nb::register_exception_translator(&translate); }

}  // namespace suffice::python
