// Members of JSON documents that stand alone in one command and inside the document of another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "report/json_writer.hpp"
#include "suffice/check.hpp"
#include "suffice/compare.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/report.hpp"

namespace suffice {

/// The members of evaluate_json(); the confusion matrix is null where it has more than `most_confusions` numbers.
void write_metrics(JsonWriter& json, const Metrics& metrics, std::size_t most_confusions = SIZE_MAX);
/// The members of compare_json(); of each assumption the first `most_tests` tests, and how many more there are.
void write_comparison(JsonWriter& json, const Comparison& comparison, std::size_t most_tests = SIZE_MAX);
/// The array "tokens".
void write_tokens(JsonWriter& json, const std::vector<WeightedToken>& tokens);
/// The members of check_json().
void write_check(JsonWriter& json, const ModelCheck& check);

}  // namespace suffice
