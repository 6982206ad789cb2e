// Own words: documents of which some have words that no other one has, for tests of leave-one-out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "encode/block_rows.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Of class a two documents with a word in common, of class b two without; six words in all.
struct OwnWords {
  std::vector<std::string_view> documents = {"so well", "so very", "here alone", "there there"};
  std::vector<std::uint32_t> codes = {0, 0, 1, 1};
  std::vector<std::string> names = {"a", "b"};
  Summary summary = summarise(Table::documents(documents), {codes, names},
                              {.blocks = {{.kind = Kind::text, .features = {"t"}}}, .target = "y"}, {.threads = 1});

  /// What a removal says of row i.
  template <typename RowRemoval>
  [[nodiscard]] std::vector<double> scores(const RowRemoval& removal, std::size_t i) const {
    const std::vector<std::size_t> truth(codes.begin(), codes.end());
    const std::vector<std::size_t> chosen = {i};
    const BlockRows rows = TextBatch{documents};
    std::vector<double> out(2);
    removal.log_densities({rows, truth, chosen}, out);
    return out;
  }
};

}  // namespace suffice
