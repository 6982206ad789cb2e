#include "model/value_conditional.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "data/check_batch.hpp"
#include "data/names.hpp"
#include "math/log_zero.hpp"
#include "math/table_sums.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

const std::string* value_of(const CategoryBatch& rows, std::size_t i, std::size_t j) {
  const std::uint32_t code = rows.codes[i * rows.columns + j];
  return code == missing_category ? nullptr : &rows.values[j][code];
}

}  // namespace

ValueConditional::ValueConditional(Categories categories, Schema schema)
    : categories_(std::move(categories)), schema_(std::move(schema)), width_(padded_width(categories_.classes)) {
  std::size_t place = 0;
  for (std::size_t j = 0; j < categories_.values.size(); ++j) {
    const std::vector<std::string>& values = categories_.values[j];
    firsts_.push_back(place);
    place += categories_.size(j);
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t m) -> const std::string& { return values[m]; });
    order_.push_back(std::move(order));
  }
  firsts_.push_back(place);
  if (place >= missing_category) {
    throw Error(ErrorCode::bad_data, "the columns have more values in all than can be counted");
  }
  table_.resize((place + 1) * width_);
  for (std::size_t k = 0; k < place; ++k) {
    std::copy_n(categories_.log_probability.begin() + static_cast<std::ptrdiff_t>(k * classes()), classes(),
                table_.begin() + static_cast<std::ptrdiff_t>(k * width_));
  }
}

void ValueConditional::check(const Rows& rows) const { check_shape(rows, schema_); }

ValueConditional::Found ValueConditional::find(std::size_t j, const std::string& value) const {
  const auto text = [&](std::size_t m) -> const std::string& { return categories_.values[j][m]; };
  const auto found = std::ranges::lower_bound(order_[j], value, {}, text);
  if (found != order_[j].end() && text(*found) == value) {
    return {firsts_[j] + *found, true};
  }
  return {categories_.reserved ? firsts_[j] + order_[j].size() : no_say(), false};
}

std::size_t ValueConditional::place_of(const CategoryBatch& rows, std::size_t i, std::size_t j) const {
  const std::string* value = value_of(rows, i, j);
  return value == nullptr ? no_say() : find(j, *value).place;
}

void ValueConditional::prepare(const CategoryBatch& rows, Workspace& work) const {
  for (std::size_t j = 0; j < rows.columns; ++j) {
    work.starts.push_back(work.places.size());
    work.sizes.push_back(static_cast<std::uint32_t>(rows.values[j].size()));
    for (const std::string& value : rows.values[j]) {
      const Found found = find(j, value);
      work.places.push_back(static_cast<std::uint32_t>(found.place));
      work.unseen.push_back(found.known ? 0 : 1);
      work.some_unseen = work.some_unseen || !found.known;
    }
    work.places.push_back(static_cast<std::uint32_t>(no_say()));
    work.unseen.push_back(0);
  }
  work.panel.resize(panel_rows * rows.columns);
  work.lengths.values.fill(1);
  work.ready = true;
}

void ValueConditional::log_joint(const Rows& rows, std::size_t first, std::size_t count,
                                 std::span<const double> log_prior, std::span<PanelColumn> out, Workspace& work) const {
  const auto& batch = std::get<CategoryBatch>(rows);
  if (!work.ready) {
    prepare(batch, work);
  }
  const std::uint32_t* codes = batch.codes + first * batch.columns;
  bool bad = false;
  for (std::size_t r = 0; r < count; ++r) {
    for (std::size_t j = 0; j < batch.columns; ++j) {
      const std::uint32_t code = codes[r * batch.columns + j];
      const std::size_t place = work.starts[j] + std::min(code, work.sizes[j]);
      bad |= code >= work.sizes[j] && code != missing_category;
      work.panel[r * batch.columns + j] = work.places[place];
      work.counts.unseen += work.some_unseen ? std::uint64_t{work.unseen[place]} : 0;
    }
  }
  if (bad) {
    check_codes(std::get<CategoryBatch>(slice_rows(rows, first, count)), schema_, first);
  }
  sum_table_rows(table_, width_, work.panel, batch.columns, count, log_prior, out);
}

