// Descriptions: what fit, estimate, update, forget, merge and inspect all print about a model.
#include "print/describe.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "output.hpp"
#include "print/describe_calibration.hpp"
#include "print/describe_missing.hpp"
#include "print/describe_ranking.hpp"
#include "print/text_table.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

std::string counted_axes(std::size_t count) { return count == 1 ? "1 axis" : fmt::format("{} axes", count); }

// ", shrinkage auto (lambda 0.01)", with what was chosen from the sums; nothing where nothing can be shrunk.
std::string shrinkage_text(const Shrinkage& shrinkage, const std::vector<double>& lambda) {
  if (const auto* rda = std::get_if<RdaShrinkage>(&shrinkage)) {
    return fmt::format(", alpha {}, gamma {}{}", short_number(rda->alpha), short_number(rda->gamma),
                       rda->target == RdaTarget::variances ? " towards variances" : "");
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
  if (options.form == DocumentForm::mail) {
    parts.emplace_back("of mails");
  }
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

// How many terms of a block some reading knows.
std::size_t known_terms(const Stored& stored, std::size_t block) {
  std::vector<std::size_t> known;
  for (std::size_t r = 0; r < stored.options.readings.size(); ++r) {
    if (stored.options.readings[r].block == block) {
      const std::vector<std::size_t> kept = kept_terms(stored.summary, stored.options, r);
      std::vector<std::size_t> both;
      std::ranges::set_union(known, kept, std::back_inserter(both));
      known = std::move(both);
    }
  }
  return known.size();
}

std::string describe_text(const Stored& stored, std::size_t b) {
  const Block& block = stored.summary.schema.blocks[b];
  const TermCounts& terms = *std::get<Shared<TermCounts>>(stored.summary.sums[b]);
  const std::size_t kept = known_terms(stored, b);
  double tokens = 0;
  for (const double count : terms.tokens) {
    tokens += count;
  }
  std::string text = line("text", brief_name(block.features.front()) + text_options(block.text));
  const bool buckets = block.text.hash_buckets > 0;
  text += line("words", fmt::format("{} {}{}{}", terms.terms(), buckets ? "buckets" : "distinct",
                                    kept == terms.terms() ? "" : fmt::format(", {} kept", kept),
                                    terms.compacted ? "; the others were dropped for good" : ""));
  return text + line("tokens", count_text(tokens));
}

// A block with the features that some reading takes; nothing where none does.
std::optional<Block> read_block(const Stored& stored, std::size_t block) {
  const Block& whole = stored.summary.schema.blocks[block];
  std::vector<std::string> read;
  for (const Reading& reading : stored.options.readings) {
    if (reading.block == block && reading.features.empty()) return whole;
    if (reading.block == block) read.insert(read.end(), reading.features.begin(), reading.features.end());
  }
  return read.empty() ? std::nullopt : std::optional(restricted(whole, read));
}

// "dropped   width; the sums hold it"
std::string describe_dropped(const Stored& stored) {
  const std::vector<std::string> dropped = dropped_features(stored.summary.schema, stored.options);
  return dropped.empty() ? ""
                         : line("dropped", fmt::format("{}; the sums hold {}", listed(dropped),
                                                       dropped.size() == 1 ? "it" : "them"));
}

bool is_only_one(const Schema& schema, std::size_t block) {
  return std::ranges::count(schema.blocks, schema.blocks[block].kind, &Block::kind) == 1;
}

// " for lda" where another block is of the same kind; nothing where it is the only one.
std::string by_model(const Stored& stored, std::size_t block) {
  if (is_only_one(stored.summary.schema, block)) {
    return "";
  }
  const auto reading = std::ranges::find(stored.options.readings, block, &Reading::block);
  return reading == stored.options.readings.end()
             ? ""
             : " for " + reading_name(stored.summary.schema.blocks[block], reading->options);
}

// A line for each block that is read, of text a few, and one for the columns that are not.
std::string describe_features(const Stored& stored) {
  const std::vector<Block>& blocks = stored.summary.schema.blocks;
  std::string text;
  std::string documents;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const std::optional<Block> block = read_block(stored, b);
    if (block && block->kind == Kind::text) {
      documents += describe_text(stored, b);
    } else if (block) {
      const std::vector<std::string> read = columns_of(*block);
      const std::string what =
          blocks.size() == 1 ? fmt::format("{}", read.size()) : counted_columns(*block) + by_model(stored, b);
      text += line(text.empty() ? "features" : "", fmt::format("{}: {}", what, listed(read)));
    }
  }
  return text + documents + describe_dropped(stored);
}

// ", pseudocount 1": what the estimate adds to counts.
std::string pseudocount_text(const Pseudocount& pseudocount, Estimator estimator) {
  if (estimator == Estimator::mle) {
    return "";
  }
  if (!pseudocount.rules.empty()) {
    return fmt::format(", pseudocounts by {}", counted(pseudocount.rules.size(), "rule"));
  }
  return fmt::format(", pseudocount {}", short_number(pseudocount.usual(estimator)));
}

std::string unseen_text(Unseen unseen) {
  return unseen == Unseen::reserve ? ", one place reserved for the unknown" : "";
}

std::string estimate_text(const GaussianOptions& options, const std::vector<double>& lambda) {
  std::string text;
  if (options.fisher) {
    text += options.fisher->count == 0 ? " on all axes" : fmt::format(" on {}", counted_axes(options.fisher->count));
  }
  if (options.structure != Structure::identity) {
    text += fmt::format(", estimate {}", to_text(options.estimator));
  }
  text += shrinkage_text(options.shrinkage, lambda);
  return text + (options.ridge > 0 ? fmt::format(", ridge {}", short_number(options.ridge)) : "");
}

std::string estimate_text(const TermOptions& terms, const std::vector<double>&) {
  std::string text =
      fmt::format(", estimate {}{}", to_text(terms.estimator), pseudocount_text(terms.pseudocount, terms.estimator));
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
  return text + unseen_text(terms.unseen);
}

// ", cut by mdl: age, income"
std::string cuts_text(const std::map<std::string, Cuts>& cuts) {
  std::map<std::string, std::vector<std::string>> columns;  // of each rule
  for (const auto& [feature, rule] : cuts) {
    columns[to_text(rule)].push_back(feature);
  }
  std::string text;
  for (const auto& [rule, features] : columns) {
    text += fmt::format(", cut by {}: {}", rule, listed(features));
  }
  return text;
}

std::string estimate_text(const ValueOptions& values, const std::vector<double>&) {
  return fmt::format(", estimate {}{}{}{}", to_text(values.estimator),
                     pseudocount_text(values.pseudocount, values.estimator), unseen_text(values.unseen),
                     cuts_text(values.cuts));
}

std::string estimate_text(const AmountOptions& amounts, const std::vector<double>&) {
  return fmt::format(", estimate {}{}", to_text(amounts.estimator),
                     pseudocount_text(amounts.pseudocount, amounts.estimator));
}

// The columns of a reading, where another one is of the same kind.
std::string columns_text(const Schema& read, std::size_t reading) {
  const Block& block = read.blocks[reading];
  const bool alone = std::ranges::count(read.blocks, block.kind, &Block::kind) == 1;
  return alone ? "" : fmt::format(" ({})", listed(block.features));
}

std::string sums_text(const Moments& moments) {
  std::string text = to_text(moments.kind);
  std::ranges::replace(text, '_', ' ');
  if (moments.has_patterns()) {
    return text + " by pattern of missing values";
  }
  return text + (moments.has_fourth() ? " and fourth moments" : "") +
         (moments.column_weight.empty() ? "" : " of the values there are");
}
std::string sums_text(const Shared<TermCounts>& terms) {
  return terms->compacted ? "counts of terms, compacted" : "counts of terms";
}
std::string sums_text(const ValueCounts& counts) {
  return counts.pairs.empty() ? "counts of values" : "counts of values and of pairs of them";
}
std::string sums_text(const AmountSums&) { return "sums of amounts"; }

// How the weights of a rival were found.
std::string rival_text(const RivalReport& report, RivalLoss loss) {
  if (loss == RivalLoss::logistic) {
    const std::string problem =
        fmt::format(", without convergence: the largest gradient is {} a row", short_number(report.gradient));
    return line("fitted",
                fmt::format("in {} over the rows{}", counted(report.passes, "pass"), report.converged ? "" : problem));
  }
  const std::string made =
      fmt::format("{} in {}", counted(report.mistakes, "mistake"), counted(report.passes, "epoch"));
  if (!report.margin) {
    return line("fitted",
                made + ", and more to come: no plane was found that separates the classes, so no bound holds");
  }
  return line("fitted",
              fmt::format("{}, at most (radius / margin)^2 = ({} / {})^2 = {}", made, short_number(report.radius),
                          short_number(*report.margin), short_number(report.mistake_bound())));
}

}  // namespace

