#include "fit/comparison/compare_checks.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "encode/encoder.hpp"
#include "evaluate/checks/covariances.hpp"
#include "evaluate/checks/holm.hpp"
#include "evaluate/checks/independence.hpp"
#include "evaluate/checks/normality.hpp"
#include "evaluate/folds/reordered_rows.hpp"
#include "evaluate/weighed_rows.hpp"
#include "math/special/random.hpp"
#include "math/system/parallel.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

namespace {

constexpr double significant = 0.05;
constexpr std::size_t most_numbers = 50;
constexpr std::size_t most_categories = 20;
constexpr std::size_t most_rows = 1000;
constexpr std::size_t most_weighed_rows = 10'000;

std::string in_class(const std::string& what, const std::string& label) {
  return what.empty() ? label : fmt::format("{}, {}", what, label);
}

void add_test(const std::string& where, const TestResult& test, double effect, AssumptionCheck& check) {
  if (std::isnan(test.p_value)) {
    ++check.undefined;
  } else {
    check.tests.push_back({where, test.statistic, test.degrees, effect, test.p_value});
  }
}

/// `is_cut`: the test skips columns.
void finish_check(AssumptionCheck check, bool is_cut, AssumptionChecks& found) {
  if (check.undefined > 0 || (is_cut && !check.tests.empty())) found.incomplete_tests.push_back(check.test);
  if (check.tests.empty()) {
    return;
  }
  std::vector<double> p_values;
  std::ranges::transform(check.tests, std::back_inserter(p_values), &AssumptionTest::p_value);
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t k = 0; k < adjusted.size(); ++k) {
    check.tests[k].adjusted = adjusted[k];
    check.rejected += adjusted[k] <= significant ? 1U : 0U;
  }
  std::ranges::stable_sort(check.tests, {},
                           [](const AssumptionTest& test) { return std::pair(test.p_value, -std::abs(test.effect)); });
  found.checks.push_back(std::move(check));
}

/// The numbers of a block, column by column, of the rows of one class; NaN where one is missing.
struct ClassNumbers {
  std::string label;
  std::vector<std::vector<double>> columns;

  [[nodiscard]] std::size_t size() const { return columns.front().size(); }
  [[nodiscard]] std::size_t width() const { return columns.size(); }
  /// Without those that are missing.
  [[nodiscard]] std::vector<double> values(std::size_t j) const {
    std::vector<double> there;
    std::ranges::copy_if(columns[j], std::back_inserter(there), [](double value) { return !std::isnan(value); });
    return there;
  }
  /// Row after row, those without missing values, at most so many.
  [[nodiscard]] std::vector<double> complete_rows(std::size_t most) const {
    std::vector<double> rows;
    for (std::size_t i = 0; i < size() && rows.size() < most * width(); ++i) {
      if (std::ranges::any_of(columns, [i](const auto& column) { return std::isnan(column[i]); })) continue;
      for (const std::vector<double>& column : columns) rows.push_back(column[i]);
    }
    return rows;
  }
};

/// The codes of a block of categories, column by column, of the rows of one class.
struct ClassCodes {
  std::string label;
  std::vector<std::vector<std::uint32_t>> columns;
};

std::vector<ClassCodes> codes_of(const CategoryBatch& batch, const ClassCounts& counts,
                                 const std::vector<std::uint32_t>& classes) {
  const std::size_t columns = std::min(most_categories, batch.columns);
  std::vector<ClassCodes> codes;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    codes.push_back({counts.labels[c], std::vector<std::vector<std::uint32_t>>(columns)});
  }
  for (std::size_t i = 0; i < batch.rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      codes[classes[i]].columns[j].push_back(batch.codes[i * batch.columns + j]);
    }
  }
  return codes;
}

/// A block of numbers or amounts, and in each class the values of its columns, without those that are constant over all
/// rows, which models ignore.
struct NumericBlock {
  Kind kind;
  std::vector<std::string> names;     // of the columns that are tested
  std::vector<ClassNumbers> numbers;  // the same columns
  std::size_t features;               // that are not constant

  [[nodiscard]] std::size_t width() const { return names.size(); }
  [[nodiscard]] bool is_cut() const { return width() < features; }
};

bool is_constant(const Batch& batch, std::size_t j) {
  double first = std::nan("");
  for (std::size_t i = 0; i < batch.rows; ++i) {
    const double value = batch.value(i, j);
    if (std::isnan(first)) first = value;
    if (value < first || value > first) return false;
  }
  return true;
}

