// Any bytes as a CSV file, all the way: sums, model file, model, leave-one-out, scores, reasons, a sample, forgetting.
// An Error or finite sense. Byte 0 chooses the model and its options: below 96 a Gaussian one, below
// 128 one of several blocks, else a discrete one. The rest is the file, whose first column is the target.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/formats/csv/csv_rows.hpp"
#include "data/formats/row_block.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/fit.hpp"
#include "suffice/store.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

Options gaussian_options(unsigned choice) {
  const Shrinkage shrinkages[] = {NoShrinkage{}, AutoShrinkage{}, FixedShrinkage{0.25}, FixedShrinkage{1}};
  const ClassPrior priors[] = {EmpiricalPrior{}, SmoothedPrior{}, UniformPrior{}};
  const GaussianOptions options{.estimator = choice % 2 == 0 ? Estimator::mle : Estimator::unbiased,
                                .shrinkage = shrinkages[choice / 2 % 4]};
  return {.class_prior = priors[choice / 8 % 3], .readings = {{.options = options}}};
}

Options discrete_options(unsigned choice) {
  const char* const models[] = {"categorical-nb", "multinomial-nb", "bernoulli-nb",   "complement-nb",
                                "poisson-nb",     "geometric-nb",   "exponential-nb", "gamma-nb"};
  const Estimator estimators[] = {Estimator::mean, Estimator::mle, Estimator::map, Estimator::predictive};
  FamilyOptions options = find_model(models[choice % 8]).options;
  std::visit([&](auto& of_family) { of_family.estimator = estimators[choice / 8 % 4]; }, options);
  return {.readings = {{.options = options}}};
}

/// Columns in turn are numbers, categories and amounts where the model is one of several blocks; else all are what the
/// family reads.
Schema schema_of(const std::vector<std::string>& columns, Options& options, unsigned choice, bool mixed) {
  const std::vector<std::string> features(columns.begin() + 1, columns.end());
  const FamilyOptions family = options.readings[0].options;
  if (!mixed || features.size() < 3) {
    Kind kind = Kind::categories;
    for (const Kind numeric : {Kind::measurements, Kind::amounts, Kind::counts})
      kind = fits(family, numeric) ? numeric : kind;
    if (kind == Kind::counts && choice / 32 % 2 == 1) kind = Kind::text;
    Block block{.kind = kind, .features = features};
    if (kind == Kind::text && features.size() > 1) block.features.resize(1);
    return {.blocks = {block}, .target = columns.front()};
  }
  Schema schema{.blocks = {{.kind = Kind::measurements, .features = {}},
                           {.kind = Kind::categories, .features = {}},
                           {.kind = Kind::amounts, .features = {}}},
                .target = columns.front()};
  for (std::size_t j = 0; j < features.size(); ++j) schema.blocks[j % 3].features.push_back(features[j]);
  options.readings = {{.block = 0, .options = family},
                      {.block = 1, .options = ValueOptions{}},
                      {.block = 2, .options = AmountOptions{}}};
  return schema;
}

/// Posteriors sum to one unless the row is impossible; densities are never NaN; reasons add up.
void check_scores(const Model& model, const Table& rows) {
  const std::size_t size = model.labels().size();
  std::vector<double> posterior(rows.rows * size);
  std::vector<double> joint(posterior.size());
  model.log_posterior(rows, posterior, {.threads = 1});
  model.log_joint(rows, joint, {.threads = 1});
  for (std::size_t i = 0; i < rows.rows; ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < size; ++c) {
      sum += std::exp(posterior[i * size + c]);
      require(!std::isnan(joint[i * size + c]));
    }
    require(model.impossible(rows, i) ? sum == 0 : std::abs(sum - 1) < 1e-9);
  }
  if (model.is_density()) {
    std::vector<double> evidence(rows.rows);
    model.log_evidence(rows, evidence, {.threads = 1});
    require(std::ranges::none_of(evidence, [](double value) { return std::isnan(value); }));
  }
}

void check_reasons(const Model& model, const Table& rows) {
  const Explanation why = model.explain(rows, 0);
  std::vector<double> joint(model.labels().size());
  model.log_joint(rows.slice(0, 1), joint, {.threads = 1});
  for (std::size_t c = 0; c < joint.size(); ++c) {
    double largest = 1 + std::abs(joint[c]);  // counts of 1e300 have reasons as large, which cancel
    for (const Contribution& one : why.contributions) largest = std::max(largest, std::abs(one.scores[c]));
    const double gap = std::abs(joint[c] - why.log_joint[c]);
    require(joint[c] == why.log_joint[c] || gap <= 1e-6 * largest);
  }
}

void run(std::string_view file, Options options, unsigned choice, bool mixed) {
  const bool gaussian = std::holds_alternative<GaussianOptions>(options.readings[0].options);
  const ReadOptions reading = {.allow_missing = !gaussian || mixed};
  CsvRows reader(input_of(file), dialect_of(reading.dialect), 0, reading);
  const auto& columns = reader.columns();
  if (columns.size() < 2 || columns.size() > 21) return;
  const Schema schema = schema_of(columns, options, choice, mixed);
  reader.bind(schema);
  RowBlock block;
  if (!reader.next(block)) return;
  const Table rows = table_of(block, reader.binding(), reader.value_names());
  const Labels labels{block.codes, reader.label_names()};
  const SummariseOptions summarising{.threads = 1, .keep = sums_needed(options, schema)};
  const Summary summary = summarise(rows, labels, schema, summarising);
  check_summary(summary);
  const Model model = estimate(summary, options, 1);
  Stored stored;
  stored.options = options;
  stored.summary = summary;
  stored.caches = make_caches(summary, options, 1);
  require(decode(encode(stored)) == stored);

  check_scores(model, rows);
  if (!gaussian) check_reasons(model, rows);  // sums of Gaussian parts may cancel
  if (model.is_linear()) require(model.linear_form().intercepts.size() == model.labels().size());
  if (model.is_density()) require(model.sample(5, 1).labels.size() == 5);
  if (has_leave_one_out(summary, options)) {
    const LeaveOneOut cv = leave_one_out(summary, options, rows, labels, {.threads = 1});
    require(cv.accuracy.value >= 0 && cv.accuracy.value <= 1);
    require(cv.unscored_rows <= cv.rows);
  }
  const Labels first{labels.codes.first(1), labels.names};
  const Removal removal = remove(summary, summarise(rows.slice(0, 1), first, schema, summarising));
  require(removal.rest.classes.total_rows() + 1 == summary.classes.total_rows());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const unsigned choice = data[0];
  const bool mixed = choice < 128 && choice >= 96;
  try {
    run(bytes.substr(1), choice < 128 ? gaussian_options(choice) : discrete_options(choice - 128), choice, mixed);
  } catch (const Error& error) {
    require(error.code() != ErrorCode::internal);
  }
  return 0;
}
