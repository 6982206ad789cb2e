// Schemas that come from elsewhere: checked when they are read from a file, matched by name with others.
#include <algorithm>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "data/binding.hpp"
#include "data/name_table.hpp"
#include "data/names.hpp"
#include "suffice/error.hpp"
#include "suffice/schema.hpp"
#include "suffice/source.hpp"

namespace suffice {
namespace {

template <typename Before>
bool ascend(const std::vector<std::string>& names, Before before) {
  const auto is_wrong = [before](const std::string& a, const std::string& b) { return !before(a, b); };
  return std::ranges::adjacent_find(names, is_wrong) == names.end();
}

// Names in order, as the words of a vocabulary are, or as numbers are, are seen to differ without a table.
bool are_in_order(const std::vector<std::string>& names) {
  const auto as_numbers = [](const std::string& a, const std::string& b) {
    return a.size() == b.size() ? a < b : a.size() < b.size();
  };
  return ascend(names, as_numbers) || ascend(names, std::less<>());
}

// All names are UTF-8, and no two are the same.
void check_names(const Schema& schema) {
  const std::vector<std::string>& features = schema.features;
  const auto check_text = [](const std::string& name) {
    if (!is_utf8(name)) {
      throw Error(ErrorCode::bad_model,
                  fmt::format("the schema's column {} is not UTF-8: fit the model again", quoted(name)));
    }
  };
  const auto check_new = [](const std::string& name, bool is_new) {
    if (!is_new) {
      throw Error(ErrorCode::bad_model,
                  fmt::format("the schema names the column {} twice: fit the model again", quoted(name)));
    }
  };
  std::ranges::for_each(features, check_text);
  check_text(schema.target);
  check_text(schema.weight);
  if (!are_in_order(features)) {
    NameTable places;
    places.reserve(features.size());
    for (std::size_t j = 0; j < features.size(); ++j) {
      check_new(features[j], places.take(features, static_cast<std::uint32_t>(j)));
    }
  }
  for (const std::string& name : {schema.target, schema.weight}) {
    check_new(name, name.empty() || std::ranges::find(features, name) == features.end());
  }
  check_new(schema.weight, schema.weight.empty() || schema.weight != schema.target);
}

void check_declared(const std::vector<std::string>& names, const std::string& what) {
  for (const std::string& name : names) {
    if (name.empty() || !is_utf8(name)) {
      throw Error(ErrorCode::bad_model,
                  fmt::format("the {} {} that the schema declares is empty or not UTF-8: fit the model again", what,
                              quoted(name)));
    }
  }
  if (std::adjacent_find(names.begin(), names.end(), std::greater_equal<>()) != names.end()) {
    throw Error(ErrorCode::bad_model,
                fmt::format("the {}s that the schema declares are not in order: fit the model again", what));
  }
}

// What differs in how documents become terms; empty: nothing.
std::string text_difference(const TextOptions& a, const TextOptions& b) {
  std::vector<std::string_view> parts;
  if (a.min_length != b.min_length) parts.emplace_back("the shortest word");
  if (a.unit != b.unit || a.shortest != b.shortest || a.longest != b.longest) parts.emplace_back("the n-grams");
  if (a.stop_words != b.stop_words) parts.emplace_back("the stop words");
  if (a.stemmer != b.stemmer) parts.emplace_back("the stemmer");
  if (a.hash_buckets != b.hash_buckets) parts.emplace_back("the number of hash buckets");
  if (a.hash_key != b.hash_key) parts.emplace_back("the hash key");
  return fmt::format("{}", fmt::join(parts, ", "));
}

void check_same_encoding(const Schema& first, const Schema& second) {
  constexpr const char* remedy = "; fit both alike: fit --schema MODEL";
  if (first.encoding != second.encoding) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the features differ: the first has {}, the second {}{}", encoding_name(first.encoding),
                            encoding_name(second.encoding), remedy));
  }
  if (first.encoding == Encoding::text && first.text != second.text) {
    throw Error(ErrorCode::bad_data, fmt::format("documents become terms in different ways, by {}{}",
                                                 text_difference(first.text, second.text), remedy));
  }
}

}  // namespace

const char* encoding_name(Encoding encoding) {
  switch (encoding) {
    case Encoding::numbers:
      return "numbers";
    case Encoding::categories:
      return "categories";
    case Encoding::text:
      return "text";
  }
  return "unknown";
}

void check_schema(const Schema& schema) {
  if (schema.features.empty()) throw Error(ErrorCode::bad_model, "the schema has no feature: fit the model again");
  check_names(schema);
  if (schema.encoding == Encoding::text && schema.features.size() != 1) {
    throw Error(ErrorCode::bad_model, "the schema has more than one column of documents: fit the model again");
  }
  if (schema.open_columns &&
      (schema.encoding != Encoding::numbers || !schema.weight.empty() || !is_numbered(schema.features))) {
    throw Error(ErrorCode::bad_model,
                "the schema's columns are open, but not called 1, 2, 3, … without weights: fit the model again");
  }
  check_declared(schema.declared_labels, "label");
  if (!schema.declared_values.empty() &&
      (schema.encoding != Encoding::categories || schema.declared_values.size() != schema.features.size())) {
    throw Error(ErrorCode::bad_model,
                "the values that the schema declares do not fit its columns: fit the model again");
  }
  for (const std::vector<std::string>& values : schema.declared_values) check_declared(values, "value");
}

std::vector<std::size_t> match_features(const Schema& first, const Schema& second) {
  check_same_encoding(first, second);
  std::map<std::string_view, std::size_t> position;
  for (std::size_t i = 0; i < second.features.size(); ++i) position.emplace(second.features[i], i);
  std::vector<std::size_t> matched;
  std::vector<std::string> only_first;
  for (const std::string& name : first.features) {
    const auto found = position.find(name);
    if (found == position.end()) {
      only_first.push_back(name);
    } else {
      matched.push_back(found->second);
      position.erase(found);
    }
  }
  if (only_first.empty() && position.empty()) return matched;
  std::vector<std::string> only_second;
  for (const std::string& name : second.features) {
    if (position.contains(name)) only_second.push_back(name);
  }
  std::string sides;
  if (!only_first.empty()) sides = "only the first has " + list_names(only_first);
  if (!only_second.empty()) {
    sides += (sides.empty() ? "only the second has " : ", only the second ") + list_names(only_second);
  }
  throw Error(ErrorCode::bad_data,
              "the features differ: " + sides + "; fit both with the same columns: fit --schema MODEL");
}

}  // namespace suffice
