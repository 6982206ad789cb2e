// The model file in memory: bit for bit there and back, and no damaged or senseless file accepted.
// Model files on disk: round trip, and errors that name the file.
#include "store/content/model_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "../support/change_terms.hpp"
#include "plain_patterns.hpp"
#include "sample_model.hpp"
#include "store/container/checksums.hpp"
#include "store/container/paged_file.hpp"
#include "store/container/safetensors.hpp"
#include "suffice/estimate.hpp"
#include "temporary_folder.hpp"

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

/// The file of a model with a change that no checksum can see.
std::string changed(const std::function<void(Parts&)>& change, const Stored& stored) {
  const std::string file = encode(stored);
  const SafetensorsHeader header = read_header(file);
  Parts parts{header.metadata, {}};
  for (const TensorEntry& entry : header.entries) {
    const std::size_t begin = header.bytes.size() + entry.begin;
    parts.tensors.push_back({entry.name, entry.type, entry.shape, file.substr(begin, entry.end - entry.begin)});
  }
  change(parts);
  return put_together(parts);
}

/// What decode says to the sample model, changed.
std::string outcome_with(const std::function<void(Parts&)>& change, const Stored& stored = sample_model()) {
  return decode_outcome(changed(change, stored));
}

bool is_bad_model(const std::string& outcome) { return outcome.starts_with("bad_model: "); }

TEST(ModelFile, GivesBackWhatWasPutInBitForBit) {
  const Stored stored = sample_model();
  const Stored read = decode(encode(stored));
  EXPECT_EQ(read, stored);
  EXPECT_EQ(bits(moments_in(read).mean), bits(moments_in(stored).mean));
  EXPECT_EQ(bits(moments_in(read).scatter), bits(moments_in(stored).scatter));
  EXPECT_EQ(bits(read.summary.classes.weight), bits(stored.summary.classes.weight));
}

Stored full_model() {
  Stored stored = sample_model();
  gaussian_in(stored) = {.structure = Structure::full, .shrinkage = LedoitWolfShrinkage{}};
  stored.options.class_prior = EmpiricalPrior{};
  moments_in(stored).kind = MomentKind::full;
  moments_in(stored).scatter = {4, 1, 1, 2, 9, -0.0, -0.0, 1};
  moments_in(stored).third = {0.5, -1, 2, 0};
  moments_in(stored).fourth = {30, 100};
  return stored;
}

TEST(ModelFile, KeepsEveryKindOfSums) {
  EXPECT_EQ(decode(encode(full_model())), full_model());
  Stored stored = full_model();
  moments_in(stored).third = moments_in(stored).fourth = {};
  gaussian_in(stored) = {.structure = Structure::full, .shrinkage = RdaShrinkage{0.5, 0.25}};
  EXPECT_EQ(decode(encode(stored)), stored);
  moments_in(stored).kind = MomentKind::diagonal;
  moments_in(stored).scatter = {4, 2, 9, 1};
  gaussian_in(stored) = {.structure = Structure::diagonal, .estimator = Estimator::map, .prior = {.kappa = 2}};
  EXPECT_EQ(decode(encode(stored)), stored);
  moments_in(stored).kind = MomentKind::pooled_diagonal;
  moments_in(stored).scatter = {13, 3};
  gaussian_in(stored) = {.structure = Structure::shared_spherical, .ridge = 0.5};
  EXPECT_EQ(decode(encode(stored)), stored);
}

TEST(ModelFile, KeepsSeveralBlocksAndReadings) {
  Stored stored = mixed_model();
  EXPECT_EQ(decode(encode(stored)), stored);
  stored.options.readings.pop_back();  // a block that is not read
  EXPECT_EQ(decode(encode(stored)), stored);
  std::get<TermOptions>(stored.options.readings[1].options).vocabulary = {"buy", "now"};
  EXPECT_EQ(decode(encode(stored)), stored);
}

TEST(ModelFile, KeepsTemperatures) {
  Stored stored = mixed_model();
  stored.fitted = {{1, 0, 0.1, 1.0 / 3}, 123};
  EXPECT_EQ(decode(encode(stored)), stored);
  EXPECT_NE(decode(encode(stored)), mixed_model());
  EXPECT_EQ(read_header(encode(stored)).metadata.at("fitted"),
            R"({"temperatures":[1,0,0.1,0.3333333333333333],"rows":123})");
  EXPECT_FALSE(read_header(encode(mixed_model())).metadata.contains("fitted"));
}

