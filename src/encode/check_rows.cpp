#include "encode/check_rows.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "math/kernels/row_checks.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// Whether all numbers are legal; without branches, so that the compiler can use vectors. v − v is 0 for a finite v and
// NaN for any other; NaN compares false with everything.
template <typename Number>
bool all_legal(const Number* values, std::size_t count, std::ptrdiff_t stride, NumberRule rule) {
  constexpr Number most = std::numeric_limits<Number>::max();
  const Number least = rule == NumberRule::amount ? Number{0} : -most;
  unsigned bad = 0;
  for (std::size_t j = 0; rule == NumberRule::finite && j < count; ++j) {
    const Number value = values[static_cast<std::ptrdiff_t>(j) * stride];
    bad |= static_cast<unsigned>(value - value != 0);
  }
  for (std::size_t j = 0; rule != NumberRule::finite && j < count; ++j) {
    const Number value = values[static_cast<std::ptrdiff_t>(j) * stride];
    bad |= static_cast<unsigned>(value < least) | static_cast<unsigned>(value > most);
  }
  return bad == 0;
}

// Whether test(first, last) holds for parts of the rows that threads divide among them.
template <typename Test>
bool holds_for_parts(unsigned threads, std::size_t rows, std::size_t numbers, const Test& test) {
  constexpr std::size_t worth_a_thread = std::size_t{1} << 16U;
  const std::size_t parts =
      std::clamp<std::size_t>(std::min(rows, numbers / worth_a_thread), 1, 4 * std::max(threads, 1U));
  std::atomic<bool> holds = true;
  parallel_for(threads, parts, [&](std::size_t part, unsigned) {
    if (!test(rows * part / parts, rows * (part + 1) / parts)) {
      holds = false;
    }
  });
  return holds;
}

[[noreturn]] void refuse(const std::string& message) { throw Error(ErrorCode::bad_data, message); }

[[noreturn]] void refuse_row(const std::string& message, std::size_t row) {
  throw Error(ErrorCode::bad_data, message, fmt::format("row {}", row));
}

bool is_legal(double value, NumberRule rule) {
  return std::isfinite(value) ? rule != NumberRule::amount || value >= 0
                              : std::isnan(value) && rule != NumberRule::finite;
}

std::vector<Remedy> remedies_for(double value, NumberRule rule, const std::string& column) {
  const Remedy drop{"drop", {column}};
  if (rule == NumberRule::amount && std::isfinite(value)) return {{"column", {column + "=number"}}, drop};
  return rule == NumberRule::finite ? std::vector<Remedy>{drop} : std::vector<Remedy>{};
}

void check_number(double value, NumberRule rule, const std::string& column, std::size_t row) {
  if (is_legal(value, rule)) {
    return;
  }
  const char* problem = rule == NumberRule::finite ? "not finite; fill it in, or drop the row or the column"
                        : !std::isfinite(value)    ? "infinite; leave it missing (NaN) if it is not known"
                                                   : "negative, where counts and amounts are at least 0; correct it, "
                                                     "take the column as measurements, or drop it";
  throw Error(ErrorCode::bad_data, fmt::format("the value {} in column '{}' is {}", value, column, problem),
              fmt::format("row {}", row), remedies_for(value, rule, column));
}

void check_dense_numbers(const Batch& batch, const Block& block, NumberRule rule, std::size_t first,
                         unsigned threads = 1) {
  const auto legal_row = [&](std::size_t i) {
    return batch.visit_row(i,
                           [&](const auto* row) { return all_legal(row, batch.columns, batch.column_stride, rule); });
  };
  const auto legal_rows = [&](std::size_t start, std::size_t end) {
    bool legal = true;
    for (std::size_t i = start; i < end; ++i) {
      legal = legal_row(i) && legal;
    }
    return legal;
  };
  if (holds_for_parts(threads, batch.rows, batch.rows * batch.columns, legal_rows)) {
    return;
  }
  for (std::size_t i = 0; i < batch.rows; ++i) {
    for (std::size_t j = 0; j < batch.columns; ++j) {
      check_number(batch.value(i, j), rule, block.features[j], first + i);
    }
  }
}

