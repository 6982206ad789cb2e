// All of Suffice.
#pragma once

#include "suffice/batch.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/report.hpp"
#include "suffice/schema.hpp"
#include "suffice/shared.hpp"
#include "suffice/source.hpp"
#include "suffice/store.hpp"
#include "suffice/summary.hpp"
#include "suffice/sums_needed.hpp"
#include "suffice/text.hpp"
#include "suffice/version.hpp"
