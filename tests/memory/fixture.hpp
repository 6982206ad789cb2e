// Fixture: a small table, its sums and its model, of one family.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "laws/families.hpp"
#include "suffice/store.hpp"

namespace suffice {

struct Fixture {
  std::string name;
  LawTable table;
  Options options;
  Schema schema = table.schema(options);
  std::vector<Keep> keep = sums_needed(options, schema);
  Summary sums = sums_of(table, options);
  Summary part = sums_of(table.part(0, 12), options);
  Stored stored = {.options = options, .summary = sums};
  Model model = estimate(sums, options, 1);

  [[nodiscard]] std::size_t numbers() const { return table.rows() * model.labels().size(); }
};
using SharedFixture = std::shared_ptr<const Fixture>;

inline std::string stored_text(const Stored& stored) { return encode(stored); }

inline SharedFixture make_fixture(const LawFamily& family, bool missing) {
  LawTable table = make_law_table(family.contents, 5, 48, 4, 3);
  for (std::size_t k = 50; missing && k < table.blocks[0].values.size(); k += 7) table.blocks[0].values[k] = NAN;
  table.make();
  return std::make_shared<const Fixture>(family.name + (missing ? ", missing" : ""), std::move(table), family.options);
}

/// One of each way to sum, to estimate and to score.
inline std::vector<SharedFixture> fixtures() {
  const std::vector<LawFamily> all = families();
  std::vector<SharedFixture> found;
  for (const char* name :
       {"qda, Ledoit-Wolf", "rda", "lda, auto", "lda, predictive", "fisher, one axis", "gaussian-nb, auto", "centroid",
        "multinomial-nb mean, text", "bernoulli-nb mean, sparse", "complement-nb normalised",
        "multinomial-nb tf-idf, text", "categorical-nb reserve", "aode mean", "tan mean", "poisson-nb mean, sparse",
        "gamma-nb mle", "gaussian-nb + categorical-nb + bernoulli-nb", "lda + categorical-nb + multinomial-nb",
        "lda with indicators, auto"}) {
    const auto family = std::ranges::find(all, name, &LawFamily::name);
    if (family == all.end()) throw std::logic_error(std::string("no family is called ") + name);
    found.push_back(make_fixture(*family, false));
  }
  for (const char* name : {"lda", "qda", "gaussian-nb"}) {
    found.push_back(make_fixture(*std::ranges::find(all, name, &LawFamily::name), true));
  }
  return found;
}

}  // namespace suffice
