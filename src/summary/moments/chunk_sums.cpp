#include "summary/moments/chunk_sums.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "math/kernels/scatter.hpp"
#include "summary/moments/moment_state.hpp"

namespace suffice {

namespace {

// Rows that are packed at a time: the panel and a triangle stay in the second-level cache.
std::size_t panel_rows(const MomentShape& shape) {
  constexpr std::size_t panel_bytes = std::size_t{460} << 10U;
  const std::size_t rows = panel_bytes / (shape.width() * sizeof(double)) / 64 * 64;
  return shape.has_matrices() ? std::clamp<std::size_t>(rows, 64, shape.is_pooled() ? 128 : 512) : 256;
}

// An odd number of rows from one strip to the next keeps the strips of a row apart in the caches' sets.
std::size_t panel_capacity(const MomentShape& shape) { return panel_rows(shape) + 1; }

void add_each(double* to, double* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    to[i] += from[i];
    from[i] = 0;
  }
}

}  // namespace

void ChunkSums::reserve(const MomentShape& shape, std::size_t rows, std::size_t class_count) {
  shape_ = shape;
  const std::size_t slots = std::min(rows, class_count);
  slots_.resize(class_count, no_class);
  classes_.reserve(slots);
  rows_.resize(slots);
  weight_.resize(slots);
  first_.resize(slots * shape.width());
  second_.resize(shape.sets(slots) * shape.set_size());
  third_.resize(shape.keep.fourth ? first_.size() : 0);
  fourth_.resize(shape.keep.fourth ? slots : 0);
  nothing_.assign(3 * shape.width(), 0);
}

void ChunkSums::Workspace::reserve(const MomentShape& shape, std::size_t rows, bool copies) {
  plan.reserve(panel_rows(shape), rows + 1);
  panel.resize(shape.has_matrices() ? panel_capacity(shape) * shape.width() : 0);
  copy.resize(copies ? panel_rows(shape) * shape.columns : copy.size());
}

std::uint32_t ChunkSums::open_slot(std::uint32_t c) {
  slots_[c] = static_cast<std::uint32_t>(classes_.size());
  classes_.push_back(c);
  return slots_[c];
}

bool ChunkSums::add(const LabelledRows& rows, const Batch& next, const MomentState& state, Workspace& workspace) {
  bool finite = true;
  const std::size_t step = panel_rows(shape_);
  for (std::size_t first = 0; first < rows.batch.rows; first += step) {
    const std::size_t count = std::min(step, rows.batch.rows - first);
    const std::size_t left = rows.batch.rows - first - count;
    const Batch ahead =
        left > 0 ? rows.batch.slice(first + count, std::min(step, left)) : next.slice(0, std::min(step, next.rows));
    finite = add_panel(rows.slice(first, count), ahead, state, workspace) && finite;
  }
  return finite;
}

bool ChunkSums::add_panel(const LabelledRows& rows, const Batch& ahead, const MomentState& state,
                          Workspace& workspace) {
  const std::size_t width = shape_.width();
  const std::size_t most = panel_rows(shape_);
  const std::size_t capacity = panel_capacity(shape_);
  const bool by_class = shape_.keep.moments == MomentKind::full;
  RowPlan& plan = workspace.plan;
  const std::uint32_t* slots = slots_.data();
  plan.make(rows, [&](std::uint32_t c) { return 1 + (slots[c] != no_class ? slots[c] : open_slot(c)); });

  double* panel = shape_.has_matrices() ? workspace.panel.data() : nullptr;
  bool finite = true;
  visit_dense(rows.batch, 0, shape_.columns, workspace.copy, [&](auto dense) {
    for (const RowRun& run : plan.runs) {
      dense.ahead = static_cast<std::ptrdiff_t>(most + run.first) * dense.row_stride;
      const std::uint32_t* members = &plan.members[run.first];
      const RowSelection selection{members, by_class ? &plan.order[run.first] : members, run.rows};
      CentredSums sums{nothing_.data(), &nothing_[width], &nothing_[2 * width], panel, capacity};
      if (run.group > 0) {
        const std::size_t slot = run.group - 1;
        sums.shift = &state.mean[classes_[slot] * width];
        sums.first = &first_[slot * width];
        sums.second = &second_[shape_.set_of(slot) * shape_.set_size()];
        rows_[slot] += run.rows;
        weight_[slot] += rows.batch.weights.empty() ? static_cast<double>(run.rows) : 0;
      }
      finite = centre_rows(dense, selection, sums) && finite;
    }
  });
  for (std::size_t i = 0; i < rows.batch.weights.size(); ++i) {
    if (plan.groups[i] > 0) {
      weight_[plan.groups[i] - 1] += rows.batch.weight(i);
    }
  }
  if (shape_.has_matrices()) {
    multiply(plan, ahead, panel);
  }
  for (std::size_t i = 0; shape_.keep.fourth && i < rows.batch.rows; ++i) {
    if (plan.groups[i] > 0) {
      const std::size_t slot = plan.groups[i] - 1;
      add_fourth(rows.batch, i, &state.mean[classes_[slot] * width], &third_[slot * width], fourth_[slot]);
    }
  }
  return finite;
}

void ChunkSums::multiply(const RowPlan& plan, const Batch& ahead, const double* panel) {
  PanelPair pair{panel, panel, panel_capacity(shape_), plan.groups.size(), shape_.columns};
  const char* fetched = nullptr;
  std::size_t row_bytes = 0;
  ahead.visit_row(0, [&](const auto* values) {
    fetched = reinterpret_cast<const char*>(values);
    row_bytes = ahead.rows * ahead.columns * sizeof(*values) / plan.groups.size();
  });
  const auto add = [&](std::size_t first, std::size_t rows, double* triangle) {
    pair.left = pair.right = panel + first * strip_columns;
    pair.rows = rows;
    pair.ahead = fetched;
    pair.ahead_bytes = rows * row_bytes;
    fetched += pair.ahead_bytes;
    add_scatter(pair, triangle);
  };
  if (shape_.is_pooled()) {
    add(0, plan.groups.size(), second_.data());
    return;
  }
  for (const RowRun& run : plan.runs) {
    if (run.group > 0) {
      add(run.first, run.rows, &second_[(run.group - 1) * shape_.set_size()]);
    }
  }
}

std::uint64_t ChunkSums::rows() const { return std::accumulate(rows_.begin(), rows_.end(), std::uint64_t{0}); }

std::size_t ChunkSums::bytes() const { return (first_.size() + second_.size() + third_.size()) * sizeof(double); }

void ChunkSums::move_to(MomentState& state) {
  const std::size_t width = shape_.width();
  for (std::size_t slot = 0; slot < classes_.size(); ++slot) {
    const std::size_t c = classes_[slot];
    state.rows[c] += std::exchange(rows_[slot], 0);
    state.wave_weight[c] += std::exchange(weight_[slot], 0);
    add_each(&state.wave_first[c * width], &first_[slot * width], width);
    if (!shape_.is_pooled()) {
      add_each(state.second[c].data(), &second_[slot * shape_.set_size()], shape_.set_size());
    }
    if (shape_.keep.fourth) {
      add_each(&state.third[c * width], &third_[slot * width], width);
      state.fourth[c] += std::exchange(fourth_[slot], 0);
    }
    slots_[c] = no_class;
  }
  if (shape_.is_pooled() && !classes_.empty()) {
    add_each(state.second[0].data(), second_.data(), shape_.set_size());
  }
  classes_.clear();
}

}  // namespace suffice