NumericBlock numbers_of(const Batch& batch, const Block& block, const ClassCounts& counts,
                        const std::vector<std::uint32_t>& classes) {
  NumericBlock own{block.kind, {}, {}, 0};
  std::vector<std::size_t> tested;
  for (std::size_t j = 0; j < batch.columns; ++j) {
    if (is_constant(batch, j)) continue;
    ++own.features;
    if (tested.size() == most_numbers) continue;
    tested.push_back(j);
    own.names.push_back(block.features[j]);
  }
  for (const std::string& label : counts.labels) {
    own.numbers.push_back({label, std::vector<std::vector<double>>(tested.size())});
  }
  for (std::size_t i = 0; i < batch.rows; ++i) {
    for (std::size_t k = 0; k < tested.size(); ++k) {
      own.numbers[classes[i]].columns[k].push_back(batch.value(i, tested[k]));
    }
  }
  return own;
}

/// A block of categories, how many values each column has, and its values in each class.
struct CategoryBlock {
  const Block* block;
  std::vector<std::size_t> values;
  std::vector<ClassCodes> codes;

  std::size_t features;

  [[nodiscard]] std::size_t width() const { return codes.front().columns.size(); }
  [[nodiscard]] bool is_cut() const { return width() < features; }
};

/// A column of one class.
struct NamedNumbers {
  std::string name;
  const std::vector<double>* values;
};

std::vector<NamedNumbers> named(const NumericBlock& block, std::size_t c) {
  std::vector<NamedNumbers> columns;
  for (std::size_t j = 0; j < block.width(); ++j) columns.push_back({block.names[j], &block.numbers[c].columns[j]});
  return columns;
}

double skewness(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) {
    mean += value / n;
  }
  double second = 0;
  double third = 0;
  for (const double value : values) {
    second += (value - mean) * (value - mean) / n;
    third += (value - mean) * (value - mean) * (value - mean) / n;
  }
  return third / std::pow(second, 1.5);
}

void check_columns(const NumericBlock& block, AssumptionChecks& checks) {
  AssumptionCheck check{"each column is normal within a class", "Anderson-Darling", "skewness", {}};
  for (const ClassNumbers& own : block.numbers) {
    for (std::size_t j = 0; j < own.width(); ++j) {
      const std::vector<double> values = own.values(j);
      add_test(in_class(block.names[j], own.label), anderson_darling(values), skewness(values), check);
    }
  }
  finish_check(std::move(check), block.is_cut(), checks);
}

void check_all_columns(const NumericBlock& block, AssumptionChecks& checks) {
  AssumptionCheck check{"all columns are normal together within a class", "Mardia", "skewness or kurtosis", {}};
  for (const ClassNumbers& own : block.numbers) {
    const std::size_t d = own.width();
    const Mardia found = mardia(own.complete_rows(most_rows), d);
    add_test(in_class("skewness", own.label), found.skewness_test, found.skewness, check);
    add_test(in_class("kurtosis", own.label), found.kurtosis_test, found.kurtosis - found.expected_kurtosis, check);
  }
  finish_check(std::move(check), block.is_cut(), checks);
}

/// Scatters of all classes, C × d × d, and their rows.
struct ClassScatters {
  std::vector<double> scatters;
  std::vector<double> rows;
};

ClassScatters scatters_of(const std::vector<ClassNumbers>& numbers) {
  ClassScatters result;
  for (const ClassNumbers& own : numbers) {
    const std::size_t d = own.width();
    std::vector<double> rows = own.complete_rows(own.size());
    const std::size_t n = rows.size() / d;
    centre_columns(rows, d);
    std::vector<double> scatter(d * d);
    for (std::size_t i = 0; i < n; ++i) {
      const double* const row = rows.data() + i * d;
      for (std::size_t j = 0; j < d; ++j) {
        for (std::size_t k = 0; k < d; ++k) scatter[j * d + k] += row[j] * row[k];
      }
    }
    result.scatters.insert(result.scatters.end(), scatter.begin(), scatter.end());
    result.rows.push_back(static_cast<double>(n));
  }
  return result;
}

// How far the variances of a column are apart that differ most: the largest log ratio of two classes.
double variance_spread(const ClassScatters& classes, std::size_t d) {
  double largest = 0;
  for (std::size_t j = 0; j < d; ++j) {
    std::vector<double> logs;
    for (std::size_t c = 0; c < classes.rows.size(); ++c) {
      logs.push_back(std::log(classes.scatters[(c * d + j) * d + j] / (classes.rows[c] - 1)));
    }
    largest = std::max(largest, std::ranges::max(logs) - std::ranges::min(logs));
  }
  return largest;
}

