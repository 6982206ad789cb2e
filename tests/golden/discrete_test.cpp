// Suffice against scikit-learn, e1071 and 50-digit arithmetic where features are counts, categories, amounts or text.
#include <cmath>
#include <cstdint>
#include <fstream>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "golden/golden_case.hpp"

namespace suffice::golden {
namespace {

const std::string folder = SUFFICE_GOLDEN_DIR "/";

/// Rows of a block of any kind, owned.
struct Data {
  Schema schema;
  std::vector<double> numbers;
  std::vector<std::uint32_t> categories;
  std::vector<std::vector<std::string>> dictionaries;
  std::vector<std::string> texts;
  std::vector<std::string_view> documents;
  std::vector<double> weights;
  std::vector<std::uint32_t> codes;
  std::vector<std::string> names;

  [[nodiscard]] const Block& block() const { return schema.blocks.front(); }
  [[nodiscard]] Block& block() { return schema.blocks.front(); }
  [[nodiscard]] Table rows() const {
    if (block().kind == Kind::text) return Table::documents(documents, weights);
    if (block().kind == Kind::categories) {
      return Table::categories(categories.data(), codes.size(), dictionaries, weights);
    }
    return Table::row_major(numbers.data(), codes.size(), block().features.size(), weights);
  }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
};

Data read_data(const std::string& file, const std::string& table, Kind kind, bool missing_cells) {
  const auto sections = read_golden_file(folder + file);
  const Section& values = sections.at(table + "/values");
  Data data;
  data.schema.blocks = {{.kind = kind, .features = {}}};
  for (double label : sections.at(table + "/labels").numbers) data.codes.push_back(static_cast<std::uint32_t>(label));
  for (std::uint32_t c = 0; c <= *std::ranges::max_element(data.codes); ++c) data.names.push_back(std::to_string(c));
  if (sections.contains(table + "/weights")) data.weights = sections.at(table + "/weights").numbers;
  for (std::size_t j = 0; j < values.columns; ++j) data.block().features.push_back(std::to_string(j));
  data.schema.target = "class";
  data.numbers = values.numbers;
  if (kind == Kind::categories) {
    data.dictionaries.assign(values.columns, {"0", "1", "2", "3", "4", "5"});
    std::vector<std::uint32_t> largest(values.columns);
    for (std::size_t i = 0; i < values.rows; ++i) {
      for (std::size_t j = 0; j < values.columns; ++j) {
        const bool missing = missing_cells && (5 * i + 3 * j) % 11 == 0;
        const auto value = static_cast<std::uint32_t>(values.at(i, j));
        largest[j] = std::max(largest[j], value);
        data.categories.push_back(missing ? missing_category : value);
      }
    }
    // scikit-learn has every value up to the largest, R's factors those that occur.
    for (std::size_t j = 0; !missing_cells && j < values.columns; ++j) {
      const auto& names = data.dictionaries[j];
      data.block().declared_values.emplace_back(names.begin(), names.begin() + largest[j] + 1);
    }
  }
  return data;
}

Data read_documents() {
  Data data;
  data.schema = {.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = "label"};
  data.names = {"ham", "news", "spam"};
  std::ifstream file(folder + "documents.txt");
  for (std::string line; std::getline(file, line);) {
    const std::size_t tab = line.find('\t');
    data.codes.push_back(
        static_cast<std::uint32_t>(std::ranges::find(data.names, line.substr(0, tab)) - data.names.begin()));
    data.texts.push_back(line.substr(tab + 1));
  }
  data.documents.assign(data.texts.begin(), data.texts.end());
  return data;
}

/// "tf-idf", "normalised", "min-df=3,max=12", "ngrams=1-2", "stop=call.free.now", "gaps" or "-".
void apply_reading(const std::string& reading, FamilyOptions& family, Block& block) {
  auto* options = std::get_if<TermOptions>(&family);
  for (const std::string& item : split(reading, ',')) {
    const std::size_t sign = item.find('=');
    const std::string name = item.substr(0, sign);
    const std::string value = sign == std::string::npos ? "" : item.substr(sign + 1);
    if (name == "tf-idf") options->tf_idf = true;
    if (name == "normalised") options->normalised = true;
    if (name == "min-df") options->min_documents = std::stod(value);
    if (name == "max") options->max_terms = std::stoul(value);
    if (name == "ngrams") parse_ngrams(value, block.text);
    if (name == "stop") block.text.stop_words = split(value, '.');
  }
}

/// table / model / estimate[:pseudocount] / reading / class prior / quantity
struct DiscreteCase {
  Data data;
  Options options;
};

DiscreteCase read_case(const std::string& tables, const std::vector<std::string>& part) {
  const std::vector<std::string> estimate = split(part[2], ':');
  const NamedModel& model = find_model(part[1]);
  DiscreteCase result{
      part[0] == "documents" ? read_documents() : read_data(tables, part[0], kind_of(model.role), part[3] == "gaps"),
      {.class_prior = parse_class_prior(part[4]), .readings = {{.options = model.options}}}};
  FamilyOptions& family = result.options.readings.front().options;
  std::visit(
      [&]<typename OfFamily>(OfFamily& options) {
        if constexpr (!std::is_same_v<OfFamily, GaussianOptions>) {
          options.estimator = parse_estimator(estimate[0]);
          if (estimate.size() > 1) options.pseudocount = parse_pseudocount(estimate[1]);
        }
      },
      family);
  apply_reading(part[3], family, result.data.block());
  return result;
}

/// Scores are sums of at most a few hundred logarithms: right to 1e-12 of the largest.
void expect_scores(const Section& expected, const std::vector<double>& actual) {
  ASSERT_EQ(expected.numbers.size(), actual.size());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (std::isinf(expected.numbers[i])) {
      EXPECT_EQ(actual[i], expected.numbers[i]) << "at position " << i;
    } else {
      EXPECT_NEAR(actual[i], expected.numbers[i], 1e-11 * std::max(1.0, std::abs(expected.numbers[i])))
          << "at position " << i;
    }
  }
}

void check_case(const std::string& tables, const std::string& name, const Section& expected) {
  const std::vector<std::string> part = split(name, '/');
  ASSERT_EQ(part.size(), 6U) << name;
  if (part[5] == "terms") {
    Data data = read_documents();
    FamilyOptions family = find_model("multinomial-nb").options;
    apply_reading(part[3], family, data.block());
    const Summary sums = summarise(data.rows(), data.labels(), data.schema, {.threads = 1});
    EXPECT_EQ(estimate(sums, {.readings = {{.options = family}}}).linear_form().names.size(), expected.at(0, 0))
        << name;
    return;
  }
  const DiscreteCase made = read_case(tables, part);
  const Summary sums = summarise(made.data.rows(), made.data.labels(), made.data.schema, {.threads = 1});
  const Model model = estimate(sums, made.options);
  std::vector<double> scores(expected.numbers.size());
  if (part[5] == "posterior") {
    model.posterior(made.data.rows(), scores);
  } else {
    model.log_joint(made.data.rows(), scores);
  }
  expect_scores(expected, scores);
}

void check_file(const std::string& tables, const std::string& file, std::size_t cases) {
  const auto sections = read_golden_file(folder + file);
  EXPECT_EQ(sections.size(), cases);
  for (const auto& [name, expected] : sections) {
    SCOPED_TRACE(name);
    check_case(tables, name, expected);
  }
}

TEST(Discrete, agrees_with_scikit_learn) { check_file("discrete_tables.txt", "discrete.txt", 162); }

TEST(Discrete, agrees_with_e1071_where_cells_are_missing) { check_file("discrete_tables.txt", "e1071.txt", 4); }

TEST(Discrete, agrees_with_50_digits) {
  const auto sections = read_golden_file(folder + "amounts.txt");
  EXPECT_EQ(sections.size(), 88U);
  for (const auto& [name, expected] : sections) {
    SCOPED_TRACE(name);
    const bool is_term = name.starts_with("counts/") || name.starts_with("bits/");
    check_case(is_term ? "discrete_tables.txt" : "amount_tables.txt", name, expected);
  }
}

}  // namespace
}  // namespace suffice::golden
