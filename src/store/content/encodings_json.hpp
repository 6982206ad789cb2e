// How the columns of a block enter it, as members of the block's JSON.
#pragma once

#include <string>

#include "store/container/json.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// ,"normal_scores":{"x":[[x…],[z…]]},"fills":{"x":0.5},"indicators":[{"column":…,"values":[…]}],"edges":{"x":[…]},
/// "extremes":{"x":[…,…]},"missing_values":["x"]: what is there of it.
std::string encodings_json(const Block& block);

/// Reads them into a block that has its kind and features. Error (bad_model) naming `what` and the member.
void read_encodings(const JsonValue& value, const std::string& what, Block& block);

}  // namespace suffice
