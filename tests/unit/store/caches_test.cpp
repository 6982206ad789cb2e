// Caches as tensors: there and back, the key they belong by, what is no cache ignored.
#include "store/content/caches.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include "estimate/terms/events.hpp"
#include "plain_patterns.hpp"
#include "sample_model.hpp"
#include "store/container/checksums.hpp"
#include "store/container/paged_file.hpp"
#include "suffice/store.hpp"

namespace suffice {
namespace {

/// Measurements with missing values beside words, the former being the second reading.
Stored model_with_both() {
  Stored stored;
  stored.summary = plain_patterns({{1, 2}, {2, 5}, {3, NAN}, {5, 1}, {NAN, 3}}, {"ham", "ham", "ham", "spam", "spam"},
                                  {}, MomentKind::full);
  stored.summary.schema.blocks.push_back({.kind = Kind::text, .features = {"text"}});
  stored.summary.sums.push_back(five_words());
  stored.options.readings = {reading_of(1, TermOptions{}), reading_of(0, GaussianOptions{})};
  const auto completed =
      std::make_shared<const Moments>(Moments{MomentKind::pooled, {1, 2, 3, 4}, {2, 1, 1, 2}, {}, {}});
  stored.caches.completed = {nullptr, completed};
  stored.caches.terms = {std::make_shared<const TermConstants>(TermConstants{{5, -1, 2, 7, 9, 1, 1}, "now"}), nullptr};
  return stored;
}

TensorMap tensors_of(const Stored& stored) {
  static TensorList list;  // holds what the tensors point to
  list = {};
  add_caches(stored.caches, stored.summary, stored.options, list);
  TensorMap tensors;
  for (const auto& [name, tensor] : list.in_order()) tensors.emplace(name, tensor);
  return tensors;
}

TEST(CacheTensors, AreNamedByReading) {
  const Stored stored = model_with_both();
  const TensorMap tensors = tensors_of(stored);
  EXPECT_EQ(tensors.size(), 4U);
  EXPECT_EQ(tensors.at("0.constants").shape, (TensorShape{7}));
  EXPECT_EQ(tensors.at("0.last_term").bytes, "now");
  EXPECT_EQ(tensors.at("1.completed_mean").shape, (TensorShape{2, 2}));
  EXPECT_EQ(tensors.at("1.completed_scatter").shape, (TensorShape{2, 2}));
}

TEST(CacheTensors, GiveTheCachesBack) {
  Stored stored = model_with_both();
  for (const bool full : {false, true}) {
    if (full) {
      std::get<GaussianOptions>(stored.options.readings[1].options).structure = Structure::full;
      stored.caches.completed[1] =
          std::make_shared<const Moments>(Moments{MomentKind::full, {1, 2, 3, 4}, {2, 1, 1, 2, 3, 1, 1, 3}, {}, {}});
    }
    const Caches read = read_caches(tensors_of(stored), stored.summary, stored.options);
    EXPECT_FALSE(read.ignored);
    ASSERT_EQ(read.completed.size(), 2U);
    EXPECT_EQ(read.completed[0], nullptr);
    EXPECT_EQ(*read.completed[1], *stored.caches.completed[1]);
    ASSERT_EQ(read.terms.size(), 2U);
    EXPECT_EQ(read.terms[0]->numbers, stored.caches.terms[0]->numbers);
    EXPECT_EQ(read.terms[0]->last_term, stored.caches.terms[0]->last_term);
    EXPECT_EQ(read.terms[1], nullptr);
  }
}

TEST(CacheTensors, AreIgnoredWhereTheyCannotBeThoseOfTheSums) {
  const Stored stored = model_with_both();
  const auto is_ignored = [&](const std::function<void(TensorMap&)>& change) {
    TensorMap tensors = tensors_of(stored);
    change(tensors);
    const Caches read = read_caches(tensors, stored.summary, stored.options);
    EXPECT_TRUE(!read.ignored || (read.completed.empty() && read.terms.empty()));
    return read.ignored;
  };
  EXPECT_FALSE(is_ignored([](TensorMap&) {}));
  EXPECT_FALSE(is_ignored([](TensorMap& tensors) { tensors.clear(); }));
  for (const char* name : {"0.constants", "0.last_term", "1.completed_mean", "1.completed_scatter"}) {
    EXPECT_TRUE(is_ignored([&](TensorMap& tensors) { tensors.erase(name); })) << name;
    EXPECT_TRUE(is_ignored([&](TensorMap& tensors) { tensors.at(name).type = "I64"; })) << name;
    EXPECT_TRUE(is_ignored([&](TensorMap& tensors) { tensors.at(name).shape = {1, 1, 1}; })) << name;
  }
  const auto with_scatter = [&](const std::vector<double>& numbers) {
    return is_ignored([&](TensorMap& tensors) {
      tensors.at("1.completed_scatter").bytes = {reinterpret_cast<const char*>(numbers.data()),
                                                 numbers.size() * sizeof(double)};
    });
  };
  EXPECT_FALSE(with_scatter({2, 1, 1, 3}));
  EXPECT_TRUE(with_scatter({2, 1, 1.5, 3}));
  EXPECT_TRUE(with_scatter({2, 1, 1, -3}));
  EXPECT_TRUE(with_scatter({2, 1, 1, std::numeric_limits<double>::infinity()}));
  EXPECT_TRUE(is_ignored([](TensorMap& tensors) { tensors["0.completed_mean"] = tensors["1.completed_mean"]; }));
  EXPECT_TRUE(is_ignored([](TensorMap& tensors) {
    tensors["1.constants"] = tensors["0.constants"];
    tensors["1.last_term"] = tensors["0.last_term"];
  }));
}

TEST(CacheTensors, AreNotWrittenWhereTheyCannotBeThoseOfTheSums) {
  const auto outcome = [](const std::function<void(Stored&)>& change) {
    Stored stored = model_with_both();
    change(stored);
    return outcome_of([&] { tensors_of(stored); });
  };
  const std::string refused = "internal: the caches are not those of these options and sums";
  EXPECT_EQ(outcome([](Stored&) {}), "no error");
  EXPECT_EQ(outcome([](Stored& stored) { stored.caches = {}; }), "no error");
  EXPECT_EQ(outcome([](Stored& stored) { stored.caches.completed.pop_back(); }), refused);
  EXPECT_EQ(outcome([](Stored& stored) { stored.caches.terms.pop_back(); }), refused);
  EXPECT_EQ(outcome([](Stored& stored) { std::swap(stored.caches.terms[0], stored.caches.terms[1]); }), refused);
  EXPECT_EQ(outcome([](Stored& stored) { std::swap(stored.caches.completed[0], stored.caches.completed[1]); }),
            refused);
  EXPECT_EQ(outcome([](Stored& stored) { stored.options.readings[1].features = {"p"}; }), refused);
}

TEST(CacheTensors, TheKeyIsThatOfTextsAndPages) {
  // Python: zlib.crc32(b"S\nO\nM\nL\n" + struct.pack("<2I", 1, 2))
  const std::map<std::string, std::string> metadata = {
      {"schema", "S"}, {"options", "O"}, {"sums", "M"}, {"labels", "L"}, {"format", "x"}};
  const std::vector<std::uint32_t> pages = {1, 2};
  const std::string bytes = "S\nO\nM\nL\n" + std::string("\1\0\0\0\2\0\0\0", 8);
  EXPECT_EQ(cache_key(metadata, pages), checksum_text(bytes));
}

/// A file of some sums and then caches.
struct File {
  std::string data;
  SafetensorsHeader header;
  std::vector<std::uint32_t> pages;

