#include "report/count_document.hpp"

#include <algorithm>

#include "estimate/term_selection.hpp"
#include "report/model_document.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

// Of a linear form of terms; the others are as long as the sums that are written anyway.
constexpr std::size_t most_coefficients = 10'000;

bool is_term_family(Family family) {
  return family == Family::bernoulli || family == Family::multinomial || family == Family::complement;
}

void write_reading(JsonWriter& json, const TermReading& terms) {
  json.key("terms").begin_object();
  json.member("min_documents", terms.min_documents).member("max_terms", terms.max_terms);
  if (terms.vocabulary) {
    json.member("vocabulary", std::span(*terms.vocabulary));
  }
  json.member("boolean", terms.boolean).member("tf_idf", terms.tf_idf).member("normalised", terms.normalised);
  json.end_object();
}

void write_terms(JsonWriter& json, const Stored& stored) {
  const TermCounts& terms = stored.summary.terms();
  std::vector<double> tokens(stored.summary.classes.size(), 0);
  for (std::size_t entry = 0; entry < terms.tokens.size(); ++entry) {
    tokens[terms.classes[entry]] += terms.tokens[entry];
  }
  json.member("distinct_terms", std::uint64_t{terms.terms()})
      .member("kept_terms", std::uint64_t{kept_terms(stored.summary, stored.options).size()})
      .member("tokens", std::span<const double>(tokens))
      .member("compacted", terms.compacted);
}

void write_values(JsonWriter& json, const Summary& summary) {
  const ValueCounts& sums = summary.values();
  std::span<const double> counts = sums.counts;
  json.key("values").begin_array();
  for (std::size_t j = 0; j < sums.values.size(); ++j) {
    const std::size_t size = sums.values[j].size() * summary.classes.size();
    json.begin_object()
        .member("feature", summary.schema.features[j])
        .member("values", std::span(sums.values[j]))
        .key("counts");
    write_matrix(json, counts.first(size), summary.classes.size());
    json.end_object();
    counts = counts.subspan(size);
  }
  json.end_array();
}

void write_amounts(JsonWriter& json, const Summary& summary) {
  const AmountSums& sums = summary.amounts();
  const auto write = [&](const char* name, const std::vector<double>& numbers) {
    json.key(name);
    write_matrix(json, numbers, summary.schema.features.size());
  };
  write("weights", sums.weight);
  write("sums", sums.sum);
  write("log_sums", sums.log_sum);
  write("zeros", sums.zeros);
  write("fractional", sums.fractional);
}

}  // namespace

std::string count_kind(const Summary& summary) {
  if (summary.find_terms() != nullptr) {
    return "terms";
  }
  return std::holds_alternative<ValueCounts>(summary.sums) ? "values" : "amounts";
}

void write_count_options(JsonWriter& json, const EstimateOptions& options) {
  if (options.estimator != Estimator::mle) {
    const Pseudocount& pseudocount = options.pseudocount;
    json.key("pseudocount");
    if (pseudocount.all || pseudocount.rules.empty()) {
      json.value(pseudocount.all.value_or(options.estimator == Estimator::map ? 2 : 1));
    } else {
      json.null();
    }
    if (!pseudocount.rules.empty()) {
      json.key("pseudocounts").begin_array();
      for (const PseudocountRule& rule : pseudocount.rules) {
        json.begin_object()
            .member("label", rule.label)
            .member("feature", rule.feature)
            .member("value", rule.value)
            .member("pseudocount", rule.count)
            .end_object();
      }
      json.end_array();
    }
  }
  if (is_term_family(options.family) || options.family == Family::categorical) {
    json.member("unseen", options.unseen == Unseen::reserve ? "reserve" : "ignore");
  }
  if (is_term_family(options.family)) {
    write_reading(json, options.terms);
  }
}

void write_text_options(JsonWriter& json, const TextOptions& options) {
  json.key("text").begin_object();
  json.member("min_length", std::uint64_t{options.min_length})
      .member("ngrams", ngrams_to_text(options))
      .member("stop_words", std::span(options.stop_words))
      .member("stemmer", options.stemmer)
      .member("hash_buckets", options.hash_buckets)
      .member("hash_key", options.hash_key)
      .end_object();
}

void write_counts(JsonWriter& json, const Stored& stored) {
  if (stored.summary.find_terms() != nullptr) {
    write_terms(json, stored);
  } else if (std::holds_alternative<ValueCounts>(stored.summary.sums)) {
    write_values(json, stored.summary);
  } else {
    write_amounts(json, stored.summary);
  }
}

bool has_long_linear_form(const Stored& stored) {
  return stored.summary.find_terms() != nullptr &&
         select_terms(stored.summary, stored.options.terms).size() > most_coefficients / stored.summary.classes.size();
}

void write_strongest(JsonWriter& json, const Stored& stored, const Model& model, std::size_t top) {
  if (!is_term_family(stored.options.family) && stored.options.family != Family::categorical) {
    return;
  }
  json.key("strongest").begin_array();
  for (std::size_t c = 0; c < model.labels().size(); ++c) {
    json.begin_object().member("label", model.labels()[c]).key("top").begin_array();
    for (const FeatureOdds& odds : speaking_for(model, c, top)) {
      json.begin_object().member("feature", odds.feature);
      if (!odds.value.empty()) {
        json.member("value", odds.value);
      }
      json.member("log_odds", odds.log_odds).member("count", odds.count).end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
}

}  // namespace suffice
