#include "rival/feature_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "data/schema/binding.hpp"
#include "data/schema/names.hpp"
#include "encode/check_rows.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// More features than these are written out sparse.
constexpr std::size_t most_dense_features = 2000;

Schema schema_of(const Summary& summary, const std::vector<FeatureMap>& maps) {
  Schema schema = without_blocks(summary.schema);
  for (const FeatureMap& map : maps) {
    schema.blocks.push_back(map.block());
  }
  return schema;
}

double sum_of(std::span<const double> weights, std::size_t rows) {
  return weights.empty() ? static_cast<double>(rows) : std::accumulate(weights.begin(), weights.end(), 0.0);
}

}  // namespace

std::size_t FeatureRows::bytes() const {
  return (values.size() + offsets.size() + weights.size()) * sizeof(double) +
         (indices.size() + classes.size()) * sizeof(std::uint32_t);
}

LinearRows FeatureRows::view(std::span<const double> other_weights) const {
  if (dense) {
    return {Batch::row_major(values.data(), size(), features, other_weights), classes};
  }
  return {SparseBatch{values.data(), offsets, indices, features, other_weights}, classes};
}

void FeatureRows::clear() {
  values.clear();
  offsets.assign(dense ? 0 : 1, 0);
  indices.clear();
  classes.clear();
  weights.clear();
}

FeatureRows selected_rows(const FeatureRows& rows, const std::vector<std::size_t>& places) {
  FeatureRows chosen{.dense = rows.dense, .features = rows.features};
  chosen.clear();
  for (const std::size_t i : places) {
    const std::size_t first = rows.dense ? i * rows.features : rows.offsets[i];
    const std::size_t last = rows.dense ? first + rows.features : rows.offsets[i + 1];
    const auto from = [](auto& numbers, std::size_t place) {
      return numbers.begin() + static_cast<std::ptrdiff_t>(place);
    };
    chosen.values.insert(chosen.values.end(), from(rows.values, first), from(rows.values, last));
    if (!rows.dense) {
      chosen.indices.insert(chosen.indices.end(), from(rows.indices, first), from(rows.indices, last));
      chosen.offsets.push_back(chosen.values.size());
    }
    chosen.classes.push_back(rows.classes[i]);
    chosen.weights.push_back(rows.weights[i]);
  }
  return chosen;
}

FeatureReader::FeatureReader(const Summary& summary, const Options& options, unsigned threads)
    : maps_(feature_maps(summary, options, threads)),
      schema_(schema_of(summary, maps_)),
      encoder_(schema_),
      class_weight_(summary.classes.weight) {
  for (const FeatureMap& map : maps_) {
    features_ += map.size();
    dense_ = dense_ && !map.is_sparse();
    means_.insert(means_.end(), map.centre().begin(), map.centre().end());
    for (std::size_t j = 0; j < map.size(); ++j) has_mean_.push_back(j < map.means());
  }
  dense_ = dense_ && features_ <= most_dense_features;
  for (std::size_t c = 0; c < summary.classes.size(); ++c) {
    class_of_label_.emplace(summary.classes.labels[c], static_cast<std::uint32_t>(c));
  }
}

FeatureRows FeatureReader::no_rows() const {
  FeatureRows rows{.dense = dense_, .features = features_};
  rows.clear();
  return rows;
}

std::vector<std::uint32_t> FeatureReader::classes_of(const Table& rows, const Labels& labels) const {
  std::vector<std::uint32_t> by_code;
  for (const std::string& name : labels.names) {
    const auto found = class_of_label_.find(name);
    by_code.push_back(found == class_of_label_.end() ? UINT32_MAX : found->second);
  }
  std::vector<std::uint32_t> classes;
  classes.reserve(labels.codes.size());
  for (std::size_t i = 0; i < labels.codes.size(); ++i) {
    const std::uint32_t code = labels.codes[i];
    const std::uint32_t found = code < by_code.size() ? by_code[code] : UINT32_MAX;
    classes.push_back(found == UINT32_MAX && rows.weight(i) == 0 ? 0 : found);
  }
  if (const auto unknown = std::ranges::find(classes, UINT32_MAX); unknown != classes.end()) {
    const std::uint32_t code = labels.codes[static_cast<std::size_t>(unknown - classes.begin())];
    throw Error(ErrorCode::bad_data, fmt::format("the label {} was not among the rows when they were read first",
                                                 code < labels.names.size() ? quoted(labels.names[code]) : "?"));
  }
  return classes;
}

