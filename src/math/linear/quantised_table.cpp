#include "math/linear/quantised_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/system/parallel.hpp"

namespace suffice {

namespace {

constexpr std::size_t block_rows = 4096;
constexpr double largest_code = 32767;

struct Range {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  bool finite = true;
};

Range range_of(std::span<const double> rows, std::size_t width, std::size_t columns) {
  Range range;
  for (std::size_t first = 0; first < rows.size(); first += width) {
    for (const double number : rows.subspan(first, columns)) {
      range.least = std::min(range.least, number);
      range.most = std::max(range.most, number);
      range.finite = range.finite && std::isfinite(number);
    }
  }
  return range;
}

}  // namespace

QuantisedTable::QuantisedTable(std::span<const double> table, std::size_t width, std::size_t columns, unsigned threads)
    : columns_(columns), stride_(quantised_stride(columns)) {
  const std::size_t rows = table.size() / width;
  const std::size_t blocks = (rows + block_rows - 1) / block_rows;
  const auto block_of = [&](std::size_t block) {
    const std::size_t first = block * block_rows;
    return table.subspan(first * width, (std::min(rows, first + block_rows) - first) * width);
  };
  std::vector<Range> ranges(blocks);
  parallel_for(threads, blocks,
               [&](std::size_t block, unsigned) { ranges[block] = range_of(block_of(block), width, columns); });
  Range all;
  for (const Range& range : ranges) {
    all = {std::min(all.least, range.least), std::max(all.most, range.most), all.finite && range.finite};
  }
  magnitude_ = std::max(std::abs(all.least), std::abs(all.most));
  if (!all.finite || magnitude_ > std::numeric_limits<double>::max() / 4) {
    return;
  }
  const double centre = all.least + (all.most - all.least) / 2;
  step_ = (all.most - all.least) / (2 * largest_code);
  codes_.resize(rows * stride_);
  parallel_for(threads, blocks, [&](std::size_t block, unsigned) {
    const auto numbers = block_of(block);
    std::int16_t* codes = codes_.data() + block * block_rows * stride_;
    for (std::size_t first = 0; first < numbers.size(); first += width, codes += stride_) {
      std::fill_n(codes, stride_, std::int16_t{0});
      for (std::size_t j = 0; j < columns && step_ > 0; ++j) {
        const double code = std::nearbyint((numbers[first + j] - centre) / step_);
        codes[j] = static_cast<std::int16_t>(std::clamp(code, -largest_code, largest_code));
      }
    }
  });
}

}  // namespace suffice
