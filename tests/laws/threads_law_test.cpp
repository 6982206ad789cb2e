// One thread means one thread: what is told to use one starts no other, whatever the family and the size.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "estimate/terms/events.hpp"
#include "families.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/fit.hpp"
#include "suffice/store.hpp"
#include "thread_counter.hpp"
#include "unit/fitted_files.hpp"

namespace suffice {
namespace {

/// How many threads each step started.
class Steps {
 public:
  void take(const std::string& name, const std::function<void()>& step) { started_[name] += threads_started_by(step); }
  /// A step that not every model has.
  void try_to(const std::string& name, const std::function<void()>& step) {
    take(name, [&] {
      try {
        step();
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::usage) << name << ": " << error.what();
      }
    });
  }
  [[nodiscard]] std::uint64_t of(const std::string& name) const { return started_.at(name); }
  void expect_none() const {
    for (const auto& [name, count] : started_) EXPECT_EQ(count, 0U) << name;
  }

 private:
  std::map<std::string, std::uint64_t> started_;
};

/// The sums of the table, in every way there is to them.
Summary take_sums(Steps& steps, const LawTable& table, const Options& options, unsigned threads) {
  const Schema schema = table.schema(options);
  const SummariseOptions summarising{.threads = threads, .keep = sums_needed(options, schema)};
  const std::size_t half = table.rows() / 2;
  Summary sums, first;
  steps.take("summarise", [&] { sums = summarise(table.table(), table.labels(), schema, summarising); });
  steps.take("accumulate", [&] {
    Accumulator open(schema, summarising);
    open.add(table.table().slice(0, half), {std::span(table.codes).first(half), table.names});
    first = open.summary();
    open.add(table.table().slice(half, table.rows() - half), {std::span(table.codes).subspan(half), table.names});
    open.add(first);
    check_summary(open.summary());
  });
  steps.take("merge and remove", [&] { check_summary(remove(merge(sums, first), first).rest); });
  return sums;
}

void take_scores(Steps& steps, const Model& model, const LawTable& table, unsigned threads) {
  const Table rows = table.table();
  const ScoreOptions scoring{.threads = threads};
  std::vector<double> scores(rows.rows * model.labels().size()), evidence(rows.rows);
  std::vector<float> rounded(scores.size());
  std::vector<std::uint32_t> decided(rows.rows);
  steps.take("predict", [&] { model.predict(rows, decided, scoring); });
  steps.take("log joint", [&] { model.log_joint(rows, scores, scoring); });
  steps.take("posterior", [&] {
    model.log_posterior(rows, scores, scoring);
    model.posterior(rows, rounded, scoring);
  });
  steps.take("decide", [&] { model.decide(rows, {.reject_below = 0.9}, decided, scoring); });
  steps.try_to("evidence", [&] { model.log_evidence(rows, evidence, scoring); });
  steps.try_to("distances", [&] { model.squared_distances(rows, scores, scoring); });
  steps.try_to("explain", [&] { static_cast<void>(model.explain(rows, 0)); });
  steps.try_to("forms", [&] { static_cast<void>(model.linear_form()); });
  steps.try_to("sample", [&] { static_cast<void>(model.sample(100, 1)); });
}

void take_outliers(Steps& steps, const Model& model, const LawTable& table, unsigned threads) {
  std::vector<std::uint32_t> decided(table.rows());
  steps.try_to("outliers", [&] {
    const Decision decision{.outliers = model.outlier_bounds(0.01, 1, {.threads = threads})};
    model.decide(table.table(), decision, decided, {.threads = threads});
    static_cast<void>(model.evidence_quantile(0.05, 2, {.threads = threads}));
  });
}

/// Everything that a library can be asked to do with so many threads, of rows of one family.
Steps take_all(const LawTable& table, const Options& options, unsigned threads, bool with_outliers = true) {
  const TemporaryFolder folder;
  const std::string path = folder.file("model.safetensors");
  Steps steps;
  const Summary sums = take_sums(steps, table, options, threads);
  std::optional<Model> model;
  steps.take("estimate", [&] { model = estimate(sums, options, threads); });
  for (std::size_t r = 0; r < options.readings.size(); ++r) {
    steps.try_to("terms", [&] {
      static_cast<void>(kept_terms(sums, options, r));
      static_cast<void>(term_constants(sums, options, r, threads));
    });
    steps.try_to("moments", [&] { static_cast<void>(moments_read(sums, options, r, threads)); });
    steps.try_to("axes", [&] { static_cast<void>(discriminants(sums, options, r, threads)); });
  }
  Stored stored{options, sums};
  steps.take("caches", [&] {
    stored.caches = make_caches(sums, options, threads);
    check_caches(stored, threads);
    model = model_of(stored, threads);
  });
  steps.take("encode and decode", [&] { EXPECT_EQ(decode(encode(stored)), stored); });
  save(stored, path);
  steps.take("open", [&] {
    const OpenedModel opened = open_model(path, SmoothedPrior{}, threads);
    std::vector<std::uint32_t> decided(table.rows());
    opened.model.predict(table.table(), decided, {.threads = threads});
  });
  take_scores(steps, *model, table, threads);
  if (with_outliers) take_outliers(steps, *model, table, threads);
  steps.try_to("leave one out", [&] {
    constexpr std::size_t some = 600;  // more than one thread takes at a time
    const Labels labels{std::span(table.codes).first(std::min(some, table.rows())), table.names};
    const Table rows = table.table().slice(0, labels.codes.size());
    static_cast<void>(leave_one_out(sums, options, rows, labels, {.threads = threads}));
  });
  return steps;
}

/// Some cells of the first block's first and last columns are missing.
LawTable with_missing(const LawTable& whole) {
  LawTable table = whole;
  LawBlock& block = table.blocks.front();
  for (std::size_t i = 6; i < table.rows(); ++i) {
    if (i % 5 == 0) block.values[i * block.columns] = std::nan("");
    if (i % 7 == 0) block.values[(i + 1) * block.columns - 1] = std::nan("");
  }
  table.make();
  return table;
}

TEST(ThreadsLaw, threads_are_counted) {
  EXPECT_EQ(threads_started_by([] {}), 0U);
  EXPECT_EQ(threads_started_by([] { std::jthread([] {}).join(); }), 1U);
}

TEST(ThreadsLaw, one_thread_is_one_for_every_family) {
  for_each(families(), [](const LawFamily& family) {
    const LawTable table = make_law_table(family.contents, 11, 1200, law_columns, law_classes, true);
    take_all(table, family.options, 1, family.is_mixed()).expect_none();
  });
}

TEST(ThreadsLaw, one_thread_is_one_where_values_are_missing) {
  for (const std::string model : {"lda", "qda", "gaussian-nb", "fisher", "poisson-nb", "categorical-nb"}) {
    SCOPED_TRACE(model);
    const bool is_gaussian = std::holds_alternative<GaussianOptions>(find_model(model).options);
    const Content content = is_gaussian             ? Content::measurements
                            : model == "poisson-nb" ? Content::counts
                                                    : Content::categories;
    const LawTable table = with_missing(make_law_table({content}, 12, 2000, law_columns, law_classes));
    take_all(table, one_reading(find_model(model).options), 1).expect_none();
  }
}

/// Where there is so much to do that more threads would help.
struct LargeCase {
  std::string model;
  Content content;
  std::size_t rows, columns, classes;
  bool missing;
  std::vector<std::string> threaded;  ///< the steps that are known to use threads
};

TEST(ThreadsLaw, one_thread_is_one_for_large_tables) {
  const std::vector<LargeCase> cases{
      {"lda", Content::measurements, 1500, 200, 3, false, {"summarise", "estimate", "log joint"}},
      {"lda", Content::measurements, 900, 150, 3, true, {"summarise", "estimate", "log joint"}},
      {"qda", Content::measurements, 900, 120, 3, false, {"summarise", "estimate", "log joint"}},
      {"multinomial-nb", Content::sparse_counts, 300, 9000, 16, false, {"summarise", "estimate", "predict"}},
      {"bernoulli-nb", Content::text, 300, 5000, 3, false, {"summarise", "estimate", "predict", "open"}},
      {"categorical-nb", Content::categories, 1500, 200, 3, false, {"summarise", "predict"}},
      {"gamma-nb", Content::positive, 1500, 200, 3, false, {"summarise", "predict"}},
  };
  for (const LargeCase& large : cases) {
    SCOPED_TRACE(large.model);
    const LawTable whole = make_law_table({large.content}, 14, large.rows, large.columns, large.classes);
    const LawTable table = large.missing ? with_missing(whole) : whole;
    const Options options = one_reading(find_model(large.model).options);
    take_all(table, options, 1, false).expect_none();
    const Steps several = take_all(table, options, 3, false);
    for (const std::string& step : large.threaded) EXPECT_GT(several.of(step), 0U) << step;
  }
}

/// Many rows of the columns of mixed_header.
std::string many_rows(std::size_t copies) {
  std::string text = mixed_header;
  for (std::size_t i = 0; i < copies; ++i) text += mixed_rows;
  return text;
}

/// A file is fitted, added, removed, read again and scored.
Steps take_workflows(const std::string& path, unsigned threads) {
  const WorkOptions work{.threads = threads};
  Steps steps;
  std::optional<FitResult> fitted;
  steps.take("fit", [&] { fitted = fit_file(path, mixed_options(), work); });
  std::optional<Change> more;
  steps.take("update", [&] {
    Source source = open_for(fitted->stored, path);
    more = update(fitted->stored, source, work);
    finish(more->stored, threads);
  });
  steps.take("forget", [&] {
    Source source = open_for(fitted->stored, path);
    Change less = forget(more->stored, source, work);
    finish(less.stored, threads);
  });
  steps.take("merge", [&] {
    Stored both = merge(fitted->stored, fitted->stored);
    finish(both, threads);
  });
  steps.take("estimate", [&] {
    Stored other = reestimate(fitted->stored, {.model = "fisher", .shrinkage = FixedShrinkage{0.5}});
    finish(other, threads);
    static_cast<void>(compacted(fitted->stored, threads));
  });
  steps.take("score", [&] {
    const Schema& schema = fitted->model.schema();
    Source source(path, scoring_options({}, schema, fitted->stored.options));
    source.bind(schema);
    Evaluator evaluator(fitted->model.labels());
    each_block(source, work, [&](const SourceRows& read) {
      std::vector<double> scores(read.rows.rows * fitted->model.labels().size());
      fitted->model.log_posterior(read.rows, scores, {.threads = threads});
      evaluator.add(scores, read.labels);
    });
    EXPECT_GT(evaluator.metrics().rows, 0U);
  });
  return steps;
}

TEST(ThreadsLaw, one_thread_is_one_for_the_workflows) {
  const TemporaryFolder folder;
  const std::string path = folder.file("rows.csv");
  write_text(path, many_rows(2000));
  take_workflows(path, 1).expect_none();
  const Steps several = take_workflows(path, 2);
  for (const char* step : {"fit", "update", "forget", "score"}) EXPECT_GT(several.of(step), 0U) << step;
}

}  // namespace
}  // namespace suffice
