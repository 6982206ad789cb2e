// Cross-validates rows that lie in two places: the sums of each fold are made where the rows are, sent as bytes,
// merged, and every row is scored where it lies by the model of the other folds.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "suffice/suffice.hpp"

namespace {

constexpr std::size_t fold_count = 3;
constexpr std::uint64_t seed = 1;

struct Shard {
  std::vector<double> values;
  std::vector<std::uint32_t> codes;
  std::vector<std::string> names = {"setosa", "versicolor"};

  [[nodiscard]] suffice::Table rows() const { return suffice::Table::row_major(values.data(), codes.size(), 2); }
  [[nodiscard]] suffice::Labels labels() const { return {codes, names}; }
};

// As another machine would get them.
suffice::Folds sent(const suffice::Folds& folds) {
  suffice::Folds received;
  for (const suffice::Summary& part : folds.parts) {
    received.parts.push_back(suffice::decode(suffice::encode(part)).summary);
  }
  return received;
}

}  // namespace

int main() {
  try {
    const std::vector<Shard> shards{{{1.4, 0.2, 1.3, 0.3, 1.6, 0.2, 4.7, 1.4, 4.5, 1.5, 4.9, 1.3}, {0, 0, 0, 1, 1, 1}},
                                    {{1.5, 0.4, 1.2, 0.2, 1.7, 0.3, 4.0, 1.1, 3.3, 1.0, 4.4, 1.6}, {0, 0, 0, 1, 1, 1}}};
    const suffice::Schema schema{.blocks = {{.features = {"length", "width"}}}, .target = "species"};
    const suffice::Options options{.readings = {{.options = suffice::GaussianOptions{}}}};

    suffice::Folds folds;
    for (const Shard& shard : shards) {
      suffice::FoldAccumulator sums(schema, fold_count, seed);
      sums.add(shard.rows(), shard.labels());
      folds = folds.parts.empty() ? sent(sums.folds()) : suffice::merge(folds, sent(sums.folds()));
    }

    suffice::Evaluator evaluator(shards.front().names);
    for (const Shard& shard : shards) {
      suffice::FoldScorer scorer(folds, options, seed);  // of the folds that this shard made, by the sums of both
      scorer.add(shard.rows(), shard.labels(), &evaluator);
    }
    const suffice::Metrics found = evaluator.metrics();
    std::printf("%u rows in %zu folds: accuracy %.4f, log loss %.4f\n", static_cast<unsigned>(found.rows), fold_count,
                found.accuracy.value, found.log_loss);

    const suffice::Model model = suffice::estimate(folds.all(), options);  // of all rows, which were added once
    std::printf("a model of %zu classes\n", model.labels().size());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
