#include "rival/logistic_loss.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "math/kernels/inner_products.hpp"
#include "math/kernels/panel.hpp"
#include "math/kernels/panel_product.hpp"
#include "math/kernels/softmax.hpp"
#include "math/linear/transposed.hpp"
#include "math/system/parallel.hpp"

namespace suffice {

namespace {

constexpr std::size_t chunk_panels = 16;
constexpr std::size_t chunk_rows = chunk_panels * panel_rows;
constexpr std::size_t most_tasks = 64;

// Weights as the panels' product takes them.
struct Scorer {
  Scorer(const LinearProblem& problem, std::span<const double> weights)
      : features(problem.features), classes(problem.classes) {
    for (std::size_t c = 0; c < classes; ++c) {
      const auto row = weights.subspan(c * (features + 1), features + 1);
      coefficients.insert(coefficients.end(), row.begin(), row.end() - 1);
      intercepts.push_back(row.back());
    }
    std::vector<std::size_t> columns(features);
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    layout = panel_layout(columns, problem.centre);
  }

  std::size_t features;
  std::size_t classes;
  std::vector<double> coefficients;
  std::vector<double> intercepts;
  PanelLayout layout;
};

// Some rows in panels, with the posteriors of their classes. One for each task.
class Chunk {
 public:
  explicit Chunk(const Scorer& scorer) : scorer_(&scorer), panels_(chunk_panels) {
    posteriors_.resize(chunk_panels * scorer.classes);
    for (std::size_t k = 0; k < chunk_panels; ++k) {
      posterior_places_.push_back(posteriors_.data() + k * scorer.classes);
    }
  }

  // Rows first, …, first + count − 1, count ≤ chunk_rows.
  void take(const Batch& batch, std::size_t first, std::size_t count) {
    count_ = count;
    places_.clear();
    for (std::size_t start = 0; start < count; start += panel_rows) {
      Panel& panel = panels_[start / panel_rows];
      pack_panel(batch.slice(first + start, std::min(panel_rows, count - start)), scorer_->layout, panel);
      if (!panel.moderate) {  // what is missing is at the centre
        for (PanelColumn& column : panel.columns) {
          std::ranges::replace_if(column.values, [](double value) { return std::isnan(value); }, 0.0);
        }
      }
      panel.columns.back().values.fill(1);  // the intercept's
      places_.push_back(panel.columns.data());
      const std::span<PanelColumn> scores = posteriors(start / panel_rows);
      multiply(scorer_->coefficients, scorer_->intercepts, panel.wanted(), scores);
      softmax(scores);
    }
  }

  [[nodiscard]] std::size_t panels() const { return places_.size(); }
  [[nodiscard]] std::span<PanelColumn> posteriors(std::size_t panel) {
    return std::span(posteriors_).subspan(panel * scorer_->classes, scorer_->classes);
  }
  [[nodiscard]] PanelStack features() const { return {places_, scorer_->features + 1}; }
  [[nodiscard]] PanelStack of_classes() const {
    return {std::span(posterior_places_).first(panels()), scorer_->classes};
  }
  [[nodiscard]] std::size_t size() const { return count_; }

 private:
  const Scorer* scorer_;
  std::size_t count_ = 0;
  std::vector<Panel> panels_;
  std::vector<const PanelColumn*> places_;
  std::vector<PanelColumn> posteriors_;
  std::vector<const PanelColumn*> posterior_places_;
};

struct Tasks {
  explicit Tasks(std::size_t size)
      : rows((std::max(size / most_tasks, 8 * chunk_rows) + chunk_rows - 1) / chunk_rows * chunk_rows),
        count((size + rows - 1) / rows) {}

