// The report document as a page embeds it.
#pragma once

#include <string>

#include "suffice/model_report.hpp"

namespace suffice {

/// report_json() on one line.
std::string embedded_document(const Report& report);

}  // namespace suffice
