// The model file in memory: bit for bit there and back, and no damaged or senseless file accepted.
#include "store/model_file.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../support/change_terms.hpp"
#include "plain_patterns.hpp"
#include "sample_model.hpp"
#include "store/checksums.hpp"
#include "store/paged_file.hpp"
#include "store/safetensors.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

std::string decode_outcome(const std::string& bytes) {
  return outcome_of([&] { decode(bytes); });
}

std::vector<std::uint64_t> bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> result;
  for (const double value : values) result.push_back(std::bit_cast<std::uint64_t>(value));
  return result;
}

/// A model file taken apart, to be changed and put together with checksums that are right again.
struct Parts {
  struct Part {
    std::string name;
    std::string type;
    std::vector<std::uint64_t> shape;
    std::string bytes;
  };
  std::map<std::string, std::string> metadata;
  std::vector<Part> tensors;

  Part& operator[](const std::string& name) {
    return *std::find_if(tensors.begin(), tensors.end(), [&](const Part& part) { return part.name == name; });
  }
  void set(const std::string& name, std::size_t i, double value) {
    (*this)[name].bytes.replace(i * sizeof value, sizeof value, reinterpret_cast<const char*>(&value), sizeof value);
  }
};

std::string put_together(Parts parts) {
  std::string data;
  std::vector<NamedTensor> tensors;
  for (Parts::Part& part : parts.tensors) {
    if (part.name == "pages") {
      PageChecksums pages;
      pages.add(data);
      part.bytes.assign(reinterpret_cast<const char*>(pages.table().data()), pages.table().size() * 4);
      part.shape = {pages.table().size()};
      parts.metadata["pages"] = checksum_text(part.bytes);
    }
    data += part.bytes;
    tensors.push_back({part.name, {part.type, part.shape, part.bytes}});
  }
  const std::vector<NamedText> metadata(parts.metadata.begin(), parts.metadata.end());
  std::string file = write_safetensors(metadata, tensors);
  const std::string_view header = std::string_view(file).substr(0, file.size() - data.size());
  return file.replace(file.size() - 4, 4, seal_of(header));
}

/// What decode says to the sample model with a change that no checksum can see.
std::string outcome_with(const std::function<void(Parts&)>& change, const Stored& stored = sample_model()) {
  const std::string file = encode(stored);
  const SafetensorsHeader header = read_header(file);
  Parts parts{header.metadata, {}};
  for (const TensorEntry& entry : header.entries) {
    const std::size_t begin = header.bytes.size() + entry.begin;
    parts.tensors.push_back({entry.name, entry.type, entry.shape, file.substr(begin, entry.end - entry.begin)});
  }
  change(parts);
  return decode_outcome(put_together(parts));
}

bool is_bad_model(const std::string& outcome) { return outcome.starts_with("bad_model: "); }

TEST(ModelFile, GivesBackWhatWasPutInBitForBit) {
  const Stored stored = sample_model();
  const Stored read = decode(encode(stored));
  EXPECT_EQ(read, stored);
  EXPECT_EQ(bits(read.summary.moments().mean), bits(stored.summary.moments().mean));
  EXPECT_EQ(bits(read.summary.moments().scatter), bits(stored.summary.moments().scatter));
  EXPECT_EQ(bits(read.summary.classes.weight), bits(stored.summary.classes.weight));
}

Stored full_model() {
  Stored stored = sample_model();
  stored.options = {.structure = Structure::full, .shrinkage = LedoitWolfShrinkage{}};
  stored.summary.moments().kind = MomentKind::full;
  stored.summary.moments().scatter = {4, 1, 1, 2, 9, -0.0, -0.0, 1};
  stored.summary.moments().third = {0.5, -1, 2, 0};
  stored.summary.moments().fourth = {30, 100};
  return stored;
}

TEST(ModelFile, KeepsEveryKindOfSums) {
  EXPECT_EQ(decode(encode(full_model())), full_model());
  Stored stored = full_model();
  stored.summary.moments().third = stored.summary.moments().fourth = {};
  stored.options = {.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, 0.25}};
  EXPECT_EQ(decode(encode(stored)), stored);
  stored.summary.moments().kind = MomentKind::diagonal;
  stored.summary.moments().scatter = {4, 2, 9, 1};
  stored.options = {.structure = Structure::diagonal, .estimator = Estimator::map, .gaussian_prior = {.kappa = 2}};
  EXPECT_EQ(decode(encode(stored)), stored);
  stored.summary.moments().kind = MomentKind::pooled_diagonal;
  stored.summary.moments().scatter = {13, 3};
  stored.options = {.structure = Structure::shared_spherical, .ridge = 0.5};
  EXPECT_EQ(decode(encode(stored)), stored);
}

