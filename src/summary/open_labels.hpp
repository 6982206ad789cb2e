// Open labels: the labels of batches as classes, while more may come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suffice/summary.hpp"
#include "suffice/table.hpp"
#include "summary/label_dictionary.hpp"
#include "summary/moments/row_plan.hpp"

namespace suffice {

/// The classes of the rows of a batch: row i is of class class_of_code[codes[i]], unless its weight is 0.
struct RowClasses {
  std::span<const std::uint32_t> codes;
  std::span<const std::uint32_t> class_of_code;  ///< no_class: a label that no row of positive weight has
  std::size_t classes = 0;                       ///< so far, with those that are new in this batch

  [[nodiscard]] std::uint32_t operator[](std::size_t i) const { return class_of_code[codes[i]]; }
  /// The classes of the rows first, …, first + count − 1.
  [[nodiscard]] RowClasses slice(std::size_t first, std::size_t count) const {
    return {codes.subspan(first, count), class_of_code, classes};
  }
};

/// Labels of a batch as classes; those that are new are numbered on in the order of their first rows.
struct BatchClasses {
  std::span<const std::uint32_t> codes;
  std::vector<std::uint32_t> class_of_code;
  std::vector<std::size_t> first_rows;  ///< of new classes
  std::vector<std::string> new_labels;
  std::size_t classes = 0;

  [[nodiscard]] RowClasses rows() const { return {codes, class_of_code, classes}; }
};

/// Labels that were met, numbered by their first rows of positive weight, and labels that were declared.
class OpenLabels {
 public:
  explicit OpenLabels(std::vector<std::string> declared) : declared_(std::move(declared)) {}

  /// The classes of rows of these weights (empty: every row weighs 1). Changes nothing: a batch may yet be refused.
  [[nodiscard]] BatchClasses classes_of(std::span<const double> weights, const Labels& labels) const;
  /// Takes the new labels of a batch.
  void add(const BatchClasses& classes);

  /// Labels that were met or declared, and how many there would be after a batch.
  [[nodiscard]] std::size_t size() const { return names().size(); }
  [[nodiscard]] std::size_t size_after(const BatchClasses& classes) const;
  [[nodiscard]] std::size_t met() const { return met_.names().size(); }
  /// The labels that rows had, by number, and after them those that were only declared.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::vector<std::string> declared_;
  LabelDictionary met_;
};

/// Rows and weights of classes; weights are summed in row order.
struct ClassTally {
  std::vector<std::uint64_t> rows;
  std::vector<double> weight;
  bool exact = true;  ///< weights are whole numbers, and their sum is: any order gives the same sums
  double total = 0;

  /// Rows of these weights; empty: every row weighs 1.
  void add(const RowClasses& classes, std::span<const double> weights, unsigned threads);
  /// Whether it would be exact after adding these.
  [[nodiscard]] bool stays_exact(std::span<const double> weights, std::size_t count) const;
  [[nodiscard]] std::uint64_t total_rows() const;
};

/// The counts of labels in an order, number k being label order[k]; those without a number have no rows.
ClassCounts counts_in_order(const ClassTally& tally, std::span<const std::string> names,
                            std::span<const std::size_t> order);

}  // namespace suffice
