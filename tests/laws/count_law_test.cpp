// Laws of counts: sums of text, categories, terms and amounts hold what those of moments do, exactly (MODELS §10).
#include <array>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "suffice/error.hpp"
#include "suffice/store.hpp"
#include "suffice/summary.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

// What the library gets of a table of small numbers.
enum class Form { dense_terms, sparse_terms, dense_amounts, sparse_amounts, sparse_moments, categories, text };

constexpr std::array all_forms{Form::dense_terms,    Form::sparse_terms, Form::dense_amounts, Form::sparse_amounts,
                               Form::sparse_moments, Form::categories,   Form::text};

bool is_sparse(Form form) {
  return form == Form::sparse_terms || form == Form::sparse_amounts || form == Form::sparse_moments;
}

Kind kind_of(Form form) {
  switch (form) {
    case Form::categories:
      return Kind::categories;
    case Form::text:
      return Kind::text;
    case Form::dense_amounts:
    case Form::sparse_amounts:
      return Kind::amounts;
    case Form::sparse_moments:
      return Kind::measurements;
    default:
      return Kind::counts;
  }
}

// Of sparse measurements there are variances alone; of categories everything is counted.
SummariseOptions on_threads(unsigned threads) {
  return {.threads = threads, .keep = {{.moments = MomentKind::diagonal, .pairs = true}}};
}

// Owns the rows of a table in one of the forms: a number is how often a word occurs, or the name of a value.
struct FormedRows {
  Form form;
  TestTable table;
  std::vector<double> stored = {};
  std::vector<std::uint64_t> offsets = {};
  std::vector<std::uint32_t> indices = {};
  std::vector<std::uint32_t> values = {};
  std::vector<std::vector<std::string>> dictionaries = {};
  std::vector<std::string> texts = {};
  std::vector<std::string_view> documents = {};

  FormedRows(Form which, TestTable numbers) : form(which), table(std::move(numbers)), dictionaries(table.columns) {
    offsets.push_back(0);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      texts.emplace_back();
      for (std::uint32_t j = 0; j < table.columns; ++j) {
        add(j, table.values[i * table.columns + j]);
      }
      offsets.push_back(stored.size());
    }
    documents.assign(texts.begin(), texts.end());
  }
  void add(std::uint32_t j, double x) {
    if (x != 0) {
      stored.push_back(x);
      indices.push_back(j);
    }
    for (double k = 0; k < x; ++k) {
      texts.back() += fmt::format("word{} ", j);
    }
    std::vector<std::string>& names = dictionaries[j];
    const std::string name = fmt::format("{}", x);
    const auto found = std::ranges::find(names, name);
    values.push_back(std::isnan(x) ? missing_category : static_cast<std::uint32_t>(found - names.begin()));
    if (!std::isnan(x) && found == names.end()) {
      names.push_back(name);
    }
  }
  [[nodiscard]] Schema schema() const {
    Schema schema = table.schema(kind_of(form));
    if (form == Form::text) {
      schema.blocks[0].features = {"t"};
    }
    return schema;
  }
  [[nodiscard]] Table rows() const {
    if (form == Form::categories) {
      return Table::categories(values.data(), table.rows(), dictionaries, table.weights);
    }
    if (form == Form::text) {
      return Table::documents(documents, table.weights);
    }
    if (is_sparse(form)) {
      return Table::sparse({stored.data(), std::span<const std::uint64_t>(offsets), indices, table.columns},
                           table.weights);
    }
    return table.table();
  }
  [[nodiscard]] Summary summary(unsigned threads = 1) const {
    return summarise(rows(), table.labels(), schema(), on_threads(threads));
  }
};

// Whole numbers from 0 to 3 in whole weights, some of them missing where sums allow it.
TestTable small_numbers(Form form, std::size_t most_rows, double unit = 1) {
  const auto classes = *rc::gen::inRange<std::size_t>(1, 5);
  const auto rows = *rc::gen::inRange<std::size_t>(2 * classes, most_rows);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  TestTable table =
      random_table(seed, rows, *rc::gen::inRange<std::size_t>(1, 12), classes, *rc::gen::arbitrary<bool>());
  std::mt19937 bits(seed);
  for (double& value : table.values) {
    const auto draw = bits() % 8;
    value = draw < 4 ? 0 : static_cast<double>(draw - 4) * unit;
    if (draw == 7 && form != Form::sparse_moments) {
      value = std::nan("");
    }
  }
  for (double& weight : table.weights) {
    weight *= unit;
  }
  return table;
}

Form any_form() { return *rc::gen::elementOf(all_forms); }

// Logarithms and moments to rounding, all else exactly.
void expect_same(const Summary& a, const Summary& b, double tolerance = 1e-12) {
  RC_ASSERT(a.classes == b.classes);
  if (std::holds_alternative<Moments>(b.sums[0])) {
    RC_ASSERT(difference(moments_of(a).mean, moments_of(b).mean) < tolerance);
    RC_ASSERT(scatter_difference(moments_of(a), moments_of(b), b.schema.blocks[0].features.size()) < tolerance);
  } else if (const auto* expected = std::get_if<AmountSums>(&b.sums[0])) {
    AmountSums rest = std::get<AmountSums>(a.sums[0]);
    RC_ASSERT(difference(rest.log_sum, expected->log_sum) < tolerance);
    rest.log_sum = expected->log_sum;
    RC_ASSERT(rest == *expected);
  } else {
    RC_ASSERT(a.sums == b.sums);
  }
}

