// suffice evaluate: predictions against known labels, as tables or JSON.
#include "suffice/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "impossible_rows.hpp"
#include "model_file.hpp"
#include "options/decision.hpp"
#include "options/known_labels.hpp"
#include "print/describe.hpp"
#include "print/text_table.hpp"
#include "progress.hpp"
#include "reading.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

std::string defined(double value) { return std::isnan(value) ? "-" : short_number(value); }

std::string scores(const Metrics& metrics, bool with_costs) {
  const Proportion& accuracy = metrics.accuracy;
  std::string text = fmt::format("rows               {}\n", metrics.rows);
  if (metrics.undecided_weight > 0) {
    text += fmt::format("undecided          {} ({:.4g} %)\n", count_text(metrics.undecided_weight),
                        100 * metrics.undecided_weight / metrics.weight);
  }
  text += fmt::format("accuracy           {} (95 % interval {} to {})\n", short_number(accuracy.value),
                      short_number(accuracy.low), short_number(accuracy.high));
  if (metrics.undecided_weight > 0) {
    text += "                   of the rows that were decided\n";
  }
  if (with_costs) {
    text += fmt::format("mean cost          {}\n", short_number(metrics.cost));
  }
  text += fmt::format("log loss           {}\n", short_number(metrics.log_loss));
  if (metrics.impossible_rows > 0) {
    text += fmt::format("                   {} had a label the model thinks impossible\n",
                        counted(metrics.impossible_rows, "row"));
  }
  text += fmt::format("brier score        {}\n", short_number(metrics.brier));
  text += fmt::format("calibration error  {}\n", short_number(metrics.calibration_error));
  text += fmt::format("balanced accuracy  {}\n", defined(metrics.balanced_accuracy));
  text += fmt::format("matthews           {}\n", defined(metrics.matthews));
  for (const std::size_t k : {std::size_t{2}, std::size_t{5}}) {
    if (k < metrics.top.size()) {
      text += fmt::format("top {}              {}\n", k, short_number(metrics.top[k - 1]));
    }
  }
  text += fmt::format("roc auc            {}{}\n", defined(metrics.macro.roc_auc),
                      metrics.classes.size() > 2 ? " (each class against the rest, mean)" : "");
  if (!metrics.ranks_all_rows) {
    text += fmt::format("                   by a sample of {}, and so is average precision\n",
                        counted(metrics.ranked_rows, "row"));
  }
  text += fmt::format("log likelihood     {} of labels given rows", short_number(metrics.conditional_log_likelihood));
  if (!std::isnan(metrics.joint_log_likelihood)) {
    text += fmt::format(", {} of both", short_number(metrics.joint_log_likelihood));
  }
  return text + '\n';
}

std::string class_scores(const Metrics& metrics, bool weighted) {
  TextTable table({"class", weighted ? "weight" : "rows", "precision", "recall", "f1", "roc auc", "average precision"});
  const auto add_average = [&](const std::string& name, const AverageScore& score) {
    table.add({name, "", defined(score.precision), defined(score.recall), defined(score.f1), defined(score.roc_auc),
               defined(score.average_precision)});
  };
  for (std::size_t c = 0; c < std::min(metrics.labels.size(), most_shown); ++c) {
    const ClassScore& score = metrics.classes[c];
    table.add({metrics.labels[c], count_text(score.weight), defined(score.precision), defined(score.recall),
               defined(score.f1), defined(score.roc_auc), defined(score.average_precision)});
  }
  add_average("mean", metrics.macro);
  add_average("weighted mean", metrics.weighted);
  return table.text() + (metrics.undecided_weight > 0
                             ? fmt::format("{}; precision, recall and f1 are those of the rows that were decided\n",
                                           weighted ? "the weight is that of all rows" : "all rows are counted")
                             : "");
}

std::string confusion(const Metrics& metrics) {
  const std::size_t labels = metrics.labels.size();
  const std::size_t count = std::min(labels, most_shown);
  std::vector<std::string> header = {"true \\ predicted"};
  header.insert(header.end(), metrics.labels.begin(), metrics.labels.begin() + static_cast<std::ptrdiff_t>(count));
  TextTable table(std::move(header));
  for (std::size_t truth = 0; truth < count; ++truth) {
    std::vector<std::string> row = {metrics.labels[truth]};
    for (std::size_t predicted = 0; predicted < count; ++predicted) {
      row.push_back(count_text(metrics.confusion[truth * labels + predicted]));
    }
    table.add(std::move(row));
  }
  return table.text();
}

std::string calibration(const Metrics& metrics, bool weighted) {
  TextTable table({"probability", weighted ? "weight" : "rows", "mean", "accuracy"});
  const auto bins = static_cast<double>(metrics.calibration.size());
  for (std::size_t bin = 0; bin < metrics.calibration.size(); ++bin) {
    const CalibrationBin& found = metrics.calibration[bin];
    if (found.weight > 0) {
      const auto first = static_cast<double>(bin);
      table.add({fmt::format("{:.2f} to {:.2f}", first / bins, (first + 1) / bins), count_text(found.weight),
                 short_number(found.confidence), short_number(found.accuracy)});
    }
  }
  return table.text();
}