TEST(ModelFile, KeepsOffsetsAndMaps) {
  Stored stored = mixed_model();
  stored.fitted = {{1, 0, 0.1, 2}, 123, {0.5, -0.5}, {}};
  EXPECT_EQ(decode(encode(stored)), stored);
  EXPECT_EQ(model_of(stored, 1).offsets(), stored.fitted.offsets);
  EXPECT_EQ(read_header(encode(stored)).metadata.at("fitted"),
            R"({"temperatures":[1,0,0.1,2],"rows":123,"offsets":[0.5,-0.5]})");
  stored.fitted = {{1, 1, 1, 1}, 123, {}, {{-1, 2}, {0, 0.25}}};
  EXPECT_EQ(decode(encode(stored)), stored);
  EXPECT_EQ(model_of(stored, 1).odds_map(), stored.fitted.map);
  EXPECT_EQ(read_header(encode(stored)).metadata.at("fitted"),
            R"({"temperatures":[1,1,1,1],"rows":123,"map":{"from":[-1,2],"to":[0,0.25]}})");
}

TEST(ModelFile, KeepsContamination) {
  Stored stored = mixed_model();
  stored.fitted = {.temperatures = {1, 0, 0.1, 2}, .rows = 123, .contamination = 0.125};
  EXPECT_EQ(decode(encode(stored)), stored);
  EXPECT_EQ(model_of(stored, 1).contamination(), 0.125);
  EXPECT_EQ(read_header(encode(stored)).metadata.at("fitted"),
            R"({"temperatures":[1,0,0.1,2],"rows":123,"contamination":0.125})");
}

TEST(ModelFile, HasTheSameBytesForEveryFormOfTheOptions) {
  Stored stored = mixed_model();
  stored.options = checked(stored.options, stored.summary.schema);
  EXPECT_EQ(encode(stored), encode(mixed_model()));
  EXPECT_EQ(decode(encode(stored)), mixed_model());
  stored = amount_model();
  stored.options.readings.clear();
  EXPECT_EQ(decode(encode(stored)), amount_model());
}

TEST(ModelFile, OfSumsAloneHasTheOptionsOfItsBlocks) {
  for (const Stored& stored : {sample_model(), word_model(), value_model(), amount_model(), mixed_model()}) {
    const Stored read = decode(encode(stored.summary));
    EXPECT_EQ(read.summary, stored.summary);
    ASSERT_EQ(read.options.readings.size(), stored.summary.sums.size());
    for (std::size_t b = 0; b < read.options.readings.size(); ++b) {
      EXPECT_EQ(read.options.readings[b], reading_of(b, default_options(stored.summary.schema.blocks[b].kind)));
    }
    EXPECT_EQ(decode(encode(read)), read);
  }
}

TEST(ModelFile, OfSumsAloneIsReadAsItsMomentsCanBe) {
  Stored stored = sample_model();
  moments_in(stored).kind = MomentKind::diagonal;
  moments_in(stored).scatter = {4, 2, 9, 1};
  Stored read = decode(encode(stored.summary));
  EXPECT_EQ(model_name(read.options), "gaussian-nb");
  EXPECT_EQ(decode(encode(read)), read);
  moments_in(stored).kind = MomentKind::pooled_diagonal;
  moments_in(stored).scatter = {13, 3};
  read = decode(encode(stored.summary));
  EXPECT_EQ(model_name(read.options), "diagonal-lda");
}

TEST(ModelFile, OfSumsAloneReadsEachColumnOnce) {
  Stored stored = mixed_model();
  stored.summary.schema.blocks[0].features = {"width"};
  const Stored read = decode(encode(stored.summary));
  EXPECT_EQ(read.options.readings[1].features, (std::vector<std::string>{"length"}));
  stored.summary.schema.blocks[3].features = {"text"};
  EXPECT_EQ(decode(encode(stored.summary)).options.readings.size(), 3U);
}

Stored model_with_patterns() {
  Stored stored;
  stored.summary = plain_patterns({{1, 2}, {2, 5}, {3, NAN}, {5, 1}, {4, 2}, {NAN, 3}}, {"a", "a", "a", "b", "b", "b"},
                                  {}, MomentKind::full);
  stored.options.readings = {reading_of(0, GaussianOptions{})};
  return stored;
}