RC_GTEST_PROP(CountLaw, threads_and_batches_do_not_change_a_bit, ()) {
  const Form form = any_form();
  const double unit = *rc::gen::element(1.0, 0.37);  // weights that are not whole numbers too
  const FormedRows sample(form, small_numbers(form, 3000, form == Form::text || form == Form::categories ? 1.0 : unit));
  auto cuts = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, sample.table.rows()));
  cuts.push_back(sample.table.rows());
  std::ranges::sort(cuts);
  Accumulator accumulator(sample.schema(), on_threads(*rc::gen::inRange(1U, 5U)));
  std::size_t first = 0;
  for (const std::size_t cut : cuts) {
    accumulator.add(sample.rows().slice(first, cut - first),
                    {std::span(sample.table.codes).subspan(first, cut - first), sample.table.names});
    first = cut;
  }
  RC_ASSERT(accumulator.summary() == sample.summary());
}

RC_GTEST_PROP(CountLaw, weights_in_any_order_of_kinds_do_not_change_a_bit, ()) {
  const Form form = any_form();
  TestTable table = small_numbers(form, 300);
  table.weights.resize(table.rows());
  for (double& weight : table.weights) {
    weight = *rc::gen::element(0.0, 1.0, 3.0, 0.1, 0.7);
  }
  const FormedRows sample(form, table);
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows());
  Accumulator accumulator(sample.schema(), on_threads(3));
  accumulator.add(sample.rows().slice(0, cut), {std::span(table.codes).first(cut), table.names});
  accumulator.add(sample.rows().slice(cut, table.rows() - cut), {std::span(table.codes).subspan(cut), table.names});
  RC_ASSERT(accumulator.summary() == sample.summary());
}

RC_GTEST_PROP(CountLaw, dense_and_sparse_rows_give_the_same_counts, ()) {
  const TestTable table = small_numbers(Form::dense_terms, 500);
  RC_ASSERT(FormedRows(Form::sparse_terms, table).summary() == FormedRows(Form::dense_terms, table).summary());
  RC_ASSERT(FormedRows(Form::sparse_amounts, table).summary() == FormedRows(Form::dense_amounts, table).summary());
}

RC_GTEST_PROP(CountLaw, merged_shards_equal_the_batch, ()) {
  const Form form = any_form();
  const TestTable table = small_numbers(form, 600);
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows());
  const Summary a = FormedRows(form, table.part(0, cut)).summary();
  const Summary b = FormedRows(form, table.part(cut, table.rows() - cut)).summary();
  const Summary whole = FormedRows(form, table).summary();
  expect_same(merge(a, b), whole);
  expect_same(merge(b, a), whole);
  check_summary(merge(a, b));
}

RC_GTEST_PROP(CountLaw, fit_then_forget_equals_never_fitted, ()) {
  const Form form = any_form();
  const TestTable table = small_numbers(form, 600);
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows());
  const Summary part = FormedRows(form, table.part(cut, table.rows() - cut)).summary();
  const Removal removal = remove(FormedRows(form, table).summary(), part);
  expect_same(removal.rest, FormedRows(form, table.part(0, cut)).summary(), 1e-9);
  check_summary(removal.rest);
}

// Light rows stay when heavy ones go, whose sums had rounded theirs: a file can hold what is left, and it is refused
// only where the heavy ones have left no digits of it.
RC_GTEST_PROP(CountLaw, what_forgetting_leaves_is_sound, ()) {
  const Form form = any_form();
  TestTable table = small_numbers(form, 60);
  const auto cut = *rc::gen::inRange<std::size_t>(0, table.rows());
  const double heavy = *rc::gen::element(3.3, 3.3e5, 3.3e8, 3.3e12, 3.3e15);
  table.weights.clear();
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.weights.push_back(*rc::gen::element(0.1, 0.43, 0.7) * (i < cut ? 1 : heavy));
  }
  const Summary part = FormedRows(form, table.part(cut, table.rows() - cut)).summary();
  try {
    RC_ASSERT(!encode(remove(FormedRows(form, table).summary(), part).rest).empty());
  } catch (const Error& error) {
    RC_ASSERT(error.code() == ErrorCode::bad_data);
    RC_ASSERT(heavy > (form == Form::sparse_moments ? 1e3 : 1e9));
  }
}

RC_GTEST_PROP(CountLaw, weight_two_equals_the_row_twice_and_weight_zero_none, ()) {
  const Form form = any_form();
  TestTable weighted = small_numbers(form, 300);
  weighted.weights.resize(weighted.rows(), 1.0);
  TestTable repeated = weighted.part(0, 0);
  for (std::size_t i = 0; i < weighted.rows(); ++i) {
    for (double copies = weighted.weights[i]; copies > 0; --copies) {
      repeated.append(weighted, i);
    }
  }
  repeated.weights.clear();
  Summary once = FormedRows(form, weighted).summary();
  const Summary twice = FormedRows(form, repeated).summary();
  RC_ASSERT(once.classes.weight == twice.classes.weight);
  once.classes.rows = twice.classes.rows;  // rows are counted as they came
  expect_same(once, twice);
}