void check_covariances(const NumericBlock& block, AssumptionChecks& checks) {
  AssumptionCheck check{"classes share one covariance", "Box's M", "largest log ratio of variances", {}};
  const std::size_t d = block.width();
  const ClassScatters classes = scatters_of(block.numbers);
  add_test("all classes", box_m(classes.scatters, classes.rows, d), variance_spread(classes, d), check);
  finish_check(std::move(check), block.is_cut(), checks);
}

// Adds the test of two columns of a class, on the rows that have both values.
void add_correlation(const NamedNumbers& first, const NamedNumbers& second, const std::string& label,
                     AssumptionCheck& check) {
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < first.values->size(); ++i) {
    if (std::isnan((*first.values)[i]) || std::isnan((*second.values)[i])) continue;
    x.push_back((*first.values)[i]);
    y.push_back((*second.values)[i]);
  }
  const TestResult test = correlation(x, y);
  add_test(in_class(first.name + " and " + second.name, label), test, std::abs(test.statistic), check);
}

void check_correlations(const NumericBlock& block, AssumptionChecks& checks) {
  AssumptionCheck check{"numbers are independent within a class", "correlation", "|r|", {}};
  for (std::size_t c = 0; c < block.numbers.size(); ++c) {
    const std::vector<NamedNumbers> columns = named(block, c);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      for (std::size_t k = j + 1; k < columns.size(); ++k) {
        add_correlation(columns[j], columns[k], block.numbers[c].label, check);
      }
    }
  }
  finish_check(std::move(check), block.is_cut(), checks);
}

// Of amounts with each other and with measurements, which all models take for independent of them.
void check_amounts(const std::vector<NumericBlock>& blocks, AssumptionChecks& checks) {
  AssumptionCheck check{"amounts are independent within a class", "correlation of amounts", "|r|", {}};
  for (std::size_t c = 0; !blocks.empty() && c < blocks.front().numbers.size(); ++c) {
    std::vector<NamedNumbers> columns;
    std::vector<bool> is_amount;
    for (const NumericBlock& own : blocks) {
      std::ranges::copy(named(own, c), std::back_inserter(columns));
      is_amount.resize(columns.size(), own.kind == Kind::amounts);
    }
    for (std::size_t j = 0; j < columns.size(); ++j) {
      for (std::size_t k = j + 1; k < columns.size(); ++k) {
        if (!is_amount[j] && !is_amount[k]) continue;
        add_correlation(columns[j], columns[k], blocks.front().numbers[c].label, check);
      }
    }
  }
  finish_check(std::move(check), std::ranges::any_of(blocks, &NumericBlock::is_cut), checks);
}

/// Two columns of categories within a class.
struct CategoryPair {
  std::size_t label;
  std::size_t first;
  std::size_t second;
};

// On the rows that have both values.
AssociationTest association(const CategoryBlock& own, const CategoryPair& pair, std::uint64_t seed) {
  const std::vector<std::uint32_t>& first = own.codes[pair.label].columns[pair.first];
  const std::vector<std::uint32_t>& second = own.codes[pair.label].columns[pair.second];
  std::vector<std::uint32_t> x;
  std::vector<std::uint32_t> y;
  for (std::size_t i = 0; i < first.size() && x.size() < most_rows; ++i) {
    if (first[i] == missing_category || second[i] == missing_category) continue;
    x.push_back(first[i]);
    y.push_back(second[i]);
  }
  const std::uint64_t own_seed = mix_seed(seed, (pair.label * own.width() + pair.first) * own.width() + pair.second);
  return g_square(x, y, own.values[pair.first], own.values[pair.second], own_seed);
}

void check_categories(const CategoryBlock& own, std::uint64_t seed, unsigned threads, AssumptionChecks& checks) {
  std::vector<CategoryPair> pairs;
  for (std::size_t c = 0; c < own.codes.size(); ++c) {
    for (std::size_t j = 0; j < own.width(); ++j) {
      for (std::size_t k = j + 1; k < own.width(); ++k) pairs.push_back({c, j, k});
    }
  }
  std::vector<AssociationTest> found(pairs.size());
  parallel_for(threads, pairs.size(),
               [&](std::size_t p, unsigned /*worker*/) { found[p] = association(own, pairs[p], seed); });
  AssumptionCheck check{"categories are independent within a class", "G-square", "Cramer's V", {}};
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const std::string names = own.block->features[pairs[p].first] + " and " + own.block->features[pairs[p].second];
    add_test(in_class(names, own.codes[pairs[p].label].label), found[p].test, found[p].cramer_v, check);
  }
  finish_check(std::move(check), own.is_cut(), checks);
}

