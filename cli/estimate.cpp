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
  const Schema& schema = stored.summary.schema;
  apply_model_options(arguments, {schema.encoding, schema.text}, stored.options);
  apply_compact(arguments, stored);
  const Model model = estimate_changed(stored, "with these options");
  present(stored, model, std::nullopt, describe_all(stored, model) + describe_sums(stored.summary), arguments, console);
  file.write(stored, console);
}

}  // namespace suffice::cli
