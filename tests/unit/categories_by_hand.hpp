// Sums of categories and amounts made by hand, for tests of their estimates and models.
#pragma once

#include <string>
#include <vector>

#include "suffice/error.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Seven rows of two columns: (a u) (b u) (b t) of class no and (c v) (a v) (c v) (c t) of class yes.
inline Summary hand_values() {
  Summary summary;
  summary.schema = {.blocks = {{.kind = Kind::categories, .features = {"colour", "size"}}}, .target = "y"};
  summary.classes = {{"no", "yes"}, {3, 4}, {3, 4}};
  summary.sums = {ValueCounts{{{"a", "b", "c"}, {"t", "u", "v"}}, {1, 1, 2, 0, 0, 3, 1, 1, 2, 0, 0, 3}}};
  return summary;
}

/// Rows (0 1.5) (2 2.25) (3 NaN) of class a and (1 0.75) (7 4) of class b.
inline Summary hand_amounts() {
  Summary summary;
  summary.schema = {.blocks = {{.kind = Kind::amounts, .features = {"calls", "hours"}}}, .target = "y"};
  summary.classes = {{"a", "b"}, {3, 2}, {3, 2}};
  summary.sums = {AmountSums{{3, 2, 2, 2},
                             {5, 3.75, 8, 4.75},
                             {1.791759469228055, 1.2163953243244932, 1.9459101490553132, 1.0986122886681098},
                             {1, 0, 0, 0},
                             {0, 2, 0, 1}}};
  return summary;
}

template <typename Call>
std::string failure_of_estimate(Call call, ErrorCode code = ErrorCode::bad_data) {
  try {
    call();
  } catch (const Error& error) {
    return error.code() == code ? error.what() : std::string("another code: ") + error.what();
  }
  return "no error";
}

}  // namespace suffice
