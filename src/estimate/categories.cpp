#include "estimate/categories.hpp"

#include <cmath>
#include <span>

#include <fmt/format.h>

#include "data/names.hpp"
#include "estimate/pseudocounts.hpp"
#include "math/log_zero.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

[[noreturn]] void refuse_values(const Summary& summary, std::size_t c, std::size_t j, const char* problem) {
  throw Error(ErrorCode::bad_data, fmt::format("class {} {}", quoted(summary.classes.labels[c]), problem),
              fmt::format("column {}", shown(summary.schema.features[j])));
}

// What is added to the counts of a feature in class c: β, or β − 1 for the mode; nothing for mle.
class AddedCounts {
 public:
  AddedCounts(const Summary& summary, const EstimateOptions& options)
      : summary_(summary), estimator_(options.estimator), pseudocounts_(options.pseudocount, options.estimator) {}

  /// An empty value is one that no rule names.
  [[nodiscard]] double of(std::size_t c, std::size_t j, const std::string& value) const {
    if (estimator_ == Estimator::mle) {
      return 0;
    }
    const double beta = pseudocounts_.of(summary_.classes.labels[c], summary_.schema.features[j], value);
    return estimator_ == Estimator::map ? beta - 1 : beta;
  }

 private:
  const Summary& summary_;
  Estimator estimator_;
  Pseudocounts pseudocounts_;
};

// From numerators, C numbers a value, to logarithms of shares in each class.
void take_shares(const Summary& summary, std::size_t j, std::span<double> table) {
  const std::size_t classes = summary.classes.size();
  for (std::size_t c = 0; c < classes; ++c) {
    double total = 0;
    for (std::size_t k = c; k < table.size(); k += classes) {
      if (table[k] < 0) {
        refuse_values(summary, c, j,
                      "has so few rows of some value that the posterior has no mode: give a pseudocount of at least 1, "
                      "or --estimate mean");
      }
      total += table[k];
    }
    if (total == 0 && summary.classes.weight[c] > 0 && !table.empty()) {
      refuse_values(summary, c, j,
                    "has no value in this column: give --estimate mean, with a pseudocount above 0, or leave the "
                    "column out (--drop)");
    }
    for (std::size_t k = c; k < table.size(); k += classes) {
      table[k] = total > 0 ? std::log(table[k] / total) : log_zero;
    }
  }
}

}  // namespace

Categories categories(const Summary& summary, const EstimateOptions& options) {
  const ValueCounts& sums = summary.values();
  const AddedCounts added(summary, options);
  Categories result;
  result.classes = summary.classes.size();
  result.values = sums.values;
  result.reserved = options.unseen == Unseen::reserve;
  auto count = sums.counts.begin();
  for (std::size_t j = 0; j < sums.values.size(); ++j) {
    const std::size_t start = result.counts.size();
    const auto numbers = static_cast<std::ptrdiff_t>(sums.values[j].size() * result.classes);
    result.counts.insert(result.counts.end(), count, count + numbers);
    count += numbers;
    result.counts.resize(result.counts.size() + (result.reserved ? result.classes : 0));
    result.log_probability.resize(result.counts.size());
    for (std::size_t m = 0; m < result.size(j); ++m) {
      const std::string& value = m < sums.values[j].size() ? sums.values[j][m] : std::string();
      for (std::size_t c = 0; c < result.classes; ++c) {
        const std::size_t k = start + m * result.classes + c;
        result.log_probability[k] = result.counts[k] + added.of(c, j, value);
      }
    }
    take_shares(summary, j, std::span(result.log_probability).subspan(start));
  }
  return result;
}

}  // namespace suffice
