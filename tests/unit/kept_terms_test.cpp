// Which terms a reading of the sums keeps.
#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

const std::vector<std::string> names = {"ham", "spam"};

Summary text_sums(const std::vector<std::string_view>& documents, const std::vector<std::uint32_t>& codes) {
  const Schema schema = {.features = {"text"}, .target = "label", .encoding = Encoding::text};
  return summarise(TextBatch{documents}, {codes, names}, schema, {.keep = {.sums = SumKind::terms}});
}

TEST(KeptTerms, AreThoseThatTheReadingNames) {
  const Summary sums = text_sums({"b a a", "a c", "c d"}, {0, 1, 1});
  EstimateOptions options = options_for("multinomial-nb");
  EXPECT_EQ(kept_terms(sums, options), (std::vector<std::size_t>{0, 1, 2, 3}));
  options.terms.min_documents = 2;
  EXPECT_EQ(kept_terms(sums, options), (std::vector<std::size_t>{0, 2}));
  options.terms.max_terms = 1;
  EXPECT_EQ(kept_terms(sums, options), (std::vector<std::size_t>{0}));
  options.terms = {.vocabulary = std::vector<std::string>{"b", "d", "x"}};
  EXPECT_EQ(kept_terms(sums, options), (std::vector<std::size_t>{1, 3}));
}

TEST(KeptTerms, LeaveTheModelAsItIsWhenTheOthersAreDropped) {
  const std::vector<std::string_view> documents = {"b a a", "a c", "c d"};
  const Summary sums = text_sums(documents, {0, 1, 1});
  for (const char* name : {"multinomial-nb", "boolean-nb", "bernoulli-nb", "complement-nb"}) {
    EstimateOptions options = options_for(name);
    options.terms.min_documents = 2;
    std::vector<double> before(6);
    std::vector<double> after(6);
    estimate(sums, options).log_joint(TextBatch{documents}, before);
    estimate(compact(sums, kept_terms(sums, options)), options).log_joint(TextBatch{documents}, after);
    EXPECT_EQ(before, after) << name;
  }
}

TEST(KeptTerms, AreAskedOfTermsOnly) {
  const std::vector<double> values = {1, 2, 3, 5};
  const std::vector<std::uint32_t> codes = {0, 1};
  const Summary sums =
      summarise(Batch::row_major(values.data(), 2, 2), {codes, names}, {.features = {"x", "y"}, .target = "label"});
  EXPECT_THROW(kept_terms(sums, options_for("multinomial-nb")), Error);
}

}  // namespace
}  // namespace suffice