TEST(ModelFile, KeepsWhatPatternsAreCompletedTo) {
  Stored stored;
  stored.summary = plain_patterns({{1, 2}, {2, 5}, {3, NAN}, {5, 1}, {4, 2}, {NAN, 3}}, {"a", "a", "a", "b", "b", "b"},
                                  {}, MomentKind::full);
  const std::string bytes = encode(stored);
  const Stored again = decode(bytes);
  EXPECT_EQ(again, stored);
  ASSERT_NE(again.summary.patterns().completed, nullptr);
  EXPECT_EQ(*again.summary.patterns().completed, completed(stored.summary, stored.options).moments());
  EXPECT_EQ(encode(again), bytes);
  stored.summary = plain_patterns({{1, 2}, {2, 4}, {3, NAN}}, {"a", "a", "a"}, {}, MomentKind::full);
  EXPECT_EQ(decode(encode(stored)).summary.patterns().completed, nullptr);  // no estimate
  stored.options = {.structure = Structure::diagonal};
  EXPECT_EQ(decode(encode(stored)).summary.patterns().completed, nullptr);  // none is needed
}

TEST(ModelFile, RefusesOptionsThatTheSumsCannotServe) {
  Stored stored = full_model();
  stored.summary.moments().third = stored.summary.moments().fourth = {};
  EXPECT_EQ(outcome_of([&] { encode(stored); }),
            "internal: this model cannot be saved: the sums are full and cannot be read as qda with these options");
}

TEST(ModelFile, IsTheSameForTheSameContent) {
  EXPECT_EQ(encode(sample_model()), encode(sample_model()));
  EXPECT_EQ(encode(decode(encode(sample_model()))), encode(sample_model()));
}

TEST(ModelFile, HasTheDocumentedHeader) {
  Stored stored;
  stored.summary = {{{"x"}, "y", ""}, {{"a"}, {2}, {2}}, Moments{MomentKind::pooled, {1.5}, {0.5}, {}, {}}};
  const std::string file = encode(stored);
  const std::string_view header = read_header(file).bytes.substr(8);
  EXPECT_EQ(header.substr(0, header.find_last_not_of(' ') + 1),
            R"({"__metadata__":{"format":"suffice 3",)"
            R"("schema":"{\"columns\":[{\"name\":\"x\",\"role\":\"number\"}],\"target\":\"y\"}",)"
            R"("options":"{\"model\":\"lda\",\"estimate\":\"mle\",\"shrinkage\":\"none\",\"ridge\":0,)"
            R"(\"class_prior\":\"empirical\"}",)"
            R"("sums":"pooled",)"
            R"("labels":"[\"a\"]",)"
            R"("pages":"20be1e11"},)"
            R"("class_rows":{"dtype":"U64","shape":[1],"data_offsets":[0,8]},)"
            R"("class_weight":{"dtype":"F64","shape":[1],"data_offsets":[8,16]},)"
            R"("mean":{"dtype":"F64","shape":[1,1],"data_offsets":[16,24]},)"
            R"("scatter":{"dtype":"F64","shape":[1,1],"data_offsets":[24,32]},)"
            R"("pages":{"dtype":"U32","shape":[1],"data_offsets":[32,36]},)"
            R"("header_checksum":{"dtype":"U32","shape":[1],"data_offsets":[36,40]}})");
}

void expect_every_change_seen(const Stored& stored, const std::vector<int>& masks) {
  const std::string file = encode(stored);
  for (std::size_t i = 0; i < file.size(); ++i) {
    for (const int mask : masks) {
      std::string damaged = file;
      damaged[i] = static_cast<char>(damaged[i] ^ mask);
      ASSERT_TRUE(is_bad_model(decode_outcome(damaged))) << "byte " << i << " mask " << mask;
    }
  }
}

TEST(ModelFile, SeesEveryChangedByte) {
  expect_every_change_seen(sample_model(), {0x01, 0x80, 0xFF});
  for (const Stored& stored : {word_model(), value_model(), amount_model()}) {
    expect_every_change_seen(stored, {0x10});
  }
}

