// The dialect of a table as JSON text and back.
#pragma once

#include <string>

#include "store/container/json.hpp"
#include "suffice/dialect.hpp"

namespace suffice {

/// {"delimiter":";",…}: what is not at its default; empty text where all is.
std::string dialect_to_json(const Dialect& dialect);
/// Error (bad_model) for keys and values that no dialect has.
Dialect read_dialect(const JsonValue& value);

}  // namespace suffice
