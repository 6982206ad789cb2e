// run(): the whole tool as a function of its words, and the only place where errors become exit codes.
#pragma once

#include <string>
#include <vector>

#include "output.hpp"

namespace suffice::cli {

/// `words` is the command line without the program's name. Results go to `out`, messages to stderr.
/// Returns the exit code; never throws.
int run(const std::vector<std::string>& words, Output& out);

}  // namespace suffice::cli
