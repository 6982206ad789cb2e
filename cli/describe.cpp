// Descriptions: what fit, estimate, update, forget, merge and inspect all print about a model.
#include "describe.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"
#include "table.hpp"

namespace suffice::cli {

namespace {

std::string counted_axes(std::size_t count) { return count == 1 ? "1 axis" : fmt::format("{} axes", count); }

// ", shrinkage auto (lambda 0.01)", with what was chosen from the sums; nothing where nothing can be shrunk.
std::string shrinkage_text(const Shrinkage& shrinkage, const std::vector<double>& lambda) {
  if (const auto* rda = std::get_if<RdaShrinkage>(&shrinkage)) {
    return fmt::format(", alpha {}, gamma {}", short_number(rda->alpha), short_number(rda->gamma));
  }
  if (lambda.empty()) {
    return "";
  }
  std::string text = fmt::format(", shrinkage {}", to_text(shrinkage));
  if (std::holds_alternative<NoShrinkage>(shrinkage) || std::holds_alternative<FixedShrinkage>(shrinkage)) {
    return text;
  }
  const auto [least, most] = std::ranges::minmax(lambda);
  return least == most ? fmt::format("{} (lambda {})", text, short_number(least))
                       : fmt::format("{} (lambda {} to {})", text, short_number(least), short_number(most));
}

// What makes a term of text; the defaults go without saying.
std::string text_options(const TextOptions& options) {
  std::vector<std::string> parts;
  if (options.min_length > 1) {
    parts.push_back(fmt::format("words of at least {} characters", options.min_length));
  }
  if (!options.stop_words.empty()) {
    parts.push_back(counted(options.stop_words.size(), "stop word"));
  }
  if (!options.stemmer.empty()) {
    parts.push_back(fmt::format("stemmed as {}", options.stemmer));
  }
  if (const std::string ngrams = ngrams_to_text(options); ngrams != "1") {
    parts.push_back(fmt::format("n-grams {}", ngrams));
  }
  if (options.hash_buckets > 0) {
    parts.push_back(fmt::format("hashed to {} by key {}", counted(options.hash_buckets, "bucket"), options.hash_key));
  }
  return fmt::format("{}{}", parts.empty() ? "" : "; ", fmt::join(parts, ", "));
}

std::string describe_text(const Stored& stored) {
  const Summary& summary = stored.summary;
  const TermCounts& terms = summary.terms();
  const std::size_t kept = kept_terms(summary, stored.options).size();
  double tokens = 0;
  for (const double count : terms.tokens) {
    tokens += count;
  }
  std::string text = line("text", shown(summary.schema.features.front()) + text_options(summary.schema.text));
  const bool buckets = summary.schema.text.hash_buckets > 0;
  text += line("words", fmt::format("{} {}{}{}", terms.terms(), buckets ? "buckets" : "distinct",
                                    kept == terms.terms() ? "" : fmt::format(", {} kept", kept),
                                    terms.compacted ? "; the others were dropped for good" : ""));
  return text + line("tokens", fmt::format("{}", tokens));
}

// ", pseudocount 1": what the estimate adds to counts.
std::string pseudocount_text(const EstimateOptions& options) {
  if (options.estimator == Estimator::mle) {
    return "";
  }
  if (!options.pseudocount.rules.empty()) {
    return fmt::format(", pseudocounts by {}", counted(options.pseudocount.rules.size(), "rule"));
  }
  return fmt::format(", pseudocount {}",
                     short_number(options.pseudocount.all.value_or(options.estimator == Estimator::map ? 2 : 1)));
}

std::string reading_text(const EstimateOptions& options) {
  const TermReading& terms = options.terms;
  std::string text;
  if (terms.min_documents > 0) {
    text += fmt::format(", min-df {}", short_number(terms.min_documents));
  }
  if (terms.max_terms > 0) {
    text += fmt::format(", max-vocabulary {}", terms.max_terms);
  }
  if (terms.vocabulary) {
    text += fmt::format(", vocabulary of {}", terms.vocabulary->size());
  }
  text += terms.tf_idf ? ", tf-idf" : "";
  text += terms.normalised ? ", normalised" : "";
  return text + (options.unseen == Unseen::reserve ? ", one place reserved for the unknown" : "");
}

// "2 % of the values, in 5 patterns"
std::string missing_text(const Summary& summary, double share) {
  std::string text = fmt::format("{} % of the values", short_number(100 * share));
  if (const auto* patterns = std::get_if<PatternMoments>(&summary.sums)) {
    text += fmt::format(", in {}", counted(patterns->patterns.size(), "pattern"));
  }
  return text;
}

std::string sums_text(const Summary& summary) {
  if (const auto kind = moment_kind(summary)) {
    const auto* moments = std::get_if<Moments>(&summary.sums);
    std::string text = to_text(*kind);
    std::ranges::replace(text, '_', ' ');
    if (moments == nullptr) {
      return text + " by pattern of missing values";
    }
    return text + (moments->has_fourth() ? " and fourth moments" : "") +
           (moments->column_weight.empty() ? "" : " of the values there are");
  }
  if (const TermCounts* terms = summary.find_terms()) {
    return terms->compacted ? "counts of terms, compacted" : "counts of terms";
  }
  return std::holds_alternative<ValueCounts>(summary.sums) ? "counts of values" : "sums of amounts";
}

}  // namespace

std::string describe_all(const Stored& stored, const Model& model) {
  return describe_table(stored) + '\n' + describe_classes(stored.summary, model) + '\n' +
         describe_model(stored.options, model);
}

std::string describe_table(const Stored& stored) {
  const Summary& summary = stored.summary;
  const Schema& schema = summary.schema;
  std::string text = line("rows", fmt::format("{}", summary.classes.total_rows()));
  if (const double share = share_missing(summary); share > 0) {
    text += line("missing", missing_text(summary, share));
  }
  text += schema.encoding == Encoding::text
              ? describe_text(stored)
              : line("features", fmt::format("{}: {}", schema.features.size(), listed(schema.features)));
  text += line("target", fmt::format("{}, {}", shown(schema.target), counted(summary.classes.size(), "class")));
  if (!schema.weight.empty()) {
    text += line("weight",
                 fmt::format("{}, {} in all", shown(schema.weight), short_number(summary.classes.total_weight())));
  }
  return text;
}

std::string describe_classes(const Summary& summary, const Model& model) {
  const ClassCounts& classes = summary.classes;
  const bool weighted = !summary.schema.weight.empty();
  Table table(weighted ? std::vector<std::string>{"class", "rows", "weight", "prior"}
                       : std::vector<std::string>{"class", "rows", "prior"});
  const std::size_t count = std::min(classes.size(), most_shown);
  for (std::size_t c = 0; c < count; ++c) {
    std::vector<std::string> row = {classes.labels[c], fmt::format("{}", classes.rows[c])};
    if (weighted) {
      row.push_back(short_number(classes.weight[c]));
    }
    row.push_back(short_number(model.class_prior()[c]));
    table.add(std::move(row));
  }
  const std::size_t more = classes.size() - count;
  return table.text() + (more == 0 ? "" : fmt::format("and {}; --json has all\n", counted(more, "more class")));
}

std::string describe_model(const EstimateOptions& options, const Model& model) {
  std::string text = model_name(options);
  if (options.fisher) {
    text += options.fisher->count == 0 ? " on all axes" : fmt::format(" on {}", counted_axes(options.fisher->count));
  }
  if (options.family != Family::gaussian || options.structure != Structure::identity) {
    text += fmt::format(", estimate {}", to_text(options.estimator));
  }
  if (options.family != Family::gaussian) {
    return line("model", text + pseudocount_text(options) + reading_text(options));
  }
  text += shrinkage_text(options.shrinkage, model.shrinkage());
  if (options.ridge > 0) {
    text += fmt::format(", ridge {}", short_number(options.ridge));
  }
  return line("model", text);
}

std::string describe_sums(const Summary& summary) {
  return line("sums", fmt::format("{}; can be read as: {}", sums_text(summary), listed(readable_models(summary))));
}

void present(const Stored& stored, const Model& model, const std::optional<LeaveOneOut>& cv, const std::string& text,
             const Arguments& arguments, const Console& console) {
  if (arguments.json) {
    console.out.write(document(fit_json(stored, model, cv)));
  } else if (!arguments.quiet) {
    console.out.write(text);
  }
  console.out.flush();
  for (const std::string& note : model.notes()) {
    console.note(note);
  }
}

std::string listed(const std::vector<std::string>& names) {
  const std::size_t count = std::min(names.size(), most_shown);
  const std::string text =
      shown(fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), ", ")));
  return count == names.size() ? text : fmt::format("{}, ... ({} more)", text, names.size() - count);
}

std::string line(const std::string& name, const std::string& value) { return fmt::format("{:<9} {}\n", name, value); }

std::string document(const std::string& json) { return json.ends_with('\n') ? json : json + '\n'; }

}  // namespace suffice::cli