std::string describe_all(const Stored& stored, const Model& model, std::span<const ColumnGuess> columns,
                         std::uint64_t incomplete_rows) {
  return describe_table(stored, columns, incomplete_rows) + '\n' + describe_classes(stored.summary, model) + '\n' +
         describe_ranking(stored.ranking, stored.options) + describe_model(stored, model);
}

std::string describe_table(const Stored& stored, std::span<const ColumnGuess> columns, std::uint64_t incomplete_rows) {
  const Summary& summary = stored.summary;
  const Schema& schema = summary.schema;
  std::string text = line("rows", fmt::format("{}", summary.classes.total_rows()));
  text += describe_missing(stored, columns, incomplete_rows);
  text += describe_features(stored);
  text += line("target", fmt::format("{}, {}", brief_name(schema.target), counted(summary.classes.size(), "class")));
  if (!schema.weight.empty()) {
    text += line("weight",
                 fmt::format("{}, {} in all", brief_name(schema.weight), count_text(summary.classes.total_weight())));
  }
  return text;
}

std::string describe_classes(const Summary& summary, const Model& model, bool with_bars) {
  const ClassCounts& classes = summary.classes;
  const bool weighted = !summary.schema.weight.empty();
  std::vector<std::string> header = {"class", "rows"};
  if (weighted) {
    header.emplace_back("weight");
  }
  header.emplace_back("prior");
  if (with_bars) {
    header.emplace_back();
  }
  TextTable table(std::move(header), 1, with_bars ? 1 : 0);
  const std::size_t count = std::min(classes.size(), most_shown);
  for (std::size_t c = 0; c < count; ++c) {
    std::vector<std::string> row = {classes.labels[c], fmt::format("{}", classes.rows[c])};
    if (weighted) {
      row.push_back(count_text(classes.weight[c]));
    }
    row.push_back(short_number(model.class_prior()[c]));
    if (with_bars) {
      row.push_back(bar(model.class_prior()[c]));
    }
    table.add(std::move(row));
  }
  const std::size_t more = classes.size() - count;
  return table.text() + (more == 0 ? "" : fmt::format("and {}; --json has all\n", counted(more, "more class")));
}

