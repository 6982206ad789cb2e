// Feature map: t(x) of a reading, the features in which its log odds are linear, which a rival weighs (MODELS §8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "encode/block_rows.hpp"
#include "estimate/read_block.hpp"
#include "model/values/value_conditional.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"
#include "suffice/shared.hpp"
#include "suffice/summary.hpp"
#include "text/tokeniser.hpp"

namespace suffice {

struct FeatureEntry {
  std::uint32_t feature = 0;
  double value = 0;
};

/// Measurements and amounts: the numbers x; where the reading has variances for each class (x − m)² too, one variance
/// for each class ‖x − m‖², covariances for each class (x_j − m_j)(x_k − m_k), Gamma distributions log x; m is the mean
/// of all rows. Categories: 1 for the value that the row has, nothing where it is missing or unknown. Terms: how often
/// they occur, or 1 where the reading counts a term once.
class FeatureMap {
 public:
  FeatureMap(const Shared<Block>& block, const ClassCounts& classes, const Sums& sums, const FamilyOptions& options,
             unsigned threads);

  /// size() of the map that such a block and options have; found without an estimate.
  static std::size_t size_of(const ReadBlock& read, const FamilyOptions& options);

  struct Workspace {
    ValueConditional::Workspace values;
    Tokeniser::Buffer text;
    std::vector<FeatureEntry> entries;  ///< of the row that was read last, ascending, each feature once
    std::vector<double> numbers;
  };

  [[nodiscard]] const Block& block() const { return *block_; }
  [[nodiscard]] std::size_t size() const { return names_->size(); }
  [[nodiscard]] const std::vector<std::string>& names() const { return *names_; }
  /// What stands for each feature where it is missing: the mean over all rows that have it of the first means(), which
  /// are numbers and their logarithms, else 0.
  [[nodiscard]] const std::vector<double>& centre() const { return *centre_; }
  [[nodiscard]] std::size_t means() const;
  /// C × features: the means of each class, of measurements that enter as they are; else none.
  [[nodiscard]] const std::vector<double>& class_means() const { return *class_means_; }
  /// Of categories; else null.
  [[nodiscard]] const ValueConditional* values() const { return values_.get(); }
  /// Whether features are the numbers of the block as they are.
  [[nodiscard]] bool is_plain() const { return degree_ == Degree::one; }
  /// Whether few features of a row are not 0.
  [[nodiscard]] bool is_sparse() const { return terms_ != nullptr; }

  /// The features of row i, NaN where they are missing, but for those of sparse rows, categories and terms that are 0,
  /// to work.entries. Error (bad_data) on a number that is not legal; `first` is where the rows begin among those of
  /// the caller.
  void read(const BlockRows& rows, std::size_t i, std::size_t first, Workspace& work, ScoreCounts& counts) const;

 private:
  enum class Degree { none, one, squares, norm, products, logs };
  struct Terms;

  static Degree degree_of(Structure structure);
  static Degree degree_of(AmountFamily family);
  static std::size_t size_of(Degree degree, std::size_t d);
  void read_numbers(const BlockRows& rows, std::size_t i, std::size_t first, Workspace& work,
                    ScoreCounts& counts) const;
  void read_values(const BlockRows& rows, std::size_t i, Workspace& work, ScoreCounts& counts) const;
  void read_terms(const BlockRows& rows, std::size_t i, std::size_t first, Workspace& work, ScoreCounts& counts) const;
  /// Error (bad_data) for a number that has none.
  [[nodiscard]] double log_of(double x, std::size_t j, std::size_t row) const;
  void name_products();

  Shared<Block> block_;
  Degree degree_ = Degree::none;
  std::shared_ptr<std::vector<std::string>> names_;
  std::shared_ptr<std::vector<double>> centre_;
  std::shared_ptr<const std::vector<double>> class_means_;
  std::shared_ptr<const ValueConditional> values_;
  std::shared_ptr<const Terms> terms_;
};

/// One for each reading of checked options.
std::vector<FeatureMap> feature_maps(const Summary& summary, const Options& options, unsigned threads);

}  // namespace suffice
