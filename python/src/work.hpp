// Long calls: rows are worked on in steps, without Python's lock, and a signal ends the call between two of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>

#include "suffice/error.hpp"
#include "suffice/table.hpp"

namespace suffice::python {

/// Throws what Python's signal handlers raise, KeyboardInterrupt on Ctrl-C. Takes Python's lock.
inline void check_signals() {
  const nanobind::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) {
    throw nanobind::python_error();
  }
}

/// How many rows of so many numbers are worked on before the first look at the signals: about 64 MiB; fewer of wide
/// rows, where each number may be multiplied by every other.
inline std::size_t rows_of_first_step(std::size_t width) {
  constexpr std::size_t narrow = 64;
  const std::size_t work = std::max<std::size_t>(width, 1) * std::max(width, narrow) / narrow;
  return std::clamp<std::size_t>((std::size_t{1} << 23U) / work, 64, std::size_t{1} << 18U);
}

/// About how many numbers a row has: of a sparse matrix those that it stores.
inline std::size_t numbers_per_row(const Table& rows) {
  std::size_t numbers = 0;
  for (const Column& column : rows.columns) {
    const auto* sparse = std::get_if<SparseMatrix>(&column);
    numbers += sparse == nullptr ? column_count(column) : sparse->indices.size() / std::max<std::size_t>(rows.rows, 1);
  }
  return numbers;
}

/// An Error that names a row of a part as one of all rows, of which `before` come before the part.
inline Error among_all_rows(const Error& error, std::size_t before) {
  constexpr std::string_view word = "row ";
  const std::string_view where = error.where();
  std::size_t row = 0;
  const bool is_row = where.starts_with(word) &&
                      std::from_chars(where.data() + word.size(), where.data() + where.size(), row).ec == std::errc();
  return is_row ? Error(error.code(), error.message(), "row " + std::to_string(before + row), error.remedies()) : error;
}

/// use(first, count) for one range of rows after the other, at first of `step` rows and then of as many as take about a
/// twentieth of a second: a call of the library starts its threads anew. Rows that would be a short step at the end are
/// taken along by the step before.
template <typename Use>
void each_step(std::size_t rows, std::size_t step, const Use& use) {
  using std::chrono::steady_clock;
  constexpr std::chrono::duration<double> wanted{0.05};
  constexpr std::size_t most_growth = 16;  // what the first rows took may not be what others take
  for (std::size_t first = 0; first < rows;) {
    check_signals();
    const std::size_t left = rows - first;
    const std::size_t count = left <= step + step / 2 ? left : step;
    const auto start = steady_clock::now();
    try {
      use(first, count);
    } catch (const Error& error) {
      throw among_all_rows(error, first);
    }
    const std::chrono::duration<double> taken = steady_clock::now() - start;
    first += count;
    const double fitting = static_cast<double>(count) * (wanted / std::max(taken, wanted / most_growth));
    step = std::max<std::size_t>(static_cast<std::size_t>(fitting), 1);
  }
}

/// use(first, count) for ranges of at most `step` rows, so many threads at a time. Throws what the first of the ranges
/// threw that failed.
template <typename Use>
void each_range(std::size_t rows, std::size_t step, unsigned threads, const Use& use) {
  const std::size_t ranges = (rows + step - 1) / step;
  std::vector<std::exception_ptr> failed(ranges);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t k = next++; k < ranges; k = next++) {
      try {
        use(k * step, std::min(step, rows - k * step));
      } catch (...) {
        failed[k] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> others;
  try {
    for (std::size_t k = 1; k < std::min<std::size_t>(threads, ranges); ++k) {
      others.emplace_back(work);
    }
  } catch (const std::system_error&) {  // no more threads: those that there are do the work
  }
  work();
  for (std::thread& other : others) {
    other.join();
  }
  for (const std::exception_ptr& first : failed) {
    if (first) {
      std::rethrow_exception(first);
    }
  }
}

/// use(first, count) for ranges of rows of about so many numbers, on several threads, with looks at the signals.
template <typename Use>
void each_part(std::size_t rows, std::size_t width, unsigned threads, const Use& use) {
  constexpr std::size_t fewest = 4096;  // rows that are worth a thread
  each_step(rows, rows_of_first_step(width), [&](std::size_t start, std::size_t steps) {
    each_range(steps, std::max(fewest, steps / std::max(threads, 1U) + 1), threads,
               [&](std::size_t first, std::size_t count) { use(start + first, count); });
  });
}

}  // namespace suffice::python
