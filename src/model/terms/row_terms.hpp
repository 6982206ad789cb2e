// Row terms: the terms of one row by name, with what each adds to the scores, for explanations.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "encode/block_rows.hpp"
#include "model/terms/term_state.hpp"

namespace suffice {

/// A term of the row that the model knows, or reserves a term for.
struct RowTerm {
  std::string name;
  double count = 0;            ///< how often it occurs
  std::vector<double> scores;  ///< term_parameters() of it, or of the reserved term
  std::vector<double> absent;  ///< bernoulli: absent_parameters() of it
  bool is_known = true;        ///< else it is one of those that the reserved term stands for
  bool is_missing = false;     ///< whether it occurs is not known
};

/// Terms of row i, each once: of text in the order they first occur, of numbers by column. Error (bad_data) on a number
/// that is negative or infinite.
std::vector<RowTerm> row_terms(const TermState& state, const BlockRows& rows, std::size_t i);

}  // namespace suffice
