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
  stored.summary.moments() = {.kind = MomentKind::pooled,
                              .mean = {-0.0, 5e-324, 0.1, -1e308},
                              .scatter = {4, -0.0, -0.0, 2.2250738585072014e-308},
                              .third = {},
                              .fourth = {}};
  return stored;
}

/// Two classes of documents, five words.
inline Stored word_model() {
  Stored stored;
  stored.options = options_for("multinomial-nb");
  stored.summary.schema = {{"text"}, "kind", ""};
  stored.summary.schema.encoding = Encoding::text;
  stored.summary.classes = {{"ham", "spam"}, {3, 2}, {3, 2}};
  TermCounts counts;
  for (const char* word : {"buy", "cheap", "hello", "now", "über"}) counts.words.push_back(word);
  counts.offsets = {0, 1, 2, 3, 5, 6};
  counts.classes = {1, 1, 0, 0, 1, 0};
  counts.tokens = {3, 2, 4, 1, 2, 1};
  counts.documents = {2, 1, 3, 1, 2, 1};
  stored.summary.sums = counts;
  return stored;
}

/// Two classes, two columns of categories.
inline Stored value_model() {
  Stored stored;
  stored.options = options_for("categorical-nb");
  stored.summary.schema = {{"colour", "size"}, "kind", "w"};
  stored.summary.schema.encoding = Encoding::categories;
  stored.summary.schema.declared_values = {{}, {"large"}};
  stored.summary.classes = {{"a", "b"}, {3, 2}, {3.5, 2}};
  stored.summary.sums = ValueCounts{{{"blue", "red"}, {"large", "small"}}, {1.5, 0, 2, 2, 0, 0, 3.5, 1}};
  return stored;
}

/// Two classes, two columns of amounts.
inline Stored amount_model() {
  Stored stored;
  stored.options = options_for("poisson-nb");
  stored.summary.schema = {{"x", "y"}, "kind", ""};
  stored.summary.classes = {{"a", "b"}, {3, 2}, {3, 2}};
  stored.summary.sums = AmountSums{.weight = {3, 3, 2, 1},
                                   .sum = {6, 2, 9, 1},
                                   .log_sum = {0.6931471805599453, 0, 3, 0},
                                   .zeros = {1, 1, 0, 0},
                                   .fractional = {0, 0, 0, 0}};
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
