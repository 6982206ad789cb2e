// Help: pages of text made from the command table and the option table.
#pragma once

#include <string>
#include <vector>

#include "commands/commands.hpp"

namespace suffice::cli {

/// The page of `suffice help`: what the tool is for, and its commands.
std::string overview();
/// The page of one command: examples, usage, options.
std::string help_page(const Command& command);

// Parts of these pages, which manual pages have too.
const std::vector<Example>& overview_examples();
std::string overview_paragraph();
/// "suffice predict MODEL [INPUT] [options]"
std::string usage(const Command& command);
/// Lines of a detail are joined; one that ends with a full stop ends a paragraph.
std::vector<std::string> detail_paragraphs(const Command& command);

}  // namespace suffice::cli
