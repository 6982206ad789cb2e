#include "math/kernels/quantised_rows.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/quantised_rows.cpp"
// clang-format off: foreach_target.h comes before the others
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/cache_control.h>
// clang-format on

#include "math/kernels/unroll.hpp"

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t prefetch_distance = 48;  // how far ahead rows are fetched
constexpr std::size_t pick_distance = 512;     // how far ahead their numbers and weights are
constexpr std::size_t chunk = 128;             // rows that are summed in floats
constexpr double least_weight = 0x1p-64;       // so that no float is out of range
constexpr double most_weight = 0x1p64;

using Factors = std::array<float, chunk>;
using Doubles = hn::CappedTag<double, 8>;

HWY_INLINE hn::Vec<Doubles> load_weights(const double* weights) { return hn::LoadU(Doubles(), weights); }
HWY_INLINE hn::Vec<Doubles> load_weights(const float* weights) {
  return hn::PromoteTo(Doubles(), hn::LoadU(hn::Rebind<float, Doubles>(), weights));
}

// The weights of `count` picks from `first` on, in floats, and their sum; 0 where one of them is not sound.
template <typename Weight>
double take_weights(const RowPicks<Weight>& picks, std::size_t first, std::size_t count, Factors& factors) {
  if (picks.weights == nullptr || picks.once) {
    std::fill_n(factors.begin(), count, 1.0F);
  }
  if (picks.weights == nullptr) {
    return static_cast<double>(count);
  }
  constexpr std::size_t lanes = hn::MaxLanes(Doubles());
  const Doubles tag;
  const hn::Rebind<float, Doubles> narrow;
  const auto least = hn::Set(tag, least_weight);
  const auto most = hn::Set(tag, most_weight);
  const Weight* weights = picks.weights + first;
  const std::uint32_t* rows = picks.rows.data() + first;
  const std::size_t fetched = picks.rows.size() + picks.ahead - first;
  auto sums = hn::Zero(tag);
  auto wrong = hn::Zero(tag);  // above 0 where a weight is not sound
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    if (k + pick_distance < fetched) {
      hwy::Prefetch(weights + k + pick_distance);
      hwy::Prefetch(rows + k + pick_distance);
    }
    const auto some = load_weights(weights + k);
    const auto sound = hn::And(hn::Ge(some, least), hn::Le(some, most));
    wrong = hn::Add(wrong, hn::IfThenElse(sound, hn::Zero(tag), least));
    sums = hn::Add(sums, some);
    if (!picks.once) {
      hn::StoreU(hn::DemoteTo(narrow, some), narrow, factors.data() + k);
    }
  }
  double sum = hn::GetLane(hn::SumOfLanes(tag, sums));
  bool sound = !(hn::GetLane(hn::SumOfLanes(tag, wrong)) > 0);
  for (; k < count; ++k) {
    const auto weight = static_cast<double>(weights[k]);
    sound = sound && weight >= least_weight && weight <= most_weight;
    sum += weight;
    if (!picks.once) {
      factors[k] = static_cast<float>(weight);
    }
  }
  return !sound ? 0 : picks.once ? static_cast<double>(count) : sum;
}

// sums[j] += step · Σ_k factors[k] · codes[rows[k] · stride + j] for `vectors` vectors of each row.
template <std::size_t vectors, typename Tag>
void add_codes(Tag tag, const std::int16_t* codes, std::size_t stride, double step, std::span<const std::uint32_t> rows,
               std::size_t ahead, std::size_t table_rows, const Factors& factors, double* sums) {
  constexpr std::size_t line = 64 / sizeof(std::int16_t);
  constexpr std::size_t lanes = hn::MaxLanes(Tag());
  const hn::Rebind<std::int32_t, Tag> wide;
  const hn::Rebind<std::int16_t, Tag> narrow;
  const std::uint32_t* row_of = rows.data();
  const std::size_t fetched = rows.size() + ahead;
  hn::Vec<Tag> sum[vectors];
  unroll<vectors>([&](auto v) { sum[v] = hn::Zero(tag); });
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (k + prefetch_distance < fetched && row_of[k + prefetch_distance] < table_rows) {
      for (std::size_t j = 0; j < vectors * lanes; j += line) {
        hwy::Prefetch(codes + row_of[k + prefetch_distance] * stride + j);
      }
    }
    const std::int16_t* row = codes + row_of[k] * stride;
    const auto factor = hn::Set(tag, factors[k]);
    unroll<vectors>([&](auto v) {
      const auto code = hn::ConvertTo(tag, hn::PromoteTo(wide, hn::Load(narrow, row + v * lanes)));
      sum[v] = hn::MulAdd(factor, code, sum[v]);
    });
  }
  HWY_ALIGN std::array<float, vectors * lanes> results;  // NOLINT: set before use
  unroll<vectors>([&](auto v) { hn::Store(sum[v], tag, results.data() + v * lanes); });
  for (std::size_t j = 0; j < vectors * lanes; ++j) {
    sums[j] += step * static_cast<double>(results[j]);
  }
}

