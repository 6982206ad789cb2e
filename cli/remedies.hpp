// Remedies: what would help, spelled as options of the command line.
#pragma once

#include <string>
#include <vector>

#include "suffice/error.hpp"

namespace suffice::cli {

/// What is wrong, and what would help, as a command says it: "…: give --shrinkage auto or --drop COL or leave out
/// --ridge". An option that the command does not have is one to fit again with, if fit has it, else not named. Values
/// are quoted as a shell takes them.
std::string message_text(const Error& error, const std::string& command);

/// The same after where it is wrong.
std::string error_text(const Error& error, const std::string& command);

/// What a fit has taken, and what can be said instead: "…; otherwise give --header".
std::string doubt_text(const std::string& sentence, const std::vector<Remedy>& remedies);
/// A text as bash takes it for one word.
std::string shell_word(const std::string& text);

}  // namespace suffice::cli
