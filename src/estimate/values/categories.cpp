#include "estimate/values/categories.hpp"

#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "estimate/model_table.hpp"
#include "estimate/pseudocounts.hpp"
#include "math/special/log_zero.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

[[noreturn]] void refuse_values(const ValueBlock& values, std::size_t c, std::size_t j, const char* problem,
                                std::vector<Remedy> remedies) {
  throw Error(ErrorCode::bad_data, fmt::format("class {} {}", quoted(values.classes.labels[c]), problem),
              fmt::format("column {}", shown(values.block.features[j])), std::move(remedies));
}

// What is added to the counts of a feature in class c: β, or β − 1 for the mode; nothing for mle.
class AddedCounts {
 public:
  AddedCounts(const ValueBlock& values, const ValueOptions& options)
      : values_(values), estimator_(options.estimator), pseudocounts_(options.pseudocount, options.estimator) {}

  /// An empty value is one that no rule names.
  [[nodiscard]] double of(std::size_t c, std::size_t j, const std::string& value) const {
    if (estimator_ == Estimator::mle) {
      return 0;
    }
    const double beta = pseudocounts_.of(values_.classes.labels[c], values_.block.features[j], value);
    return estimator_ == Estimator::map ? beta - 1 : beta;
  }

 private:
  const ValueBlock& values_;
  Estimator estimator_;
  Pseudocounts pseudocounts_;
};

// From numerators, C numbers a value, to logarithms of shares in each class.
void take_shares(const ValueBlock& values, std::size_t j, std::span<double> table) {
  const std::size_t classes = values.classes.size();
  for (std::size_t c = 0; c < classes; ++c) {
    double total = 0;
    for (std::size_t k = c; k < table.size(); k += classes) {
      if (table[k] < 0) {
        refuse_values(values, c, j,
                      "has so few rows of some value that the posterior has no mode; a pseudocount of at least 1 gives "
                      "it one",
                      {{"pseudocount", {"B"}}, {"estimate", {"mean"}}});
      }
      total += table[k];
    }
    if (total == 0 && values.classes.weight[c] > 0 && !table.empty()) {
      refuse_values(values, c, j, "has no value in this column, and so no shares without a pseudocount above 0",
                    {{"estimate", {"mean"}}, {"drop", {values.block.features[j]}}});
    }
    for (std::size_t k = c; k < table.size(); k += classes) {
      table[k] = total > 0 ? std::log(table[k] / total) : log_zero;
    }
  }
}

}  // namespace

Categories categories(const ValueBlock& values, const ValueOptions& options) {
  check_options(options);
  const ValueCounts& sums = values.sums;
  const AddedCounts added(values, options);
  Categories result;
  result.classes = values.classes.size();
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
    take_shares(values, j, std::span(result.log_probability).subspan(start));
  }
  return result;
}

}  // namespace suffice