// Adds the test of a number and a category of a class, on the rows that have both.
void add_variance(const NamedNumbers& number, const CategoryBlock& category, std::size_t c, std::size_t j,
                  AssumptionCheck& check) {
  const std::vector<std::uint32_t>& codes = category.codes[c].columns[j];
  std::vector<double> x;
  std::vector<std::uint32_t> groups;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (std::isnan((*number.values)[i]) || codes[i] == missing_category) continue;
    x.push_back((*number.values)[i]);
    groups.push_back(codes[i]);
  }
  const auto [test, effect] = analysis_of_variance(x, groups, category.values[j]);
  add_test(in_class(number.name + " and " + category.block->features[j], category.codes[c].label), test, effect, check);
}

// Of numbers and amounts with categories: all models take blocks for independent.
void check_variances(const std::vector<NumericBlock>& numeric, const std::vector<CategoryBlock>& categories,
                     AssumptionChecks& checks) {
  AssumptionCheck check{
      "numbers do not depend on categories within a class", "analysis of variance", "eta-squared", {}};
  for (const CategoryBlock& category : categories) {
    for (const NumericBlock& own : numeric) {
      for (std::size_t c = 0; c < own.numbers.size(); ++c) {
        for (const NamedNumbers& number : named(own, c)) {
          for (std::size_t j = 0; j < category.width(); ++j) add_variance(number, category, c, j, check);
        }
      }
    }
  }
  const bool is_cut =
      std::ranges::any_of(numeric, &NumericBlock::is_cut) || std::ranges::any_of(categories, &CategoryBlock::is_cut);
  finish_check(std::move(check), is_cut, checks);
}

// "the first 50 of 80 numbers"; empty where no block is cut.
template <typename CheckedBlock>
std::string cut_text(const std::vector<CheckedBlock>& blocks, const char* what) {
  std::size_t all = 0;
  std::size_t checked = 0;
  for (const CheckedBlock& own : blocks) {
    all += own.features;
    checked += own.width();
  }
  return checked == all ? "" : fmt::format("the first {} of {} {}", checked, all, what);
}

std::vector<std::string> notes_on(const std::vector<NumericBlock>& numeric,
                                  const std::vector<CategoryBlock>& categories) {
  std::vector<std::string> cuts = {cut_text(numeric, "numbers"), cut_text(categories, "categories")};
  std::erase(cuts, "");
  if (cuts.empty()) return {};
  return {fmt::format("the tests of assumptions are of {}", fmt::join(cuts, " and "))};
}

// Which tests are undefined everywhere; empty where none is.
std::string undefined_note(const AssumptionChecks& found) {
  std::vector<std::string> names = found.incomplete_tests;
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::find(found.checks, name, &AssumptionCheck::test) != found.checks.end();
  });
  return names.empty()
             ? ""
             : fmt::format("too few rows or values, or columns that follow from others, leave the tests {} undefined",
                           fmt::join(names, " and "));
}

}  // namespace

AssumptionChecks assumption_checks(const Table& rows, const Summary& summary, const std::vector<std::uint32_t>& classes,
                                   std::uint64_t seed, unsigned threads) {
  Schema schema = summary.schema;
  for (Block& block : schema.blocks) block.fills.clear();  // what is missing says nothing about the others
  std::vector<std::size_t> all(rows.rows);
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::vector<std::size_t> order = weighed_rows(rows, all, most_weighed_rows, seed);
  const ReorderedRows weighed(rows, order);
  std::vector<std::uint32_t> own;
  for (const std::size_t i : order) own.push_back(classes[i]);
  const Encoder encoder(schema);
  encoder.check(weighed.table());
  AssumptionChecks checks;
  std::vector<NumericBlock> numeric;
  std::vector<CategoryBlock> category;
  for (std::size_t b = 0; b < schema.blocks.size(); ++b) {
    const Block& block = schema.blocks[b];
    if (block.kind != Kind::measurements && block.kind != Kind::amounts && block.kind != Kind::categories) {
      continue;
    }
    EncodeBuffer buffer;
    const BlockRows encoded = encoder.rows(weighed.table(), b, buffer);
    if (const auto* batch = std::get_if<Batch>(&encoded); batch != nullptr) {
      NumericBlock found = numbers_of(*batch, block, summary.classes, own);
      if (found.names.empty()) continue;
      numeric.push_back(std::move(found));
      if (block.kind == Kind::amounts) continue;
      const NumericBlock& numbers = numeric.back();
      check_columns(numbers, checks);
      if (numbers.width() > 1) check_all_columns(numbers, checks);
      check_covariances(numbers, checks);
      check_correlations(numbers, checks);
    } else if (const auto* categories = std::get_if<CategoryBatch>(&encoded)) {
      std::vector<std::size_t> values;
      std::ranges::transform(categories->values, std::back_inserter(values), [](const auto& of) { return of.size(); });
      category.push_back(
          {&block, std::move(values), codes_of(*categories, summary.classes, own), block.features.size()});
      check_categories(category.back(), seed, threads, checks);
    }
  }
  check_amounts(numeric, checks);
  check_variances(numeric, category, checks);
  checks.notes = notes_on(numeric, category);
  if (std::string note = undefined_note(checks); !note.empty()) checks.notes.push_back(std::move(note));
  if (std::string note = light_weights_note(rows, all); !note.empty()) checks.notes.push_back(std::move(note));
  return checks;
}