TEST(ModelFile, KeepsWhatPatternsAreCompletedTo) {
  const Stored stored = with_caches(model_with_patterns());
  ASSERT_EQ(stored.caches.completed.size(), 1U);
  ASSERT_NE(stored.caches.completed[0], nullptr);
  const std::string bytes = encode(stored);
  const Stored again = decode(bytes);
  EXPECT_EQ(again, stored);
  ASSERT_EQ(again.caches.completed.size(), 1U);
  ASSERT_NE(again.caches.completed[0], nullptr);
  EXPECT_EQ(*again.caches.completed[0], *stored.caches.completed[0]);
  EXPECT_EQ(*again.caches.completed[0], moments_read(stored.summary, stored.options, 0));
  EXPECT_EQ(encode(again), bytes);
  EXPECT_EQ(decode(encode(model_with_patterns())), stored) << "caches make no difference";
}

TEST(ModelFile, WritesNothingButWhatItIsGiven) {
  for (const Stored& stored : {model_with_patterns(), word_model()}) {
    const std::string file = encode(stored);
    EXPECT_FALSE(read_header(file).metadata.contains("caches"));
    EXPECT_EQ(file.find("completed"), std::string::npos);
    EXPECT_EQ(file.find("constants"), std::string::npos);
    EXPECT_FALSE(decode(file).caches.ignored);
  }
}

TEST(ModelFile, IgnoresCachesOfOtherOptionsOrSums) {
  const auto is_ignored = [](const std::function<void(Parts&)>& change) {
    const Stored read = decode(changed(change, with_caches(word_model())));
    EXPECT_EQ(read.caches.terms.empty(), read.caches.ignored);
    return read.caches.ignored;
  };
  EXPECT_FALSE(is_ignored([](Parts&) {}));
  EXPECT_FALSE(is_ignored([](Parts& parts) { parts.set("0.constants", 0, 6); })) << "for check_caches() to see";
  EXPECT_TRUE(is_ignored([](Parts& parts) { parts.set("0.tokens", 0, 4); }));
  EXPECT_TRUE(is_ignored([](Parts& parts) { parts.metadata["labels"] = R"(["ham","spem"])"; }));
  EXPECT_TRUE(is_ignored([](Parts& parts) {
    std::string& options = parts.metadata["options"];
    options.replace(options.find("mean"), 4, "map");
  }));
  EXPECT_TRUE(is_ignored([](Parts& parts) { parts.metadata["caches"] = "00000000"; }));
  EXPECT_TRUE(is_ignored([](Parts& parts) { parts.metadata.erase("caches"); }));
  EXPECT_TRUE(is_ignored([](Parts& parts) { parts["0.last_term"].type = "I8"; }));
  const Stored patterns = with_caches(model_with_patterns());
  const Stored read = decode(changed([](Parts& parts) { parts.set("0.completed_scatter", 0, NAN); }, patterns));
  EXPECT_TRUE(read.caches.ignored);
  EXPECT_EQ(read, patterns);
}

TEST(ModelFile, RefusesCachesThatCannotBeThoseOfTheModel) {
  Stored stored = with_caches(model_with_patterns());
  stored.options.readings[0].options = GaussianOptions{.structure = Structure::full};
  EXPECT_EQ(outcome_of([&] { encode(stored); }),
            "internal: this model cannot be saved: the caches are not those of these options and sums");
  stored = with_caches(word_model());
  stored.caches.terms.emplace_back();
  EXPECT_EQ(error_of([&] { encode(stored); })->code(), ErrorCode::internal);
}

TEST(ModelFile, RefusesOptionsThatTheSumsCannotServe) {
  Stored stored = full_model();
  moments_in(stored).third = moments_in(stored).fourth = {};
  EXPECT_EQ(outcome_of([&] { encode(stored); }),
            "internal: this model cannot be saved: the sums are full and cannot be read as qda with these options");
}

TEST(ModelFile, IsTheSameForTheSameContent) {
  EXPECT_EQ(encode(sample_model()), encode(sample_model()));
  EXPECT_EQ(encode(decode(encode(sample_model()))), encode(sample_model()));
}

