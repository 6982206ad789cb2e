// Model: everything that follows from the log joint, derived once for every family.
#include "suffice/model.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "data/check_batch.hpp"
#include "math/log_sum_exp.hpp"
#include "math/parallel.hpp"
#include "model/shared_gaussian.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

constexpr std::size_t block_rows = 1024;

// Calls body(first, rows) for blocks of rows, on several threads.
void for_blocks(const Batch& rows, unsigned threads, const std::function<void(std::size_t, const Batch&)>& body) {
  const std::size_t blocks = (rows.rows + block_rows - 1) / block_rows;
  parallel_for(thread_count(threads), blocks, [&](std::size_t block, unsigned) {
    const std::size_t first = block * block_rows;
    body(first, rows.slice(first, std::min(block_rows, rows.rows - first)));
  });
}

void check_sizes(const Batch& rows, const Schema& schema, std::size_t out, std::size_t wanted) {
  if (out != wanted) {
    throw Error(ErrorCode::usage, fmt::format("the result needs a buffer of {} numbers, not {}", wanted, out));
  }
  check_rows(rows, schema);
}

}  // namespace

Model::Model(Schema schema, std::vector<std::string> labels, std::vector<double> class_prior,
             std::shared_ptr<const SharedGaussian> density, double shrinkage, std::vector<std::string> notes)
    : schema_(std::move(schema)),
      labels_(std::move(labels)),
      class_prior_(std::move(class_prior)),
      density_(std::move(density)),
      shrinkage_(shrinkage),
      notes_(std::move(notes)) {
  std::ranges::transform(class_prior_, std::back_inserter(log_prior_), [](double p) { return std::log(p); });
}

void Model::add_log_prior(std::size_t rows, double* out) const {
  for (std::size_t i = 0; i < rows; ++i) {
    for (const double log_prior : log_prior_) {
      *out++ += log_prior;
    }
  }
}

// The log joint less a term that is the same for every class.
void Model::relative_log_joint(const Batch& rows, double* out) const {
  density_->relative_log_density(rows, out);
  add_log_prior(rows.rows, out);
}

void Model::log_joint(const Batch& rows, std::span<double> out, ScoreOptions options) const {
  const std::size_t size = labels_.size();
  check_sizes(rows, schema_, out.size(), rows.rows * size);
  for_blocks(rows, options.threads, [&](std::size_t first, const Batch& block) {
    double* joint = out.data() + first * size;
    density_->log_density(block, joint);
    add_log_prior(block.rows, joint);
  });
}

void Model::log_evidence(const Batch& rows, std::span<double> out, ScoreOptions options) const {
  const std::size_t size = labels_.size();
  check_sizes(rows, schema_, out.size(), rows.rows);
  for_blocks(rows, options.threads, [&](std::size_t first, const Batch& block) {
    std::vector<double> joint(block.rows * size);
    density_->log_density(block, joint.data());
    add_log_prior(block.rows, joint.data());
    for (std::size_t i = 0; i < block.rows; ++i) {
      out[first + i] = log_sum_exp(std::span(joint).subspan(i * size, size));
    }
  });
}

void Model::log_posterior(const Batch& rows, std::span<double> out, ScoreOptions options) const {
  const std::size_t size = labels_.size();
  check_sizes(rows, schema_, out.size(), rows.rows * size);
  for_blocks(rows, options.threads, [&](std::size_t first, const Batch& block) {
    relative_log_joint(block, out.data() + first * size);
    for (std::size_t i = 0; i < block.rows; ++i) {
      normalise_logs(out.subspan((first + i) * size, size));
    }
  });
}

void Model::predict(const Batch& rows, std::span<std::uint32_t> out, ScoreOptions options) const {
  const std::size_t size = labels_.size();
  check_sizes(rows, schema_, out.size(), rows.rows);
  for_blocks(rows, options.threads, [&](std::size_t first, const Batch& block) {
    std::vector<double> joint(block.rows * size);
    relative_log_joint(block, joint.data());
    for (std::size_t i = 0; i < block.rows; ++i) {
      const auto row = std::span(joint).subspan(i * size, size);
      out[first + i] = static_cast<std::uint32_t>(std::ranges::max_element(row) - row.begin());
    }
  });
}

LinearForm Model::linear_form() const {
  LinearForm form = density_->linear_form();
  std::ranges::transform(form.intercepts, log_prior_, form.intercepts.begin(), std::plus<>());
  return form;
}

// The sequence is cut into blocks with generators of their own, so that any part of it can be drawn alone.
Sample Model::sample(std::size_t n, std::uint64_t seed, std::uint64_t first) const {
  const std::size_t d = schema_.features.size();
  Sample sample{std::vector<double>(n * d), std::vector<std::uint32_t>(n)};
  std::vector<double> passed_over(d);
  for (std::uint64_t start = first / block_rows * block_rows; start < first + n; start += block_rows) {
    Random random(mix_seed(seed, start / block_rows));
    for (std::uint64_t row = start; row < std::min(start + block_rows, first + n); ++row) {
      const std::size_t c = random.index(class_prior_);
      if (row < first) {
        density_->sample(c, random, passed_over.data());
      } else {
        sample.labels[row - first] = static_cast<std::uint32_t>(c);
        density_->sample(c, random, sample.values.data() + (row - first) * d);
      }
    }
  }
  return sample;
}

}  // namespace suffice
