// suffice estimate: the same sums read with other options.
#include "suffice/estimate.hpp"

#include "commands.hpp"
#include "describe.hpp"
#include "model_file.hpp"

namespace suffice::cli {

void estimate_command(const Arguments& arguments, Console& console) {
  check_output(arguments.output);
  Stored stored = load(arguments.model);
  apply_estimate_options(arguments, stored.options);
  const Model model = estimate(stored.summary, stored.options);
  present(stored, model, std::nullopt, describe_all(stored, model), arguments, console);
  save_model(stored, arguments.output, console);
}

}  // namespace suffice::cli