template <typename Tag>
void add_chunk(Tag tag, const QuantisedRows& table, std::span<const std::uint32_t> rows, std::size_t ahead,
               std::size_t table_rows, const Factors& factors, double* sums) {
  constexpr std::size_t lanes = hn::MaxLanes(Tag());
  std::size_t first = 0;
  const auto add = [&](auto vectors) {
    for (; first + vectors * lanes <= table.stride; first += vectors * lanes) {
      add_codes<vectors>(tag, table.codes + first, table.stride, table.step, rows, ahead, table_rows, factors,
                         sums + first);
    }
  };
  add(std::integral_constant<std::size_t, 8>());
  add(std::integral_constant<std::size_t, 4>());
  add(std::integral_constant<std::size_t, 2>());
  add(std::integral_constant<std::size_t, 1>());
}

// The place of the number that exceeds all others by more than `least`. There are a multiple of 8.
std::optional<std::size_t> lone_largest(const AlignedVector& numbers, double least) {
  constexpr std::size_t lanes = hn::MaxLanes(Doubles());
  const Doubles tag;
  auto largest = hn::Load(tag, numbers.data());
  for (std::size_t j = lanes; j < numbers.size(); j += lanes) {
    largest = hn::Max(largest, hn::Load(tag, numbers.data() + j));
  }
  largest = hn::MaxOfLanes(tag, largest);
  std::size_t close = 0;
  std::size_t place = 0;
  for (std::size_t j = 0; j < numbers.size(); j += lanes) {
    const auto far = hn::Gt(hn::Sub(largest, hn::Load(tag, numbers.data() + j)), hn::Set(tag, least));
    const auto near = hn::Not(far);
    close += hn::CountTrue(tag, near);
    place = hn::AllFalse(tag, near) ? place : j + static_cast<std::size_t>(hn::FindFirstTrue(tag, near));
  }
  return close == 1 ? std::optional(place) : std::nullopt;
}

// Sums without what is the same for all, centre · Σ w, are start + step · Σ w code. Those of the table differ by half a
// step for each unit of weight, and by the rounding of n products and sums in doubles, in either. A float of u = 2^−24
// adds (chunk + 2) u Σ w |code| within a chunk.
template <typename Weight>
std::optional<std::size_t> largest_quantised(const QuantisedRows& table, std::span<const double> start,
                                             double start_magnitude, const RowPicks<Weight>& picks,
                                             AlignedVector& work) {
  constexpr double largest_code = 32767;
  constexpr double float_error = 1.001 * (chunk + 2) * 0x1p-24 * largest_code;
  work.assign(table.stride, -std::numeric_limits<double>::infinity());
  std::ranges::copy(start, work.begin());
  Factors factors;  // NOLINT(cppcoreguidelines-pro-type-member-init): set before use
  double weight = 0;
  for (std::size_t first = 0; first < picks.rows.size(); first += chunk) {
    const auto rows = picks.rows.subspan(first, std::min(chunk, picks.rows.size() - first));
    const double taken = take_weights(picks, first, rows.size(), factors);
    std::uint32_t last = 0;
    for (const std::uint32_t row : rows) {
      last = std::max(last, row);
    }
    if (!(taken > 0) || last >= picks.table_rows) {
      return std::nullopt;
    }
    weight += taken;
    const std::size_t ahead = picks.rows.size() - first - rows.size() + picks.ahead;
    const auto add = [&](auto tag) { add_chunk(tag, table, rows, ahead, picks.table_rows, factors, work.data()); };
    if (table.stride == 8) {  // NOLINT(bugprone-branch-clone): the tags are one type where vectors are short
      add(hn::CappedTag<float, 8>());
    } else {
      add(hn::CappedTag<float, 16>());
    }
  }
  const double roundings = static_cast<double>(picks.rows.size() + 8) * std::numeric_limits<double>::epsilon();
  const double error = 1.0001 * (0.5001 + float_error) * table.step * weight +
                       4 * roundings * (start_magnitude + weight * table.magnitude);
  return lone_largest(work, 2 * error);
}

std::optional<std::size_t> largest_quantised_double(const QuantisedRows& table, std::span<const double> start,
                                                    double start_magnitude, const RowPicks<double>& picks,
                                                    AlignedVector& work) {
  return largest_quantised(table, start, start_magnitude, picks, work);
}

std::optional<std::size_t> largest_quantised_float(const QuantisedRows& table, std::span<const double> start,
                                                   double start_magnitude, const RowPicks<float>& picks,
                                                   AlignedVector& work) {
  return largest_quantised(table, start, start_magnitude, picks, work);
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(largest_quantised_double);
HWY_EXPORT(largest_quantised_float);

std::size_t quantised_stride(std::size_t columns) {
  return columns <= 8 ? 8 : columns <= 16 ? 16 : (columns + 31) / 32 * 32;
}

template <>
std::optional<std::size_t> largest_sum(const QuantisedRows& table, std::span<const double> start,
                                       double start_magnitude, const RowPicks<double>& picks, AlignedVector& work) {
  return HWY_DYNAMIC_DISPATCH(largest_quantised_double)(table, start, start_magnitude, picks, work);
}

template <>
std::optional<std::size_t> largest_sum(const QuantisedRows& table, std::span<const double> start,
                                       double start_magnitude, const RowPicks<float>& picks, AlignedVector& work) {
  return HWY_DYNAMIC_DISPATCH(largest_quantised_float)(table, start, start_magnitude, picks, work);
}

}  // namespace suffice
#endif
