// Manual: pages for man(1), and completions for shells, made from the command table and the option table.
#pragma once

#include <string>

#include "commands/commands.hpp"

namespace suffice::cli {

/// suffice.1, in roff.
std::string overview_manual();
/// suffice-COMMAND.1, in roff.
std::string manual(const Command& command);

/// The completion script of a shell: bash, zsh or fish. Error (usage) for another.
std::string completion(const std::string& shell);

}  // namespace suffice::cli
