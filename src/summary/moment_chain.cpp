#include "summary/moment_chain.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "math/parallel.hpp"
#include "math/scatter.hpp"

namespace suffice {

namespace {

constexpr std::uint64_t chunk_rows = 1024;
constexpr std::uint64_t largest_wave = 64 * chunk_rows;
constexpr std::size_t panel_rows = 256;

// Waves end after 1, 2, 4, …, 64, 128, 192, … chunks.
std::uint64_t end_of_wave(std::uint64_t start) {
  return start == 0 ? chunk_rows : start + std::min(start, largest_wave);
}

// A stretch of rows centred on the means of their classes, and the same times the weights.
struct Panel {
  std::vector<double> centred;
  std::vector<double> weighted;
};

void add_rows(const Batch& batch, std::span<const std::uint32_t> classes, const std::vector<double>& shift,
              Panel& panel, ShiftedSums& sums) {
  const std::size_t d = batch.columns;
  const std::size_t stride = padded_columns(d);
  const bool weighted = !batch.weights.empty();
  for (std::size_t first = 0; first < batch.rows; first += panel_rows) {
    const std::size_t rows = std::min(panel_rows, batch.rows - first);
    for (std::size_t r = 0; r < rows; ++r) {
      const std::uint32_t c = classes[first + r];
      double* centred = &panel.centred[r * stride];
      double* scaled = weighted ? &panel.weighted[r * stride] : centred;
      if (c == no_class) {
        std::fill_n(centred, d, 0.0);
        std::fill_n(scaled, d, 0.0);
        continue;
      }
      const double weight = batch.weight(first + r);
      const double* row = batch.row(first + r);
      for (std::size_t j = 0; j < d; ++j) {
        centred[j] = row[static_cast<std::ptrdiff_t>(j) * batch.column_stride] - shift[c * d + j];
        scaled[j] = weight * centred[j];
        sums.first[c * d + j] += scaled[j];
      }
      sums.weight[c] += weight;
    }
    add_scatter(weighted ? panel.weighted.data() : panel.centred.data(), panel.centred.data(), rows, d,
                sums.product.data());
  }
}

// a + b − sum exactly, where sum is a + b rounded (Knuth).
double rounding_of_sum(double a, double b, double sum) {
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return (a - a_part) + (b - b_part);
}

void add_each(std::vector<double>& to, const std::vector<double>& from) {
  std::ranges::transform(to, from, to.begin(), std::plus<>());
}

}  // namespace

void ShiftedSums::resize(std::size_t classes, std::size_t columns) {
  weight.resize(classes);
  first.resize(classes * columns);
  product.resize((columns + 3) / 4 * 4 * padded_columns(columns));
}

void ShiftedSums::clear() {
  std::ranges::fill(weight, 0);
  std::ranges::fill(first, 0);
  std::ranges::fill(product, 0);
}

void ShiftedSums::add(const ShiftedSums& other) {
  add_each(weight, other.weight);
  add_each(first, other.first);
  add_each(product, other.product);
}

MomentChain::MomentChain(std::size_t columns) : columns_(columns), wave_end_(end_of_wave(0)) {
  wave_.resize(0, columns);
  open_.resize(0, columns);
  scatter_.resize(wave_.product.size());
}

void MomentChain::start_classes(const Batch& batch, std::span<const std::uint32_t> classes) {
  for (std::size_t i = 0; i < batch.rows; ++i) {
    const std::uint32_t c = classes[i];
    if (c != no_class && !started_[c] && batch.weight(i) > 0) {
      for (std::size_t j = 0; j < columns_; ++j) {
        mean_[c * columns_ + j] = batch.row(i)[static_cast<std::ptrdiff_t>(j) * batch.column_stride];
      }
      started_[c] = true;
    }
  }
}

void MomentChain::add(const Batch& batch, std::span<const std::uint32_t> classes, std::size_t count, unsigned threads) {
  started_.resize(count);
  weight_.resize(count);
  mean_.resize(count * columns_);
  remainder_.resize(count * columns_);
  wave_.resize(count, columns_);
  open_.resize(count, columns_);
  start_classes(batch, classes);
  for (std::size_t first = 0; first < batch.rows;) {
    const std::size_t rows = std::min<std::uint64_t>(batch.rows - first, wave_end_ - rows_);
    add_within_wave(batch.slice(first, rows), classes.subspan(first, rows), threads);
    first += rows;
    if (rows_ == wave_end_) {
      close_wave();
    }
  }
}

void MomentChain::add_within_wave(const Batch& batch, std::span<const std::uint32_t> classes, unsigned threads) {
  const std::uint64_t in_open_chunk = rows_ % chunk_rows;
  const std::uint64_t last = in_open_chunk + batch.rows;  // counted from the start of the open chunk
  const std::size_t chunks = (last + chunk_rows - 1) / chunk_rows;
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, chunks));
  std::vector<ShiftedSums> scratch(chunks > 1 ? threads : 0, open_);
  std::vector<Panel> panels(threads);
  for (Panel& panel : panels) {
    panel.centred.resize(panel_rows * padded_columns(columns_));
    panel.weighted.resize(batch.weights.empty() ? 0 : panel.centred.size());
  }
  std::mutex mutex;
  std::condition_variable turn_changed;
  std::size_t turn = 0;  // the chunk that may be added to the wave now

  parallel_for(threads, chunks, [&](std::size_t chunk, unsigned worker) {
    ShiftedSums& sums = chunk == 0 ? open_ : scratch[worker];  // the first chunk goes on where the last batch stopped
    if (chunk > 0) {
      sums.clear();
    }
    const std::uint64_t begin = std::max(chunk * chunk_rows, in_open_chunk) - in_open_chunk;
    const std::uint64_t end = std::min((chunk + 1) * chunk_rows, last) - in_open_chunk;
    add_rows(batch.slice(begin, end - begin), classes.subspan(begin, end - begin), mean_, panels[worker], sums);

    std::unique_lock lock(mutex);
    turn_changed.wait(lock, [&] { return turn == chunk; });
    if (end + in_open_chunk == (chunk + 1) * chunk_rows) {
      wave_.add(sums);
      sums.clear();
    }
    if (chunk > 0 && chunk + 1 == chunks) {
      std::swap(open_, sums);
    }
    ++turn;
    turn_changed.notify_all();
  });
  rows_ += batch.rows;
}

