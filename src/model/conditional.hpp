// Conditional: p(x|c) of all classes, of one of the closed set of families.
#pragma once

#include <memory>
#include <variant>

#include "model/amount_conditional.hpp"
#include "model/gaussian_conditional.hpp"
#include "model/term_conditional.hpp"
#include "model/value_conditional.hpp"

namespace suffice {

/// Each of these has the same members, called for a panel of rows at a time:
///   Family family() const;
///   std::size_t classes() const;
///   void check(const Rows& rows) const;             Error (bad_data) for rows of another encoding or shape
///   Workspace: room for one thread and the rows of one call, default-constructible: derived from PanelNotes
///     (model/panel_notes.hpp), to whose counts log_joint adds and whose lengths it sets
///   void log_joint(const Rows& rows, std::size_t first, std::size_t count, std::span<const double> log_prior,
///                  std::span<PanelColumn> out, Workspace& work) const;
///     out[c][r] for rows first + r, r < count ≤ panel_rows; −∞, never NaN. Where work.largest_only, the class of the
///     largest is right and the scores need not be
///   std::optional<std::string> impossible(const Rows& rows, std::size_t i, std::span<const double> log_prior) const;
///     names the first feature of row i that, with those before it, leaves no class, or has nothing to say
///   Explanation explain(const Rows& rows, std::size_t i, std::span<const double> log_prior) const;
///   std::vector<FeatureOdds> strongest(std::size_t c, std::size_t count, std::span<const double> class_prior) const;
///   bool is_linear() const;  LinearForm linear_form() const;   without the class prior
///   void sample(std::size_t c, Random& random, DrawnRow& out) const;   DrawnRow in model/drawn_row.hpp
/// Gaussians have more, model/density.hpp and what Model derives of it, and are scored by that alone: no log_joint.
class Conditional {
 public:
  using Variant = std::variant<GaussianConditional, TermConditional, ValueConditional, AmountConditional>;

  explicit Conditional(Variant conditional) : conditional_(std::move(conditional)) {}
  [[nodiscard]] const Variant& variant() const { return conditional_; }

 private:
  Variant conditional_;
};

}  // namespace suffice
