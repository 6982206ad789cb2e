#include "model/scoring.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "math/special/log_zero.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

constexpr double most_score = std::numeric_limits<double>::max();

// sum += temperature · part, at most `limit`; −∞ where one is.
void add_scaled(std::span<PanelColumn> sum, std::span<const PanelColumn> part, double temperature, double limit) {
  for (std::size_t k = 0; k < sum.size(); ++k) {
    for (std::size_t r = 0; r < panel_rows; ++r) {
      const double value = sum[k][r] + temperature * part[k][r];
      sum[k][r] = value <= limit ? value : value > limit ? limit : log_zero;
    }
  }
}

bool all_one(std::span<const double> temperatures) {
  return std::ranges::all_of(temperatures, [](double temperature) { return temperature == 1; });
}

// The rows of a table as readings take them: those blocks that need not be written out, once for all threads.
class WholeRows {
 public:
  WholeRows(const ModelParts& model, const Table& table, unsigned threads)
      : rows_(model.conditionals.size()), buffers_(rows_.size()) {
    const ColumnEnds ends = column_ends(table);
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      if (model.encoder.is_view(table, b, ends) || (is_sparse_alone(model, table) && !model.encoder.is_encoded(b))) {
        rows_[b] = without_weights(model.encoder.rows(table, b, 0, table.rows, buffers_[b], ends));
        model.conditionals[b]->check(*rows_[b], threads);
      }
    }
  }

  // Null where the rows have to be written out chunk by chunk.
  [[nodiscard]] const BlockRows* of(std::size_t block) const { return rows_[block] ? &*rows_[block] : nullptr; }
  [[nodiscard]] bool all_dense() const {
    return std::ranges::all_of(rows_, [](const auto& rows) { return rows && std::holds_alternative<Batch>(*rows); });
  }

 private:
  // Only its offsets are written out.
  static bool is_sparse_alone(const ModelParts& model, const Table& table) {
    return model.conditionals.size() == 1 && table.columns.size() == 1 &&
           std::holds_alternative<SparseMatrix>(table.columns.front());
  }

  std::vector<std::optional<BlockRows>> rows_;
  std::vector<EncodeBuffer> buffers_;
};

