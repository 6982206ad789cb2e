#include "model_options.hpp"

#include <fmt/format.h>

#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice::cli {

namespace {

[[noreturn]] void complain(const std::string& message) { throw Error(ErrorCode::usage, message); }

bool is_rda(const EstimateOptions& options) { return std::holds_alternative<RdaShrinkage>(options.shrinkage); }

void apply_model(const Arguments& arguments, EstimateOptions& options) {
  const std::string& name = arguments.family;
  if (!name.empty() && name != model_name(options)) {
    set_model(options, name);
    if (is_rda(options) && arguments.rda.empty()) {
      complain("--model rda needs --rda A,G, two numbers from 0 to 1: --rda 0.5,0.1");
    }
  }
  if (!arguments.rda.empty()) {
    if (!name.empty() && name != "rda") {
      complain(fmt::format("--rda goes with --model rda, not with {}", name));
    }
    set_model(options, "rda");
    options.shrinkage = parse_rda(arguments.rda);
  }
  if (arguments.axes) {
    if (!options.fisher) {
      complain(fmt::format("--axes goes with --model fisher, not with {}", model_name(options)));
    }
    if (*arguments.axes == 0) {
      complain("--axes takes a number of at least 1");
    }
    options.fisher->count = *arguments.axes;
  }
}

}  // namespace

void apply_model_options(const Arguments& arguments, EstimateOptions& options) {
  apply_model(arguments, options);
  if (!arguments.estimator.empty()) {
    options.estimator = parse_estimator(arguments.estimator);
    const bool plug_in = options.estimator == Estimator::mle || options.estimator == Estimator::unbiased;
    if (!plug_in && arguments.shrinkage.empty() && !is_rda(options)) {
      options.shrinkage = NoShrinkage{};  // a prior does its own; what was stored gives way
    }
  }
  if (!arguments.shrinkage.empty()) {
    if (is_rda(options)) {
      complain("rda shrinks by --rda A,G; leave out --shrinkage, or choose --model qda");
    }
    options.shrinkage = parse_shrinkage(arguments.shrinkage);
  }
  if (!arguments.ridge.empty()) {
    options.ridge = parse_ridge(arguments.ridge);
  }
  if (!arguments.class_prior.empty()) {
    options.class_prior = parse_class_prior(arguments.class_prior);
  }
  check_estimate_options(options);
}

EstimateOptions fit_options(const Arguments& arguments) {
  EstimateOptions options;
  if (arguments.estimator.empty() && arguments.ridge.empty()) {
    options.shrinkage = AutoShrinkage{};
  }
  apply_model_options(arguments, options);
  return options;
}

Keep kept_sums(const Arguments& arguments, const EstimateOptions& options) {
  if (arguments.keep.empty()) {
    return sums_needed(options);
  }
  if (arguments.keep != "full") {
    complain(fmt::format("--keep takes full, not '{}'", arguments.keep));
  }
  return {.moments = MomentKind::full, .fourth = true};
}

}  // namespace suffice::cli
