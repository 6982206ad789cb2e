// Help: pages of text made from the command table and the option table.
#pragma once

#include <string>

#include "commands.hpp"

namespace suffice::cli {

/// The page of `suffice help`: what the tool is for, and its commands.
std::string overview();

/// The page of one command: examples, usage, options.
std::string help_page(const Command& command);

}  // namespace suffice::cli
