// All of Suffice.
#pragma once

#include "suffice/discriminants.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/fit.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/report.hpp"
#include "suffice/schema.hpp"
#include "suffice/shared.hpp"
#include "suffice/source.hpp"
#include "suffice/store.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"
#include "suffice/text.hpp"
#include "suffice/version.hpp"
