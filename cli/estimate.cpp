// suffice estimate: the same sums read with other options.
#include "commands.hpp"
#include "describe.hpp"
#include "model_file.hpp"
#include "model_options.hpp"

namespace suffice::cli {

void estimate_command(const Arguments& arguments, Console& console) {
  check_output(arguments.output);
  ChangedFile file(arguments.output, {arguments.model});
  Stored stored = file.read(arguments.model);
  apply_model_options(arguments, stored.options);
  const Model model = estimate_changed(stored, "with these options");
  present(stored, model, std::nullopt, describe_all(stored, model) + describe_sums(stored.summary.moments), arguments,
          console);
  file.write(stored, console);
}

}  // namespace suffice::cli
