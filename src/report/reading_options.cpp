#include "report/reading_options.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

namespace suffice {

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string short_text(double number) { return fmt::format("{:.4g}", number); }

std::string pseudocount_text(const Pseudocount& pseudocount, Estimator estimator) {
  if (!pseudocount.rules.empty()) {
    return fmt::format("by {} rules", pseudocount.rules.size());
  }
  return short_text(pseudocount.usual(estimator));
}

void add_pseudocount(Pairs& pairs, const Pseudocount& pseudocount, Estimator estimator) {
  if (estimator != Estimator::mle) {
    pairs.emplace_back("pseudocount", pseudocount_text(pseudocount, estimator));
  }
}

void add_unseen(Pairs& pairs, Unseen unseen) {
  pairs.emplace_back("what is unknown", unseen == Unseen::reserve ? "has a place reserved" : "is ignored");
}

Pairs listed_options(const GaussianOptions& options, const std::vector<double>& lambda) {
  Pairs pairs;
  if (options.structure != Structure::identity) {
    pairs.emplace_back("estimate", to_text(options.estimator));
  }
  if (options.fisher) {
    pairs.emplace_back("axes", options.fisher->count == 0 ? "all" : fmt::format("{}", options.fisher->count));
  }
  if (!lambda.empty()) {
    const auto [least, most] = std::ranges::minmax(lambda);
    pairs.emplace_back("shrinkage", to_text(options.shrinkage));
    pairs.emplace_back(
        "lambda", least == most ? short_text(least) : fmt::format("{} to {}", short_text(least), short_text(most)));
  }
  if (options.ridge > 0) {
    pairs.emplace_back("ridge", short_text(options.ridge));
  }
  return pairs;
}

Pairs listed_options(const TermOptions& options, const std::vector<double>& /*lambda*/) {
  Pairs pairs = {{"estimate", to_text(options.estimator)}};
  add_pseudocount(pairs, options.pseudocount, options.estimator);
  if (options.min_documents > 0) {
    pairs.emplace_back("terms of at least", fmt::format("{} documents", short_text(options.min_documents)));
  }
  if (options.max_terms > 0) {
    pairs.emplace_back("most frequent terms", fmt::format("{}", options.max_terms));
  }
  if (options.vocabulary) {
    pairs.emplace_back("vocabulary", fmt::format("{} terms", options.vocabulary->size()));
  }
  if (options.tf_idf) {
    pairs.emplace_back("weights", "tf-idf");
  }
  if (options.normalised) {
    pairs.emplace_back("normalised", "yes");
  }
  add_unseen(pairs, options.unseen);
  return pairs;
}

Pairs listed_options(const ValueOptions& options, const std::vector<double>& /*lambda*/) {
  Pairs pairs = {{"estimate", to_text(options.estimator)}};
  add_pseudocount(pairs, options.pseudocount, options.estimator);
  add_unseen(pairs, options.unseen);
  if (!options.cuts.empty()) {
    pairs.emplace_back("columns cut into intervals", fmt::format("{}", options.cuts.size()));
  }
  return pairs;
}

Pairs listed_options(const AmountOptions& options, const std::vector<double>& /*lambda*/) {
  Pairs pairs = {{"estimate", to_text(options.estimator)}};
  add_pseudocount(pairs, options.pseudocount, options.estimator);
  return pairs;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> reading_options(const FamilyOptions& options,
                                                                 const std::vector<double>& lambda) {
  return std::visit([&](const auto& family) { return listed_options(family, lambda); }, options);
}

std::string terms_name(const TextOptions& options) {
  const bool single = options.shortest == options.longest;
  const std::string count =
      single ? fmt::format("{}", options.longest) : fmt::format("{} to {}", options.shortest, options.longest);
  if (options.unit != TermUnit::word) {
    return options.longest == 1 ? "characters" : fmt::format("runs of {} characters", count);
  }
  if (options.longest == 1) {
    return "words";
  }
  if (options.longest == 2) {
    return single ? "pairs of words" : "words and pairs of words";
  }
  return fmt::format("runs of {} words", count);
}

}  // namespace suffice