std::string describe(const Metrics& metrics, bool weighted, bool with_costs) {
  std::string text = scores(metrics, with_costs) + '\n' + class_scores(metrics, weighted) + '\n';
  if (!metrics.confusion.empty()) text += confusion(metrics);
  if (metrics.labels.size() > most_shown) {
    text += fmt::format("and {}; --json has all\n", counted(metrics.labels.size() - most_shown, "more class"));
  }
  return text + "\nCalibration: is the predicted label right as often as its probability says?\n" +
         calibration(metrics, weighted);
}

// That are held at a time: rows of very many classes are evaluated in parts.
constexpr std::size_t most_posteriors = std::size_t{1} << 20U;

// The class of the largest posterior, or no_decision where every one is zero.
void decide_by_posterior(std::span<const double> log_posterior, std::size_t classes,
                         std::span<std::uint32_t> decisions) {
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const auto row = log_posterior.subspan(i * classes, classes);
    const auto largest = std::ranges::max_element(row);
    decisions[i] = std::isinf(*largest) ? no_decision : static_cast<std::uint32_t>(largest - row.begin());
  }
}

}  // namespace

void evaluate_command(const Arguments& arguments, Console& console) {
  const auto [stored, model] = load_model(arguments);
  const Schema& schema = model.schema();
  const std::size_t classes = model.labels().size();
  const ReadOptions reading = scoring_options(read_options(arguments, schema, true), model, stored.options);
  ScoreCounts unknown_terms;
  const ScoreOptions scoring = {.threads = thread_count(arguments), .counts = &unknown_terms};
  const std::optional<Decision> decision = chosen_decision(model, arguments);
  ImpossibleRows impossible(model, arguments);
  Source source = open_input(arguments, reading, console);
  check_input(schema, arguments, source);
  source.bind(schema);

  KnownLabels known_labels(model.labels(), console);
  const bool with_costs = decision && !decision->cost.empty();
  Evaluator evaluator(model.labels(), with_costs ? decision->cost : std::vector<double>());
  std::size_t missing = 0;
  {
    Progress progress(!console.quiet, input_bytes(arguments));
    std::vector<double> log_posterior;
    std::vector<double> log_joint;
    std::vector<std::uint32_t> decisions;
    const auto evaluate = [&](const Table& rows, const Labels& labels, std::uint64_t before) {
      log_posterior.resize(rows.rows * classes);
      decisions.resize(rows.rows);
      model.log_posterior(rows, log_posterior, scoring);
      if (decision) {
        model.decide(rows, *decision, decisions, {.threads = scoring.threads});
      } else {
        decide_by_posterior(log_posterior, classes, decisions);
      }
      impossible.look(rows, decisions, before);
      impossible.check();
      if (model.has_evidence()) {
        log_joint.resize(log_posterior.size());
        model.log_joint(rows, log_joint, {.threads = scoring.threads});
      }
      evaluator.add(log_posterior, labels, rows.weights, decisions, log_joint);
    };
    const std::size_t most_rows = std::max<std::size_t>(most_posteriors / classes, 1);
    each_block(source, work_options(arguments, &progress), [&](const SourceRows& read) {
      const Labels labels = known_labels.of(read.labels);
      if (labels.codes.size() != read.rows.rows) {
        throw Error(ErrorCode::bad_data, "the rows have no labels: there is nothing to compare predictions with");
      }
      for (std::size_t first = 0; first < read.rows.rows; first += most_rows) {
        const std::size_t count = std::min(most_rows, read.rows.rows - first);
        evaluate(read.rows.slice(first, count), {labels.codes.subspan(first, count), labels.names},
                 read.before + first);
      }
      missing += count_missing(read.block);
    });
  }
  const Metrics metrics = [&] {
    try {
      return evaluator.metrics();
    } catch (const Error& error) {
      throw Error(error.code(), error.message(), input_name(arguments), error.remedies());
    }
  }();
  console.out.write(arguments.json ? document(evaluate_json(metrics))
                                   : describe(metrics, !schema.weight.empty(), with_costs));
  console.out.flush();
  if (seem_fitted_on(metrics, stored.summary.classes)) note_fitted_rows(console);
  note_missing(missing, schema, stored.options, console);
  note_unknown(source, unknown_terms, schema, stored.options, console);
  impossible.note(console);
  if (!model.gives_probabilities() && !model.is_calibrated()) {
    console.note(fmt::format("the probabilities of {} are its scores made to sum to 1: not calibrated",
                             model_name(stored.options)));
  }
  note_unknown_labels(metrics.labels, model.labels().size(), console);
}

}  // namespace suffice::cli
