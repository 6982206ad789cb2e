// suffice estimate: the same sums read with other options.
#include "column_options.hpp"
#include "commands.hpp"
#include "describe.hpp"
#include "model_file.hpp"
#include "model_options.hpp"
#include "reading.hpp"
#include "suffice/fit.hpp"

namespace suffice::cli {

void estimate_command(const Arguments& arguments, Console& console) {
  check_output(arguments.output);
  ChangedFile file(arguments.output, {arguments.model});
  const Stored before = file.read(arguments.model);
  const std::vector<std::string> columns = columns_of(before.summary.schema);
  Stored stored = reestimate(before, model_choice(arguments), split_names(arguments.drop, columns));
  if (arguments.compact) {
    stored = compacted(stored, thread_count(arguments));
  }
  const Model model = finish_changed(stored, thread_count(arguments), "with these options");
  present(stored, model, std::nullopt, describe_all(stored, model) + describe_sums(stored.summary), arguments, console);
  file.write(stored, console);
}

}  // namespace suffice::cli