void MomentChain::close_wave() {
  const std::size_t d = columns_;
  const std::size_t stride = padded_columns(d);
  add_each(scatter_, wave_.product);
  std::vector<double> f(d);
  for (std::size_t c = 0; c < weight_.size(); ++c) {
    if (!(wave_.weight[c] > 0)) {
      continue;
    }
    const double before = weight_[c];
    weight_[c] += wave_.weight[c];
    double* mean = &mean_[c * d];
    double* remainder = &remainder_[c * d];
    for (std::size_t i = 0; i < d; ++i) {
      f[i] = (before * remainder[i] + wave_.first[c * d + i]) / weight_[c];
      for (std::size_t j = 0; j <= i; ++j) {
        scatter_[i * stride + j] += before * remainder[i] * remainder[j] - weight_[c] * f[i] * f[j];
      }
    }
    for (std::size_t i = 0; i < d; ++i) {
      const double rounded = mean[i] + f[i];
      remainder[i] = rounding_of_sum(mean[i], f[i], rounded);
      mean[i] = rounded;
    }
  }
  wave_.clear();
  wave_end_ = end_of_wave(wave_end_);
}

MomentChain::Moments MomentChain::moments() const {
  MomentChain closed = *this;
  closed.wave_.add(closed.open_);
  closed.close_wave();
  const std::size_t stride = padded_columns(columns_);
  Moments result{std::move(closed.weight_), std::move(closed.mean_), std::vector<double>(columns_ * columns_)};
  for (std::size_t i = 0; i < columns_; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      result.scatter[i * columns_ + j] = closed.scatter_[i * stride + j];
      result.scatter[j * columns_ + i] = closed.scatter_[i * stride + j];
    }
  }
  return result;
}

}  // namespace suffice