TEST(ModelFile, HasTheDocumentedHeader) {
  Stored stored;
  stored.summary = {{.blocks = {{.features = {"x"}}}, .target = "y"},
                    {{"a"}, {2}, {2}},
                    {Moments{MomentKind::pooled, {1.5}, {0.5}, {}, {}}}};
  const std::string file = encode(stored);
  const std::string_view header = read_header(file).bytes.substr(8);
  EXPECT_EQ(header.substr(0, header.find_last_not_of(' ') + 1),
            R"({"__metadata__":{"format":"suffice 1",)"
            R"("schema":"{\"target\":\"y\",\"blocks\":[{\"kind\":\"measurements\",\"features\":[\"x\"]}]}",)"
            R"("options":"{\"class_prior\":\"empirical\",)"
            R"(\"readings\":[{\"block\":0,\"model\":\"lda\",\"estimate\":\"mle\"}]}",)"
            R"("sums":"[\"pooled\"]",)"
            R"("labels":"[\"a\"]",)"
            R"("pages":"20be1e11"},)"
            R"("class_rows":{"dtype":"U64","shape":[1],"data_offsets":[0,8]},)"
            R"("class_weight":{"dtype":"F64","shape":[1],"data_offsets":[8,16]},)"
            R"("0.mean":{"dtype":"F64","shape":[1,1],"data_offsets":[16,24]},)"
            R"("0.scatter":{"dtype":"F64","shape":[1,1],"data_offsets":[24,32]},)"
            R"("pages":{"dtype":"U32","shape":[1],"data_offsets":[32,36]},)"
            R"("header_checksum":{"dtype":"U32","shape":[1],"data_offsets":[36,40]}})");
}

TEST(ModelFile, HasItsTensorsInTheDocumentedOrder) {
  Stored stored = mixed_model();
  std::get<TermOptions>(stored.options.readings[1].options).vocabulary = {"buy", "now"};
  stored = with_caches(std::move(stored));
  std::vector<std::string> names;
  const std::string file = encode(stored);
  for (const TensorEntry& entry : read_header(file).entries) names.push_back(entry.name);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "class_rows",     "class_weight",      "0.column_weight", "0.sum",           "0.log_sum",
                       "0.zeros",        "0.fractional",      "1.mean",          "1.scatter",       "2.offsets",
                       "2.word_ends",    "2.tokens",          "2.documents",     "3.column_values", "3.counts",
                       "3.value_ends",   "1.vocabulary_ends", "2.classes",       "2.words",         "2.word_index",
                       "3.values",       "1.vocabulary",      "1.constants",     "1.last_term",     "pages",
                       "header_checksum"}));
}

// Other bits of one byte than of the next.
void expect_changes_seen(const Stored& stored, std::size_t step) {
  constexpr std::array masks{0x01, 0x80, 0x10, 0xFF};
  const std::string file = encode(stored);
  for (std::size_t i = 0; i < file.size(); i += step) {
    std::string damaged = file;
    damaged[i] = static_cast<char>(damaged[i] ^ masks[i / step % masks.size()]);
    ASSERT_TRUE(is_bad_model(decode_outcome(damaged))) << "byte " << i;
  }
}

TEST(ModelFile, SeesEveryChangedByte) {
  for (const Stored& stored : {sample_model(), with_caches(mixed_model()), with_caches(model_with_patterns())}) {
    expect_changes_seen(stored, 1);
  }
  // The tensors of these are among those of the mixed model.
  for (const Stored& stored : {with_caches(word_model()), value_model(), amount_model()}) {
    expect_changes_seen(stored, 5);
  }
}

TEST(ModelFile, SeesEveryTruncation) {
  for (const Stored& stored :
       {sample_model(), with_caches(word_model()), value_model(), amount_model(), with_caches(mixed_model())}) {
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
  term_options_in(stored).vocabulary = {"", "buy", "now", "weiß"};
  change_terms(stored.summary, [](TermCounts& counts) { counts.compacted = true; });
  EXPECT_EQ(decode(encode(stored)), stored);
}

TEST(ModelFile, KeepsTermsOfColumnsAndBucketsWithMissingOnes) {
  Stored stored = word_model();
  change_terms(stored.summary, [](TermCounts& counts) { counts.words = {}; });
  stored.summary.schema.blocks[0].text.hash_buckets = 5;
  stored.summary.schema.blocks[0].text.hash_key = 77;
  EXPECT_EQ(decode(encode(stored)), stored);
  stored.summary.schema.blocks = {{.kind = Kind::counts, .features = {"a", "b", "c", "d", "e"}}};
  change_terms(stored.summary, [](TermCounts& counts) { counts.missing = {0, 0, 0, 0, 1, 0, 0, 1, 0, 0}; });
  term_options_in(stored) = {.family = TermFamily::bernoulli};
  EXPECT_EQ(decode(encode(stored)), stored);
}

TEST(ModelFile, KeepsTermsThatNoModelCanBeMadeOf) {
  Stored stored = word_model();
  term_options_in(stored).min_documents = 100;
  const std::string file = encode(with_caches(stored));
  EXPECT_EQ(read_header(file).metadata.at("sums"), R"(["terms"])");
  EXPECT_EQ(file.find("constants"), std::string::npos);
  EXPECT_EQ(decode(file), stored);
}

TEST(ModelFile, RefusesWordsThatAreNotThoseOfTheIndex) {
  EXPECT_EQ(outcome_with([](Parts& parts) { parts["0.words"].bytes[0] = 'a'; }, word_model()),
            "bad_model: the index of words is not that of its words");
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts["0.words"].bytes[3] = 'a'; }, word_model())));
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts.set("0.word_ends", 0, 1e300); }, word_model())));
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
            "bad_model: not a Suffice model file: it looks like text; were the model and the data given in the wrong "
            "order? The model comes first");
  EXPECT_EQ(decode_outcome(std::string("PK\x03\x04", 4)),
            "bad_model: not a Suffice model file; give the file that a fitted model was saved to");
  const NamedTensor tensor[] = {{"weights", {"F32", {1}, "1234"}}};
  EXPECT_EQ(
      decode_outcome(write_safetensors({}, tensor)),
      "bad_model: a safetensors file, but not a Suffice model file; give the file that a fitted model was saved to");
}