  std::size_t rows;  // of each task, by the number of rows alone
  std::size_t count;
};

// Posteriors become w (p − 1[y = c]), whose inner products with features are the gradient.
void take_residuals(Chunk& chunk, const Batch& batch, std::span<const std::uint32_t> classes, std::size_t first,
                    LogisticLoss& loss) {
  for (std::size_t panel = 0; panel < chunk.panels(); ++panel) {
    const std::span<PanelColumn> columns = chunk.posteriors(panel);
    const std::size_t start = panel * panel_rows;
    for (std::size_t r = 0; r < panel_rows; ++r) {
      const std::size_t i = start + r;
      const double weight = i < chunk.size() ? batch.weight(first + i) : 0;
      if (weight != 1) {
        for (PanelColumn& column : columns) {
          column[r] *= weight;
        }
      }
      if (weight > 0) {
        double& own = columns[classes[first + i]][r];
        const double posterior = own / weight;
        loss.value -= weight * std::log(posterior);
        loss.least_posterior = std::min(loss.least_posterior, posterior);
        own -= weight;
      }
    }
  }
}

void add_dense(const Scorer& scorer, const Batch& batch, std::span<const std::uint32_t> classes, unsigned threads,
               LogisticLoss& total) {
  const Tasks tasks(classes.size());
  std::vector<LogisticLoss> parts(tasks.count);
  parallel_for(threads, tasks.count, [&](std::size_t task, unsigned /*worker*/) {
    LogisticLoss& part = parts[task];
    part.gradient.resize(total.gradient.size());
    Chunk chunk(scorer);
    const std::size_t end = std::min(classes.size(), (task + 1) * tasks.rows);
    for (std::size_t first = task * tasks.rows; first < end; first += chunk_rows) {
      chunk.take(batch, first, std::min(chunk_rows, end - first));
      take_residuals(chunk, batch, classes, first, part);
      add_inner_products(chunk.of_classes(), chunk.features(), false, part.gradient.data());
    }
  });
  for (const LogisticLoss& part : parts) {
    total.value += part.value;
    total.least_posterior = std::min(total.least_posterior, part.least_posterior);
    std::ranges::transform(total.gradient, part.gradient, total.gradient.begin(), std::plus<>());
  }
}

// Scores become posteriors; returns that of class y.
double to_posteriors(std::span<double> scores, std::size_t y) {
  const double most = std::ranges::max(scores);
  double sum = 0;
  for (double& score : scores) {
    score = std::exp(score - most);
    sum += score;
  }
  for (double& score : scores) {
    score /= sum;
  }
  return scores[y];
}

// Weights and gradient feature by feature: C numbers for each, the intercept last.
void add_sparse(std::span<const double> by_feature, const LinearProblem& problem, const SparseBatch& batch,
                std::span<const std::uint32_t> classes, unsigned threads, std::vector<double>& gradient,
                LogisticLoss& total) {
  constexpr std::size_t tasks = 4;  // each has a gradient of its own, whatever the threads
  const std::size_t width = problem.classes;
  std::vector<std::size_t> places;  // of the rows that weigh something: others change no bit
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (batch.weight(i) > 0) places.push_back(i);
  }
  std::vector<LogisticLoss> parts(tasks);
  parallel_for(threads, tasks, [&](std::size_t task, unsigned /*worker*/) {
    LogisticLoss& part = parts[task];
    part.gradient.resize(gradient.size());
    std::vector<double> scores(width);
    for (std::size_t place = task * places.size() / tasks; place < (task + 1) * places.size() / tasks; ++place) {
      const std::size_t i = places[place];
      const double weight = batch.weight(i);
      std::copy_n(by_feature.end() - static_cast<std::ptrdiff_t>(width), width, scores.begin());
      for (std::uint64_t k = batch.offsets[i]; k < batch.offsets[i + 1]; ++k) {
        const double value = problem.known(batch.indices[k], batch.value(k));
        const double* const row = by_feature.data() + batch.indices[k] * width;
        for (std::size_t c = 0; c < width; ++c) {
          scores[c] += value * row[c];
        }
      }
      const double posterior = to_posteriors(scores, classes[i]);
      part.value -= weight * std::log(posterior);
      part.least_posterior = std::min(part.least_posterior, posterior);
      scores[classes[i]] -= 1;
      const auto add = [&](double value, std::size_t feature) {
        double* const row = part.gradient.data() + feature * width;
        for (std::size_t c = 0; c < width; ++c) {
          row[c] += value * scores[c];
        }
      };
      for (std::uint64_t k = batch.offsets[i]; k < batch.offsets[i + 1]; ++k) {
        add(weight * problem.known(batch.indices[k], batch.value(k)), batch.indices[k]);
      }
      add(weight, problem.features);
    }
  });
  for (const LogisticLoss& part : parts) {
    total.value += part.value;
    total.least_posterior = std::min(total.least_posterior, part.least_posterior);
    std::ranges::transform(gradient, part.gradient, gradient.begin(), std::plus<>());
  }
}

// The features of a chunk, each times w p_c p_k of its row.
void weigh(Chunk& chunk, const Batch& batch, std::size_t first, std::size_t c, std::size_t k,
           std::vector<PanelColumn>& out, std::vector<const PanelColumn*>& places) {
  const PanelStack features = chunk.features();
  out.resize(chunk.panels() * features.columns);
  places.clear();
  for (std::size_t panel = 0; panel < chunk.panels(); ++panel) {
    const std::span<PanelColumn> posteriors = chunk.posteriors(panel);
    PanelColumn weights;
    for (std::size_t r = 0; r < panel_rows; ++r) {
      const std::size_t i = panel * panel_rows + r;
      weights[r] = i < chunk.size() ? batch.weight(first + i) * posteriors[c][r] * posteriors[k][r] : 0;
    }
    PanelColumn* const to = out.data() + panel * features.columns;
    for (std::size_t j = 0; j < features.columns; ++j) {
      const PanelColumn& from = features.panels[panel][j];
      for (std::size_t r = 0; r < panel_rows; ++r) {
        to[j][r] = weights[r] * from[r];
      }
    }
    places.push_back(to);
  }
}

}  // namespace

