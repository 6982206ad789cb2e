#include "estimate/terms/term_selection.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>

#include <fmt/format.h>

#include "data/schema/binding.hpp"
#include "data/schema/names.hpp"
#include "estimate/terms/events.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

double sum_of_entries(const TermCounts& counts, const std::vector<double>& numbers, std::size_t k) {
  double sum = 0;
  for (std::uint64_t entry = counts.offsets[k]; entry < counts.offsets[k + 1]; ++entry) {
    sum += numbers[entry];
  }
  return sum;
}

// Whether it is an open column that no row has.
bool is_after_the_last(const Block& block, const std::string& name) {
  const std::size_t number = block.open_columns ? column_number(name).value_or(0) : 0;
  return number > block.features.size() && number <= most_numbered_columns;
}

// Finds each word of a vocabulary among the terms.
std::function<std::optional<std::size_t>(const std::string&)> finder(const TermBlock& terms) {
  if (terms.block.kind == Kind::text) {
    return [&words = terms.sums.words](const std::string& word) { return words.find(word); };
  }
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t j = 0; j < terms.features(); ++j) {
    places.emplace(terms.block.features[j], j);
  }
  return [&block = terms.block, places = std::move(places)](const std::string& name) {
    const auto place = places.find(name);
    if (place == places.end() && !is_after_the_last(block, name)) {
      throw Error(ErrorCode::usage, fmt::format("the vocabulary names {}, which is no column{}", quoted(name),
                                                did_you_mean(name, block.features)));
    }
    return place == places.end() ? std::nullopt : std::optional(place->second);
  };
}

void keep_vocabulary(const TermBlock& terms, const std::vector<std::string>& vocabulary, TermSelection& selection) {
  if (terms.block.kind == Kind::text && terms.block.text.hash_buckets > 0) {
    throw Error(ErrorCode::usage, "terms that are hash buckets have no vocabulary", {},
                {{"vocabulary", {}, Remedy::Act::leave_out}});
  }
  const TermCounts& counts = terms.sums;
  const auto find = finder(terms);
  for (const std::string& word : vocabulary) {
    const std::optional<std::size_t> k = find(word);
    if (counts.compacted && (!k || counts.offsets[*k] == counts.offsets[*k + 1])) {
      throw Error(
          ErrorCode::usage,
          fmt::format("the vocabulary names {}, which these sums do not have, or not any more, as terms were dropped "
                      "for good; take it out of the vocabulary, or use sums with all terms",
                      quoted(word)));
    }
    if (k) {
      selection.kept[*k] = 1;
    } else {
      selection.declared.push_back(word);
    }
  }
}

// Keeps the first `room` in byte order of the terms that have exactly least_tokens tokens.
void keep_first_ties(const TermBlock& terms, const std::vector<double>& tokens, std::size_t room,
                     TermSelection& selection) {
  std::vector<std::string> ties;
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    if (selection.kept[k] != 0 && tokens[k] == selection.least_tokens) {
      ties.push_back(term_name(terms, k));
    }
  }
  if (selection.least_tokens == 0) {
    ties.insert(ties.end(), selection.declared.begin(), selection.declared.end());
  }
  const auto last = ties.begin() + static_cast<std::ptrdiff_t>(room - 1);
  std::ranges::nth_element(ties, last);
  selection.last_term = *last;
}

void keep_most(const TermBlock& terms, std::uint64_t most, TermSelection& selection) {
  const TermCounts& counts = terms.sums;
  std::vector<double> tokens(counts.terms());
  std::vector<double> order(selection.declared.size(), 0.0);
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    tokens[k] = sum_of_entries(counts, counts.tokens, k);
    if (selection.kept[k] != 0) {
      order.push_back(tokens[k]);
    }
  }
  std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(most - 1), std::greater<>());
  selection.least_tokens = order[most - 1];
  const auto above = std::ranges::count_if(order, [&](double sum) { return sum > selection.least_tokens; });
  keep_first_ties(terms, tokens, most - static_cast<std::uint64_t>(above), selection);
  const double least = selection.least_tokens;
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    if (tokens[k] < least || (tokens[k] == least && term_name(terms, k) > selection.last_term)) {
      selection.kept[k] = 0;
    }
  }
  std::erase_if(selection.declared, [&](const std::string& word) { return least > 0 || word > selection.last_term; });
}

}  // namespace

std::size_t TermSelection::size() const {
  return std::accumulate(kept.begin(), kept.end(), declared.size(), std::plus<std::size_t>());
}

TermSelection select_terms(const TermBlock& terms, const TermOptions& options) {
  const TermCounts& counts = terms.sums;
  TermSelection selection;
  selection.kept.assign(counts.terms(), options.vocabulary ? 0 : 1);
  if (options.vocabulary) {
    keep_vocabulary(terms, *options.vocabulary, selection);
  }
  if (options.min_documents > 0) {
    for (std::size_t k = 0; k < counts.terms(); ++k) {
      if (selection.kept[k] != 0 && sum_of_entries(counts, counts.documents, k) < options.min_documents) {
        selection.kept[k] = 0;
      }
    }
    selection.declared.clear();
  }
  if (options.max_terms > 0 && selection.size() > options.max_terms) {
    keep_most(terms, options.max_terms, selection);
  }
  return selection;
}

std::size_t columns_named(const Block& block, const TermOptions& options) {
  std::size_t columns = block.features.size();
  for (std::size_t k = 0; options.vocabulary && k < options.vocabulary->size(); ++k) {
    const std::string& name = (*options.vocabulary)[k];
    columns = is_after_the_last(block, name) ? std::max(columns, column_number(name).value()) : columns;
  }
  return columns;
}

}  // namespace suffice
