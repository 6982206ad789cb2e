// The extension module: the public headers of the library, bound for the package suffice.
#include <nanobind/nanobind.h>

#include "errors.hpp"
#include "model.hpp"
#include "options.hpp"
#include "rows.hpp"
#include "suffice/version.hpp"
#include "sums.hpp"
#include "text.hpp"

NB_MODULE(_suffice, module) {
  using namespace suffice::python;
  module.doc() = "The engine of suffice.";
  module.attr("version") = nanobind::str(suffice::version.data(), suffice::version.size());
  bind_errors();
  bind_rows(module);
  bind_arrow(module);
  bind_codes(module);
  bind_options(module);
  bind_sums(module);
  bind_discriminants(module);
  bind_model(module);
  bind_fit(module);
  bind_text(module);
  bind_largest_variance(module);
}