void FeatureReader::append(const Table& rows, const Labels& labels, FeatureRows& out) const {
  encoder_.check(rows);
  check_labels(rows.rows, rows.weights, labels);
  const std::vector<std::uint32_t> classes = classes_of(rows, labels);
  std::vector<EncodeBuffer> buffers(maps_.size());
  if (const std::optional<Batch> plain = plain_rows(rows, buffers[0])) {
    const std::size_t place = out.values.size();
    out.values.resize(place + rows.rows * features_);
    for (std::size_t i = 0; i < rows.rows; ++i) {
      plain->copy_row(i, out.values.data() + place + i * features_);
      out.weights.push_back(rows.weight(i));
    }
    out.classes.insert(out.classes.end(), classes.begin(), classes.end());
    return;
  }
  std::vector<FeatureMap::Workspace> work(maps_.size());
  std::vector<BlockRows> blocks;
  for (std::size_t b = 0; b < maps_.size(); ++b) {
    blocks.push_back(without_weights(encoder_.rows(rows, b, buffers[b])));
    check_shape(blocks.back(), maps_[b].block(), 1);
    work[b].values.buffer = &buffers[b];
  }
  ScoreCounts counts;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const std::size_t place = out.values.size();
    if (out.dense) {
      out.values.resize(place + features_);
    }
    std::size_t before = 0;
    for (std::size_t b = 0; b < maps_.size(); ++b) {
      maps_[b].read(blocks[b], i, 0, work[b], counts);
      for (const FeatureEntry& entry : work[b].entries) {
        if (out.dense) {
          out.values[place + before + entry.feature] = entry.value;
        } else if (entry.value != 0) {
          out.indices.push_back(static_cast<std::uint32_t>(before) + entry.feature);
          out.values.push_back(entry.value);
        }
      }
      before += maps_[b].size();
    }
    if (!out.dense) {
      out.offsets.push_back(out.values.size());
    }
    out.classes.push_back(classes[i]);
    out.weights.push_back(rows.weight(i));
  }
}

std::optional<Batch> FeatureReader::plain_rows(const Table& rows, EncodeBuffer& buffer) const {
  if (maps_.size() != 1 || !maps_[0].is_plain() || !dense_) {
    return std::nullopt;
  }
  const BlockRows block = encoder_.rows(rows, 0, buffer);
  const auto* const batch = std::get_if<Batch>(&block);
  if (batch == nullptr) {
    return std::nullopt;
  }
  return *batch;
}

LinearProblem FeatureReader::problem(const Table& rows, const Labels& labels, FeatureRows& held) const {
  held = no_rows();
  encoder_.check(rows);
  EncodeBuffer buffer;
  const std::optional<Batch> plain = plain_rows(rows, buffer);
  if (!plain || !encoder_.is_view(rows, 0)) {
    append(rows, labels, held);
    return problem(held);
  }
  check_labels(rows.rows, rows.weights, labels);
  held.classes = classes_of(rows, labels);
  LinearProblem problem = empty_problem(means_);
  problem.rows = rows.rows;
  problem.weight = sum_of(rows.weights, rows.rows);
  problem.each = [batch = *plain, &held](const auto& use) { use(LinearRows{batch, held.classes}); };
  return problem;
}

LinearProblem FeatureReader::empty_problem(std::vector<double> means) const {
  LinearProblem problem;
  problem.features = features_;
  problem.classes = class_of_label_.size();
  problem.class_weight = class_weight_;
  problem.dense = dense_;
  problem.name_of = [this](std::size_t feature) {
    std::size_t b = 0;
    for (; feature >= maps_[b].size(); ++b) feature -= maps_[b].size();
    return quoted(maps_[b].names()[feature]);
  };
  problem.centre.resize(features_);
  (dense_ ? problem.centre : problem.fill) = std::move(means);
  return problem;
}

std::vector<double> FeatureReader::means_of(const FeatureRows& rows, std::span<const double> weights) const {
  const double all = sum_of(weights, rows.size());
  std::vector<double> weight(features_, all);  // of the rows that have the feature
  std::vector<double> means(features_);
  const auto add = [&](std::size_t j, double value, double own) {
    if (!has_mean_[j] || own == 0) return;
    if (std::isnan(value)) {
      weight[j] -= own;
    } else {
      means[j] += own * value;
    }
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; rows.dense && j < features_; ++j) add(j, rows.values[i * features_ + j], weights[i]);
    for (std::uint64_t k = rows.dense ? 0 : rows.offsets[i]; !rows.dense && k < rows.offsets[i + 1]; ++k) {
      add(rows.indices[k], rows.values[k], weights[i]);
    }
  }
  for (std::size_t j = 0; j < features_; ++j) means[j] = weight[j] > 0 ? means[j] / weight[j] : 0;
  return means;
}

LinearProblem FeatureReader::problem(const FeatureRows& rows, std::span<const double> weights,
                                     std::vector<double> means) const {
  LinearProblem problem = empty_problem(std::move(means));
  problem.rows = rows.size();
  problem.weight = sum_of(weights, rows.size());
  problem.class_weight.assign(problem.classes, 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) problem.class_weight[rows.classes[i]] += weights[i];
  problem.each = [&rows, weights](const auto& use) { use(rows.view(weights)); };
  return problem;
}

LinearProblem FeatureReader::problem(const EachTable& each, std::size_t most_bytes, FeatureRows& held) const {
  LinearProblem streamed = empty_problem(means_);
  held = no_rows();
  bool fits = true;
  each([&](const Table& rows, const Labels& labels) {
    streamed.rows += rows.rows;
    streamed.weight += sum_of(rows.weights, rows.rows);
    if (fits) {
      append(rows, labels, held);
      fits = held.bytes() <= most_bytes;
    }
  });
  if (fits) {
    return problem(held);
  }
  held = no_rows();
  streamed.each = [this, each](const auto& use) {
    FeatureRows written = no_rows();
    each([&](const Table& rows, const Labels& labels) {
      written.clear();
      append(rows, labels, written);
      use(written.view());
    });
  };
  return streamed;
}

}  // namespace suffice