std::string describe_model(const Stored& stored, const Model& model) {
  std::string text;
  if (const std::optional<Rival>& rival = stored.options.rival) {
    return line("model", model_name(stored.options) +
                             (rival->loss == RivalLoss::perceptron ? "" : ", ridge " + short_number(rival->ridge))) +
           (stored.fitted.rival ? rival_text(*stored.fitted.rival, rival->loss) : "");
  }
  for (std::size_t r = 0; r < stored.options.readings.size(); ++r) {
    const FamilyOptions& options = stored.options.readings[r].options;
    const std::vector<double>& lambda = model.shrinkage(r);
    text += line(text.empty() ? "model" : "",
                 reading_name(model.schema().blocks[r], options) + columns_text(model.schema(), r) +
                     std::visit([&](const auto& family) { return estimate_text(family, lambda); }, options));
  }
  return text + describe_calibration(stored, model);
}

std::string describe_sums(const Summary& summary) {
  std::string text;
  for (std::size_t b = 0; b < summary.sums.size(); ++b) {
    const Block& block = summary.schema.blocks[b];
    const std::string of =
        summary.sums.size() == 1
            ? ""
            : fmt::format("{}{}: ", counted_columns(block.features.size(), block.kind),
                          is_only_one(summary.schema, b) ? "" : fmt::format(" ({})", listed(block.features)));
    const std::string held = std::visit([](const auto& sums) { return sums_text(sums); }, summary.sums[b]);
    text += line(text.empty() ? "sums" : "",
                 fmt::format("{}{}; can be read as: {}", of, held, listed(readable_models(summary, b))));
  }
  return text;
}

