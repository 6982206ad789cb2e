#include "option_use.hpp"

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

struct Use {
  const char* option;
  bool given;
  bool fits;
  const char* remedy;
};

void check_rows(const RowKind& rows, const std::string& model, Family family) {
  if (rows.encoding == Encoding::text && !has_terms(family)) {
    throw Error(
        ErrorCode::usage,
        fmt::format("{} does not read text; multinomial-nb, boolean-nb, bernoulli-nb and complement-nb do", model));
  }
  if (rows.encoding == Encoding::categories && family != Family::categorical) {
    throw Error(ErrorCode::usage, fmt::format("{} does not read categories; categorical-nb does", model));
  }
  if (rows.encoding == Encoding::numbers && family == Family::categorical) {
    throw Error(ErrorCode::usage, "categorical-nb reads categories, and the sums are those of numbers: fit again");
  }
}

}  // namespace

bool has_terms(Family family) {
  return family == Family::bernoulli || family == Family::multinomial || family == Family::complement;
}

void check_option_use(const Arguments& arguments, const RowKind& rows, const EstimateOptions& options) {
  const std::string model = model_name(options);
  const Family family = options.family;
  check_rows(rows, model, family);
  const bool gaussian = family == Family::gaussian;
  const bool terms = has_terms(family);
  const Use uses[] = {
      {"--shrinkage", !arguments.shrinkage.empty(), gaussian, "counts are smoothed by --pseudocount B"},
      {"--ridge", !arguments.ridge.empty(), gaussian, "counts are smoothed by --pseudocount B"},
      {"--keep", !arguments.keep.empty(), gaussian, "counts are always kept whole"},
      {"--pseudocount", !arguments.pseudocount.empty(), !gaussian, "variances are smoothed by --shrinkage"},
      {"--unseen", !arguments.unseen.empty(), family == Family::categorical, "for terms there is --oov"},
      {"--oov", !arguments.oov.empty(), terms, "for values of categories there is --unseen"},
      {"--vocabulary", !arguments.vocabulary_file.empty(), terms, "columns are left out by --drop"},
      {"--min-df", arguments.min_documents.has_value(), terms, "columns are left out by --drop"},
      {"--max-vocabulary", arguments.max_terms.has_value(), terms, "columns are left out by --drop"},
      {"--compact", arguments.compact, terms, "it drops terms"},
      {"--tf-idf", arguments.tf_idf, terms && family != Family::bernoulli,
       "tokens are weighed by multinomial-nb and complement-nb"},
      {"--normalised", arguments.normalised, family == Family::complement, "it divides the weights of complement-nb"},
  };
  for (const Use& use : uses) {
    if (use.given && !use.fits) {
      throw Error(ErrorCode::usage, fmt::format("{} does not go with {}; {}", use.option, model, use.remedy));
    }
  }
}

}  // namespace suffice::cli
