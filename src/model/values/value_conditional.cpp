#include "model/values/value_conditional.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "encode/check_rows.hpp"
#include "math/kernels/table_sums.hpp"
#include "math/special/log_zero.hpp"
#include "model/strongest.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// Nothing where it is missing.
std::optional<std::string_view> value_of(const CategoryBatch& rows, std::size_t i, std::size_t j) {
  const std::uint32_t code = rows.codes[i * rows.columns + j];
  return code == missing_category ? std::nullopt : std::optional(rows.values[j][code]);
}

// Whether the dictionary of column j was made for the rows of this call alone.
bool is_made(const EncodeBuffer* buffer, std::size_t j, const Texts& dictionary) {
  return buffer != nullptr && j < buffer->made.size() && !buffer->made[j].empty() && dictionary.size() > 0 &&
         dictionary[0].data() == buffer->made[j].front().data();
}

}  // namespace

ValueConditional::ValueConditional(Categories categories, const Shared<Block>& block)
    : categories_(std::move(categories)), block_(block), width_(padded_width(categories_.classes)) {
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

void ValueConditional::check(const BlockRows& rows, unsigned threads) const { check_shape(rows, block_, threads); }

ValueConditional::Found ValueConditional::find(std::size_t j, std::string_view value) const {
  const auto text = [&](std::size_t m) -> std::string_view { return categories_.values[j][m]; };
  const auto found = std::ranges::lower_bound(order_[j], value, {}, text);
  if (found != order_[j].end() && text(*found) == value) {
    return {firsts_[j] + *found, true};
  }
  return {categories_.reserved ? firsts_[j] + order_[j].size() : ignored(), false};
}

std::size_t ValueConditional::place_of(const CategoryBatch& rows, std::size_t i, std::size_t j) const {
  const std::optional<std::string_view> value = value_of(rows, i, j);
  return !value ? ignored() : find(j, *value).place;
}

void ValueConditional::find_places(const CategoryBatch& rows, std::size_t first, std::size_t count, std::size_t j,
                                   Places& places) const {
  const Texts& dictionary = rows.values[j];
  places.of_code.resize(dictionary.size() + 1);
  places.unseen.resize(dictionary.size() + 1);
  places.some_unseen = false;
  places.size = dictionary.size();
  const auto find_place = [&](std::size_t code) {
    const Found found = find(j, dictionary[code]);
    places.of_code[code] = static_cast<std::uint32_t>(found.place);
    places.unseen[code] = found.known ? 0 : 1;
    places.some_unseen = places.some_unseen || !found.known;
  };
  const bool are_few = rows.rows < dictionary.size();
  places.first = are_few || dictionary.size() == 0 ? nullptr : dictionary[0].data();
  for (std::size_t i = first; are_few && i < first + count; ++i) {
    const std::uint32_t code = rows.codes[i * rows.columns + j];
    if (code < dictionary.size()) find_place(code);
  }
  for (std::size_t code = 0; !are_few && code < dictionary.size(); ++code) find_place(code);
  places.of_code.back() = static_cast<std::uint32_t>(ignored());
  places.unseen.back() = 0;
}

// Dictionaries of a table are the same from call to call.
void ValueConditional::prepare(const CategoryBatch& rows, std::size_t first, std::size_t count, Workspace& work) const {
  work.places.resize(rows.columns);
  work.columns.clear();
  for (std::size_t j = 0; j < rows.columns; ++j) {
    Places& places = work.places[j];
    const Texts& dictionary = rows.values[j];
    const char* bytes = dictionary.size() > 0 ? dictionary[0].data() : nullptr;
    if (places.of_code.empty() || places.size != dictionary.size() || places.first != bytes ||
        is_made(work.buffer, j, dictionary)) {
      find_places(rows, first, count, j, places);
    }
    work.columns.push_back({places.of_code.data(), places.some_unseen ? places.unseen.data() : nullptr,
                            static_cast<std::uint32_t>(places.size)});
  }
  work.panel.resize(panel_rows * rows.columns);
}

void ValueConditional::find_panel(const CategoryBatch& rows, std::size_t first, std::size_t count,
                                  Workspace& work) const {
  const std::uint32_t* codes = rows.codes + first * rows.columns;
  std::uint32_t* to = work.panel.data();
  bool bad = false;
  std::uint64_t unseen = 0;
  std::uint64_t outside = 0;  // of the dictionaries
  for (std::size_t r = 0; r < count; ++r) {
    for (const Codes& column : work.columns) {
      const std::uint32_t code = *codes++;
      const std::size_t place = std::min(code, column.size);
      outside += static_cast<std::uint64_t>(code >= column.size);
      bad |= code >= column.size && code != missing_category;
      *to++ = column.places[place];
      unseen += column.unseen != nullptr ? std::uint64_t{column.unseen[place]} : 0;
    }
  }
  work.counts.unseen += unseen;
  work.counts.missing += outside;
  if (bad) {
    check_codes(std::get<CategoryBatch>(slice_rows(rows, first, count)), block_, work.origin + first, 1);
  }
}

void ValueConditional::add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted /*wanted*/,
                                       std::span<PanelColumn> out, Workspace& work) const {
  const auto& batch = std::get<CategoryBatch>(rows);
  prepare(batch, first, count, work);
  for (std::size_t start = 0; start < count; start += panel_rows) {
    const std::size_t panel = std::min(panel_rows, count - start);
    find_panel(batch, first + start, panel, work);
    sum_table_rows(table_, width_, work.panel, batch.columns, panel, work.start,
                   out.subspan(start / panel_rows * classes(), classes()));
  }
}

