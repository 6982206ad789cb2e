// Open sums that take batches of rows, and the Summary of them.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "rows.hpp"
#include "suffice/schema.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice::python {

using Codes = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Rows with their labels, of one length each; ValueError where they are not.
struct LabelledRows {
  LabelledRows(const Rows& rows, const Codes& codes, std::vector<std::string> label_names,
               const std::optional<Weights>& weights);

  Table table;
  std::vector<std::string> names;
  std::span<const std::uint32_t> codes;

  [[nodiscard]] Labels labels(std::size_t first, std::size_t count) const {
    return {codes.subspan(first, count), names};
  }
};

/// A lock around an Accumulator: calls from several threads wait for each other.
class OpenSums {
 public:
  OpenSums(Schema schema, SummariseOptions options);

  /// Adds all rows or, where it throws, none. Rows in several steps that fail are taken back by starting again from the
  /// sums before, which later rows then are added to as by merge(): to rounding, instead of to the bit. So are many
  /// rows of measurements in which a value turns out to be missing after they were summed.
  void add(const LabelledRows& rows, bool missing_allowed);
  void add(const Summary& summary);
  [[nodiscard]] Summary summary();
  [[nodiscard]] std::uint64_t rows() const;

 private:
  [[nodiscard]] bool is_looked_at_after(const LabelledRows& rows, std::size_t numbers) const;

  Schema schema_;
  SummariseOptions options_;
  Accumulator accumulator_;
  std::optional<Summary> summary_;  // of the accumulator as it is, where it was made and not yet asked for
  mutable std::mutex mutex_;
};

/// What to keep of each block for these options.
SummariseOptions summarise_options(const Schema& schema, const nb::dict& options, bool keep_full, unsigned threads);

void bind_sums(nb::module_& module);

}  // namespace suffice::python
