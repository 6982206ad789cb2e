#include "report/count_document.hpp"

#include <optional>
#include <span>
#include <vector>

#include "estimate/terms/term_selection.hpp"
#include "suffice/report.hpp"

namespace suffice {

namespace {

void write_pseudocount(JsonWriter& json, const Pseudocount& pseudocount, Estimator estimator) {
  if (estimator == Estimator::mle) {
    return;
  }
  json.key("pseudocount");
  if (pseudocount.all || pseudocount.rules.empty()) {
    json.value(pseudocount.usual(estimator));
  } else {
    json.null();
  }
  if (pseudocount.rules.empty()) {
    return;
  }
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

void write_unseen(JsonWriter& json, Unseen unseen) {
  json.member("unseen", unseen == Unseen::reserve ? "reserve" : "ignore");
}

void write_terms(JsonWriter& json, const TermBlock& block, const TermOptions& options) {
  const TermCounts& terms = block.sums;
  std::vector<double> tokens(block.classes.size(), 0);
  for (std::size_t entry = 0; entry < terms.tokens.size(); ++entry) {
    tokens[terms.classes[entry]] += terms.tokens[entry];
  }
  std::uint64_t kept = 0;
  for (const std::uint8_t term : select_terms(block, options).kept) {
    kept += term != 0 ? 1 : 0;
  }
  json.member("distinct_terms", std::uint64_t{terms.terms()})
      .member("kept_terms", kept)
      .member("tokens", std::span<const double>(tokens))
      .member("compacted", terms.compacted);
}

void write_values(JsonWriter& json, const ValueBlock& block) {
  const ValueCounts& sums = block.sums;
  std::span<const double> counts = sums.counts;
  json.key("values").begin_array();
  for (std::size_t j = 0; j < sums.values.size(); ++j) {
    const std::size_t size = sums.values[j].size() * block.classes.size();
    json.begin_object()
        .member("feature", block.block.features[j])
        .member("values", std::span(sums.values[j]))
        .key("counts");
    write_matrix(json, counts.first(size), block.classes.size());
    json.end_object();
    counts = counts.subspan(size);
  }
  json.end_array();
}

void write_amounts(JsonWriter& json, const AmountBlock& block) {
  const AmountSums& sums = block.sums;
  const auto write = [&](const char* name, const std::vector<double>& numbers) {
    json.key(name);
    write_matrix(json, numbers, block.features());
  };
  write("weights", sums.weight);
  write("sums", sums.sum);
  write("log_sums", sums.log_sum);
  write("zeros", sums.zeros);
  write("fractional", sums.fractional);
}

void write_options(JsonWriter& /*json*/, const GaussianOptions& /*options*/) {}

void write_options(JsonWriter& json, const TermOptions& options) {
  write_pseudocount(json, options.pseudocount, options.estimator);
  write_unseen(json, options.unseen);
  json.key("terms").begin_object();
  json.member("min_documents", options.min_documents).member("max_terms", options.max_terms);
  if (options.vocabulary) {
    json.member("vocabulary", std::span(*options.vocabulary));
  }
  json.member("boolean", options.boolean).member("tf_idf", options.tf_idf).member("normalised", options.normalised);
  json.end_object();
}

void write_options(JsonWriter& json, const ValueOptions& options) {
  write_pseudocount(json, options.pseudocount, options.estimator);
  write_unseen(json, options.unseen);
  if (!options.cuts.empty()) {
    json.key("cuts").begin_object();
    for (const auto& [feature, cuts] : options.cuts) {
      json.member(feature, to_text(cuts));
    }
    json.end_object();
  }
}

void write_options(JsonWriter& json, const AmountOptions& options) {
  write_pseudocount(json, options.pseudocount, options.estimator);
}

// What each family shows of its sums.
struct CountsWriter {
  JsonWriter& json;
  const ReadBlock& read;

  void operator()(const GaussianOptions& /*options*/) const {}
  void operator()(const TermOptions& terms) const { write_terms(json, read.of<TermCounts>(), terms); }
  void operator()(const ValueOptions& /*options*/) const { write_values(json, read.of<ValueCounts>()); }
  void operator()(const AmountOptions& /*options*/) const { write_amounts(json, read.of<AmountSums>()); }
};

struct CoefficientCount {
  const ReadBlock& read;

  std::size_t operator()(const GaussianOptions& /*options*/) const { return read.block().features.size(); }
  std::size_t operator()(const TermOptions& terms) const { return select_terms(read.of<TermCounts>(), terms).size(); }
  std::size_t operator()(const ValueOptions& /*options*/) const {
    std::size_t count = 0;
    for (const std::vector<std::string>& values : read.of<ValueCounts>().sums.values) {
      count += values.size();
    }
    return count;
  }
  std::size_t operator()(const AmountOptions& /*options*/) const { return read.block().features.size(); }
};

}  // namespace

std::string count_kind(const Sums& sums) {
  struct Name {
    const char* operator()(const Moments& /*sums*/) const { return "moments"; }
    const char* operator()(const Shared<TermCounts>& /*sums*/) const { return "terms"; }
    const char* operator()(const ValueCounts& /*sums*/) const { return "values"; }
    const char* operator()(const AmountSums& /*sums*/) const { return "amounts"; }
  };
  return std::visit(Name{}, sums);
}

void write_count_options(JsonWriter& json, const FamilyOptions& options) {
  std::visit([&](const auto& family) { write_options(json, family); }, options);
}

void write_text_options(JsonWriter& json, const TextOptions& options) {
  json.key("text").begin_object();
  json.member("form", options.form == DocumentForm::mail ? "mail" : "plain")
      .member("min_length", std::uint64_t{options.min_length})
      .member("ngrams", ngrams_to_text(options))
      .member("stop_words", std::span(options.stop_words))
      .member("stemmer", options.stemmer)
      .member("hash_buckets", options.hash_buckets)
      .member("hash_key", options.hash_key)
      .end_object();
}

void write_counts(JsonWriter& json, const ReadBlock& read, const FamilyOptions& options) {
  std::visit(CountsWriter{json, read}, options);
}

std::size_t coefficient_count(const ReadBlock& read, const FamilyOptions& options) {
  return std::visit(CoefficientCount{read}, options);
}

void write_strongest(JsonWriter& json, const std::vector<std::vector<FeatureOdds>>& strongest,
                     const std::vector<std::string>& labels) {
  json.key("strongest").begin_array();
  for (std::size_t c = 0; c < strongest.size(); ++c) {
    json.begin_object().member("label", labels[c]).key("top").begin_array();
    for (const FeatureOdds& odds : strongest[c]) {
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

void write_pairs(JsonWriter& json, const std::vector<ColumnPair>& pairs, Dependence dependence) {
  const bool tree = dependence == Dependence::tree;
  json.key(tree ? "tree" : "pairs").begin_array();
  for (const ColumnPair& pair : pairs) {
    json.begin_object()
        .member(tree ? "feature" : "first", pair.first)
        .member(tree ? "parent" : "second", pair.second)
        .member("information", pair.information)
        .end_object();
  }
  json.end_array();
}

}  // namespace suffice