void check_sparse_numbers(const SparseBatch& batch, const Block& block, NumberRule rule, std::size_t first,
                          unsigned threads) {
  const auto legal_rows = [&](std::size_t start, std::size_t end) {
    return std::visit(
        [&](const auto* values) {
          return all_legal(values + batch.offsets[start], batch.offsets[end] - batch.offsets[start], 1, rule);
        },
        batch.values);
  };
  const std::size_t n = batch.rows();
  if (n == 0 || holds_for_parts(threads, n, batch.offsets[n] - batch.offsets[0], legal_rows)) {
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint64_t k = batch.offsets[i]; k < batch.offsets[i + 1]; ++k) {
      check_number(batch.value(k), rule, block.features[batch.indices[k]], first + i);
    }
  }
}

void check_column_count(std::size_t found, std::size_t columns) {
  if (found != columns) {
    refuse(fmt::format("the rows have {} columns where {} features are expected", found, columns));
  }
}

void check_view(const Batch& batch, const Block& block) { check_column_count(batch.columns, block.features.size()); }

void check_offsets(const SparseBatch& batch) {
  if (std::ranges::is_sorted(batch.offsets) && (batch.rows() == 0 || batch.offsets.back() <= batch.indices.size())) {
    return;
  }
  for (std::size_t i = 0; i < batch.rows(); ++i) {
    if (batch.offsets[i] > batch.offsets[i + 1] || batch.offsets[i + 1] > batch.indices.size()) {
      refuse_row("the offsets of the sparse rows do not ascend within the numbers stored", i);
    }
  }
}

void check_indices(const SparseBatch& batch, unsigned threads) {
  const auto indices_of = [&](std::size_t i) {
    return batch.indices.subspan(batch.offsets[i], batch.offsets[i + 1] - batch.offsets[i]);
  };
  const auto sound_rows = [&](std::size_t start, std::size_t end) {
    bool sound = true;
    for (std::size_t i = start; i < end && sound; ++i) {
      sound = ascend_below(indices_of(i), batch.columns);
    }
    return sound;
  };
  if (holds_for_parts(threads, batch.rows(), batch.indices.size(), sound_rows)) {
    return;
  }
  for (std::size_t i = 0; i < batch.rows(); ++i) {
    const auto indices = indices_of(i);
    for (std::size_t k = 0; k < indices.size(); ++k) {
      if (indices[k] >= batch.columns || (k > 0 && indices[k] <= indices[k - 1])) {
        refuse_row(fmt::format("column number {} of a sparse row does not ascend below {}", indices[k], batch.columns),
                   i);
      }
    }
  }
}

void check_view(const SparseBatch& batch, const Block& block) {
  check_column_count(batch.columns, block.features.size());
  check_offsets(batch);
}

void check_view(const CategoryBatch& batch, const Block& block) {
  check_column_count(batch.columns, block.features.size());
  if (batch.values.size() != batch.columns) {
    refuse(fmt::format("{} dictionaries for {} columns of categories", batch.values.size(), batch.columns));
  }
  for (const Texts& values : batch.values) {
    if (values.size() >= missing_category) {
      refuse("a dictionary of categories has more values than there are codes");
    }
  }
}

void check_view(const TextBatch& /*documents*/, const Block& block) { check_column_count(1, block.features.size()); }

const char* kind_of_rows(const BlockRows& rows) {
  struct Name {
    const char* operator()(const Batch& /*rows*/) const { return "numbers"; }
    const char* operator()(const SparseBatch& /*rows*/) const { return "numbers"; }
    const char* operator()(const CategoryBatch& /*rows*/) const { return "categories"; }
    const char* operator()(const TextBatch& /*rows*/) const { return "text"; }
  };
  return std::visit(Name{}, rows);
}

const char* rows_for(Kind kind) { return is_numeric(kind) ? "numbers" : kind_name(kind); }

// The first code of the rows from, …, from + count − 1 that is not in its dictionary.
void refuse_codes(const CategoryBatch& rows, const Block& block, std::size_t from, std::size_t count,
                  std::size_t first) {
  for (std::size_t i = from; i < from + count; ++i) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      const std::uint32_t code = rows.codes[i * rows.columns + j];
      if (code >= rows.values[j].size() && code != missing_category) {
        refuse_row(fmt::format("there is no value number {} in column '{}'", code, block.features[j]), first + i);
      }
    }
  }
}

}  // namespace

