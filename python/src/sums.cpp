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

bool lacks_values(const Moments& moments, const ClassCounts& /*classes*/) {
  return moments.has_patterns() || !moments.column_weight.empty();
}
bool lacks_values(const Shared<TermCounts>& counts, const ClassCounts& /*classes*/) { return !counts->missing.empty(); }
// Of rows whose weights are whole numbers: each has one value of every column.
bool lacks_values(const ValueCounts& counts, const ClassCounts& classes) {
  auto next = counts.counts.begin();
  for (const std::vector<std::string>& values : counts.values) {
    std::vector<double> found(classes.size());
    for (std::size_t m = 0; m < values.size(); ++m) {
      for (double& sum : found) {
        sum += *next++;
      }
    }
    if (found != classes.weight) {
      return true;
    }
  }
  return false;
}
bool lacks_values(const AmountSums& amounts, const ClassCounts& classes) {
  const std::size_t d = amounts.weight.size() / std::max<std::size_t>(classes.size(), 1);
  for (std::size_t k = 0; k < amounts.weight.size(); ++k) {
    if (amounts.weight[k] < classes.weight[k / d]) {
      return true;
    }
  }
  return false;
}

// Whether a value was missing, of rows that weigh something.
bool has_missing(const Summary& summary) {
  return std::ranges::any_of(summary.sums, [&](const Sums& sums) {
    return std::visit([&](const auto& of_kind) { return lacks_values(of_kind, summary.classes); }, sums);
  });
}

// About how many bytes the documents of a row have, by the first rows.
std::size_t bytes_per_row(const Table& rows) {
  constexpr std::size_t first_rows = 64;
  const std::size_t count = std::min(rows.rows, first_rows);
  std::size_t bytes = 0;
  for (const Column& column : rows.columns) {
    const auto* text = std::get_if<TextColumn>(&column);
    for (std::size_t i = 0; text != nullptr && i < count; ++i) bytes += text->documents[i].size();
  }
  return bytes / std::max<std::size_t>(count, 1);
}

// Sums of sparse counts start fastest with all rows at once. Of documents, whose terms are found one by one, about as
// many as take a twentieth of a second: half a mebibyte.
std::size_t first_step(const Table& rows, std::size_t width) {
  constexpr std::size_t many = 32;
  constexpr std::size_t text = std::size_t{1} << 19U;
  const bool sparse = rows.columns.size() == 1 && std::holds_alternative<SparseMatrix>(rows.columns.front());
  const std::size_t bytes = bytes_per_row(rows);
  const std::size_t step = rows_of_first_step(width) * (sparse ? many : 1);
  return bytes == 0 ? step : std::clamp<std::size_t>(text / bytes, 1, step);
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
  if (!codes.empty() && std::ranges::max(codes) >= names.size()) {
    throw nb::value_error("a label has no name");
  }
  if (weights) {
    table.weights = {weights->data(), weights->shape(0)};
  }
}

OpenSums::OpenSums(Schema schema, SummariseOptions options)
    : schema_(std::move(schema)), options_(std::move(options)), accumulator_(schema_, options_) {}

// The library notices missing values while it sums; then the sums go back to what they were, of which a copy is needed
// unless there were none. Where that is more work than a look at all numbers, that comes first; it does, too, where
// rows weigh nothing, which the library does not look at, and where weights are rounded in the counts of categories.
bool OpenSums::is_looked_at_after(const LabelledRows& rows, std::size_t numbers) const {
  if (std::ranges::find(rows.table.weights, 0.0) != rows.table.weights.end()) {
    return false;
  }
  std::size_t sums = 0;
  for (std::size_t b = 0; b < schema_.blocks.size(); ++b) {
    if (schema_.blocks[b].kind == Kind::categories && !rows.table.weights.empty()) {
      return false;
    }
    const std::size_t d = schema_.blocks[b].features.size();
    const Keep keep = options_.keep.empty() ? Keep{} : options_.keep[b];
    const bool matrices = schema_.blocks[b].kind == Kind::measurements && contains(keep.moments, MomentKind::pooled);
    sums += d * (matrices ? d : 1) * rows.names.size();
  }
  return accumulator_.rows() == 0 || numbers >= 10 * sums;
}

void OpenSums::add(const LabelledRows& rows, bool missing_allowed) {
  const nb::gil_scoped_release release;
  const std::scoped_lock lock(mutex_);
  const std::size_t width = numbers_per_row(rows.table);
  const bool checked = !missing_allowed && may_lack_values(rows.table);
  const bool after = checked && is_looked_at_after(rows, width * rows.table.rows);
  if (checked && !after) {
    require_finite(rows.table, 0, options_.threads);
  }
  const std::size_t step = first_step(rows.table, width);
  std::optional<Summary> before = std::exchange(summary_, std::nullopt);
  if (!before && accumulator_.rows() > 0 && (after || rows.table.rows > step)) {
    before = accumulator_.summary();
  }
  std::size_t added = 0;
  const auto undo = [&] {
    summary_.reset();
    if (added > 0) {
      accumulator_ = Accumulator(schema_, options_);
      if (before) {
        accumulator_.add(*before);
      }
    }
  };
  try {
    each_step(rows.table.rows, step, [&](std::size_t first, std::size_t count) {
      accumulator_.add(rows.table.slice(first, count), rows.labels(first, count));
      added += count;
    });
    if (after) {
      summary_ = accumulator_.summary();
      if (has_missing(*summary_)) {
        require_finite(rows.table, 0, options_.threads);
      }
    }
  } catch (const Error&) {
    undo();
    if (after) {
      require_finite(rows.table, 0, options_.threads);  // which says it in the words of this front
    }
    throw;
  } catch (...) {
    undo();
    throw;
  }
}

void OpenSums::add(const Summary& summary) {
  const nb::gil_scoped_release release;
  const std::scoped_lock lock(mutex_);
  accumulator_.add(summary);
  summary_.reset();
}

Summary OpenSums::summary() {
  const nb::gil_scoped_release release;
  const std::scoped_lock lock(mutex_);
  std::optional<Summary> made = std::exchange(summary_, std::nullopt);
  return made ? std::move(*made) : accumulator_.summary();
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
