// open_model(): the same scores as a model loaded whole, damage and other files refused.
#include <cmath>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "estimate/terms/events.hpp"
#include "plain_patterns.hpp"
#include "sample_model.hpp"
#include "suffice/estimate.hpp"
#include "suffice/table.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

const std::vector<std::string_view> documents = {"buy now", "hello hello you", "", "cheap cheap über", "nothing known"};

std::vector<double> posterior_of(const Model& model, const Table& table) {
  std::vector<double> out(documents.size() * model.labels().size());
  model.log_posterior(table, out, {.threads = 1});
  return out;
}

std::vector<double> posterior_of(const Model& model) {
  return posterior_of(model, {.rows = documents.size(), .columns = {TextColumn{documents}}});
}

/// Rows of mixed_model(), whose readings have the columns length, text, price and colour.
std::vector<double> mixed_posterior_of(const Model& model) {
  const std::vector<double> lengths = {2, NAN, 5, 4, 1};
  const std::vector<double> prices = {0.5, 3, NAN, 1, 2};
  const std::vector<std::uint32_t> codes = {0, 1, 2, missing_category, 0};
  const std::vector<std::string_view> colours = {"blue", "red", "green"};
  return posterior_of(model, {.rows = documents.size(),
                              .columns = {NumberColumn{lengths.data()}, TextColumn{documents},
                                          NumberColumn{prices.data()}, CategoryColumn{codes.data(), colours}}});
}

TEST(ModelOf, HasTheTemperaturesThatWereFitted) {
  Stored stored = mixed_model();
  EXPECT_EQ(model_of(stored, 1).temperatures(), (std::vector<double>{1, 1, 1, 1}));
  stored.fitted = {{1, 0, 0.5, 2}, 5};
  EXPECT_EQ(model_of(stored, 1).temperatures(), stored.fitted.temperatures);
}

TEST(OpenModel, ScoresAsAModelLoadedWhole) {
  const TemporaryFolder folder;
  for (const std::string name : {"multinomial-nb", "boolean-nb", "bernoulli-nb", "complement-nb"}) {
    Stored stored = word_model(name);
    for (const std::uint64_t most : {0U, 3U}) {
      term_options_in(stored).max_terms = most;
      for (const Stored& saved : {stored, with_caches(stored)}) {
        save(saved, folder.file("model"));
        const OpenedModel opened = open_model(folder.file("model"), {}, 1);
        EXPECT_EQ(opened.options, stored.options);
        EXPECT_EQ(opened.model.labels(), stored.summary.classes.labels);
        EXPECT_EQ(opened.model.schema(), stored.summary.schema);
        EXPECT_EQ(posterior_of(opened.model), posterior_of(estimate(stored.summary, stored.options, 1))) << name;
        EXPECT_EQ(opened.model.notes(), estimate(stored.summary, stored.options, 1).notes());
      }
    }
  }
}

TEST(OpenModel, ScoresWordsBesideOtherReadings) {
  const TemporaryFolder folder;
  Stored stored = with_caches(mixed_model());
  for (const std::vector<double>& temperatures : {std::vector<double>{}, {1, 0.5, 0, 2}}) {
    stored.fitted = temperatures.empty() ? Fitted{} : Fitted{temperatures, 5};
    save(stored, folder.file("model"));
    const OpenedModel opened = open_model(folder.file("model"), {}, 1);
    const Model whole = model_of(load(folder.file("model")), 1);
    EXPECT_EQ(opened.options, stored.options);
    EXPECT_EQ(opened.model.schema(), whole.schema());
    EXPECT_EQ(opened.model.temperatures(), whole.temperatures());
    EXPECT_EQ(opened.model.notes(), whole.notes());
    EXPECT_EQ(mixed_posterior_of(opened.model), mixed_posterior_of(whole));
  }
}

