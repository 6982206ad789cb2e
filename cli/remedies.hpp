// Remedies: what would help, spelled as options of the command line.
#pragma once

#include <string>

#include "suffice/error.hpp"

namespace suffice::cli {

/// What is wrong, and what would help: "…: give --shrinkage auto or --drop COL or leave out --ridge".
std::string message_text(const Error& error);

/// The same after where it is wrong, as a command says it: an option that it does not have is one to fit again with, if
/// fit has it, else not named.
std::string error_text(const Error& error, const std::string& command);

}  // namespace suffice::cli
