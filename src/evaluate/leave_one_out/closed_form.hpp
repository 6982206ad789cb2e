// Closed form: whether single rows can be removed from sums without estimating a model for each.
#pragma once

#include <string>

#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// What no closed form removes a row from, in words; empty where one does, as has_leave_one_out() says.
std::string no_closed_form(const Summary& summary, const Options& options);

}  // namespace suffice
