#include "errors.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace suffice::python {

namespace nb = nanobind;

namespace {

// What an option of the library is called here; those that no estimator has are not offered.
const std::map<std::string, std::string>& keywords() {
  static const std::map<std::string, std::string> names = {
      {"shrinkage", "shrinkage"}, {"ridge", "ridge"},       {"pseudocount", "alpha"}, {"class-prior", "priors"},
      {"model", "model"},         {"estimate", "estimate"}, {"rda", "alpha"},
  };
  return names;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string::npos;
}

std::string spelled(const Remedy& remedy) {
  const auto name = keywords().find(remedy.option);
  if (name == keywords().end()) {
    return {};
  }
  if (remedy.act == Remedy::Act::leave_out) {
    return "leave out " + name->second + "=";
  }
  const std::string value = remedy.values.empty() ? "True" : remedy.values.front();
  const bool is_placeholder =
      std::ranges::all_of(value, [](char c) { return (c >= 'A' && c <= 'Z') || c == ',' || c == '_'; });
  return name->second + "=" + (is_number(value) || is_placeholder ? value : "'" + value + "'");
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
  const std::string text = error_text(error);
  if (error.code() == ErrorCode::file_system || error.code() == ErrorCode::internal) {
    PyErr_SetString(error.code() == ErrorCode::internal ? PyExc_RuntimeError : PyExc_OSError, text.c_str());
    return;
  }
  const nb::object type = nb::module_::import_("suffice._errors").attr("Error");
  const nb::object raised = type(nb::str(text.data(), text.size()), code_name(error.code()), error.where());
  PyErr_SetObject(type.ptr(), raised.ptr());
}

void translate(const std::exception_ptr& failure, void* /*payload*/) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    raise(error);
  }
}

}  // namespace

std::string error_text(const Error& error) {
  std::string text = error.what();
  std::string before = ": ";
  std::vector<std::string> seen;
  for (const Remedy& remedy : error.remedies()) {
    const std::string word = spelled(remedy);
    if (!word.empty() && std::ranges::find(seen, word) == seen.end()) {
      text += before + word;
      before = " or ";
      seen.push_back(word);
    }
  }
  return text;
}

void bind_errors() { nb::register_exception_translator(&translate); }

}  // namespace suffice::python
