// Parsing: the words after a command's name become Arguments, as the tables say.
#pragma once

#include <string>
#include <vector>

#include "commands/commands.hpp"

namespace suffice::cli {

/// Error (usage) for an unknown option (with a suggestion), a missing or empty value, an option given twice, a number
/// that is none, and for words too few or too many. With --help nothing else is required.
Arguments parse(const Command& command, const std::vector<std::string>& words);

}  // namespace suffice::cli
