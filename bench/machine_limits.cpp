// What this machine can do at best, measured: multiply-adds in registers and reads of an array, on given threads.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <latch>
#include <thread>
#include <vector>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "machine_limits.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<double>;

// Eight independent chains cover a latency of 4 cycles on 2 units; twelve leave room for a latency of 6. Each starts
// from a number of its own: equal chains would be computed once.
// Returns the floating-point operations done; `sink` keeps them from being optimised away.
double multiply_adds(std::size_t rounds, double* sink) {
  const Tag tag;
  const auto factor = hn::Set(tag, 0.999999);
  const auto term = hn::Set(tag, 1e-6);
  const auto start = [tag](double value) HWY_ATTR { return hn::Set(tag, value); };
  auto a = start(1), b = start(2), c = start(3), d = start(4), e = start(5), f = start(6);
  auto g = start(7), h = start(8), i = start(9), j = start(10), k = start(11), l = start(12);
  for (std::size_t round = 0; round < rounds; ++round) {
    a = hn::MulAdd(a, factor, term);
    b = hn::MulAdd(b, factor, term);
    c = hn::MulAdd(c, factor, term);
    d = hn::MulAdd(d, factor, term);
    e = hn::MulAdd(e, factor, term);
    f = hn::MulAdd(f, factor, term);
    g = hn::MulAdd(g, factor, term);
    h = hn::MulAdd(h, factor, term);
    i = hn::MulAdd(i, factor, term);
    j = hn::MulAdd(j, factor, term);
    k = hn::MulAdd(k, factor, term);
    l = hn::MulAdd(l, factor, term);
  }
  const auto sum = a + b + c + d + e + f + g + h + i + j + k + l;
  *sink = hn::GetLane(hn::SumOfLanes(tag, sum));
  return 2.0 * 12.0 * static_cast<double>(hn::Lanes(tag)) * static_cast<double>(rounds);
}

// Adds up an array; the additions are hidden behind the reads.
double read_array(const double* values, std::size_t count) {
  const Tag tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto a = hn::Zero(tag), b = a, c = a, d = a;
  std::size_t at = 0;
  for (; at + 4 * lanes <= count; at += 4 * lanes) {
    a = a + hn::LoadU(tag, values + at);
    b = b + hn::LoadU(tag, values + at + lanes);
    c = c + hn::LoadU(tag, values + at + 2 * lanes);
    d = d + hn::LoadU(tag, values + at + 3 * lanes);
  }
  return hn::GetLane(hn::SumOfLanes(tag, a + b + c + d));
}

}  // namespace HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice::bench {
namespace {

HWY_EXPORT(multiply_adds);
HWY_EXPORT(read_array);

/// Seconds from the moment all threads stand ready until the last one has done its work(thread).
template <typename Work>
double time_on_threads(unsigned threads, const Work& work) {
  std::latch ready(threads);
  std::latch start(1);
  std::vector<std::jthread> workers;
  workers.reserve(threads);
  for (unsigned t = 0; t < threads; ++t) {
    workers.emplace_back([&, t] {
      ready.count_down();
      start.wait();
      work(t);
    });
  }
  ready.wait();
  const auto begin = std::chrono::steady_clock::now();
  start.count_down();
  for (std::jthread& worker : workers) worker.join();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

// C functions have no namespace for the linker; Highway's tables do.
extern "C" {

/// Floating-point operations a second, the best of `repeats` rounds of some 50 ms.
double suffice_bench_peak_flops(unsigned threads, unsigned repeats) {
  std::atomic<double> sink = 0;
  double best = 0;
  for (unsigned r = 0; r < repeats; ++r) {
    std::vector<double> operations(threads);
    const double seconds = time_on_threads(threads, [&](unsigned t) {
      double sum = 0;
      operations[t] = HWY_DYNAMIC_DISPATCH(multiply_adds)(20'000'000, &sum);
      sink.store(sum, std::memory_order_relaxed);
    });
    double total = 0;
    for (double count : operations) total += count;
    best = std::max(best, total / seconds);
  }
  return best;
}

/// Bytes a second at which the threads together read the array once, the best of `repeats` rounds.
double suffice_bench_read_bandwidth(const double* values, std::size_t count, unsigned threads, unsigned repeats) {
  std::atomic<double> sink = 0;
  double best = 0;
  for (unsigned r = 0; r < repeats; ++r) {
    const double seconds = time_on_threads(threads, [&](unsigned t) {
      const std::size_t first = count * t / threads;
      const std::size_t last = count * (t + 1) / threads;
      sink.store(HWY_DYNAMIC_DISPATCH(read_array)(values + first, last - first), std::memory_order_relaxed);
    });
    best = std::max(best, static_cast<double>(count * sizeof(double)) / seconds);
  }
  return best;
}
}

}  // namespace suffice::bench
#endif