TEST(OpenModel, UsesCompletedMomentsBesideWords) {
  const TemporaryFolder folder;
  Stored stored;
  stored.summary = plain_patterns({{1, 2}, {2, 5}, {3, NAN}, {5, 1}, {NAN, 3}}, {"ham", "ham", "ham", "spam", "spam"},
                                  {}, MomentKind::full);
  stored.summary.schema.blocks.push_back({.kind = Kind::text, .features = {"text"}});
  stored.summary.sums.push_back(five_words());
  stored.options.readings = {reading_of(1, TermOptions{}), reading_of(0, GaussianOptions{.ridge = 0.1})};
  save(with_caches(stored), folder.file("model"));
  ASSERT_NE(load(folder.file("model")).caches.completed.at(1), nullptr);
  const std::vector<double> x = {1, 2, NAN, 4, 5};
  const Table table{.rows = 5, .columns = {TextColumn{documents}, NumberColumn{x.data()}, NumberColumn{x.data()}}};
  EXPECT_EQ(posterior_of(open_model(folder.file("model"), {}, 1).model, table),
            posterior_of(estimate(stored.summary, stored.options, 1), table));
}

TEST(OpenModel, TakesAnotherClassPrior) {
  const TemporaryFolder folder;
  const ClassPrior prior = GivenPrior{{{"ham", 0.9}, {"spam", 0.1}}};
  for (const Stored& stored :
       {with_caches(mixed_model()), with_caches(word_model()), word_model(), value_model(), amount_model()}) {
    const auto& labels = stored.summary.classes.labels;
    const ClassPrior given = GivenPrior{{{labels[0], 0.9}, {labels[1], 0.1}}};
    save(stored, folder.file("model"));
    const OpenedModel opened = open_model(folder.file("model"), given);
    EXPECT_EQ(opened.model.class_prior(), (std::vector<double>{0.9, 0.1}));
    EXPECT_EQ(opened.options.class_prior, given);
  }
  EXPECT_EQ(error_of([&] { open_model(folder.file("model"), prior); })->code(), ErrorCode::usage);
}

TEST(OpenModel, LoadsAVocabularyWhole) {
  const TemporaryFolder folder;
  Stored stored = word_model();
  term_options_in(stored).vocabulary = {"buy", "hello"};
  save(with_caches(stored), folder.file("model"));
  EXPECT_EQ(posterior_of(open_model(folder.file("model")).model),
            posterior_of(estimate(stored.summary, stored.options)));
}

TEST(OpenModel, IgnoresConstantsThatDoNotFit) {
  const TemporaryFolder folder;
  Stored stored = with_caches(word_model());
  TermConstants constants = *stored.caches.terms[0];
  constants.numbers.push_back(1);
  stored.caches.terms[0] = std::make_shared<const TermConstants>(std::move(constants));
  save(stored, folder.file("model"));
  EXPECT_EQ(posterior_of(open_model(folder.file("model")).model),
            posterior_of(estimate(stored.summary, stored.options)));
}

void expect_damage_seen(const Stored& stored, std::vector<double> (*score)(const Model&)) {
  const TemporaryFolder folder;
  const std::string file = encode(stored);
  const std::vector<double> sound = score(model_of(stored));
  for (std::size_t i = 0; i < file.size(); i += 7) {  // ModelFile.SeesEveryChangedByte has them all
    std::string damaged = file;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    write_text(folder.file("model"), damaged);
    const auto error = error_of([&] { EXPECT_EQ(score(open_model(folder.file("model")).model), sound); });
    ASSERT_TRUE(error) << "byte " << i;
    ASSERT_EQ(error->code(), ErrorCode::bad_model) << "byte " << i << " " << error->what();
    ASSERT_EQ(error->where(), folder.file("model")) << "byte " << i;
  }
  for (std::size_t size = 0; size < file.size(); size += 17) {
    write_text(folder.file("model"), file.substr(0, size));
    ASSERT_EQ(error_of([&] { open_model(folder.file("model")); })->code(), ErrorCode::bad_model);
  }
}

TEST(OpenModel, NeverScoresWhatIsDamaged) {
  expect_damage_seen(with_caches(word_model()), posterior_of);
  expect_damage_seen(word_model(), posterior_of);
  expect_damage_seen(with_caches(mixed_model()), mixed_posterior_of);
}

TEST(OpenModel, SaysWhatIsNoModel) {
  const TemporaryFolder folder;
  write_text(folder.file("text"), "text,kind\nhello,ham\n");
  EXPECT_NE(outcome_of([&] { open_model(folder.file("text")); }).find("it looks like text"), std::string::npos);
  EXPECT_EQ(error_of([&] { open_model(folder.file("missing")); })->code(), ErrorCode::file_system);
}

}  // namespace
}  // namespace suffice
