// open_model(): the same scores as a model loaded whole, damage and other files refused.
#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "suffice/estimate.hpp"
#include "temporary_folder.hpp"

namespace suffice {
namespace {

const std::vector<std::string_view> documents = {"buy now", "hello hello you", "", "cheap cheap über", "nothing known"};

std::vector<double> posterior_of(const Model& model) {
  std::vector<double> out(documents.size() * model.labels().size());
  model.log_posterior(TextBatch{documents}, out, {.threads = 1});
  return out;
}

TEST(OpenModel, ScoresAsAModelLoadedWhole) {
  const TemporaryFolder folder;
  for (const std::string name : {"multinomial-nb", "boolean-nb", "bernoulli-nb", "complement-nb"}) {
    Stored stored = word_model();
    stored.options = options_for(name);
    for (const std::uint64_t most : {0U, 3U}) {
      stored.options.terms.max_terms = most;
      save(stored, folder.file("model"));
      const OpenedModel opened = open_model(folder.file("model"));
      EXPECT_EQ(opened.options, stored.options);
      EXPECT_EQ(opened.model.labels(), stored.summary.classes.labels);
      EXPECT_EQ(posterior_of(opened.model), posterior_of(estimate(stored.summary, stored.options))) << name;
    }
  }
}

TEST(OpenModel, TakesAnotherClassPrior) {
  const TemporaryFolder folder;
  const ClassPrior prior = GivenPrior{{{"ham", 0.9}, {"spam", 0.1}}};
  for (Stored stored : {word_model(), value_model(), amount_model()}) {
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
  stored.options.terms.vocabulary = {"buy", "hello"};
  save(stored, folder.file("model"));
  EXPECT_EQ(posterior_of(open_model(folder.file("model")).model),
            posterior_of(estimate(stored.summary, stored.options)));
}

// Posteriors of two rows, as the versions that wrote these files printed them.
TEST(OpenModel, PredictsFromFilesOfEveryFormat) {
  const std::vector<double> rows{6.1, 2.9, 4.8, 1.7, 5.9, 3, 5.1, 1.6};
  const auto check = [&](const std::string& name, const std::vector<double>& expected) {
    const std::string path = std::string(SUFFICE_GOLDEN_DIR) + "/models/" + name;
    const Stored stored = load(path);
    for (const Model& model : {open_model(path).model, estimate(stored.summary, stored.options)}) {
      std::vector<double> posterior(6);
      model.posterior(Batch::row_major(rows.data(), 2, 4), posterior);
      for (std::size_t k = 0; k < 6; ++k) {
        EXPECT_NEAR(posterior[k] / expected[k], 1, 1e-12) << name;
      }
    }
  };
  check("iris-format-1.suffice", {6.339598138717926e-28, 0.38715053953846673, 0.6128494604615333,
                                  1.4225562277841623e-29, 0.21724862993940677, 0.7827513700605931});
  check("iris-format-2.suffice", {6.2449040983289255e-90, 0.6289513726902243, 0.3710486273097757,
                                  2.6210453520493906e-98, 0.32406862151458965, 0.6759313784854103});
}

TEST(OpenModel, NeverScoresWhatIsDamaged) {
  const TemporaryFolder folder;
  const std::string file = encode(word_model());
  const std::vector<double> sound = posterior_of(estimate(word_model().summary, word_model().options));
  for (std::size_t i = 0; i < file.size(); i += 3) {  // ModelFile.SeesEveryChangedByte has them all
    std::string damaged = file;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    write_text(folder.file("model"), damaged);
    const auto error = error_of([&] { EXPECT_EQ(posterior_of(open_model(folder.file("model")).model), sound); });
    ASSERT_TRUE(error) << "byte " << i;
    ASSERT_EQ(error->code(), ErrorCode::bad_model) << "byte " << i << " " << error->what();
    ASSERT_EQ(error->where(), folder.file("model")) << "byte " << i;
  }
  for (std::size_t size = 0; size < file.size(); size += 7) {
    write_text(folder.file("model"), file.substr(0, size));
    ASSERT_EQ(error_of([&] { open_model(folder.file("model")); })->code(), ErrorCode::bad_model);
  }
}

TEST(OpenModel, SaysWhatIsNoModel) {
  const TemporaryFolder folder;
  write_text(folder.file("text"), "text,kind\nhello,ham\n");
  EXPECT_NE(outcome_of([&] { open_model(folder.file("text")); }).find("it looks like text"), std::string::npos);
  EXPECT_EQ(error_of([&] { open_model(folder.file("missing")); })->code(), ErrorCode::file_system);
}

}  // namespace
}  // namespace suffice
