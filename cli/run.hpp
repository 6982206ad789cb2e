// run(): the whole tool as a function of its words, and the only place where errors become exit codes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "output.hpp"

namespace suffice::cli {

/// `words` is the command line without the program's name. Results go to `out`, messages to stderr.
/// Returns the exit code; std::bad_alloc is all it throws.
int run(const std::vector<std::string>& words, Output& out);
/// The same as the whole of a program, out of memory too.
int run_program(std::span<const char* const> words, Output& out) noexcept;

/// Says that memory is out, and gives the exit code of that. Takes none.
int out_of_memory() noexcept;

}  // namespace suffice::cli
