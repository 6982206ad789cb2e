// The verdict of a check: what the distances mean, in plain words.
#pragma once

#include <string>
#include <vector>

#include "suffice/check.hpp"

namespace suffice {

std::vector<std::string> verdict_on(const ModelCheck& check);

}  // namespace suffice