TEST(ModelFile, TellsANewerVersionFromDamage) {
  EXPECT_EQ(
      outcome_with([](Parts& parts) { parts.metadata["format"] = "suffice 2"; }),
      "bad_model: the model file has format \"suffice 2\", and this version of Suffice reads \"suffice 1\"; upgrade "
      "Suffice to read it");
  EXPECT_EQ(
      outcome_with([](Parts& parts) { parts.metadata["note"] = ""; }),
      "bad_model: the metadata has the key \"note\", which this version of Suffice does not know; it may come from "
      "a newer one: upgrade to read it");
  EXPECT_EQ(outcome_with([](Parts& parts) { parts.tensors.insert(parts.tensors.begin(), {"skew", "U8", {1}, "a"}); }),
            "bad_model: the list of tensors has the key \"skew\", which this version of Suffice does not know; it may "
            "come from a newer one: upgrade to read it");
  std::string damaged = encode(sample_model());
  damaged.replace(damaged.find("suffice 1"), 9, "suffice 2");
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
              parts.tensors.back().name = "0.mean";
              parts.tensors.erase(parts.tensors.begin() + 3);
            }),
            "bad_model: the header checksum is not the last tensor");
}

TEST(ModelFile, RejectsShapesAndTypesThatDoNotFit) {
  EXPECT_EQ(outcome_with([](Parts& parts) { parts["0.mean"].shape = {4}; }),
            "bad_model: the tensor \"0.mean\" is F64 [4] where the rest of the file asks for F64 [2, 2]");
  EXPECT_EQ(outcome_with([](Parts& parts) { parts["class_rows"].type = "I64"; }),
            "bad_model: the tensor \"class_rows\" is I64 [2] where the rest of the file asks for U64 [2]");
  EXPECT_EQ(outcome_with([](Parts& parts) { parts["header_checksum"].type = "I32"; }),
            "bad_model: the header checksum is not U32 [1]");
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts["0.mean"].shape = {2, 3}; })));
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts.metadata["labels"] = R"(["rot"])"; })));
}

TEST(ModelFile, RejectsMetadataThatIsNotSound) {
  for (const std::string text : {"", "{}", "[1,2]", R"(["rot","rot"])", R"(["weiß \"2\"","rot"])", R"(["rot",null])"}) {
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.metadata["labels"] = text; }))) << text;
  }
  for (const std::string text : {"", "[]", "{}", R"({"target":"y","blocks":[]})",
                                 R"({"target":"y","blocks":[{"kind":"text","features":["x"]}]})"}) {
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.metadata["schema"] = text; }))) << text;
  }
  const std::string start = R"({"class_prior":"empirical","readings":[{"block":0,"model":)";
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("{}"), start + R"("lda","estimate":"mle","shrinkage":2}]})",
        std::string(R"({"class_prior":{"rot":1},"readings":[{"block":0,"model":"lda","estimate":"mle"}]})"),
        start + R"("qda","estimate":"mle"}]})", start + R"("lda","estimate":"mle","shrinkage":"ledoit-wolf"}]})",
        start + R"("lda","estimate":"map","shrinkage":"auto"}]})", start + R"("multinomial-nb","estimate":"mean"}]})",
        std::string(R"({"class_prior":"empirical","readings":[{"block":1,"model":"lda","estimate":"mle"}]})"),
        start + R"("lda","estimate":"mle"},{"block":0,"model":"lda","estimate":"mle"}]})"}) {
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.metadata["options"] = text; }))) << text;
  }
}