// Scores chunks of rows; one for each thread.
class ChunkScorer {
 public:
  ChunkScorer(const ModelParts& model, const Table& table, const WholeRows& whole, unsigned threads)
      : model_(&model),
        table_(&table),
        whole_(&whole),
        zeros_(model.classes()),
        buffers_(model.conditionals.size()),
        rows_(model.conditionals.size()) {
    for (const auto& conditional : model.conditionals) {
      workspaces_.push_back(conditional->make_workspace());
      common_work(workspaces_.back()).threads = threads;
    }
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
      buffers_[b].with_log_slopes = model.with_log_slopes(b);
    }
  }

  // Takes the rows first, …, first + count − 1 of the table.
  void take(std::size_t first, std::size_t count) {
    count_ = count;
    const ColumnEnds ends = column_ends(*table_);
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      ScoreWork& work = common_work(workspaces_[b]);
      if (const BlockRows* whole = whole_->of(b)) {
        rows_[b].rows = *whole;
        rows_[b].first = first;
        continue;
      }
      rows_[b].rows = without_weights(model_->encoder.rows(*table_, b, first, count, buffers_[b], ends));
      work.origin = first;
      work.buffer = &buffers_[b];
      model_->conditionals[b]->check(rows_[b].rows, 1);
    }
  }

  void score(Wanted wanted, std::span<const double> temperatures, std::span<const double> offsets,
             std::vector<PanelColumn>& out) {
    set_base(offsets);
    add_scores(wanted, temperatures, !offsets.empty(), out);
    if (wanted == Wanted::joint) {
      add_log_slopes(out);
    }
  }

  // The rows of the chunk, and what was noted of them when they were scored last.
  [[nodiscard]] std::span<const ReadRows> readings() {
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      const ScoreWork& work = common_work(workspaces_[b]);
      rows_[b].lengths = work.lengths;
      rows_[b].some_missing = work.some_missing;
    }
    return rows_;
  }

  // Leaves the counts as they are while rows are scored once more.
  template <typename Score>
  void without_counting(const Score& score) {
    std::vector<ScoreCounts> before;
    for (Conditional::Workspace& work : workspaces_) {
      before.push_back(common_work(work).counts);
    }
    score();
    for (std::size_t b = 0; b < workspaces_.size(); ++b) {
      common_work(workspaces_[b]).counts = before[b];
    }
  }

  [[nodiscard]] bool likes_long_chunks() {
    return std::ranges::any_of(workspaces_, [](auto& work) { return common_work(work).likes_long_calls; });
  }

  void add_counts(ScoreCounts& counts) {
    for (Conditional::Workspace& work : workspaces_) {
      counts.unseen += common_work(work).counts.unseen;
      counts.invalid_bytes += common_work(work).counts.invalid_bytes;
      counts.missing += common_work(work).counts.missing;
    }
    for (const EncodeBuffer& buffer : buffers_) {
      counts.unseen += buffer.unknown_values;
    }
  }

 private:
  void compute(std::size_t b, std::size_t first, std::size_t count, Wanted wanted, std::span<const double> start,
               std::span<PanelColumn> out) {
    common_work(workspaces_[b]).start = start;
    model_->conditionals[b]->add_log_density(rows_[b].rows, rows_[b].first + first, count, wanted, out, workspaces_[b]);
  }
  void add_scores(Wanted wanted, std::span<const double> temperatures, bool has_offsets, std::vector<PanelColumn>& out);
  void add_log_slopes(std::vector<PanelColumn>& out) const;
  [[nodiscard]] std::span<const double> base() const { return base_; }
  [[nodiscard]] double temperature_of(std::size_t b, std::span<const double> temperatures) const {
    return !temperatures.empty() ? temperatures[b] : model_->pooled[b] != 0 ? 0 : 1;
  }
  void set_base(std::span<const double> offsets) {
    base_ = model_->is_density() ? model_->log_prior : zeros_;
    for (std::size_t c = 0; c < offsets.size(); ++c) {
      base_[c] += offsets[c];
    }
  }
  void rescue(std::span<const double> temperatures, std::vector<PanelColumn>& out);
  [[nodiscard]] std::vector<double> rescued(std::size_t i, std::span<const double> temperatures);

  const ModelParts* model_;
  const Table* table_;
  const WholeRows* whole_;
  std::vector<double> zeros_;  // C
  std::vector<double> base_;   // C: what every row has
  std::size_t count_ = 0;      // rows of the chunk
  std::vector<EncodeBuffer> buffers_;
  std::vector<ReadRows> rows_;
  std::vector<Conditional::Workspace> workspaces_;
  std::vector<PanelColumn> part_;
};

// The densities of columns have the factor dz/dx of their normal scores, the same for all classes.
void ChunkScorer::add_log_slopes(std::vector<PanelColumn>& out) const {
  const std::size_t classes = model_->classes();
  for (const EncodeBuffer& buffer : buffers_) {
    for (std::size_t i = 0; i < buffer.log_slopes.size(); ++i) {
      for (std::size_t c = 0; c < classes; ++c) {
        double& sum = out[i / panel_rows * classes + c][i % panel_rows];
        sum = std::min(sum + buffer.log_slopes[i], most_score);
      }
    }
  }
}