TEST(ModelFile, SeesEveryTruncation) {
  for (const Stored& stored : {sample_model(), word_model(), value_model(), amount_model()}) {
    const std::string file = encode(stored);
    for (std::size_t size = 0; size < file.size(); ++size) {
      ASSERT_TRUE(is_bad_model(decode_outcome(file.substr(0, size)))) << size << " bytes";
    }
  }
}

TEST(ModelFile, KeepsCounts) {
  for (const Stored& stored : {word_model(), value_model(), amount_model()}) {
    EXPECT_EQ(decode(encode(stored)), stored);
    EXPECT_EQ(encode(decode(encode(stored))), encode(stored));
  }
}

TEST(ModelFile, KeepsAVocabularyAndTheMarkOfDroppedTerms) {
  Stored stored = word_model();
  stored.options.terms.vocabulary = {"", "buy", "now", "weiß"};
  change_terms(stored.summary, [](TermCounts& counts) { counts.compacted = true; });
  EXPECT_EQ(decode(encode(stored)), stored);
}

TEST(ModelFile, KeepsTermsOfColumnsAndBucketsWithMissingOnes) {
  Stored stored = word_model();
  change_terms(stored.summary, [](TermCounts& counts) { counts.words = {}; });
  stored.summary.schema.text.hash_buckets = 5;
  stored.summary.schema.text.hash_key = 77;
  EXPECT_EQ(decode(encode(stored)), stored);
  stored.summary.schema = {{"a", "b", "c", "d", "e"}, "kind", ""};
  change_terms(stored.summary, [](TermCounts& counts) { counts.missing = {0, 0, 0, 0, 1, 0, 0, 1, 0, 0}; });
  stored.options = options_for("bernoulli-nb");
  EXPECT_EQ(decode(encode(stored)), stored);
}

TEST(ModelFile, KeepsTermsThatNoModelCanBeMadeOf) {
  Stored stored = word_model();
  stored.options.terms.min_documents = 100;
  const std::string file = encode(stored);
  EXPECT_EQ(read_header(file).metadata.at("sums"), "terms");
  EXPECT_EQ(file.find("\"events\""), std::string::npos);
  EXPECT_EQ(decode(file), stored);
}

TEST(ModelFile, RefusesConstantsThatAreNotThoseOfTheSums) {
  const auto outcome = [](std::size_t i, double value) {
    return outcome_with([&](Parts& parts) { parts.set("events", i, value); }, word_model());
  };
  const std::string refused = "bad_model: the constants over all terms are not those of the sums";
  EXPECT_EQ(outcome(0, 5), "no error");
  EXPECT_EQ(outcome(0, 5 + 1e-12), "no error");
  EXPECT_EQ(outcome(0, 6), refused);
  EXPECT_EQ(outcome(3, std::numeric_limits<double>::quiet_NaN()), refused);
  EXPECT_EQ(outcome_with([](Parts& parts) { parts["last_term"] = {"last_term", "U8", {1}, "x"}; }, word_model()),
            refused);
}

TEST(ModelFile, RefusesWordsThatAreNotThoseOfTheIndex) {
  EXPECT_EQ(outcome_with([](Parts& parts) { parts["words"].bytes[0] = 'a'; }, word_model()),
            "bad_model: the index of words is not that of its words");
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts["words"].bytes[3] = 'a'; }, word_model())));
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts.set("word_ends", 0, 1e300); }, word_model())));
}

TEST(ModelFile, SeesAppendedAndRemovedBytes) {
  const std::string file = encode(sample_model());
  for (int byte = 0; byte < 256; ++byte) {
    ASSERT_TRUE(is_bad_model(decode_outcome(file + static_cast<char>(byte))));
  }
  EXPECT_TRUE(is_bad_model(decode_outcome(file + file.substr(file.size() - 4))));
  EXPECT_TRUE(is_bad_model(decode_outcome(file + file)));
  EXPECT_TRUE(is_bad_model(decode_outcome(file.substr(1))));
}

TEST(ModelFile, SaysWhatIsDamaged) {
  std::string file = encode(sample_model());
  file[file.size() - 5] = static_cast<char>(file[file.size() - 5] ^ 1);
  EXPECT_EQ(
      decode_outcome(file),
      "bad_model: the model file is damaged: its table of pages does not match its checksum; restore it from a copy, "
      "or fit the model again");
  file = encode(sample_model());
  file[file.size() - 9] = static_cast<char>(file[file.size() - 9] ^ 1);
  EXPECT_EQ(decode_outcome(file),
            "bad_model: the model file is damaged: a page that begins in its tensor \"class_rows\" does not match its "
            "checksum; restore it from a copy, or fit the model again");
  file = encode(sample_model());
  EXPECT_EQ(
      decode_outcome(file.substr(0, 100)),
      "bad_model: the model file is damaged: cut short: the header is not complete; restore it from a copy, or fit "
      "the model again");
}

