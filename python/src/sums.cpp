#include "sums.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <variant>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "finite.hpp"
#include "options.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/store.hpp"
#include "work.hpp"

namespace suffice::python {

namespace {

Summary decoded(const nb::bytes& bytes) {
  const std::string_view view(bytes.c_str(), bytes.size());
  const nb::gil_scoped_release release;
  return decode(view).summary;
}

nb::bytes encoded(const Summary& summary) {
  std::string bytes;
  {
    const nb::gil_scoped_release release;
    bytes = encode(summary);
  }
  return nb::bytes(bytes.data(), bytes.size());
}

// C × terms, dense.
NumpyArray<double> dense_terms(const Summary& summary, std::size_t block, std::vector<double> TermCounts::* member) {
  const TermCounts& counts = *std::get<Shared<TermCounts>>(summary.sums.at(block));
  const std::size_t width = counts.terms();
  std::vector<double> dense(summary.classes.size() * width);
  for (std::size_t k = 0; k < width; ++k) {
    for (std::uint64_t e = counts.offsets[k]; e < counts.offsets[k + 1]; ++e) {
      dense[counts.classes[e] * width + k] = (counts.*member)[e];
    }
  }
  return to_array(std::move(dense), {summary.classes.size(), width});
}

nb::list value_counts(const Summary& summary, std::size_t block) {
  const ValueCounts& counts = std::get<ValueCounts>(summary.sums.at(block));
  nb::list result;
  std::size_t first = 0;
  for (const std::vector<std::string>& values : counts.values) {
    const std::size_t size = values.size() * summary.classes.size();
    std::vector<double> part(counts.counts.begin() + static_cast<std::ptrdiff_t>(first),
                             counts.counts.begin() + static_cast<std::ptrdiff_t>(first + size));
    result.append(nb::make_tuple(values, to_array(std::move(part), {values.size(), summary.classes.size()})));
    first += size;
  }
  return result;
}

bool has_missing(const Summary& summary) {
  return std::ranges::any_of(summary.sums, [](const Sums& sums) {
    const auto* moments = std::get_if<Moments>(&sums);
    return moments != nullptr && (moments->has_patterns() || !moments->column_weight.empty());
  });
}

template <typename Result, typename Function>
Result unlocked(const Function& function) {
  const nb::gil_scoped_release release;
  return function();
}

}  // namespace

LabelledRows::LabelledRows(const Rows& rows, const Codes& label_codes, std::vector<std::string> label_names,
                           const std::optional<Weights>& weights)
    : table(rows.table), names(std::move(label_names)), codes(label_codes.data(), label_codes.shape(0)) {
  if (codes.size() != table.rows || (weights && weights->shape(0) != table.rows)) {
    throw nb::value_error("Found input variables with inconsistent numbers of samples");
  }
  for (const std::uint32_t code : codes) {
    if (code >= names.size()) {
      throw nb::value_error("a label has no name");
    }
  }
  if (weights) {
    table.weights = {weights->data(), weights->shape(0)};
  }
}

OpenSums::OpenSums(Schema schema, SummariseOptions options)
    : schema_(std::move(schema)), options_(std::move(options)), accumulator_(schema_, options_) {}

// Sums of measurements know whether a value was missing. Asking them costs a copy of the sums, which is less than a
// look at all numbers where there are many more rows than entries of the sums.
bool OpenSums::is_looked_at_after(const LabelledRows& rows, std::size_t width) const {
  return rows.table.rows >= 10 * width * std::max<std::size_t>(rows.names.size(), 1) &&
         std::ranges::all_of(schema_.blocks, [](const Block& block) { return block.kind == Kind::measurements; });
}

void OpenSums::add(const LabelledRows& rows, bool missing_allowed) {
  const nb::gil_scoped_release release;
  const std::scoped_lock lock(mutex_);
  const std::size_t width = numbers_per_row(rows.table);
  const bool after = !missing_allowed && is_looked_at_after(rows, width);
  const bool several = after || rows.table.rows > rows_per_step(width);
  const std::optional<Summary> before =
      several && accumulator_.rows() > 0 ? std::optional(accumulator_.summary()) : std::nullopt;
  std::size_t added = 0;
  try {
    each_step(rows.table.rows, width, [&](std::size_t first, std::size_t count) {
      const Table part = rows.table.slice(first, count);
      if (!missing_allowed && !after) {
        require_finite(part, first, options_.threads);
      }
      accumulator_.add(part, rows.labels(first, count));
      added += count;
    });
    if (after && has_missing(accumulator_.summary())) {
      require_finite(rows.table, 0, options_.threads);
    }
  } catch (...) {
    if (added > 0) {
      accumulator_ = Accumulator(schema_, options_);
      if (before) {
        accumulator_.add(*before);
      }
    }
    if (after) {
      require_finite(rows.table, 0, options_.threads);  // which says it in the words of this front
    }
    throw;
  }
}

void OpenSums::add(const Summary& summary) {
  const nb::gil_scoped_release release;
  const std::scoped_lock lock(mutex_);
  accumulator_.add(summary);
}

Summary OpenSums::summary() const {
  const nb::gil_scoped_release release;
  const std::scoped_lock lock(mutex_);
  return accumulator_.summary();
}

std::uint64_t OpenSums::rows() const {
  const nb::gil_scoped_release release;
  const std::scoped_lock lock(mutex_);
  return accumulator_.rows();
}

SummariseOptions summarise_options(const Schema& schema, const nb::dict& options, bool keep_full, unsigned threads) {
  SummariseOptions result{.threads = threads, .keep = sums_needed(checked(options_of(options), schema), schema)};
  for (Keep& keep : result.keep) {
    keep.moments = keep_full ? MomentKind::full : keep.moments;
  }
  return result;
}

void bind_sums(nb::module_& module) {
  nb::class_<OpenSums>(module, "OpenSums", "Sums that take batches of rows; each batch wholly or not at all.")
      .def(
          "__init__",
          [](OpenSums* self, const Schema& schema, const nb::dict& options, bool keep_full, unsigned threads) {
            new (self) OpenSums(schema, summarise_options(schema, options, keep_full, threads));
          },
          nb::arg("schema"), nb::arg("options"), nb::arg("keep_full") = false, nb::arg("threads") = 1)
      .def(
          "add",
          [](OpenSums& self, const Rows& rows, const Codes& codes, std::vector<std::string> names,
             const std::optional<Weights>& weights,
             bool missing_allowed) { self.add(LabelledRows(rows, codes, std::move(names), weights), missing_allowed); },
          nb::arg("rows"), nb::arg("codes"), nb::arg("names"), nb::arg("weights") = nb::none(),
          nb::arg("missing_allowed") = false)
      .def(
          "add_summary", [](OpenSums& self, const Summary& summary) { self.add(summary); }, nb::arg("summary"))
      .def("summary", &OpenSums::summary)
      .def_prop_ro("rows", &OpenSums::rows);
  nb::class_<Summary>(module, "Summary", "Additive sums of rows.")
      .def("to_bytes", &encoded)
      .def_static("from_bytes", &decoded, nb::arg("bytes"))
      .def(
          "merged", [](const Summary& a, const Summary& b) { return unlocked<Summary>([&] { return merge(a, b); }); },
          nb::arg("other"))
      .def(
          "removed",
          [](const Summary& all, const Summary& part) {
            Removal removal = unlocked<Removal>([&] { return remove(all, part); });
            return std::pair(std::move(removal.rest), removal.relative_error);
          },
          nb::arg("part"))
      .def_prop_ro("schema", [](const Summary& summary) { return summary.schema; })
      .def_prop_ro("labels", [](const Summary& summary) { return summary.classes.labels; })
      .def_prop_ro(
          "class_rows", [](const Summary& summary) { return to_array(summary.classes.rows); }, nb::rv_policy::move)
      .def_prop_ro(
          "class_weights", [](const Summary& summary) { return to_array(summary.classes.weight); }, nb::rv_policy::move)
      .def(
          "term_tokens", [](const Summary& s, std::size_t b) { return dense_terms(s, b, &TermCounts::tokens); },
          nb::arg("block") = 0)
      .def(
          "term_documents", [](const Summary& s, std::size_t b) { return dense_terms(s, b, &TermCounts::documents); },
          nb::arg("block") = 0)
      .def(
          "words",
          [](const Summary& summary, std::size_t block) {
            const Words& words = std::get<Shared<TermCounts>>(summary.sums.at(block))->words;
            std::vector<std::string> list;
            for (std::size_t k = 0; k < words.size(); ++k) {
              list.emplace_back(words[k]);
            }
            return list;
          },
          nb::arg("block") = 0)
      .def("value_counts", &value_counts, nb::arg("block") = 0)
      .def("__eq__", [](const Summary& a, const Summary& b) { return a == b; });
}

}  // namespace suffice::python
