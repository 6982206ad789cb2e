#include "model_options.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "option_use.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "text_file.hpp"

namespace suffice::cli {

namespace {

[[noreturn]] void complain(const std::string& message) { throw Error(ErrorCode::usage, message); }

bool is_rda(const EstimateOptions& options) { return std::holds_alternative<RdaShrinkage>(options.shrinkage); }

void apply_model(const Arguments& arguments, EstimateOptions& options) {
  const std::string& name = arguments.family;
  if (!name.empty()) {
    options.terms.tf_idf = options.terms.normalised = false;
  }
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

void apply_gaussian_options(const Arguments& arguments, EstimateOptions& options) {
  if (!arguments.shrinkage.empty()) {
    if (is_rda(options)) {
      complain("rda shrinks by --rda A,G; leave out --shrinkage, or choose --model qda");
    }
    options.shrinkage = parse_shrinkage(arguments.shrinkage);
  }
  if (!arguments.ridge.empty()) {
    options.ridge = parse_ridge(arguments.ridge);
  }
}

// A number, or a file of them.
Pseudocount chosen_pseudocount(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end == text.data() + text.size()) {
    return parse_pseudocount(text);
  }
  const std::string table = read_text(text);
  try {
    return parse_pseudocount(table);
  } catch (const Error& bad) {
    throw Error(bad.code(), bad.what(), text);
  }
}

void apply_term_options(const Arguments& arguments, const RowKind& rows, EstimateOptions& options) {
  TermReading& terms = options.terms;
  if (arguments.vocabulary_file == "learned") {
    terms.vocabulary.reset();
  } else if (!arguments.vocabulary_file.empty()) {
    const std::string& path = arguments.vocabulary_file;
    terms.vocabulary = parse_vocabulary(read_text(path), rows.encoding, rows.text, path);
  }
  if (arguments.min_documents) {
    terms.min_documents = static_cast<double>(*arguments.min_documents);
  }
  terms.max_terms = arguments.max_terms.value_or(terms.max_terms);
  terms.tf_idf = terms.tf_idf || arguments.tf_idf;
  terms.normalised = terms.normalised || arguments.normalised;
}

std::vector<std::string> names_of(const Summary& summary, const std::vector<std::size_t>& terms) {
  const bool words = summary.schema.encoding == Encoding::text;
  std::vector<std::string> names;
  for (const std::size_t k : terms) {
    names.emplace_back(words ? summary.terms().words[k] : summary.schema.features[k]);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

void apply_model_options(const Arguments& arguments, const RowKind& rows, EstimateOptions& options) {
  apply_model(arguments, options);
  check_option_use(arguments, rows, options);
  if (!arguments.estimator.empty()) {
    options.estimator = parse_estimator(arguments.estimator);
    const bool plug_in = options.estimator == Estimator::mle || options.estimator == Estimator::unbiased;
    if (!plug_in && arguments.shrinkage.empty() && !is_rda(options)) {
      options.shrinkage = NoShrinkage{};  // a prior does its own; what was stored gives way
    }
  }
  apply_gaussian_options(arguments, options);
  if (!arguments.pseudocount.empty()) {
    options.pseudocount = chosen_pseudocount(arguments.pseudocount);
  }
  if (const std::string& how = arguments.unseen.empty() ? arguments.oov : arguments.unseen; !how.empty()) {
    options.unseen = parse_unseen(how);
  }
  apply_term_options(arguments, rows, options);
  if (!arguments.class_prior.empty()) {
    options.class_prior = parse_class_prior(arguments.class_prior);
  }
  check_estimate_options(options);
  if (arguments.compact && options.unseen == Unseen::reserve) {
    complain("--oov reserve counts the terms that --compact would drop: leave out one of them");
  }
}

EstimateOptions fit_options(const Arguments& arguments, const RowKind& rows) {
  EstimateOptions options;
  if (arguments.estimator.empty() && arguments.ridge.empty()) {
    options.shrinkage = AutoShrinkage{};
  }
  if (rows.encoding != Encoding::numbers && arguments.family.empty()) {
    options = options_for(rows.encoding == Encoding::text ? "multinomial-nb" : "categorical-nb");
  }
  apply_model_options(arguments, rows, options);
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

void apply_compact(const Arguments& arguments, Stored& stored) {
  if (!arguments.compact) {
    return;
  }
  const std::vector<std::size_t> kept = kept_terms(stored.summary, stored.options);
  TermReading& reading = stored.options.terms;
  if (reading.vocabulary && (reading.min_documents > 0 || kept.size() == reading.max_terms)) {
    reading.vocabulary = names_of(stored.summary, kept);
  }
  stored.summary = compact(stored.summary, kept);
  static_cast<void>(estimate(stored.summary, stored.options));
}

}  // namespace suffice::cli
