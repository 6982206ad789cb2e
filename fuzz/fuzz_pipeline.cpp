// Any bytes as a CSV file, all the way: sums, model, leave-one-out, scores, a sample, forgetting. An Error or finite
// sense. Byte 0 chooses the estimate options; the rest is the file, whose first column is the target.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "data/csv_rows.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/store.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

EstimateOptions options_of(unsigned choice) {
  EstimateOptions options;
  options.estimator = choice % 2 == 0 ? Estimator::mle : Estimator::unbiased;
  const Shrinkage shrinkages[] = {NoShrinkage{}, AutoShrinkage{}, FixedShrinkage{0.25}, FixedShrinkage{1}};
  const ClassPrior priors[] = {EmpiricalPrior{}, SmoothedPrior{}, UniformPrior{}};
  options.shrinkage = shrinkages[choice / 2 % 4];
  options.class_prior = priors[choice / 8 % 3];
  return options;
}

/// Posteriors sum to one, densities are never NaN.
void check_scores(const Model& model, const Batch& rows) {
  const std::size_t size = model.labels().size();
  std::vector<double> posterior(rows.rows * size);
  std::vector<double> joint(rows.rows * size);
  std::vector<double> evidence(rows.rows);
  model.log_posterior(rows, posterior, {.threads = 1});
  model.log_joint(rows, joint, {.threads = 1});
  model.log_evidence(rows, evidence, {.threads = 1});
  for (std::size_t i = 0; i < rows.rows; ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < size; ++c) {
      sum += std::exp(posterior[i * size + c]);
      require(!std::isnan(joint[i * size + c]));
    }
    require(std::abs(sum - 1) < 1e-9);
    require(!std::isnan(evidence[i]));
  }
}

void run(std::string_view file, const EstimateOptions& options) {
  CsvRows reader(input_of(file), {});
  const auto& columns = reader.columns();
  const Schema schema{{columns.begin() + 1, columns.end()}, columns.front(), ""};
  reader.bind(schema);
  RowBlock block;
  if (schema.features.size() > 20 || !reader.next(block)) return;
  const Labels labels{block.codes, reader.label_names()};
  const Summary summary = summarise(block.batch(), labels, schema, {.threads = 1});
  check_summary(summary);
  require(decode(encode({options, summary})) == Stored{options, summary});

  const Model model = estimate(summary, options);
  check_scores(model, block.batch());
  require(model.linear_form().intercepts.size() == model.labels().size());
  require(model.sample(5, 1).labels.size() == 5);
  const LeaveOneOut cv = leave_one_out(summary, options, block.batch(), labels, {.threads = 1});
  require(cv.accuracy.value >= 0 && cv.accuracy.value <= 1);
  require(cv.unscored_rows <= cv.rows);
  const Labels first{labels.codes.first(1), labels.names};
  const Removal removal = remove(summary, summarise(block.batch().slice(0, 1), first, schema, {.threads = 1}));
  require(removal.rest.classes.total_rows() + 1 == summary.classes.total_rows());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    run(bytes.substr(1), options_of(data[0]));
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal);
  }
  return 0;
}
