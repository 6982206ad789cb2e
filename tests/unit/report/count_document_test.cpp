// The members that say what a model of terms, categories or amounts is.
#include "report/count_document.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {
namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> names = {"ham", "spam"};
const std::vector<std::uint32_t> codes = {0, 1, 1};

Options read_by(FamilyOptions options) { return {.readings = {{.options = std::move(options)}}}; }

template <typename OptionsOfKind>
OptionsOfKind options_of(const std::string& model) {
  return std::get<OptionsOfKind>(find_model(model).options);
}

Stored text_model(const TermOptions& options) {
  const std::vector<std::string_view> documents = {"see you at noon", "win a prize", "a prize"};
  const Schema schema{.blocks = {{.kind = Kind::text, .features = {"text"}}}, .target = "label"};
  return {read_by(options), summarise(Table::documents(documents), {codes, names}, schema)};
}

Json inspected(const Stored& stored, std::size_t top = 1) {
  return Json::parse(inspect_json(stored, estimate(stored.summary, stored.options), top));
}

TEST(CountDocument, TermsHaveTheirReadingTotalsAndTheStrongest) {
  auto options = options_of<TermOptions>("multinomial-nb");
  options.min_documents = 2;
  const Json json = inspected(text_model(options));
  EXPECT_EQ(json["model"], "multinomial-nb");
  EXPECT_EQ(json["estimate"], "mean");
  EXPECT_EQ(json["pseudocount"], 1);
  EXPECT_EQ(json["unseen"], "ignore");
  EXPECT_EQ(json["terms"]["min_documents"], 2);
  EXPECT_EQ(json["terms"]["tf_idf"], false);
  EXPECT_FALSE(json["terms"].contains("vocabulary"));
  EXPECT_EQ(json["counts"], "terms");
  EXPECT_EQ(json["distinct_terms"], 7);
  EXPECT_EQ(json["kept_terms"], 2);
  EXPECT_EQ(json["tokens"], Json({4.0, 5.0}));
  EXPECT_EQ(json["compacted"], false);
  EXPECT_EQ(json["text"]["ngrams"], "1");
  EXPECT_EQ(json["strongest"][1]["label"], "spam");
  EXPECT_TRUE(json["strongest"][1]["top"].empty()) << "both words are as likely in ham";
  options.min_documents = 0;
  const Json all = inspected(text_model(options));
  EXPECT_EQ(all["strongest"][1]["top"][0]["feature"], "a");
  EXPECT_EQ(all["strongest"][1]["top"][0]["count"], 2);
  EXPECT_EQ(json["linear_form"]["names"], Json({"a", "prize"}));
  EXPECT_EQ(json["linear_form"]["coefficients"].size(), 2U);
  EXPECT_EQ(json["linear_form"]["theta"].size(), 3U);
  EXPECT_FALSE(json.contains("shrinkage"));
}

TEST(CountDocument, PseudocountsAreWrittenAsTheyAreGiven) {
  auto options = options_of<TermOptions>("multinomial-nb");
  options.pseudocount = {.all = {}, .rules = {{.label = "ham", .count = 1}, {.label = "spam", .count = 0.5}}};
  options.vocabulary = std::vector<std::string>{"a", "prize"};
  const Json json = inspected(text_model(options));
  EXPECT_TRUE(json["pseudocount"].is_null());
  EXPECT_EQ(json["pseudocounts"][1]["label"], "spam");
  EXPECT_EQ(json["pseudocounts"][1]["pseudocount"], 0.5);
  EXPECT_EQ(json["terms"]["vocabulary"], Json({"a", "prize"}));
  options = options_of<TermOptions>("bernoulli-nb");
  options.estimator = Estimator::map;
  EXPECT_EQ(inspected(text_model(options))["pseudocount"], 2);
}

TEST(CountDocument, LongLinearFormsAreNull) {
  auto options = options_of<TermOptions>("multinomial-nb");
  std::vector<std::string> words;
  for (std::size_t k = 0; k < 5'000; ++k) {
    words.push_back("w" + std::to_string(10'000 + k));
  }
  options.vocabulary = words;
  EXPECT_EQ(inspected(text_model(options))["linear_form"]["names"].size(), 5'000U);
  options.vocabulary->push_back("x");
  EXPECT_TRUE(inspected(text_model(options))["linear_form"].is_null());
  options.estimator = Estimator::predictive;
  EXPECT_FALSE(inspected(text_model(options)).contains("linear_form")) << "not linear";
}

TEST(CountDocument, ValuesHaveTheirCounts) {
  const std::vector<std::uint32_t> categories = {0, 1, 1};
  const std::vector<std::vector<std::string>> values = {{"red", "blue"}};
  const Schema schema{.blocks = {{.kind = Kind::categories, .features = {"colour"}}}, .target = "label"};
  const Table rows = Table::categories(categories.data(), 3, values);
  const Json json =
      inspected({read_by(options_of<ValueOptions>("categorical-nb")), summarise(rows, {codes, names}, schema)});
  EXPECT_EQ(json["counts"], "values");
  EXPECT_EQ(json["values"][0]["feature"], "colour");
  EXPECT_EQ(json["values"][0]["values"], Json({"blue", "red"}));
  EXPECT_EQ(json["values"][0]["counts"], Json({{0.0, 2.0}, {1.0, 0.0}}));
  EXPECT_EQ(json["strongest"][1]["top"][0]["value"], "blue");
  EXPECT_EQ(json["linear_form"]["names"][0], "colour=blue");
  EXPECT_FALSE(json.contains("terms"));
}

TEST(CountDocument, AmountsHaveTheirSums) {
  const std::vector<double> amounts = {1, 0, 2, 4, 3.5, 1};
  const Schema schema{.blocks = {{.kind = Kind::amounts, .features = {"x", "y"}}}, .target = "label"};
  const Table rows = Table::row_major(amounts.data(), 3, 2);
  const Json json =
      inspected({read_by(options_of<AmountOptions>("exponential-nb")), summarise(rows, {codes, names}, schema)});
  EXPECT_EQ(json["counts"], "amounts");
  EXPECT_EQ(json["sums"], Json({{1.0, 0.0}, {5.5, 5.0}}));
  EXPECT_EQ(json["zeros"][0], Json({0.0, 1.0}));
  EXPECT_EQ(json["fractional"][1][0], 1);
  EXPECT_EQ(json["linear_form"]["names"], Json({"x", "y"}));
  EXPECT_FALSE(json.contains("unseen"));
  EXPECT_FALSE(json.contains("strongest"));
}

}  // namespace
}  // namespace suffice