std::optional<std::string> ValueConditional::impossible(const Rows& rows, std::size_t i,
                                                        std::span<const double> log_prior) const {
  const auto& batch = std::get<CategoryBatch>(rows);
  std::vector<double> left(log_prior.begin(), log_prior.end());
  for (std::size_t j = 0; j < batch.columns; ++j) {
    const auto logs = log_probabilities(place_of(batch, i, j));
    std::ranges::transform(left, logs, left.begin(), std::plus<>());
    if (std::ranges::max(left) == log_zero) {
      const bool alone = std::ranges::max(logs) == log_zero;
      return fmt::format("column {}: no class has the value {}{}", quoted(schema_.features[j]),
                         quoted(*value_of(batch, i, j)), alone ? "" : " with those of the columns before it");
    }
  }
  return std::nullopt;
}

Explanation ValueConditional::explain(const Rows& rows, std::size_t i, std::span<const double> log_prior) const {
  const auto& batch = std::get<CategoryBatch>(rows);
  check_codes(std::get<CategoryBatch>(slice_rows(rows, i, 1)), schema_, i);
  Explanation result{{}, {log_prior.begin(), log_prior.end()}, {log_prior.begin(), log_prior.end()}};
  for (std::size_t j = 0; j < batch.columns; ++j) {
    const std::size_t place = place_of(batch, i, j);
    if (place == no_say()) {
      continue;
    }
    const auto logs = log_probabilities(place);
    for (std::size_t c = 0; c < classes(); ++c) {
      result.log_joint[c] += logs[c];
    }
    result.contributions.push_back({schema_.features[j], *value_of(batch, i, j), {logs.begin(), logs.end()}});
  }
  return result;
}

std::vector<FeatureOdds> ValueConditional::strongest(std::size_t c, std::size_t count,
                                                     std::span<const double> class_prior) const {
  const double others = 1 - class_prior[c];
  std::vector<FeatureOdds> all;
  for (std::size_t j = 0; others > 0 && j < order_.size(); ++j) {
    for (std::size_t m = 0; m < order_[j].size(); ++m) {
      const auto logs = log_probabilities(firsts_[j] + m);
      double elsewhere = 0;
      for (std::size_t k = 0; k < classes(); ++k) {
        elsewhere += k == c ? 0 : class_prior[k] / others * std::exp(logs[k]);
      }
      if (logs[c] > log_zero) {
        all.push_back({schema_.features[j], categories_.values[j][m], logs[c] - std::log(elsewhere),
                       categories_.counts[(firsts_[j] + m) * classes() + c]});
      }
    }
  }
  std::ranges::stable_sort(all, std::ranges::greater(), &FeatureOdds::log_odds);
  all.resize(std::min(count, all.size()));
  return all;
}

LinearForm ValueConditional::linear_form() const {
  LinearForm form;
  form.intercepts.resize(classes());
  for (std::size_t j = 0; j < order_.size(); ++j) {
    for (std::size_t m = 0; m < categories_.size(j); ++m) {
      const bool known = m < order_[j].size();
      form.names.push_back(known ? schema_.features[j] + "=" + categories_.values[j][m]
                                 : schema_.features[j] + "=<unseen>");
    }
  }
  for (std::size_t c = 0; c < classes(); ++c) {
    for (std::size_t place = 0; place < no_say(); ++place) {
      form.coefficients.push_back(log_probabilities(place)[c]);
    }
  }
  return form;
}

void ValueConditional::sample(std::size_t c, Random& random, DrawnRow& out) const {
  out.categories.resize(order_.size());
  std::vector<double> shares;
  for (std::size_t j = 0; j < order_.size(); ++j) {
    shares.clear();
    double sum = 0;
    for (std::size_t m = 0; m < order_[j].size(); ++m) {
      shares.push_back(std::exp(log_probabilities(firsts_[j] + m)[c]));
      sum += shares.back();
    }
    if (sum > 0) {
      std::ranges::for_each(shares, [sum](double& share) { share /= sum; });
      out.categories[j] = categories_.values[j][random.index(shares)];
    } else {
      out.categories[j].clear();
    }
  }
}

}  // namespace suffice
