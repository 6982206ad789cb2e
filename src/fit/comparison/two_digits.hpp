// Numbers in sentences: two digits, but for what these would make of them.
#pragma once

#include <string>

namespace suffice {

/// Two digits, or all before the point; more where a share below 1 would become 1.
std::string two_digits(double number);

}  // namespace suffice
