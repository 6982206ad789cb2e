// A small model with telling content, and the error that a call throws.
#pragma once

#include <optional>

#include "suffice/error.hpp"
#include "suffice/store.hpp"

namespace suffice {

inline Stored sample_model() {
  Stored stored;
  stored.options = {.estimator = Estimator::unbiased,
                    .shrinkage = FixedShrinkage{0.1},
                    .class_prior = GivenPrior{{{"rot", 1.0 / 3}, {"weiß \"2\"", 2.0 / 3}}}};
  stored.summary.schema = {{"x", "größe, \"cm\""}, "farbe", "w"};
  stored.summary.classes = {{"rot", "weiß \"2\""}, {3, 18'446'744'073'709'551'000U}, {2.5, 1e300}};
  stored.summary.moments = {.kind = MomentKind::pooled,
                            .mean = {-0.0, 5e-324, 0.1, -1e308},
                            .scatter = {4, -0.0, -0.0, 2.2250738585072014e-308},
                            .third = {},
                            .fourth = {}};
  return stored;
}

/// The error `call` throws, or nothing.
template <typename Call>
std::optional<Error> error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// "bad_model: message" and the like, or "no error": one text to compare a whole outcome with.
template <typename Call>
std::string outcome_of(Call call) {
  const std::optional<Error> error = error_of(call);
  if (!error) return "no error";
  switch (error->code()) {
    case ErrorCode::usage:
      return std::string("usage: ") + error->what();
    case ErrorCode::bad_data:
      return std::string("bad_data: ") + error->what();
    case ErrorCode::bad_model:
      return std::string("bad_model: ") + error->what();
    case ErrorCode::file_system:
      return std::string("file_system: ") + error->what();
    case ErrorCode::internal:
      return std::string("internal: ") + error->what();
  }
  return "no such code";
}

}  // namespace suffice
