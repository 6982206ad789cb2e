// One model serves any number of threads at a time: each gets what it would get alone.
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "families.hpp"
#include "suffice/fit.hpp"
#include "suffice/store.hpp"
#include "unit/temporary_folder.hpp"

namespace suffice {
namespace {

constexpr unsigned callers = 16;

struct Answers {
  std::vector<std::uint32_t> predicted;
  std::vector<double> posterior;

  bool operator==(const Answers&) const = default;
};

Answers answers(const Model& model, const Table& rows, unsigned threads) {
  Answers found{std::vector<std::uint32_t>(rows.rows), std::vector<double>(rows.rows * model.labels().size())};
  model.predict(rows, found.predicted, {.threads = threads});
  model.log_posterior(rows, found.posterior, {.threads = threads});
  return found;
}

/// Every other caller lets the model use threads of its own.
void expect_equal_answers(const Model& model, const Table& rows) {
  const Answers alone = answers(model, rows, 1);
  std::vector<Answers> found(callers);
  {
    std::vector<std::jthread> threads;
    for (unsigned k = 0; k < callers; ++k) {
      threads.emplace_back([&, k] { found[k] = answers(model, rows, 1 + k % 2); });
    }
  }
  for (const Answers& each : found) EXPECT_EQ(each, alone);
}

TEST(ConcurrentLaw, sixteen_threads_share_one_model_of_every_family) {
  for_each(families(), [](const LawFamily& family) {
    const LawTable table = make_law_table(family.contents, 31, 300, law_columns, law_classes, true);
    const Schema schema = table.schema(family.options);
    const Summary sums =
        summarise(table.table(), table.labels(), schema, {.threads = 1, .keep = sums_needed(family.options, schema)});
    expect_equal_answers(estimate(sums, family.options), table.table());
  });
}

TEST(ConcurrentLaw, sixteen_threads_share_one_model_that_is_read_by_pages) {
  const TemporaryFolder folder;
  const LawTable table = make_law_table({Content::text}, 32, 300, 2000, law_classes);
  Stored stored{.options = one_reading(find_model("multinomial-nb").options), .summary = {}};
  stored.summary = summarise(table.table(), table.labels(), table.schema(stored.options), {.threads = 1});
  stored.caches = make_caches(stored.summary, stored.options, 1);
  save(stored, folder.file("m"));
  expect_equal_answers(open_model(folder.file("m")).model, table.table());
}

}  // namespace
}  // namespace suffice
