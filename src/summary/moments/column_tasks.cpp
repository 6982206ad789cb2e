#include "summary/moments/column_tasks.hpp"

#include <algorithm>

#include "math/kernels/scatter.hpp"
#include "summary/moments/moment_state.hpp"
#include "summary/moments/row_plan.hpp"

namespace suffice {

namespace {

constexpr std::size_t range_columns = 128;

std::size_t range_count(const MomentShape& shape) { return (shape.columns + range_columns - 1) / range_columns; }

// Larger panels leave more arithmetic for each time the matrices go through the caches; matrices of many classes, most.
std::size_t rows_at_once(const MomentShape& shape) {
  const bool by_class = shape.keep.moments == MomentKind::full;
  const std::size_t bytes = std::size_t{by_class ? 8U : 4U} << 20U;
  const std::size_t rows = bytes / (shape.width() * sizeof(double)) / 64 * 64;
  return shape.has_matrices() ? std::clamp<std::size_t>(rows, 64, by_class ? 4096 : 256) : 256;
}

}  // namespace

ColumnTasks::ColumnTasks(MomentState& state, const LabelledRows& rows, std::uint64_t rows_before, unsigned threads,
                         Workspace& workspace)
    : state_(state), rows_(rows), workspace_(workspace) {
  const MomentShape& shape = state.shape;
  const std::size_t capacity = rows_at_once(shape);
  const std::size_t width = shape.width();
  const std::size_t group_count = state.classes() + 1;
  workspace.nothing.assign(3 * width, 0);
  workspace.panels.resize(2);
  for (Workspace::Panel& panel : workspace.panels) {
    panel.plan.reserve(capacity, group_count);
    panel.values.resize(shape.has_matrices() ? capacity * width : 0);
  }
  workspace.workers.resize(threads);
  for (Workspace::Worker& worker : workspace.workers) {
    worker.plan.reserve(capacity, group_count);
    worker.copy.resize(rows.batch.column_stride == 1 ? 0 : capacity * range_columns);
    worker.closing.resize(1, MomentState::Closing(shape));
  }
  plan_steps(rows_before);
}

void ColumnTasks::add_step(Step step) {
  step.first_task = tasks_;
  tasks_ += step.pack.rows > 0 ? range_count(state_.shape) : 0;
  tasks_ += step.multiply.rows > 0 ? part_count(state_.shape.columns) : 0;
  tasks_ += step.closes_wave ? state_.second.size() : 0;
  steps_.push_back(step);
}

void ColumnTasks::plan_steps(std::uint64_t rows_before) {
  const bool multiplies = state_.shape.has_matrices();
  const std::size_t most = multiplies ? rows_at_once(state_.shape) : rows_.batch.rows;
  Stretch packed;  // and not yet multiplied
  for (std::size_t first = 0; first < rows_.batch.rows;) {
    std::size_t rows = std::min(most, rows_.batch.rows - first);
    while (wave_start(rows_before + first + rows - 1) > rows_before + first) {
      rows = wave_start(rows_before + first + rows - 1) - (rows_before + first);
    }
    const Stretch next{first, rows, 1 - packed.panel};
    add_step({.pack = next, .multiply = packed});
    packed = multiplies ? next : Stretch{};
    first += rows;
    if (starts_wave(rows_before + first) || first == rows_.batch.rows) {
      add_step({.multiply = packed});
      packed.rows = 0;
    }
    if (starts_wave(rows_before + first)) {
      add_step({.closes_wave = true});
    }
  }
}

bool ColumnTasks::run(unsigned threads) {
  DoneCount done;
  parallel_for(threads, tasks_, [&](std::size_t task, unsigned worker) {
    const auto after = std::ranges::upper_bound(steps_, task, {}, &Step::first_task);
    const Step& step = *std::prev(after);
    done.wait_for(step.first_task);
    std::size_t number = task - step.first_task;
    const std::size_t packs = step.pack.rows > 0 ? range_count(state_.shape) : 0;
    if (step.closes_wave) {
      state_.close_wave(number, workspace_.workers[worker].closing[0]);
    } else if (number < packs) {
      pack(step.pack, number, worker);
    } else {
      multiply(step.multiply, number - packs);
    }
    done.add_one();
  });
  return finite_;
}

void ColumnTasks::pack(const Stretch& stretch, std::size_t range, unsigned worker) {
  const std::size_t most = rows_at_once(state_.shape);
  for (std::size_t done = 0; done < stretch.rows; done += most) {
    pack_panel({stretch.first + done, std::min(most, stretch.rows - done), stretch.panel}, range, worker);
  }
}

void ColumnTasks::pack_panel(const Stretch& stretch, std::size_t range, unsigned worker) {
  const MomentShape& shape = state_.shape;
  const bool counts = range == 0;  // one task counts the rows for all
  const LabelledRows rows = rows_.slice(stretch.first, stretch.rows);
  Workspace::Panel& panel = workspace_.panels[stretch.panel];
  RowPlan& plan = counts ? panel.plan : workspace_.workers[worker].plan;
  plan.make(rows, [](std::uint32_t c) { return c + 1; });

  const std::size_t first = range * range_columns;
  const std::size_t columns = std::min(range_columns, shape.columns - first);
  const std::size_t capacity = rows_at_once(shape);
  const std::size_t width = shape.width();
  double* values = shape.has_matrices() ? &panel.values[panel_index(0, first, capacity)] : nullptr;
  visit_dense(rows.batch, first, columns, workspace_.workers[worker].copy, [&](const auto& dense) {
    for (const RowRun& run : plan.runs) {
      const std::uint32_t* members = &plan.members[run.first];
      const RowSelection selection{members, shape.is_pooled() ? members : &plan.order[run.first], run.rows};
      double* nothing = &workspace_.nothing[first];
      CentredSums sums{nothing, nothing + width, nothing + 2 * width, values, capacity};
      if (run.group > 0) {
        const std::size_t c = run.group - 1;
        sums.shift = &state_.mean[c * width + first];
        sums.first = &state_.wave_first[c * width + first];
        sums.second = &state_.second[shape.set_of(c)][first];
      }
      if (!centre_rows(dense, selection, sums)) {
        finite_ = false;
      }
    }
  });
  for (std::size_t i = 0; counts && i < rows.batch.rows; ++i) {
    if (plan.groups[i] == 0) {
      continue;
    }
    const std::size_t c = plan.groups[i] - 1;
    ++state_.rows[c];
    state_.wave_weight[c] += rows.batch.weight(i);
    if (shape.keep.fourth) {
      add_fourth(rows.batch, i, &state_.mean[c * shape.width()], &state_.third[c * shape.width()], state_.fourth[c]);
    }
  }
}

void ColumnTasks::multiply(const Stretch& stretch, std::size_t part) {
  const MomentShape& shape = state_.shape;
  const Workspace::Panel& panel = workspace_.panels[stretch.panel];
  PanelPair pair{panel.values.data(), panel.values.data(), rows_at_once(shape), stretch.rows, shape.columns};
  if (shape.is_pooled()) {
    add_scatter_part(pair, part, state_.second[0].data());
    return;
  }
  for (const RowRun& run : panel.plan.runs) {
    if (run.group > 0) {
      pair.left = pair.right = &panel.values[run.first * strip_columns];
      pair.rows = run.rows;
      add_scatter_part(pair, part, state_.second[run.group - 1].data());
    }
  }
}

}  // namespace suffice
