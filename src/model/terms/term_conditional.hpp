// Term conditional: p(x|c) of Bernoulli, multinomial and complement models of terms (MODELS §6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "encode/block_rows.hpp"
#include "estimate/model_table.hpp"
#include "estimate/terms/events.hpp"
#include "math/kernels/panel.hpp"
#include "math/kernels/weighted_rows.hpp"
#include "math/special/random.hpp"
#include "math/system/aligned.hpp"
#include "model/drawn_row.hpp"
#include "model/score_work.hpp"
#include "model/terms/document_reader.hpp"
#include "model/terms/term_sampler.hpp"
#include "model/terms/term_state.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"
#include "suffice/shared.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Rows are text, or numbers that say how often each column's term occurs: not negative, NaN where it is not known. A
/// term that is not known is ignored, unless one is reserved for such. The scores of a row depend on it alone.
class TermConditional {
 public:
  /// From counts that are loaded whole: words, columns or buckets. Cost O(C · terms) for columns and buckets.
  TermConditional(const Shared<Block>& block, Events events, std::shared_ptr<const TermCounts> counts,
                  unsigned threads);
  /// From words that are looked up when a row asks for them. Cost O(C).
  TermConditional(const Shared<Block>& block, Events events, std::shared_ptr<const TermLookup> words);

  struct Workspace : ScoreWork {
    ReaderPool::Lent reader = {};
    AlignedVector row_start = {};  ///< scores of a row without terms
    double start_magnitude = 0;    ///< of the largest that is finite
    AlignedVector scores = {};
    std::vector<double> certain = {};           ///< terms with φ = 1 that the row has or may have
    std::vector<std::uint32_t> rows = {};       ///< of terms that occur
    std::vector<double> weights = {};           ///< how often they do
    std::vector<std::uint32_t> missing = {};    ///< columns
    std::optional<TermRows> made = {};          ///< one row, where the model holds none
    TermRecord record = {};                     ///< that it is made of
    std::vector<double> absent = {};            ///< of a missing column, where the model holds none
    const QuantisedTable* quantised = nullptr;  ///< of the model, where it serves the rows
    AlignedVector quantised_sums = {};          ///< memory for its sums
  };

  [[nodiscard]] TermFamily family() const { return state_->events.options.family; }
  [[nodiscard]] const Block& block() const { return state_->block; }
  [[nodiscard]] std::size_t classes() const { return state_->classes(); }
  [[nodiscard]] const Events& events() const { return state_->events; }
  /// Whether scores are log p(x, c): not for complement, whose scores have no start in them either.
  [[nodiscard]] bool is_density() const { return suffice::is_density(family()); }
  [[nodiscard]] static bool has_full_support() { return false; }
  /// Whether the density is of rows of a given number of terms: multinomials of text.
  [[nodiscard]] bool has_given_length() const {
    return block().kind == Kind::text && family() == TermFamily::multinomial;
  }

  /// Whether sparse rows name columns that there are is seen when they are scored.
  void check(const BlockRows& rows, unsigned threads) const;
  void add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted wanted,
                       std::span<PanelColumn> out, Workspace& work) const;
  /// Names the term that rules out the last class that is left, those that are −∞ being out from the start.
  [[nodiscard]] std::optional<std::string> impossible(const BlockRows& rows, std::size_t i,
                                                      std::span<double> left) const;
  [[nodiscard]] Explanation explain(const BlockRows& rows, std::size_t i, std::span<const double> start) const;
  /// Complement: by how much the score exceeds the mean of the others'. For each of some classes, in one pass over the
  /// terms: O(C · terms).
  [[nodiscard]] std::vector<std::vector<FeatureOdds>> strongest(std::span<const std::size_t> classes, std::size_t count,
                                                                std::span<const double> class_prior) const;
  /// All but predictive multinomials, and Bernoulli models in which a class always has some term.
  [[nodiscard]] bool is_linear() const;
  /// Names are those of terms; the reserved one comes last, as "<unseen>".
  [[nodiscard]] LinearForm linear_form() const;
  /// Error (usage) for complement, tf-idf, hash buckets and n-grams. Tables of O(C · terms) are made at the first draw.
  void sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> length = {}) const;

 private:
  explicit TermConditional(std::shared_ptr<const TermState> state);

  void prepare(const BlockRows& rows, Wanted wanted, Workspace& work) const;
  /// Whether the rows of terms are summed as sparse rows say, no term being ignored.
  [[nodiscard]] bool picks_alone() const { return state_->holds_rows && state_->left_out.empty() && !state_->by_urn(); }
  void start(Workspace& work) const;
  double score_text(std::string_view document, Workspace& work) const;
  [[nodiscard]] std::span<const std::uint32_t> indices_of(const SparseBatch& batch, std::size_t i) const;
  template <typename Number>
  [[nodiscard]] RowPicks<Number> picks_of(const SparseBatch& batch, const Number* values, std::size_t i) const;
  template <typename Number>
  void score_sparse(const SparseBatch& batch, const Number* values, std::size_t i, Workspace& work) const;
  std::optional<std::size_t> largest_of(const SparseBatch& batch, std::size_t i, Workspace& work) const;
  void score_dense(const Batch& batch, std::size_t i, Workspace& work) const;
  bool take(double x, std::size_t column, Workspace& work) const;
  void score_taken(Workspace& work) const;
  void add_taken(Workspace& work) const;
  void add_made(Workspace& work) const;
  void take_missing_out(Workspace& work) const;
  static void merge_unknown(Workspace& work);
  template <typename Weight>
  bool add_terms(const double* parameters, const double* certain, const RowPicks<Weight>& picks, Workspace& work) const;
  void add_urn_terms(const TermRows& table, std::span<const std::uint32_t> rows, const double* weights,
                     Workspace& work) const;
  void add_urn_term(const double* balls, double weight, double length, Workspace& work) const;
  void finish_urn(double length, Workspace& work) const;
  void score_row(const BlockRows& rows, std::size_t i, std::size_t r, Workspace& work) const;
  void finish(std::size_t r, std::span<PanelColumn> out, Workspace& work) const;

  std::shared_ptr<const TermState> state_;
  std::shared_ptr<ReaderPool> readers_;
  std::shared_ptr<TermSampler> sampler_;
};

}  // namespace suffice
