// Notes on classes: what the user should know about them, whatever the family.
#pragma once

#include <string>
#include <vector>

#include "suffice/summary.hpp"

namespace suffice {

/// A single class, and classes that were declared and have no rows.
std::vector<std::string> notes_on_classes(const ClassCounts& classes);

}  // namespace suffice
