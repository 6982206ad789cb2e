// check() of a source: a sample of its rows, and whether the model was fitted on them.
#include <algorithm>
#include <cmath>
#include <span>
#include <variant>
#include <vector>

#include "estimate/read_block.hpp"
#include "suffice/check.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {

namespace {

// Up to the rounding that another order of the rows brings.
bool are_close(std::span<const double> a, std::span<const double> b) {
  constexpr double rounding = 1e-6;
  double largest = 0;
  for (const double value : a) largest = std::max(largest, std::abs(value));
  return a.size() == b.size() && std::ranges::equal(a, b, [&](double x, double y) {
           return std::abs(x - y) <= rounding * std::max({std::abs(x), std::abs(y), 1e-3 * largest});
         });
}

struct AreSame {
  bool operator()(const Moments& a, const Moments& b) const {
    if (a.patterns.size() != b.patterns.size() || !are_close(a.mean, b.mean)) return false;
    return std::ranges::equal(a.patterns, b.patterns, [](const Pattern& x, const Pattern& y) {
      return x.present == y.present && x.rows == y.rows && are_close(x.mean, y.mean);
    });
  }
  bool operator()(const Shared<TermCounts>& a, const Shared<TermCounts>& b) const {
    return a->compacted || (a->words == b->words && are_close(a->tokens, b->tokens));
  }
  bool operator()(const ValueCounts& a, const ValueCounts& b) const {
    return a.values == b.values && are_close(a.counts, b.counts);
  }
  bool operator()(const AmountSums& a, const AmountSums& b) const {
    return are_close(a.weight, b.weight) && are_close(a.sum, b.sum);
  }
  template <typename A, typename B>
  bool operator()(const A& /*a*/, const B& /*b*/) const {
    return false;
  }
};

// Whether rows that have these sums of the density's blocks are those that the model has.
bool are_rows_of(const Stored& stored, const Summary& found) {
  const ClassCounts& classes = stored.summary.classes;
  if (classes.labels != found.classes.labels || classes.rows != found.classes.rows) return false;
  std::size_t block = 0;
  for (const Reading& reading : checked(stored.options, stored.summary.schema).readings) {
    if (reading.pooled()) continue;
    const ReadBlock own(stored.summary, reading, found.schema.blocks[block].features.size());
    if (!std::visit(AreSame{}, own.sums(), found.sums[block])) return false;
    ++block;
  }
  return true;
}

// What the sums hold of each block that the density is of, without pairs and fourth moments: it decides whether
// patterns of missing values are kept.
std::vector<Keep> kept_of_density(const Stored& stored) {
  std::vector<Keep> keep;
  for (const Reading& reading : checked(stored.options, stored.summary.schema).readings) {
    if (reading.pooled()) continue;
    const auto* const moments = std::get_if<Moments>(&stored.summary.sums[reading.block]);
    keep.push_back(moments == nullptr ? Keep{} : Keep{.moments = moments->kind});
  }
  return keep;
}

}  // namespace

ModelCheck check(const Stored& stored, Source& source, bool has_labels, const CheckOptions& options,
                 const WorkOptions& work) {
  const Schema schema = checked_schema(stored);
  Schema read = schema;
  if (has_labels) read.weight = stored.summary.schema.weight;
  source.bind(read);
  const std::vector<Keep> keep = kept_of_density(stored);
  Reservoir sample(schema, options.seed);
  Accumulator sums(schema, {.threads = work.threads, .keep = keep});
  std::uint64_t seen = 0;
  std::vector<std::uint32_t> codes;
  const std::vector<std::string> unlabelled = {""};
  each_block(source, work, [&](const SourceRows& rows) {
    codes.assign(rows.rows.rows, 0);
    const Labels labels = has_labels ? rows.labels : Labels{codes, unlabelled};
    sample.add(rows.rows, labels);
    if (has_labels) sums.add(rows.rows, labels);
    for (std::size_t i = 0; i < rows.rows.rows; ++i) seen += rows.rows.weight(i) > 0 ? 1U : 0U;
  });
  if (seen == 0) {
    throw Error(ErrorCode::bad_data, "there are no rows to check the model by", work.input);
  }
  const Labels labels = sample.labels();
  ModelCheck result = check(stored, sample.rows(), has_labels ? labels : Labels{},
                            has_labels && are_rows_of(stored, sums.summary()), options);
  result.seen = seen;
  return result;
}

}  // namespace suffice
