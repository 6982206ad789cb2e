#include "summary/moments/class_chain.hpp"

#include <algorithm>
#include <utility>

namespace suffice {

bool ClassChain::add(const LabelledRows& rows, unsigned threads, MomentChain::Workspace& workspace) {
  std::vector<std::uint32_t> number_of_code(rows.class_of_code.size(), no_class);
  std::size_t unmet = 0;  // labels whose class may turn up in these rows for the first time
  for (std::size_t code = 0; code < number_of_code.size(); ++code) {
    const std::uint32_t c = rows.class_of_code[code];
    if (c != no_class) {
      numbers_.resize(std::max<std::size_t>(numbers_.size(), c + std::size_t{1}), no_class);
      number_of_code[code] = numbers_[c];
      unmet += numbers_[c] == no_class ? 1U : 0U;
    }
  }
  std::vector<std::size_t> first_rows;
  for (std::size_t i = 0; i < rows.batch.rows && unmet > 0; ++i) {
    std::uint32_t& number = number_of_code[rows.codes[i]];
    if (number == no_class && rows.batch.weight(i) > 0) {
      std::uint32_t& of_class = numbers_[rows.class_of_code[rows.codes[i]]];
      if (of_class == no_class) {  // two labels of a dictionary may be the same class
        of_class = static_cast<std::uint32_t>(chain_.classes() + first_rows.size());
        first_rows.push_back(i);
      }
      number = of_class;
      --unmet;
    }
  }
  return chain_.add({rows.batch, rows.codes, number_of_code}, first_rows, threads, workspace);
}

ClassChain::Closed ClassChain::close(std::span<const std::size_t> order) && {
  MomentState state = std::move(chain_).close();
  std::vector<std::size_t> places;
  Closed closed;
  for (const std::size_t c : order) {
    if (c < numbers_.size() && numbers_[c] != no_class) {
      places.push_back(numbers_[c]);
    } else {
      places.push_back(state.classes());
      state.add_class();
    }
    closed.rows.push_back(state.rows[places.back()]);
    closed.weight.push_back(state.weight[places.back()]);
  }
  closed.moments = std::move(state).take(places);
  return closed;
}

}  // namespace suffice
