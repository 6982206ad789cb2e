// A document with its terms marked by what they say.
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "report/page/sections.hpp"

namespace suffice::page {

namespace {

constexpr double least_share = 0.05;  // of the strongest place, from which on one is marked

// A run of bytes that the same tokens cover.
struct Piece {
  std::size_t begin;
  std::size_t end;
  std::vector<const WeightedToken*> tokens = {};
  double weight = 0;  // Σ of their log odds
};

std::vector<Piece> pieces_of(std::size_t bytes, std::span<const WeightedToken> tokens) {
  std::vector<std::size_t> places = {0, bytes};
  for (const WeightedToken& token : tokens) {
    places.insert(places.end(), {token.begin, token.end});
  }
  std::ranges::sort(places);
  std::vector<Piece> pieces;
  for (std::size_t k = 0; k + 1 < places.size(); ++k) {
    if (places[k] == places[k + 1]) {
      continue;
    }
    Piece piece{places[k], places[k + 1]};
    for (const WeightedToken& token : tokens) {
      if (token.begin <= piece.begin && piece.end <= token.end) {
        piece.tokens.push_back(&token);
        piece.weight += token.log_odds;
      }
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

std::string said_by(const Piece& piece) {
  std::string said;
  for (const WeightedToken* token : piece.tokens) {
    said += fmt::format("{}{}: {}{}", said.empty() ? "" : ", ", token->term, token->log_odds > 0 ? "+" : "",
                        number_for_people(token->log_odds));
  }
  return said;
}

}  // namespace

Html weighted_text(std::string_view document, std::span<const WeightedToken> tokens) {
  const std::vector<Piece> pieces = pieces_of(document.size(), tokens);
  double strongest = 0;
  for (const Piece& piece : pieces) {
    strongest = std::isfinite(piece.weight) ? std::max(strongest, std::abs(piece.weight)) : strongest;
  }
  Html marked;
  for (const Piece& piece : pieces) {
    const Html content = text(document.substr(piece.begin, piece.end - piece.begin));
    const double share = std::isinf(piece.weight) ? 1 : strongest > 0 ? std::abs(piece.weight) / strongest : 0;
    marked += share >= least_share ? element("mark",
                                             {{"class", piece.weight < 0 ? "against" : ""},
                                              {"style", fmt::format("--a:{:.2f}", 0.1 + 0.4 * share)},
                                              {"title", said_by(piece)}},
                                             content)
                                   : content;
  }
  return marked;
}

}  // namespace suffice::page