TEST(ModelFile, TellsWhatIsNotAModelFile) {
  EXPECT_EQ(decode_outcome(""), "bad_model: not a Suffice model file: it is empty");
  EXPECT_EQ(decode_outcome("sepal_length,species\n5.1,setosa\n"),
            "bad_model: not a Suffice model file: it looks like text; the model comes first and the data second, as in "
            "`suffice predict MODEL INPUT`");
  EXPECT_EQ(decode_outcome(std::string("PK\x03\x04", 4)),
            "bad_model: not a Suffice model file; fit a model with `suffice fit INPUT -o MODEL`");
  const NamedTensor tensor[] = {{"weights", {"F32", {1}, "1234"}}};
  EXPECT_EQ(
      decode_outcome(write_safetensors({}, tensor)),
      "bad_model: a safetensors file, but not a Suffice model file; fit a model with `suffice fit INPUT -o MODEL`");
}

TEST(ModelFile, TellsANewerVersionFromDamage) {
  EXPECT_EQ(
      outcome_with([](Parts& parts) { parts.metadata["format"] = "suffice 4"; }),
      "bad_model: the model file has format \"suffice 4\", and this version of Suffice reads suffice 1 to suffice 3; "
      "upgrade Suffice to read it");
  EXPECT_EQ(
      outcome_with([](Parts& parts) { parts.metadata["note"] = ""; }),
      "bad_model: the metadata has the key \"note\", which this version of Suffice does not know; it may come from "
      "a newer one: upgrade to read it");
  EXPECT_EQ(outcome_with([](Parts& parts) { parts.tensors.insert(parts.tensors.begin(), {"skew", "U8", {1}, "a"}); }),
            "bad_model: the list of tensors has the key \"skew\", which this version of Suffice does not know; it may "
            "come from a newer one: upgrade to read it");
  std::string damaged = encode(sample_model());
  damaged.replace(damaged.find("suffice 3"), 9, "suffice 4");
  EXPECT_NE(decode_outcome(damaged).find("damaged"), std::string::npos);
}

TEST(ModelFile, PutTogetherAgainIsTheSame) {
  EXPECT_EQ(outcome_with([](Parts&) {}), "no error");
}

TEST(ModelFile, RejectsMissingAndMisplacedParts) {
  EXPECT_EQ(outcome_with([](Parts& parts) { parts.metadata.erase("labels"); }),
            "bad_model: the metadata lacks \"labels\"");
  EXPECT_EQ(outcome_with([](Parts& parts) { parts.tensors.erase(parts.tensors.begin()); }),
            "bad_model: the list of tensors lacks \"class_rows\"");
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { std::swap(parts.tensors[4], parts.tensors[5]); })));
}

TEST(ModelFile, RejectsASealThatIsNotLast) {
  // The bytes where the seal should be are right, yet belong to another tensor.
  EXPECT_EQ(outcome_with([](Parts& parts) {
              parts.tensors.insert(parts.tensors.begin(), parts["header_checksum"]);
              parts.tensors.back().name = "mean";
              parts.tensors.erase(parts.tensors.begin() + 3);
            }),
            "bad_model: the header checksum is not the last tensor");
}

TEST(ModelFile, RejectsShapesAndTypesThatDoNotFit) {
  EXPECT_EQ(outcome_with([](Parts& parts) { parts["mean"].shape = {4}; }),
            "bad_model: the tensor \"mean\" is F64 [4] where the rest of the file asks for F64 [2, 2]");
  EXPECT_EQ(outcome_with([](Parts& parts) { parts["class_rows"].type = "I64"; }),
            "bad_model: the tensor \"class_rows\" is I64 [2] where the rest of the file asks for U64 [2]");
  EXPECT_EQ(outcome_with([](Parts& parts) { parts["header_checksum"].type = "I32"; }),
            "bad_model: the header checksum is not U32 [1]");
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts["mean"].shape = {2, 3}; })));
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts.metadata["labels"] = R"(["rot"])"; })));
}