// All sums of one class, one after the other; zeros for terms that it does not have.
std::vector<double> sums_of_class(const Summary& summary, std::size_t c) {
  const std::size_t C = summary.classes.size();
  const std::size_t d = summary.schema.blocks[0].features.size();
  std::vector<double> sums{summary.classes.weight[c]};
  const auto take = [&](const std::vector<double>& numbers, std::size_t first, std::size_t count, std::size_t step) {
    for (std::size_t k = 0; k < count; ++k) {
      sums.push_back(numbers[first + k * step]);
    }
  };
  if (const auto* moments = std::get_if<Moments>(&summary.sums[0])) {
    take(moments->mean, c * d, d, 1);
    take(moments->scatter, c * d, d, 1);
  } else if (const auto* counts = std::get_if<ValueCounts>(&summary.sums[0])) {
    take(counts->counts, c, counts->counts.size() / C, C);
    take(counts->pairs, c, counts->pairs.size() / C, C);
  } else if (const auto* amounts = std::get_if<AmountSums>(&summary.sums[0])) {
    for (const auto* numbers : {&amounts->weight, &amounts->sum, &amounts->log_sum, &amounts->zeros}) {
      take(*numbers, c * d, d, 1);
    }
  } else {
    const TermCounts& terms = *std::get<Shared<TermCounts>>(summary.sums[0]);
    for (std::size_t term = 0; term < terms.terms(); ++term) {
      sums.resize(sums.size() + 2);
      for (std::uint64_t k = terms.offsets[term]; k < terms.offsets[term + 1]; ++k) {
        if (terms.classes[k] == c) {
          sums.end()[-2] = terms.tokens[k];
          sums.end()[-1] = terms.documents[k];
        }
      }
    }
    take(terms.missing, c * terms.terms(), terms.missing.empty() ? 0 : terms.terms(), 1);
  }
  return sums;
}

// The labels change places: so do their sums.
RC_GTEST_PROP(CountLaw, relabelling_permutes, ()) {
  const Form form = any_form();
  const TestTable table = small_numbers(form, 300);
  TestTable renamed = table;
  std::ranges::reverse(renamed.names);
  const Summary before = FormedRows(form, table).summary();
  const Summary after = FormedRows(form, renamed).summary();
  const std::size_t C = before.classes.size();
  RC_ASSERT(after.classes.labels == before.classes.labels);
  for (std::size_t c = 0; c < C; ++c) {
    RC_ASSERT(sums_of_class(after, C - 1 - c) == sums_of_class(before, c));
  }
}

TestTable first_columns(TestTable table, std::size_t columns) {
  std::vector<double> values;
  for (std::size_t k = 0; k < table.values.size(); ++k) {
    if (k % table.columns < columns) {
      values.push_back(table.values[k]);
    }
  }
  table.columns = columns;
  table.values = std::move(values);
  return table;
}

Summary open_sums(Form form, const TestTable& table) {
  const FormedRows sample(form, table);
  Schema schema{.blocks = {{.kind = kind_of(form), .features = {}, .open_columns = true}}, .target = "label"};
  for (std::size_t j = 1; j <= table.columns; ++j) {
    schema.blocks[0].features.push_back(std::to_string(j));
  }
  return summarise(sample.rows(), table.labels(), schema, on_threads(1));
}

// Rows before a column was met hold 0 in it.
RC_GTEST_PROP(CountLaw, merging_takes_up_open_columns, ()) {
  const Form form = *rc::gen::element(Form::dense_terms, Form::sparse_terms, Form::dense_amounts, Form::sparse_amounts,
                                      Form::sparse_moments);
  TestTable table = small_numbers(form, 300);
  table.weights.clear();
  const auto narrow = *rc::gen::inRange<std::size_t>(1, table.columns + 1);
  const auto cut = *rc::gen::inRange<std::size_t>(1, table.rows());
  for (std::size_t i = 0; i < cut; ++i) {
    for (std::size_t j = narrow; j < table.columns; ++j) {
      table.values[i * table.columns + j] = 0;
    }
  }
  table.values[narrow - 1] = 1;  // both parts have something in their last column
  table.values.back() = 1;
  const Summary all = open_sums(form, table);
  const Summary before = open_sums(form, first_columns(table.part(0, cut), narrow));
  const Summary after = open_sums(form, table.part(cut, table.rows() - cut));
  for (const Summary& merged : {merge(before, after), merge(after, before)}) {
    RC_ASSERT(merged.schema == all.schema);
    expect_same(merged, all);
  }
  expect_same(remove(all, before).rest, after, 1e-9);
  expect_same(remove(all, after).rest, before, 1e-9);
}

}  // namespace
}  // namespace suffice
