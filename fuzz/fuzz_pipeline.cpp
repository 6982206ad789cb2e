// Any bytes as a CSV file, all the way: sums, model file, model, leave-one-out, scores, reasons, a sample, forgetting.
// An Error or finite sense. Byte 0 chooses the model and its options: below 128 a Gaussian one, else a discrete one.
// The rest is the file, whose first column is the target.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/csv_rows.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/store.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

EstimateOptions gaussian_options(unsigned choice) {
  EstimateOptions options;
  options.estimator = choice % 2 == 0 ? Estimator::mle : Estimator::unbiased;
  const Shrinkage shrinkages[] = {NoShrinkage{}, AutoShrinkage{}, FixedShrinkage{0.25}, FixedShrinkage{1}};
  const ClassPrior priors[] = {EmpiricalPrior{}, SmoothedPrior{}, UniformPrior{}};
  options.shrinkage = shrinkages[choice / 2 % 4];
  options.class_prior = priors[choice / 8 % 3];
  return options;
}

EstimateOptions discrete_options(unsigned choice) {
  const char* const models[] = {"categorical-nb", "multinomial-nb", "bernoulli-nb",   "complement-nb",
                                "poisson-nb",     "geometric-nb",   "exponential-nb", "gamma-nb"};
  const Estimator estimators[] = {Estimator::mean, Estimator::mle, Estimator::map, Estimator::predictive};
  EstimateOptions options = options_for(models[choice % 8]);
  options.estimator = estimators[choice / 8 % 4];
  return options;
}

Encoding encoding_of(const EstimateOptions& options, unsigned choice) {
  if (options.family == Family::categorical) return Encoding::categories;
  const bool is_text = sums_needed(options).sums == SumKind::terms && choice / 32 % 2 == 1;
  return is_text ? Encoding::text : Encoding::numbers;
}

/// Posteriors sum to one unless the row is impossible; densities are never NaN; reasons add up.
void check_scores(const Model& model, const Rows& rows) {
  const std::size_t size = model.labels().size();
  std::vector<double> posterior(row_count(rows) * size);
  std::vector<double> joint(posterior.size());
  model.log_posterior(rows, posterior, {.threads = 1});
  model.log_joint(rows, joint, {.threads = 1});
  for (std::size_t i = 0; i < row_count(rows); ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < size; ++c) {
      sum += std::exp(posterior[i * size + c]);
      require(!std::isnan(joint[i * size + c]));
    }
    require(model.impossible(rows, i) ? sum == 0 : std::abs(sum - 1) < 1e-9);
  }
  if (model.family() != Family::complement) {
    std::vector<double> evidence(row_count(rows));
    model.log_evidence(rows, evidence, {.threads = 1});
    require(std::ranges::none_of(evidence, [](double value) { return std::isnan(value); }));
  }
}

void check_reasons(const Model& model, const Rows& rows) {
  const Explanation why = model.explain(rows, 0);
  std::vector<double> joint(model.labels().size());
  model.log_joint(slice_rows(rows, 0, 1), joint, {.threads = 1});
  for (std::size_t c = 0; c < joint.size(); ++c) {
    const double gap = std::abs(joint[c] - why.log_joint[c]);
    require(joint[c] == why.log_joint[c] || gap <= 1e-6 * (1 + std::abs(joint[c])));
  }
}

Rows rows_of(const RowBlock& block, Encoding encoding, const CsvRows& reader) {
  if (encoding == Encoding::text) return TextBatch{block.documents, block.weights};
  if (encoding == Encoding::categories) {
    return CategoryBatch{block.categories.data(), block.rows, block.features, reader.value_names(), block.weights};
  }
  return Batch::row_major(block.values.data(), block.rows, block.features, block.weights);
}

void run(std::string_view file, const EstimateOptions& options, unsigned choice) {
  CsvRows reader(input_of(file), {.allow_missing = options.family != Family::gaussian});
  const auto& columns = reader.columns();
  Schema schema{{columns.begin() + 1, columns.end()}, columns.front()};
  schema.encoding = encoding_of(options, choice);
  if (schema.encoding == Encoding::text && schema.features.size() > 1) schema.features.resize(1);
  reader.bind(schema);
  RowBlock block;
  if (schema.features.size() > 20 || !reader.next(block)) return;
  const Rows rows = rows_of(block, schema.encoding, reader);
  const Labels labels{block.codes, reader.label_names()};
  const SummariseOptions summarising{.threads = 1, .keep = sums_needed(options)};
  const Summary summary = summarise(rows, labels, schema, summarising);
  check_summary(summary);
  const Model model = estimate(summary, options);
  require(decode(encode({options, summary})) == Stored{options, summary});

  check_scores(model, rows);
  if (model.family() != Family::gaussian) check_reasons(model, rows);  // sums of Gaussian parts may cancel
  if (model.is_linear()) require(model.linear_form().intercepts.size() == model.labels().size());
  if (model.family() != Family::complement) require(model.sample(5, 1).labels.size() == 5);
  const LeaveOneOut cv = leave_one_out(summary, options, rows, labels, {.threads = 1});
  require(cv.accuracy.value >= 0 && cv.accuracy.value <= 1);
  require(cv.unscored_rows <= cv.rows);
  const Labels first{labels.codes.first(1), labels.names};
  const Removal removal = remove(summary, summarise(slice_rows(rows, 0, 1), first, schema, summarising));
  require(removal.rest.classes.total_rows() + 1 == summary.classes.total_rows());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const unsigned choice = data[0];
  try {
    run(bytes.substr(1), choice < 128 ? gaussian_options(choice) : discrete_options(choice - 128), choice);
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal);
  }
  return 0;
}