  explicit File(std::size_t sum_bytes, std::size_t cache_bytes) : data(sum_bytes + cache_bytes, 'x') {
    header.entries = {{"0.words", "U8", {sum_bytes}, 0, sum_bytes},
                      {"0.constants", "U8", {cache_bytes}, sum_bytes, data.size()},
                      {page_table, "U32", {}, data.size(), data.size()},
                      {seal, "U32", {}, data.size(), data.size()}};
    header.metadata = {{"schema", "S"}, {"options", "O"}, {"sums", "M"}, {"labels", "L"}};
    PageChecksums sums;
    sums.add(data.substr(0, sum_bytes));
    header.metadata["caches"] = cache_key(header.metadata, sums.table());
    sum_up();
  }
  void sum_up() {
    PageChecksums all;
    all.add(data);
    pages = all.table();
  }
  [[nodiscard]] bool belong() const {
    return caches_belong(header, pages, [this](std::uint64_t place, std::span<char> out) {
      EXPECT_LT(out.size(), page_bytes);
      data.copy(out.data(), out.size(), place);
    });
  }
};

TEST(CacheTensors, BelongByTheirKey) {
  for (const std::size_t sums : {std::size_t{0}, std::size_t{10}, page_bytes, 2 * page_bytes, 3 * page_bytes + 7}) {
    for (const std::size_t caches : {std::size_t{0}, std::size_t{8}, page_bytes}) {
      File file(sums, caches);
      EXPECT_TRUE(file.belong()) << sums << " " << caches;
      for (std::size_t place = 0; place < file.data.size(); place += 1000) {
        file.data[place] = 'y';
        file.sum_up();
        EXPECT_EQ(file.belong(), place >= sums) << "what is changed after the sums is no part of the key";
        file.data[place] = 'x';
      }
      file.sum_up();
      file.header.metadata["options"] = "P";
      EXPECT_FALSE(file.belong());
    }
  }
}

TEST(CacheTensors, DoNotBelongWithoutAKeyOrBeforeSums) {
  File file(100, 8);
  EXPECT_TRUE(has_caches(file.header));
  file.header.metadata.erase("caches");
  EXPECT_FALSE(file.belong());
  file = File(100, 8);
  file.header.metadata.erase("options");
  EXPECT_FALSE(file.belong());
  file = File(100, 8);
  std::swap(file.header.entries[0].name, file.header.entries[1].name);
  EXPECT_FALSE(file.belong());
  file = File(100, 8);
  file.header.entries.erase(file.header.entries.begin() + 1);
  EXPECT_FALSE(has_caches(file.header));
  EXPECT_FALSE(file.belong());
}

}  // namespace
}  // namespace suffice