void present(const Stored& stored, const Model& model, const std::optional<LeaveOneOut>& cv, const std::string& text,
             const Arguments& arguments, const Console& console, const std::function<SavedModel()>& save,
             std::span<const ColumnGuess> columns) {
  const std::string results = arguments.json    ? document(fit_json(stored, model, cv, columns))
                              : arguments.quiet ? std::string()
                                                : text;
  const SavedModel saved = save();
  try {
    if (arguments.quiet) {  // until the process ends, nothing else tells of the change
      [[maybe_unused]] static const auto* const untold = new std::shared_ptr(saved.last_words);  // NOLINT
    }
    console.out.write_through(results);
    for (const std::string& note : model.notes()) {
      console.note(note);
    }
    saved.is_doubtful ? console.warning(saved.message) : console.say(saved.message);
  } catch (const Error& error) {
    if (!saved.is_saved) {
      throw;
    }
    throw Error(error.code(), fmt::format("{} ({})", error.message(), saved.message));
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): results are written, and messages may be lost
  }
}

std::string listed(const std::vector<std::string>& names) {
  const std::size_t count = std::min(names.size(), most_shown);
  std::vector<std::string> texts;
  std::transform(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), std::back_inserter(texts),
                 brief_name);
  const std::string text = fmt::format("{}", fmt::join(texts, ", "));
  return count == names.size() ? text : fmt::format("{}, ... ({} more)", text, names.size() - count);
}

std::string line(const std::string& name, const std::string& value) {
  return folded(fmt::format("{:<9} {}", name, value), 10) + '\n';
}

std::string counted_columns(const Block& block) {
  const auto bins = static_cast<std::size_t>(
      std::ranges::count_if(block.edges, [](const std::vector<double>& edges) { return !edges.empty(); }));
  if (block.indicators.empty() && bins == 0) return counted_columns(block.features.size(), block.kind);
  const std::size_t own = block.features.size() - indicator_count(block);
  const bool is_numeric_block = block.kind == Kind::measurements;
  std::vector<std::string> parts;
  if (is_numeric_block && own > 0) parts.push_back(counted(own, "number"));
  const std::size_t categories = is_numeric_block ? block.indicators.size() : own - bins;
  if (categories > 0) parts.push_back(counted_columns(categories, Kind::categories));
  if (bins > 0) parts.push_back(counted(bins, "number") + " in bins");
  return fmt::format("{}", fmt::join(parts, " and "));
}

std::string counted_columns(std::size_t count, Kind kind) {
  switch (kind) {
    case Kind::measurements:
      return counted(count, "number");
    case Kind::amounts:
      return counted(count, "amount");
    case Kind::counts:
      return counted(count, "count");
    case Kind::categories:
      return count == 1 ? "1 category" : fmt::format("{} categories", count);
    case Kind::text:
      break;
  }
  return counted(count, "text");
}

std::string document(const std::string& json) { return json.ends_with('\n') ? json : json + '\n'; }

}  // namespace suffice::cli