namespace {

// Sums of a block alone, of the rows that have all of its numbers: Bartlett's test counts rows.
Summary sums_of_complete_rows(const Table& rows, const Schema& schema, std::size_t block, const ClassCounts& counts,
                              const std::vector<std::uint32_t>& classes) {
  const Schema own{.blocks = {schema.blocks[block]}, .target = schema.target};
  const Table numbers = select_columns(rows, places_in(columns_of(own), columns_of(schema)));
  EncodeBuffer buffer;
  Schema unfilled = own;
  unfilled.blocks[0].fills.clear();
  const BlockRows encoded = Encoder(unfilled).rows(numbers, 0, buffer);
  const auto& batch = std::get<Batch>(encoded);
  std::vector<std::size_t> complete;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < batch.rows; ++i) {
    bool has_all = rows.weight(i) > 0;
    for (std::size_t j = 0; j < batch.columns; ++j) has_all = has_all && !std::isnan(batch.value(i, j));
    if (!has_all) continue;
    complete.push_back(i);
    codes.push_back(classes[i]);
  }
  const ReorderedRows chosen(numbers, complete);
  return summarise(chosen.table(), {codes, counts.labels}, unfilled, {.threads = 1, .keep = {{MomentKind::pooled}}});
}

// Those that are not constant.
std::size_t informative_columns(const Discriminants& found, std::size_t d) {
  std::size_t count = 0;
  for (std::size_t j = 0; j < d; ++j) {
    const auto weights = std::span(found.axes).subspan(j * found.count(), found.count());
    count += std::ranges::any_of(weights, [](double weight) { return weight != 0; }) ? 1U : 0U;
  }
  return count;
}

}  // namespace

std::vector<DiscriminantRow> discriminant_table(const Table& rows, const Summary& summary,
                                                const std::vector<std::uint32_t>& classes,
                                                std::vector<std::string>& notes) {
  const auto numbers = std::ranges::find(summary.schema.blocks, Kind::measurements, &Block::kind);
  const auto block = static_cast<std::size_t>(numbers - summary.schema.blocks.begin());
  if (numbers == summary.schema.blocks.end() ||
      !contains(std::get<Moments>(summary.sums[block]).kind, MomentKind::pooled)) {
    return {};
  }
  std::vector<DiscriminantRow> table;
  try {
    const Summary complete = sums_of_complete_rows(rows, summary.schema, block, summary.classes, classes);
    if (complete.classes.total_rows() < summary.classes.total_rows()) {
      notes.push_back(fmt::format("the discriminant functions are those of the {} rows without missing numbers",
                                  complete.classes.total_rows()));
    }
    const Discriminants found =
        discriminants(complete, {.readings = {{.block = 0, .options = GaussianOptions{}}}}, 0, 1);
    const std::size_t d = informative_columns(found, numbers->features.size());
    for (const DiscriminantFunction& function :
         discriminant_functions(found.eigenvalues, complete.classes.total_weight(), d, complete.classes.size())) {
      table.push_back({function.eigenvalue, function.share, function.canonical_correlation, function.wilks_lambda,
                       function.test.statistic, function.test.degrees, function.test.p_value});
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_data) {
      throw;
    }
    notes.push_back("there are no discriminant functions: " + error.message());
  }
  return table;
}

}  // namespace suffice