TEST(ModelFile, RejectsSumsThatAreNotSound) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, infinity, -infinity}) {
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.set("0.mean", 3, bad); })));
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.set("0.scatter", 0, bad); })));
    EXPECT_TRUE(is_bad_model(outcome_with([&](Parts& parts) { parts.set("class_weight", 0, bad); })));
  }
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts.set("class_weight", 0, -1); })));
  EXPECT_TRUE(is_bad_model(outcome_with([](Parts& parts) { parts.set("0.scatter", 1, 0.5); }))) << "asymmetric";
}

TEST(ModelFile, RefusesToWriteWhatItWouldNotRead) {
  Stored stored = sample_model();
  moments_in(stored).mean.pop_back();
  EXPECT_EQ(error_of([&] { encode(stored); })->code(), ErrorCode::internal);
  stored = sample_model();
  stored.summary.classes.labels = {"weiß \"2\"", "rot"};
  EXPECT_EQ(error_of([&] { encode(stored); })->code(), ErrorCode::internal);
  stored = sample_model();
  stored.options.class_prior = GivenPrior{{{"rot", 1}}};
  EXPECT_TRUE(outcome_of([&] {
                encode(stored);
              }).starts_with("internal: this model cannot be saved: the list of options: the class prior "));
}

TEST(ModelFile, KeepsThePlaceOfAnErrorBesideThePath) {
  const Error inner(ErrorCode::bad_model, "twice", "column x");
  EXPECT_STREQ(at_path(inner, "a.suffice").what(), "a.suffice: column x: twice");
  EXPECT_STREQ(at_path(Error(ErrorCode::bad_model, "short"), "a.suffice").what(), "a.suffice: short");
}

TEST(SavedModel, LoadsWhatWasSaved) {
  const TemporaryFolder folder;
  save(sample_model(), folder.file("m"));
  EXPECT_EQ(load(folder.file("m")), sample_model());
  EXPECT_EQ(read_text(folder.file("m")), encode(sample_model()));
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(SavedModel, LoadsFromAnOpenFile) {
  const TemporaryFolder folder;
  save(sample_model(), folder.file("m"));
  EXPECT_EQ(load_model(open_to_read(folder.file("m")), "m"), sample_model());
}

TEST(SavedModel, NamesTheFileThatIsAtFault) {
  const TemporaryFolder folder;
  const auto outcome = [&](const std::string& name) { return outcome_of([&] { load(folder.file(name)); }); };
  EXPECT_EQ(outcome("missing"),
            "file_system: " + folder.file("missing") + ": there is no such file; check the spelling and the folder");
  write_text(folder.file("iris.csv"), "x,y\n1,a\n");
  EXPECT_EQ(outcome("iris.csv"), "bad_model: " + folder.file("iris.csv") +
                                     ": not a Suffice model file: it looks like text; were the model and the data "
                                     "given in the wrong order? The model comes first");
  write_text(folder.file("short"), encode(sample_model()).substr(0, 500));
  EXPECT_TRUE(outcome("short").starts_with("bad_model: " + folder.file("short") + ": the model file is damaged: "));
}

TEST(SavedModel, LooksAtTheStartBeforeItReadsTheRest) {
  const TemporaryFolder folder;
  write_text(folder.file("big.csv"), "x,y\n1,a\n" + std::string(5000, '1'));
  ASSERT_EQ(::truncate(folder.file("big.csv").c_str(), off_t{1} << 33U), 0);  // sparse: 8 GiB that must not be read
  EXPECT_EQ(error_of([&] { load(folder.file("big.csv")); })->code(), ErrorCode::bad_model);
}

TEST(SavedModel, AModelThatCannotBeSavedLeavesTheFileAlone) {
  const TemporaryFolder folder;
  save(sample_model(), folder.file("m"));
  Stored broken = sample_model();
  moments_in(broken).scatter.clear();
  EXPECT_EQ(error_of([&] { save(broken, folder.file("m")); })->code(), ErrorCode::internal);
  EXPECT_EQ(load(folder.file("m")), sample_model());
  EXPECT_EQ(
      outcome_of([&] { save(sample_model(), folder.file("none/m")); }),
      "file_system: " + folder.file("none") + ": there is no such folder; make it first, or write somewhere else");
}

}  // namespace
}  // namespace suffice
