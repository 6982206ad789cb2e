#include "options/model_options.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "options/column_options.hpp"
#include "suffice/error.hpp"
#include "text_file.hpp"

namespace suffice::cli {

namespace {

// What the text of an option stands for; nothing where it was not given.
template <typename Value>
std::optional<Value> parsed(const std::string& text, Value (*parse)(const std::string&)) {
  return text.empty() ? std::nullopt : std::optional<Value>(parse(text));
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
    throw Error(bad.code(), bad.what(), text, bad.remedies());
  }
}

// A switch that is not given says nothing.
std::optional<bool> given(bool flag) { return flag ? std::optional(true) : std::nullopt; }

// "pairs,indicators"
AutoParts parse_without(const std::string& text) {
  AutoParts parts;
  for (const std::string& part : split_list(text)) {
    if (part == "pairs") {
      parts.pairs = false;
    } else if (part == "normal-scores") {
      parts.normal_scores = false;
    } else if (part == "indicators") {
      parts.indicators = false;
    } else if (part == "pools") {
      parts.pools = false;
    } else {
      throw Error(ErrorCode::usage,
                  fmt::format("--without takes pairs, normal-scores, indicators or pools, not '{}'", part));
    }
  }
  return parts;
}

}  // namespace

ModelChoice model_choice(const Arguments& arguments) {
  ModelChoice choice;
  if (!arguments.family.empty()) {
    choice.model = arguments.family;
  }
  choice.estimator = parsed(arguments.estimator, parse_estimator);
  choice.shrinkage = parsed(arguments.shrinkage, parse_shrinkage);
  choice.rda = parsed(arguments.rda, parse_rda);
  choice.ridge = parsed(arguments.ridge, parse_ridge);
  choice.axes = arguments.axes;
  choice.pseudocount = parsed(arguments.pseudocount, chosen_pseudocount);
  choice.unseen = parsed(arguments.unseen, parse_unseen);
  choice.oov = parsed(arguments.oov, parse_unseen);
  if (arguments.vocabulary_file == "learned") {
    choice.learned_vocabulary = true;
  } else if (!arguments.vocabulary_file.empty()) {
    choice.vocabulary = TermList{read_text(arguments.vocabulary_file), arguments.vocabulary_file};
  }
  choice.min_documents = arguments.min_documents;
  choice.max_terms = arguments.max_terms;
  choice.tf_idf = given(arguments.tf_idf);
  choice.normalised = given(arguments.normalised);
  choice.compact = arguments.compact;
  choice.class_prior = parsed(arguments.class_prior, parse_class_prior);
  return choice;
}

void begin_rda(ModelChoice& choice) {
  if (choice.model == "rda" && !choice.rda) {
    choice.rda = RdaShrinkage{.alpha = 0.1, .gamma = 0.1};
  }
}

std::optional<TuneOptions> tune_options(const Arguments& arguments) {
  TuneOptions options;
  options.criterion = parsed(arguments.criterion, parse_criterion).value_or(Criterion::leave_one_out);
  options.columns = parsed(arguments.selection, parse_selection).value_or(Selection::none);
  options.seed = arguments.seed;
  const std::vector<std::pair<std::string, bool>> given = {
      {"model", !arguments.family.empty() && arguments.family != "auto"},
      {"shrinkage", !arguments.shrinkage.empty()},
      {"rda", !arguments.rda.empty()},
      {"pseudocount", !arguments.pseudocount.empty()},
      {"min-df", arguments.min_documents.has_value()},
      {"max-vocabulary", arguments.max_terms.has_value()},
      {"tf-idf", arguments.tf_idf},
      {"ridge", !arguments.ridge.empty()},
      {"class-prior", !arguments.class_prior.empty()}};
  for (const auto& [name, is_given] : given) {
    if (is_given) options.held.push_back(name);
  }
  const bool is_wanted = arguments.tune || !arguments.criterion.empty() || !arguments.selection.empty();
  return is_wanted ? std::optional(options) : std::nullopt;
}

FitOptions fit_options(const Arguments& arguments) {
  FitOptions options;
  options.model = model_choice(arguments);
  if (!arguments.without.empty()) {
    if (options.model.model && *options.model.model != "auto") {
      throw Error(ErrorCode::usage, "--without goes with auto, which chooses between models: leave it out, or --model");
    }
    options.parts = parse_without(arguments.without);
  }
  apply_column_options(arguments, options);
  if (!arguments.keep.empty() && arguments.keep != "full") {
    throw Error(ErrorCode::usage, fmt::format("--keep takes full, not '{}'", arguments.keep));
  }
  options.keep_full = !arguments.keep.empty();
  options.calibrate = parsed(arguments.calibrate, parse_calibrate);
  options.seed = arguments.seed;
  if (!arguments.validation.empty()) {
    options.validation = parse_validation(arguments.validation);
  }
  options.tune = tune_options(arguments);
  if (options.tune) {
    begin_rda(options.model);
  }
  return options;
}

}  // namespace suffice::cli
