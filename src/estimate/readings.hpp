// One reading of the options of a model.
#pragma once

#include <cstddef>

#include "suffice/options.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// checked(options, schema).readings[reading], whatever the others are: what asks for each reading in turn takes time
/// in proportion to all of them. Error (usage) where there is none.
Reading checked_reading(const Options& options, const Schema& schema, std::size_t reading);

}  // namespace suffice