void ChunkScorer::add_scores(Wanted wanted, std::span<const double> temperatures, bool has_offsets,
                             std::vector<PanelColumn>& out) {
  const std::size_t classes = model_->classes();
  const std::size_t panels = (count_ + panel_rows - 1) / panel_rows;
  const bool plain = all_one(temperatures) && !has_offsets;
  out.resize(panels * classes);
  if (plain && model_->conditionals.size() == 1) {
    compute(0, 0, count_, wanted, base(), out);
    return;
  }
  const Wanted of_each = wanted == Wanted::largest ? Wanted::relative : wanted;
  if (plain) {
    compute(0, 0, count_, of_each, base(), out);
  } else {
    for (std::size_t k = 0; k < out.size(); ++k) {
      out[k].values.fill(wanted == Wanted::distances ? 0 : base()[k % classes]);
    }
  }
  part_.resize(out.size());
  const double limit = wanted == Wanted::distances ? std::numeric_limits<double>::infinity() : most_score;
  for (std::size_t b = plain ? 1 : 0; b < model_->conditionals.size(); ++b) {
    const double temperature = temperature_of(b, temperatures);
    if (temperature != 0) {
      compute(b, 0, count_, of_each, zeros_, part_);
      add_scaled(out, part_, temperature, limit);
    }
  }
  if (of_each == Wanted::relative) {
    rescue(temperatures, out);
  }
}

// Rows whose sums are all −∞ may be rows of densities that are below the range of a double.
void ChunkScorer::rescue(std::span<const double> temperatures, std::vector<PanelColumn>& out) {
  const std::size_t classes = model_->classes();
  const auto has_full_support = [](const auto& conditional) { return conditional->has_full_support(); };
  if (std::ranges::none_of(model_->conditionals, has_full_support)) {
    return;
  }
  for (std::size_t i = 0; i < count_; ++i) {
    const auto scores = std::span(out).subspan(i / panel_rows * classes, classes);
    const std::size_t r = i % panel_rows;
    if (std::ranges::all_of(scores, [r](const PanelColumn& column) { return column[r] == log_zero; })) {
      const std::vector<double> sums = rescued(i, temperatures);
      for (std::size_t c = 0; c < classes; ++c) {
        scores[c][r] = sums[c];
      }
    }
  }
}

// Densities that may be 0 tell which classes are possible; the others are relative to the nearest of those.
std::vector<double> ChunkScorer::rescued(std::size_t i, std::span<const double> temperatures) {
  constexpr double far_below = -0x1p1000;
  const std::size_t classes = model_->classes();
  std::vector<double> sums(base().begin(), base().end());
  std::vector<PanelColumn> part(classes);
  const auto add = [&](bool full_support, std::span<const double> start) {
    for (std::size_t b = 0; b < model_->conditionals.size(); ++b) {
      const double temperature = temperature_of(b, temperatures);
      if (temperature == 0 || model_->conditionals[b]->has_full_support() != full_support) {
        continue;
      }
      compute(b, i, 1, Wanted::relative, start, part);
      for (std::size_t c = 0; c < classes; ++c) {
        sums[c] += temperature * (full_support ? std::max(part[c][0], far_below) : part[c][0]);
      }
    }
  };
  without_counting([&] {
    add(false, zeros_);
    std::vector<double> start(classes);
    std::ranges::transform(sums, start.begin(), [](double sum) { return sum > log_zero ? 0 : log_zero; });
    if (std::ranges::max(sums) > log_zero) {
      add(true, start);
    }
  });
  return sums;
}

// Rows that a thread takes at a time: long stretches of memory where there are many rows, but enough of them for every
// thread; few where rows must be written out.
std::size_t rows_of_task(std::size_t rows, bool all_dense, unsigned threads) {
  const std::size_t longest = all_dense ? most_call_rows : 8 * panel_rows;
  const std::size_t share = rows / (std::size_t{8} * threads) / panel_rows * panel_rows;
  return std::clamp(share, 8 * panel_rows, longest);
}

// Rows that are scored before results are made of the scores: these stay in the nearest cache, or in the next where
// readings like many rows at a time.
std::size_t rows_of_chunk(std::size_t classes, bool is_long) {
  const std::size_t bytes = is_long ? std::size_t{1} << 20U : std::size_t{1} << 14U;
  return std::clamp<std::size_t>(bytes / (classes * sizeof(PanelColumn)), 1, most_call_rows / panel_rows) * panel_rows;
}