std::optional<std::string> ValueConditional::impossible(const BlockRows& rows, std::size_t i,
                                                        std::span<double> left) const {
  const auto& batch = std::get<CategoryBatch>(rows);
  for (std::size_t j = 0; j < batch.columns; ++j) {
    const std::size_t place = place_of(batch, i, j);
    if (place == ignored()) {
      continue;
    }
    const auto logs = log_probabilities(place);
    std::ranges::transform(left, logs, left.begin(), std::plus<>());
    if (std::ranges::max(left) == log_zero) {
      const bool alone = std::ranges::max(logs) == log_zero;
      return fmt::format("column {}: no class has the value {}{}", quoted(block_->features[j]),
                         quoted(*value_of(batch, i, j)), alone ? "" : " with those of the columns before it");
    }
  }
  return std::nullopt;
}

void ValueConditional::show_unknown(const CategoryBatch& rows, std::size_t i, std::size_t j,
                                    Explanation& explanation) const {
  if (const std::optional<std::string_view> value = value_of(rows, i, j)) {
    explanation.contributions.push_back(
        {block_->features[j], fmt::format("{} (unknown)", *value), std::vector<double>(classes())});
  }
}

Explanation ValueConditional::explain(const BlockRows& rows, std::size_t i, std::span<const double> start) const {
  const auto& batch = std::get<CategoryBatch>(rows);
  check_codes(std::get<CategoryBatch>(slice_rows(rows, i, 1)), block_, i, 1);
  Explanation result{{}, {start.begin(), start.end()}, {start.begin(), start.end()}};
  for (std::size_t j = 0; j < batch.columns; ++j) {
    const std::size_t place = place_of(batch, i, j);
    if (place == ignored()) {
      show_unknown(batch, i, j, result);
      continue;
    }
    const auto logs = log_probabilities(place);
    for (std::size_t c = 0; c < classes(); ++c) {
      result.log_joint[c] += logs[c];
    }
    result.contributions.push_back(
        {block_->features[j], std::string(*value_of(batch, i, j)), {logs.begin(), logs.end()}});
  }
  return result;
}

std::vector<std::vector<FeatureOdds>> ValueConditional::strongest(std::span<const std::size_t> classes_wanted,
                                                                  std::size_t count,
                                                                  std::span<const double> class_prior) const {
  if (classes() < 2) {
    return std::vector<std::vector<FeatureOdds>>(classes_wanted.size());
  }
  OddsAgainstOthers against_others(true, class_prior);
  StrongestFeatures strongest(classes_wanted, count);
  std::vector<double> odds;
  for (std::size_t j = 0; j < order_.size(); ++j) {
    for (std::size_t m = 0; m < order_[j].size(); ++m) {
      const auto logs = log_probabilities(firsts_[j] + m);
      odds.assign(logs.begin(), logs.end());
      against_others.take(odds);
      for (std::size_t c = 0; c < classes(); ++c) {
        odds[c] = logs[c] > log_zero ? odds[c] : std::nan("");
      }
      strongest.offer(block_->features[j], categories_.values[j][m], odds,
                      std::span(categories_.counts).subspan((firsts_[j] + m) * classes(), classes()));
    }
  }
  return strongest.take();
}

LinearForm ValueConditional::linear_form() const {
  LinearForm form;
  form.intercepts.resize(classes());
  for (std::size_t j = 0; j < order_.size(); ++j) {
    for (std::size_t m = 0; m < categories_.size(j); ++m) {
      const bool known = m < order_[j].size();
      form.names.push_back(known ? block_->features[j] + "=" + categories_.values[j][m]
                                 : block_->features[j] + "=<unseen>");
    }
  }
  for (std::size_t c = 0; c < classes(); ++c) {
    for (std::size_t place = 0; place < ignored(); ++place) {
      form.coefficients.push_back(log_probabilities(place)[c]);
    }
  }
  return form;
}

void ValueConditional::sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> /*length*/) const {
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
