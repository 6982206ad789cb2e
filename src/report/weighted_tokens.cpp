// Weighted tokens: a document with what each of its terms says.
#include <unordered_map>

#include "report/located_terms.hpp"
#include "suffice/report.hpp"

namespace suffice {

double score_difference(std::span<const double> scores, ClassPair between) {
  const double first = scores[between.first];
  const double second = scores[between.second];
  return first == second ? 0 : first - second;
}

std::vector<WeightedToken> weighted_tokens(std::string_view document, const Explanation& explanation,
                                           const Model& model, std::size_t reading, ClassPair between) {
  const TextOptions& options = model.schema().blocks[reading].text;
  std::vector<WeightedToken> tokens;
  if (document.empty() || options.form == DocumentForm::mail) {
    return tokens;
  }
  struct Said {
    double log_odds;
    double occurrences = 0;
  };
  std::unordered_map<std::string_view, Said> said;
  for (const Contribution& contribution : explanation.contributions) {
    if (contribution.reading == reading) {
      said.try_emplace(contribution.feature, score_difference(contribution.scores, between));
    }
  }
  std::vector<LocatedTerm> located = located_terms(document, options);
  for (const LocatedTerm& term : located) {
    if (const auto known = said.find(term.term); known != said.end()) {
      ++known->second.occurrences;
    }
  }
  for (LocatedTerm& term : located) {
    if (const auto known = said.find(term.term); known != said.end()) {
      const Said& odds = known->second;
      tokens.push_back({std::move(term.term), term.begin, term.end, odds.log_odds / odds.occurrences});
    }
  }
  return tokens;
}

}  // namespace suffice