void check_buffer(std::size_t rows, std::size_t results, std::size_t size) {
  if (size != rows * results) {
    throw Error(ErrorCode::usage, fmt::format("the result needs a buffer of {} numbers, not {}", rows * results, size));
  }
}

}  // namespace

template <typename Result>
void score_rows(const ModelParts& model, const Table& table, const Scoring& scoring, std::size_t results,
                const FinishPanel<Result>& finish, std::span<Result> out, const ScoreOptions& options) {
  const std::size_t n = table.rows;
  const std::size_t classes = model.classes();
  const unsigned threads = thread_count(options.threads);
  model.encoder.check(table);
  const WholeRows whole(model, table, threads);
  check_buffer(n, results, out.size());
  struct Room {
    std::optional<ChunkScorer> scorer;
    std::vector<PanelColumn> scores;
    std::vector<PanelColumn> log_joint;
  };
  const std::size_t task_rows = rows_of_task(n, whole.all_dense(), threads);
  const std::size_t tasks = (n + task_rows - 1) / task_rows;
  std::vector<Room> rooms(std::min<std::size_t>(threads, tasks));
  const bool scores_are_joint =
      all_one(scoring.temperatures) && scoring.offsets.empty() &&
      std::ranges::none_of(model.conditionals, [](const auto& reading) { return reading->has_full_support(); });
  const auto score_chunk = [&](std::size_t first, std::size_t count, Room& room) {
    ChunkScorer& scorer = *room.scorer;
    scorer.take(first, count);
    scorer.score(scoring.wanted, scoring.temperatures, scoring.offsets, room.scores);
    if (scoring.log_joint_too && scores_are_joint) {
      room.log_joint = room.scores;
    } else if (scoring.log_joint_too) {
      scorer.without_counting([&] { scorer.score(Wanted::joint, {}, {}, room.log_joint); });
    }
    ScoredPanel panel;
    panel.readings = scorer.readings();
    for (std::size_t start = 0; start < count; start += panel_rows) {
      const std::size_t place = start / panel_rows * classes;
      panel.first = start;
      panel.rows = std::min(panel_rows, count - start);
      panel.scores = std::span(room.scores).subspan(place, classes);
      panel.log_joint = scoring.log_joint_too ? std::span<const PanelColumn>(room.log_joint).subspan(place, classes)
                                              : std::span<const PanelColumn>();
      finish(panel, out.data() + (first + start) * results);
    }
  };
  parallel_for(threads, tasks, [&](std::size_t task, unsigned worker) {
    Room& room = rooms[worker];
    if (!room.scorer) {
      room.scorer.emplace(model, table, whole, threads);
    }
    const std::size_t end = std::min(n, (task + 1) * task_rows);
    for (std::size_t first = task * task_rows; first < end;) {
      const std::size_t count = std::min(rows_of_chunk(classes, room.scorer->likes_long_chunks()), end - first);
      score_chunk(first, count, room);
      first += count;
    }
  });
  for (Room& room : rooms) {
    if (options.counts != nullptr && room.scorer) {
      room.scorer->add_counts(*options.counts);
    }
  }
}

template void score_rows(const ModelParts&, const Table&, const Scoring&, std::size_t, const FinishPanel<double>&,
                         std::span<double>, const ScoreOptions&);
template void score_rows(const ModelParts&, const Table&, const Scoring&, std::size_t, const FinishPanel<float>&,
                         std::span<float>, const ScoreOptions&);
template void score_rows(const ModelParts&, const Table&, const Scoring&, std::size_t,
                         const FinishPanel<std::uint32_t>&, std::span<std::uint32_t>, const ScoreOptions&);

}  // namespace suffice
