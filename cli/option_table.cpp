// The option table: every option of every command, once.
#include "option_table.hpp"

#include <algorithm>
#include <iterator>

namespace suffice::cli {

namespace {

using Commands = std::vector<std::string_view>;

const Commands every_command = {"fit",    "predict", "explain", "evaluate", "inspect", "sample", "estimate", "update",
                                "forget", "merge",   "compare", "plot",     "report",  "demo",   "help"};
const Commands readers = {"fit", "predict", "explain", "evaluate", "update", "forget", "compare", "plot", "report"};
const Commands threaded = {"fit",    "predict", "explain", "evaluate", "inspect", "sample", "estimate",
                           "update", "forget",  "merge",   "compare",  "plot",    "report"};
const Commands npy_label_readers = {"evaluate", "estimate", "update", "forget", "plot", "report"};
const Commands changers = {"update", "forget"};
const Commands learners = {"fit", "compare"};
const Commands model_makers = {"fit", "estimate"};
const Commands deciders = {"predict", "evaluate"};

}  // namespace

const std::vector<Option>& option_table() {
  using A = Arguments;
  static const std::vector<Option> table = {
      {"-o,--output", "MODEL", "write the model here; without it nothing is written", {"fit"}, &A::output},
      {"-o,--output", "MODEL", "write the model here (required)", {"estimate", "merge"}, &A::output, true},
      {"-o,--output", "MODEL", "write the result here and leave MODEL as it is", changers, &A::output},
      {"-o,--output", "SVG", "draw the learning curves here", {"compare"}, &A::output},
      {"-o,--output", "HTML", "write the page here", {"report"}, &A::output},
      {"-o,--output", "SVG", "draw here; without it, or with -, on stdout", {"plot"}, &A::output},
      {"--kind",
       "K",
       "boundary, densities, projection, calibration, confusion, roc, words or curves (default: what suits)",
       {"plot"},
       &A::kind},
      {"-n", "N", "how many rows (required)", {"sample"}, &A::sample_rows, true},

      {"--target", "COL", "column of the label (default: label, target, class or y)", learners, &A::target},
      {"--weight", "COL", "column of row weights: 2 counts as two equal rows", learners, &A::weight},
      {"--drop", "COL,COL", "columns to leave out; may be repeated", learners, &A::drop},
      {"--drop", "COL,COL", "columns to read no longer; the sums keep them; may be repeated", {"estimate"}, &A::drop},
      {"--text", "COL", "column of documents; others are dropped but for those of --column", learners, &A::text_column},
      {"--column", "COL=ROLE", "what a column is, as said above; may be repeated", learners, &A::columns},
      {"--cut",
       "COL=RULE",
       "join the bins of a column: mdl, equal-width:BINS or equal-frequency:BINS; may be repeated",
       {"estimate"},
       &A::cuts},
      {"--schema", "FILE", "take the columns from a model or from inspect --schema", {"fit"}, &A::schema_file},
      {"--labels",
       "A,B",
       "labels that exist without a row; of an .npy INPUT: the .npy FILE of labels",
       {"fit"},
       &A::labels},
      {"--labels", "FILE", "the .npy file with the labels of an .npy INPUT", npy_label_readers, &A::labels_file},

      {"--min-length", "N", "text: words of at least N characters (default: 1)", {"fit"}, &A::min_length},
      {"--ngrams", "N", "text: 2, 1-2 or char:3-5, words or characters in a row (default: 1)", {"fit"}, &A::ngrams},
      {"--stop-words", "LIST", "text: english, or a file of words to leave out", {"fit"}, &A::stop_words},
      {"--stem", "LANGUAGE", "text: cut endings, as english does", {"fit"}, &A::stemmer},
      {"--hash-buckets", "N", "text: terms are hashed to N numbers, not kept", {"fit"}, &A::hash_buckets},
      {"--hash-key", "K", "text: the key of that hash, the same for all shards (default: 0)", {"fit"}, &A::hash_key},

      {"--model", "NAME", "one of the models above (default: auto, the best of many)", {"fit"}, &A::family},
      {"--without", "PARTS", "auto: no pairs, normal-scores, indicators or pools, by commas", {"fit"}, &A::without},
      {"--model", "NAME", "another model, as far as the sums allow (default: as stored)", {"estimate"}, &A::family},
      {"--estimate",
       "HOW",
       "mle, unbiased, map, mean or predictive (default: mle; counts: mean)",
       {"fit"},
       &A::estimator},
      {"--estimate", "HOW", "mle, unbiased, map, mean or predictive (default: as stored)", {"estimate"}, &A::estimator},
      {"--shrinkage", "HOW", "none, auto, ledoit-wolf, oas or 0 to 1 (default: as said above)", {"fit"}, &A::shrinkage},
      {"--shrinkage",
       "HOW",
       "none, auto, ledoit-wolf, oas or 0 to 1 (default: as stored)",
       {"estimate"},
       &A::shrinkage},
      {"--rda", "A,G", "rda: from own (A = 0) to shared (1), then (G = 0) to spheres (1), or A,G,variances",
       model_makers, &A::rda},
      {"--ridge", "R", "add R to every variance; logistic: the penalty R/2 |w|^2 (default: 1)", model_makers,
       &A::ridge},
      {"--axes", "K", "fisher: decide on the first K axes (default: all)", model_makers, &A::axes},
      {"--pseudocount", "B", "counts: add B to each (default: 1; map: 2), or a CSV file of them", model_makers,
       &A::pseudocount},
      {"--unseen", "HOW", "categories: ignore an unknown value (default), or reserve a place for it", model_makers,
       &A::unseen},
      {"--oov", "HOW", "terms: ignore an unknown one (default), or reserve a place for it", model_makers, &A::oov},
      {"--vocabulary", "FILE", "terms: these and no others, one a line (learned: those met)", model_makers,
       &A::vocabulary_file},
      {"--min-df", "N", "terms: those of at least N documents (default: 0)", model_makers, &A::min_documents},
      {"--max-vocabulary", "N", "terms: the N most frequent (default: 0, all)", model_makers, &A::max_terms},
      {"--tf-idf", "", "terms: weigh tokens by how rare their term is", model_makers, &A::tf_idf},
      {"--normalised", "", "complement-nb: divide weights by the sum of their magnitudes", model_makers,
       &A::normalised},
      {"--compact", "", "terms: drop the others for good; update, forget and merge then refuse", model_makers,
       &A::compact},
      {"--keep",
       "WHAT",
       "full: sums enough for every Gaussian model (default: what this one needs)",
       {"fit"},
       &A::keep},
      {"--calibrate",
       "HOW",
       "temperature, isotonic (two classes) or none (default: none; of auto temperature)",
       {"fit"},
       &A::calibrate},
      {"--tune", "", "search the options of the model that are not given", {"fit"}, &A::tune},
      {"--tune",
       "INPUT",
       "search the options that are not given by the rows of INPUT, which MODEL has; may be repeated",
       {"estimate"},
       &A::inputs},
      {"--criterion",
       "C",
       "of --tune: loo, cv (log loss), aic, bic or evidence (default: loo)",
       {"fit"},
       &A::criterion},
      {"--criterion",
       "C",
       "of --tune: loo, cv (log loss); without it from the sums: aic, bic, evidence (default: loo)",
       {"estimate"},
       &A::criterion},
      {"--select", "WAY", "of --tune: forward or backward, search the columns too", model_makers, &A::selection},
      {"--cv",
       "K",
       "measure accuracy by K folds of all rows, or loo; reads INPUT twice (default: a sample; none)",
       {"fit"},
       &A::validation},
      {"--class-prior",
       "P",
       "empirical, smoothed, uniform or LABEL=P,... (default: empirical)",
       {"fit"},
       &A::class_prior},
      {"--class-prior",
       "P",
       "empirical, smoothed, uniform or LABEL=P,... (default: as stored)",
       {"estimate", "predict", "explain", "evaluate", "report"},
       &A::class_prior},

      {"--proba", "", "add the probability of each class: p_<label>", {"predict"}, &A::proba},
      {"--evidence", "", "add log_evidence, the log density of the row", {"predict"}, &A::evidence},
      {"--distances",
       "",
       "add the squared Mahalanobis distance of the numbers to each class: d2_<label>",
       {"predict"},
       &A::distances},
      {"--transform",
       "",
       "add the place of the numbers on Fisher's axes: axis_1, axis_2, ...",
       {"predict"},
       &A::transform},
      {"--append", "", "add the columns of the input", {"predict"}, &A::append},
      {"--cost", "FILE", "decide for the least cost: CSV, true labels across, decided ones down", deciders,
       &A::cost_file},
      {"--reject", "T", "no label where no class has a probability of T", deciders, &A::reject},
      {"--outlier", "Q", "no label for a row less likely than a share Q of the model's own", deciders, &A::outlier},
      {"--strict", "", "stop (exit 3) at a row of zero probability under every class", deciders, &A::strict},
      {"--on-bad-row", "HOW", "stop or empty: an empty label, and on (default: stop)", {"predict"}, &A::on_bad_row},
      {"--on-bad-row",
       "HOW",
       "stop or skip: leave the row out, count it, and on (default: stop)",
       {"fit", "evaluate", "update", "forget", "report"},
       &A::on_bad_row},

      {"--top", "N", "how many of the terms or values that speak most for a class (default: 10)", {"inspect"}, &A::top},
      {"--top", "N", "how many of a row's strongest contributions (default: 10)", {"explain"}, &A::top},
      {"--top", "N", "how many words, values and rows of each list (default: 10)", {"report"}, &A::top},
      {"--compare", "", "compare models on INPUT too: learning curves and assumptions", {"report"}, &A::compare},
      {"--top", "N", "words: how many for each class (default: 10)", {"plot"}, &A::top},
      {"--schema", "", "print the columns as JSON, for fit --schema", {"inspect"}, &A::print_schema},
      {"--verify", "", "check every byte and say ok", {"inspect"}, &A::verify},

      {"--format", "F", "csv, arff, svmlight, npy, lines, documents or mail (default: by name and content)", readers,
       &A::format},
      {"--header", "", "the first line names the columns", readers, &A::header},
      {"--no-header", "", "the first line is a row; columns are called 1, 2, 3, ...", readers, &A::no_header},
      {"--no-quotes", "", "a quote is a character like any other", readers, &A::no_quotes},
      {"--delimiter", "C", "one character, tab, or space for runs of blanks (default: found)", readers, &A::delimiter},
      {"--decimal", "C", "the decimal mark of numbers: . or , (default: found)", readers, &A::decimal},
      {"--encoding", "E", "utf-8, utf-16, utf-16le, utf-16be, latin-1, windows-1252 (default: found)", readers,
       &A::encoding},
      {"--missing", "A,B", "cells that hold no value (default: empty, NA, N/A, NaN, null, ?)", readers, &A::missing},
      {"--missing-as-value", "", "categories: a cell that holds no value is a value of its own", readers,
       &A::missing_as_value},

      {"--seed",
       "S",
       "which rows the accuracy is measured on, beyond 10,000, and which folds (default: 0)",
       {"fit"},
       &A::seed},
      {"--seed", "S", "other rows for another number (default: 0)", {"sample"}, &A::seed},
      {"--seed",
       "S",
       "other samples, folds and repeats for another number (default: 0)",
       {"compare", "report"},
       &A::seed},
      {"--seed", "S", "other rows, of a sample or of the model, for another number (default: 0)", {"plot"}, &A::seed},
      {"--seed", "S", "the model's own rows that --outlier draws (default: 0)", deciders, &A::seed},
      {"--longest-row", "MIB", "how long a row, line or document may be (default: 64)", readers, &A::longest_row},
      {"--most-expansion", "N", "how many times its bytes compressed input may become, beyond 1 GiB (default: 1000)",
       readers, &A::most_expansion},
      {"--wait",
       "S",
       "seconds to wait for another process that changes the model (default: until it is done)",
       {"estimate", "update", "forget", "merge"},
       &A::wait},
      {"--threads", "T", "how many threads; never changes the result (default: 0, all)", threaded, &A::threads},
      {"--json",
       "",
       "print a JSON document instead of text",
       {"fit", "evaluate", "inspect", "estimate", "update", "forget", "merge", "compare"},
       &A::json},
      {"--json", "", "print the document that the page is drawn from", {"report"}, &A::json},
      {"--json", "", "print a line of JSON for each row", {"explain"}, &A::json},
      {"--quiet",
       "",
       "print nothing but errors and --json",
       {"fit", "estimate", "update", "forget", "merge"},
       &A::quiet},
      {"--quiet",
       "",
       "no notes and no progress on stderr",
       {"predict", "explain", "evaluate", "compare", "plot", "report"},
       &A::quiet},
      {"--no-color", "", "no colour in messages (also: NO_COLOR in the environment)", every_command, &A::no_color},
      {"-h,--help", "", "this page", every_command, &A::help},
  };
  return table;
}

std::vector<Option> options_of(std::string_view command) {
  std::vector<Option> chosen;
  std::ranges::copy_if(option_table(), std::back_inserter(chosen), [&](const Option& option) {
    return std::ranges::find(option.commands, command) != option.commands.end();
  });
  return chosen;
}

std::string long_name(const Option& option) { return option.names.substr(option.names.find(',') + 1); }

std::string short_name(const Option& option) { return option.names.substr(0, option.names.find(',')); }

}  // namespace suffice::cli
