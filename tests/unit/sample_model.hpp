// A small model with telling content, and the error that a call throws.
#pragma once

#include <optional>

#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// The sums and options of the first block and reading of a model, to be changed.
inline Moments& moments_in(Stored& stored) { return std::get<Moments>(stored.summary.sums[0]); }
inline const Moments& moments_in(const Stored& stored) { return std::get<Moments>(stored.summary.sums[0]); }
inline const TermCounts& terms_in(const Stored& stored) {
  return *std::get<Shared<TermCounts>>(stored.summary.sums[0]);
}
inline GaussianOptions& gaussian_in(Stored& stored) {
  return std::get<GaussianOptions>(stored.options.readings[0].options);
}
inline TermOptions& term_options_in(Stored& stored) {
  return std::get<TermOptions>(stored.options.readings[0].options);
}

/// A reading of all of a block.
inline Reading reading_of(std::size_t block, FamilyOptions options) {
  return {.block = block, .features = {}, .options = std::move(options)};
}

inline Stored sample_model() {
  Stored stored;
  stored.options = {
      .class_prior = GivenPrior{{{"rot", 1.0 / 3}, {"weiß \"2\"", 2.0 / 3}}},
      .readings = {reading_of(0, GaussianOptions{.estimator = Estimator::unbiased, .shrinkage = FixedShrinkage{0.1}})}};
  stored.summary.schema = {.blocks = {{.features = {"x", "größe, \"cm\""}}}, .target = "farbe", .weight = "w"};
  stored.summary.classes = {{"rot", "weiß \"2\""}, {3, 18'446'744'073'709'551'000U}, {2.5, 1e300}};
  stored.summary.sums = {Moments{.kind = MomentKind::pooled,
                                 .mean = {-0.0, 5e-324, 0.1, -1e308},
                                 .scatter = {4, -0.0, -0.0, 2.2250738585072014e-308},
                                 .third = {},
                                 .fourth = {}}};
  return stored;
}

/// Five words in two classes.
inline TermCounts five_words() {
  TermCounts counts;
  for (const char* word : {"buy", "cheap", "hello", "now", "über"}) counts.words.push_back(word);
  counts.offsets = {0, 1, 2, 3, 5, 6};
  counts.classes = {1, 1, 0, 0, 1, 0};
  counts.tokens = {3, 2, 4, 1, 2, 1};
  counts.documents = {2, 1, 3, 1, 2, 1};
  return counts;
}

/// Two classes of documents, five words.
inline Stored word_model(const std::string& model = "multinomial-nb") {
  Stored stored;
  stored.options.readings = {reading_of(0, find_model(model).options)};
  stored.summary.schema = {.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = "kind"};
  stored.summary.classes = {{"ham", "spam"}, {3, 2}, {3, 2}};
  stored.summary.sums = {five_words()};
  return stored;
}

/// Two classes, two columns of categories.
inline Stored value_model() {
  Stored stored;
  stored.options.readings = {reading_of(0, ValueOptions{})};
  stored.summary.schema = {
      .blocks = {{.kind = Kind::categories, .features = {"colour", "size"}, .declared_values = {{}, {"large"}}}},
      .target = "kind",
      .weight = "w"};
  stored.summary.classes = {{"a", "b"}, {3, 2}, {3.5, 2}};
  stored.summary.sums = {ValueCounts{{{"blue", "red"}, {"large", "small"}}, {1.5, 0, 2, 2, 0, 0, 3.5, 1}}};
  return stored;
}

/// Two classes, two columns of amounts.
inline Stored amount_model() {
  Stored stored;
  stored.options.readings = {reading_of(0, AmountOptions{})};
  stored.summary.schema = {.blocks = {{.kind = Kind::amounts, .features = {"x", "y"}}}, .target = "kind"};
  stored.summary.classes = {{"a", "b"}, {3, 2}, {3, 2}};
  stored.summary.sums = {AmountSums{.weight = {3, 3, 2, 1},
                                    .sum = {6, 2, 9, 1},
                                    .log_sum = {0.6931471805599453, 0, 3, 0},
                                    .zeros = {1, 1, 0, 0},
                                    .fractional = {0, 0, 0, 0}}};
  return stored;
}

/// Two classes of documents beside columns of every other kind, of which the numbers are read in part.
inline Stored mixed_model() {
  Stored stored;
  stored.options.readings = {
      {.block = 1, .features = {"length"}, .options = GaussianOptions{.structure = Structure::diagonal}},
      reading_of(2, TermOptions{}),
      reading_of(0, AmountOptions{.family = AmountFamily::exponential}),
      reading_of(3, ValueOptions{.unseen = Unseen::reserve})};
  stored.summary.schema = {.blocks = {{.kind = Kind::amounts, .features = {"price"}},
                                      {.kind = Kind::measurements, .features = {"width", "length"}},
                                      {.kind = Kind::text, .features = {"text"}},
                                      {.kind = Kind::categories, .features = {"colour"}}},
                           .target = "kind"};
  stored.summary.classes = {{"ham", "spam"}, {3, 2}, {3, 2}};
  stored.summary.sums = {
      AmountSums{.weight = {3, 2}, .sum = {6, 1}, .log_sum = {2, -1}, .zeros = {0, 0}, .fractional = {1, 2}},
      Moments{.kind = MomentKind::full,
              .mean = {1, 2, 3, 5},
              .scatter = {4, 1, 1, 2, 3, -1, -1, 2},
              .third = {},
              .fourth = {}},
      five_words(), ValueCounts{{{"blue", "red"}}, {2, 0, 1, 2}}};
  return stored;
}

/// The model with its caches.
inline Stored with_caches(Stored stored) {
  stored.caches = make_caches(stored.summary, stored.options, 1);
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