void check_outline(const BlockRows& rows, const Block& block) {
  if (std::string_view(kind_of_rows(rows)) != rows_for(block.kind)) {
    refuse(fmt::format("the rows are {} where {} are expected", kind_of_rows(rows), rows_for(block.kind)));
  }
  std::visit([&](const auto& view) { check_view(view, block); }, rows);
}

void check_sparse(const SparseBatch& rows, unsigned threads) {
  check_offsets(rows);
  check_indices(rows, threads);
}

void check_shape(const BlockRows& rows, const Block& block, unsigned threads) {
  check_outline(rows, block);
  if (const auto* sparse = std::get_if<SparseBatch>(&rows)) {
    check_indices(*sparse, threads);
  }
}

void check_numbers(const BlockRows& rows, const Block& block, NumberRule rule, std::size_t first, unsigned threads) {
  if (const auto* dense = std::get_if<Batch>(&rows)) {
    check_dense_numbers(*dense, block, rule, first, threads);
  } else if (const auto* sparse = std::get_if<SparseBatch>(&rows)) {
    check_sparse_numbers(*sparse, block, rule, first, threads);
  }
}

void check_scored_rows(const Batch& batch, const Block& block, std::size_t first) {
  check_dense_numbers(batch, block, NumberRule::known, first);
}

void check_codes(const CategoryBatch& rows, const Block& block, std::size_t first, unsigned threads) {
  // Of a sound code, code + 1 is at most the size of its dictionary: that of a missing category wraps around to 0.
  constexpr std::size_t stretch = 512;
  const std::size_t rows_at_once = std::min(stretch / std::max<std::size_t>(rows.columns, 1) + 1, rows.rows);
  std::vector<std::uint32_t> sizes;
  for (std::size_t r = 0; r < rows_at_once; ++r) {
    for (const Texts& values : rows.values) {
      sizes.push_back(static_cast<std::uint32_t>(std::min<std::size_t>(values.size(), missing_category)));
    }
  }
  const auto are_sound = [&](std::size_t from, std::size_t count) {
    const std::uint32_t* codes = rows.codes + from * rows.columns;
    bool bad = false;
    for (std::size_t k = 0; k < count * rows.columns; ++k) {
      bad |= codes[k] + 1U > sizes[k];
    }
    return !bad;
  };
  constexpr std::size_t codes_of_task = std::size_t{1} << 18U;
  const std::size_t tasks = std::clamp<std::size_t>(rows.rows * rows.columns / codes_of_task, 1, threads);
  parallel_for(threads, tasks, [&](std::size_t task, unsigned /*worker*/) {
    const std::size_t last = rows.rows * (task + 1) / tasks;
    for (std::size_t i = rows.rows * task / tasks; i < last; i += rows_at_once) {
      const std::size_t count = std::min(rows_at_once, last - i);
      if (!are_sound(i, count)) {
        refuse_codes(rows, block, i, count, first);
      }
    }
  });
}

void check_weights(std::size_t rows, std::span<const double> weights) {
  if (!weights.empty() && weights.size() != rows) {
    refuse(fmt::format("{} weights for {} rows", weights.size(), rows));
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] >= 0) || !std::isfinite(weights[i])) {
      refuse_row(fmt::format("the weight {} is not a finite number of at least 0", weights[i]), i);
    }
  }
}

void check_labels(std::size_t rows, std::span<const double> weights, const Labels& labels, unsigned threads) {
  if (labels.codes.size() != rows) {
    refuse(fmt::format("{} labels for {} rows", labels.codes.size(), rows));
  }
  check_weights(rows, weights);
  const auto known_labels = [&](std::size_t start, std::size_t end) {
    std::uint32_t largest = 0;
    for (const std::uint32_t code : labels.codes.subspan(start, end - start)) {
      largest = std::max(largest, code);
    }
    return start == end || largest < labels.names.size();
  };
  if (holds_for_parts(threads, rows, rows, known_labels)) {
    return;
  }
  for (std::size_t i = 0; i < rows; ++i) {
    if (labels.codes[i] >= labels.names.size()) {
      refuse_row(fmt::format("there is no label number {}", labels.codes[i]), i);
    }
  }
}

}  // namespace suffice