TEST(ModelFile, RejectsMetadataThatIsNotSound) {
  for (const std::string text : {"", "{}", "[1,2]", R"(["rot","rot"])", R"(["weiß \"2\"","rot"])", R"(["rot",null])"}) {
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.metadata["labels"] = text; }))) << text;
  }
  for (const std::string text : {"", "[]", "{}", R"({"columns":[],"target":"y"})"}) {
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.metadata["schema"] = text; }))) << text;
  }
  for (const std::string text :
       {"", "[]", R"({"model":"lda","estimate":"mle","shrinkage":2,"ridge":0,"class_prior":"empirical"})",
        R"({"model":"lda","estimate":"mle","shrinkage":1,"ridge":0,"class_prior":{"rot":1}})",
        R"({"model":"qda","estimate":"mle","shrinkage":"none","ridge":0,"class_prior":"empirical"})",
        R"({"model":"lda","estimate":"mle","shrinkage":"ledoit-wolf","ridge":0,"class_prior":"empirical"})",
        R"({"model":"lda","estimate":"map","shrinkage":"auto","ridge":0,"class_prior":"empirical"})"}) {
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.metadata["options"] = text; }))) << text;
  }
}

TEST(ModelFile, RejectsSumsThatAreNotSound) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinity, -infinity}) {
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.set("mean", 3, bad); })));
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.set("scatter", 0, bad); })));
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.set("class_weight", 0, bad); })));
  }
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts.set("class_weight", 0, -1); })));
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts.set("scatter", 1, 0.5); }))) << "asymmetric";
}

TEST(ModelFile, RefusesToWriteWhatItWouldNotRead) {
  Stored stored = sample_model();
  stored.summary.moments().mean.pop_back();
  EXPECT_EQ(error_of([&] { encode(stored); })->code(), ErrorCode::internal);
  stored = sample_model();
  stored.summary.classes.labels = {"weiß \"2\"", "rot"};
  EXPECT_EQ(error_of([&] { encode(stored); })->code(), ErrorCode::internal);
  stored = sample_model();
  stored.options.class_prior = GivenPrior{{{"rot", 1}}};
  EXPECT_EQ(outcome_of([&] { encode(stored); }),
            "internal: this model cannot be saved: the list of options: the class prior leaves out the label \"weiß "
            "\\\"2\\\"\"");
}

TEST(ModelFile, KeepsThePlaceOfAnErrorBesideThePath) {
  const Error inner(ErrorCode::bad_model, "twice", "column x");
  EXPECT_STREQ(at_path(inner, "a.suffice").what(), "a.suffice: column x: twice");
  EXPECT_STREQ(at_path(Error(ErrorCode::bad_model, "short"), "a.suffice").what(), "a.suffice: short");
}

// Files of each format that was ever written: they load, with the content they had.
TEST(ModelFile, LoadsFilesOfEveryFormat) {
  const Stored iris = load(std::string(SUFFICE_GOLDEN_DIR) + "/models/iris-format-1.suffice");
  EXPECT_EQ(iris.summary.classes.labels, (std::vector<std::string>{"setosa", "versicolor", "virginica"}));
  EXPECT_EQ(iris.summary.classes.rows, (std::vector<std::uint64_t>{50, 50, 50}));
  EXPECT_EQ(iris.summary.schema.target, "species");
  EXPECT_NEAR(iris.summary.moments().mean[0], 5.006, 1e-12);
  EXPECT_EQ(iris.summary.moments().kind, MomentKind::pooled);
  EXPECT_EQ(iris.options,
            (EstimateOptions{.shrinkage = AutoShrinkage{},
                             .class_prior = GivenPrior{{{"setosa", 0.2}, {"versicolor", 0.3}, {"virginica", 0.5}}}}));
  EXPECT_EQ(decode(encode(iris)), iris);

  const Stored second = load(std::string(SUFFICE_GOLDEN_DIR) + "/models/iris-format-2.suffice");
  EXPECT_EQ(second.summary.schema, iris.summary.schema);
  EXPECT_EQ(second.summary.classes, iris.summary.classes);
  EXPECT_EQ(second.summary.moments().kind, MomentKind::full);
  EXPECT_EQ(second.summary.moments().mean, iris.summary.moments().mean);
  EXPECT_TRUE(second.summary.moments().has_fourth());
  EXPECT_EQ(second.options, (EstimateOptions{.structure = Structure::full, .shrinkage = LedoitWolfShrinkage{}}));
  EXPECT_EQ(decode(encode(second)), second);
}

}  // namespace
}  // namespace suffice