LogisticLoss logistic_loss(const LinearProblem& problem, std::span<const double> weights, unsigned threads) {
  LogisticLoss total;
  total.gradient.resize(problem.parameters());
  const Scorer scorer(problem, weights);
  std::vector<double> by_feature;       // of sparse rows
  std::vector<double> sparse_gradient;  // likewise
  problem.each([&](const LinearRows& rows) {
    if (const auto* batch = std::get_if<Batch>(&rows.features)) {
      add_dense(scorer, *batch, rows.classes, threads, total);
      return;
    }
    if (by_feature.empty()) {
      by_feature = transposed(weights, problem.features + 1);
      sparse_gradient.resize(problem.parameters());
    }
    add_sparse(by_feature, problem, std::get<SparseBatch>(rows.features), rows.classes, threads, sparse_gradient,
               total);
  });
  if (!sparse_gradient.empty()) {
    const std::vector<double> by_class = transposed(sparse_gradient, problem.classes);
    std::ranges::transform(total.gradient, by_class, total.gradient.begin(), std::plus<>());
  }
  return total;
}

std::vector<double> logistic_curvature(const LinearProblem& problem, std::span<const double> weights,
                                       unsigned threads) {
  const std::size_t size = (problem.features + 1) * (problem.features + 1);
  const std::size_t pairs = problem.classes * (problem.classes - 1) / 2;
  const Scorer scorer(problem, weights);
  std::vector<double> total(pairs * size);
  problem.each([&](const LinearRows& rows) {
    const auto& batch = std::get<Batch>(rows.features);
    const Tasks tasks(rows.size());
    std::vector<std::vector<double>> parts(tasks.count);
    parallel_for(threads, tasks.count, [&](std::size_t task, unsigned /*worker*/) {
      std::vector<double>& part = parts[task];
      part.resize(total.size());
      Chunk chunk(scorer);
      std::vector<PanelColumn> weighted;
      std::vector<const PanelColumn*> places;
      const std::size_t end = std::min(rows.size(), (task + 1) * tasks.rows);
      for (std::size_t first = task * tasks.rows; first < end; first += chunk_rows) {
        chunk.take(batch, first, std::min(chunk_rows, end - first));
        double* sums = part.data();
        for (std::size_t c = 1; c < problem.classes; ++c) {
          for (std::size_t k = 0; k < c; ++k, sums += size) {
            weigh(chunk, batch, first, c, k, weighted, places);
            add_inner_products({places, problem.features + 1}, chunk.features(), true, sums);
          }
        }
      }
    });
    for (const std::vector<double>& part : parts) {
      std::ranges::transform(total, part, total.begin(), std::plus<>());
    }
  });
  const std::size_t width = problem.features + 1;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        total[pair * size + j * width + i] = total[pair * size + i * width + j];
      }
    }
  }
  return total;
}

}  // namespace suffice
