#include "fit/comparison/checked_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "encode/each_number.hpp"
#include "encode/encoder.hpp"
#include "model/assemble.hpp"
#include "model/outlier_bounds.hpp"
#include "model/scoring.hpp"
#include "suffice/estimate.hpp"
#include "suffice/summary.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

namespace {

// The readings that are factors of the density.
Options density_options(const Options& options) {
  Options density = options;
  std::erase_if(density.readings, [](const Reading& reading) { return reading.pooled(); });
  return density;
}

bool counts_once(const FamilyOptions& options) {
  const auto* const terms = std::get_if<TermOptions>(&options);
  return terms != nullptr && (terms->boolean || terms->family == TermFamily::bernoulli);
}

// How many terms each row has, of documents and of columns that count, rounded.
std::vector<double> terms_of_rows(const ModelParts& parts, std::size_t reading, const Table& table) {
  std::vector<double> terms(table.rows);
  if (parts.conditionals[reading]->block().kind == Kind::text) {
    const FinishPanel<double> finish = [&](const ScoredPanel& panel, double* out) {
      for (std::size_t r = 0; r < panel.rows; ++r) out[r] = panel.readings[reading].lengths[panel.first + r];
    };
    score_rows(parts, table, {.wanted = Wanted::joint}, 1, finish, std::span(terms), {.threads = 1});
    return terms;
  }
  EncodeBuffer buffer;
  const BlockRows rows = parts.encoder.rows(table, reading, buffer);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    double sum = 0;
    each_number(rows, i, [&](std::size_t /*j*/, double x) { sum += std::isnan(x) ? 0 : x; });
    terms[i] = std::round(sum);
  }
  return terms;
}

}  // namespace

CheckedModel::CheckedModel(const Stored& stored, unsigned threads) : labels_(stored.summary.classes.labels) {
  const Options density = density_options(stored.options);
  std::vector<std::string> notes;
  parts_ = estimate_parts(stored.summary, density, threads, {}, notes);
  static_cast<void>(draw_rows(*parts_, 0, 0));  // an Error where there is nothing to draw from
  schema_ = *parts_->schema;
  schema_.weight.clear();
  options_ = density;
  options_.readings.clear();
  const Options whole = suffice::checked(density, stored.summary.schema);
  for (const Reading& reading : whole.readings) {
    Reading own{.block = options_.readings.size(), .features = {}, .options = reading.options};
    if (auto* const values = std::get_if<ValueOptions>(&own.options)) values->cuts.clear();  // bins are joined already
    counts_once_.push_back(counts_once(own.options) ? 1 : 0);
    const auto* const terms = std::get_if<Shared<TermCounts>>(&stored.summary.sums[reading.block]);
    const bool draws_all = terms != nullptr && !parts_->conditionals[all_words_.size()]->has_given_length();
    all_words_.push_back(draws_all ? static_cast<double>((*terms)->terms()) : 0);
    options_.readings.push_back(std::move(own));
  }
  keep_ = sums_needed(options_, schema_);
  for (const double weight : stored.summary.classes.weight) {
    fitted_rows_.push_back(static_cast<std::size_t>(std::clamp(std::round(weight), weight > 0 ? 1.0 : 0.0, 1e15)));
  }
}

double CheckedModel::row_cost(std::span<const RowForm> forms) const {
  double cost = 1;
  for (std::size_t r = 0; r < schema_.blocks.size(); ++r) {
    const auto d = static_cast<double>(schema_.blocks[r].features.size());
    // Documents without a given length have each word with a probability of its own; those of all words are made anew
    // by each refit.
    double terms = all_words_[r] / 400 * static_cast<double>(forms.size());
    for (const RowForm& form : forms) terms += form.terms.empty() ? 0 : form.terms[r].value_or(0);
    const double products =
        contains(keep_[r].moments, MomentKind::pooled) && schema_.blocks[r].kind == Kind::measurements ? d * d / 200
                                                                                                       : 0;
    cost += std::min(d, 1e4) + products + 3 * terms / static_cast<double>(std::max<std::size_t>(forms.size(), 1));
  }
  return cost;
}

std::vector<RowForm> CheckedModel::forms_of(const LabelledTable& rows) const {
  std::vector<RowForm> forms(rows.table.rows);
  for (std::size_t i = 0; i < forms.size(); ++i) forms[i].label = rows.classes[i];
  const CheckedRows columns = checked(rows.table, rows.classes, false);
  for (const CheckedColumn& column : columns.columns) {
    for (std::size_t i = 0; i < forms.size(); ++i) {
      const bool is_missing = column.codes.empty() ? !column.numbers.empty() && std::isnan(column.numbers[i])
                                                   : column.codes[i] >= column.values.size();
      if (is_missing) forms[i].missing.push_back(column.place);
    }
  }
  for (std::size_t r = 0; r < parts_->conditionals.size(); ++r) {
    if (!parts_->conditionals[r]->has_given_length()) continue;
    const std::vector<double> terms = terms_of_rows(*parts_, r, rows.table);
    for (std::size_t i = 0; i < forms.size(); ++i) {
      forms[i].terms.resize(parts_->conditionals.size());
      forms[i].terms[r] = terms[i];
    }
  }
  return forms;
}

bool CheckedModel::is_empty(const RowForm& form) const {
  for (std::size_t r = 0; r < schema_.blocks.size(); ++r) {
    if (!form.terms.empty() && form.terms[r] == 0.0) continue;
    const std::vector<std::size_t> places = places_in(columns_of(schema_.blocks[r]), columns_of(schema_));
    const auto is_missing = [&](std::size_t place) { return std::ranges::binary_search(form.missing, place); };
    if (!std::ranges::all_of(places, is_missing)) return false;
  }
  return true;
}

DrawnTable CheckedModel::draw(const ModelParts& parts, std::span<const RowForm* const> forms, std::uint64_t seed) {
  const Sample sample = draw_rows_like(parts, forms, seed);
  DrawnTable drawn{SampledRows(sample, parts.density_schema()), sample.labels};
  for (std::size_t i = 0; i < forms.size(); ++i) drawn.rows.lose(i, forms[i]->missing);
  return drawn;
}

std::shared_ptr<const ModelParts> CheckedModel::refitted(std::span<const DrawnTable* const> tables) const {
  Accumulator sums(schema_, {.threads = 1, .keep = keep_});
  for (const DrawnTable* const drawn : tables) sums.add(drawn->rows.table(), {drawn->classes, labels_});
  std::vector<std::string> notes;
  return estimate_parts(sums.summary(), options_, 1, {}, notes);
}

CheckedRows CheckedModel::checked(const Table& table, std::span<const std::uint32_t> classes, bool by_class) const {
  if (by_class) return checked_rows(schema_, table, classes, labels_.size(), counts_once_);
  const std::vector<std::uint32_t> one(table.rows, 0);
  return checked_rows(schema_, table, one, 1, counts_once_);
}

std::vector<double> CheckedModel::evidence(const ModelParts& parts, const Table& table, unsigned threads) {
  return outlier_scores(parts, table, {.threads = threads});
}

}  // namespace suffice
