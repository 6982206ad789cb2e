// Term sums: counts of a few rows in one block, made plainly, for models of terms to be tested on.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "suffice/summary.hpp"

namespace suffice {

/// A label and words apart by spaces.
using LabelledText = std::pair<std::string, std::string>;

inline std::vector<std::string> split_words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    words.push_back(word);
  }
  return words;
}

inline std::size_t place_of_label(const Summary& summary, const std::string& label) {
  std::size_t c = 0;
  while (summary.classes.labels[c] != label) {
    ++c;
  }
  return c;
}

inline void append_term(TermCounts& counts, const std::map<std::uint32_t, std::pair<double, double>>& entries) {
  for (const auto& [c, numbers] : entries) {
    counts.classes.push_back(c);
    counts.tokens.push_back(numbers.first);
    counts.documents.push_back(numbers.second);
  }
  counts.offsets.push_back(counts.classes.size());
}

/// The classes of some labels, and of those declared.
inline Summary summary_of(const std::vector<std::string>& labels, const std::vector<std::string>& declared = {}) {
  std::map<std::string, std::uint64_t> rows;
  for (const std::string& label : declared) {
    rows[label] = 0;
  }
  for (const std::string& label : labels) {
    rows[label] += 1;
  }
  Summary summary;
  for (const auto& [label, count] : rows) {
    summary.classes.labels.push_back(label);
    summary.classes.rows.push_back(count);
    summary.classes.weight.push_back(static_cast<double>(count));
  }
  summary.schema.target = "label";
  return summary;
}

/// Sums of documents, whose terms are words.
inline Summary word_sums(const std::vector<LabelledText>& documents, const std::vector<std::string>& declared = {}) {
  std::vector<std::string> labels;
  for (const auto& [label, text] : documents) {
    labels.push_back(label);
  }
  Summary summary = summary_of(labels, declared);
  summary.schema.blocks = {{.kind = Kind::text, .features = {"text"}}};
  std::map<std::string, std::map<std::uint32_t, std::pair<double, double>>> terms;
  for (const auto& [label, text] : documents) {
    const auto c = static_cast<std::uint32_t>(place_of_label(summary, label));
    const std::vector<std::string> words = split_words(text);
    for (const std::string& word : words) {
      terms[word][c].first += 1;
    }
    for (const std::string& word : std::set<std::string>(words.begin(), words.end())) {
      terms[word][c].second += 1;
    }
  }
  TermCounts counts;
  counts.offsets = {0};
  for (const auto& [word, entries] : terms) {
    counts.words.push_back(word);
    append_term(counts, entries);
  }
  summary.sums = {std::move(counts)};
  return summary;
}

/// Sums of rows of numbers, NaN for a missing one, whose terms are the columns.
inline Summary column_sums(const std::vector<std::string>& features, const std::vector<std::string>& labels,
                           const std::vector<std::vector<double>>& rows) {
  Summary summary = summary_of(labels);
  summary.schema.blocks = {{.kind = Kind::counts, .features = features}};
  const std::size_t d = features.size();
  TermCounts counts;
  counts.offsets = {0};
  counts.missing.resize(d * summary.classes.size());
  bool some_missing = false;
  for (std::size_t j = 0; j < d; ++j) {
    std::map<std::uint32_t, std::pair<double, double>> entries;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto c = static_cast<std::uint32_t>(place_of_label(summary, labels[i]));
      if (rows[i][j] > 0) {
        entries[c].first += rows[i][j];
        entries[c].second += 1;
      } else if (rows[i][j] != 0) {
        counts.missing[c * d + j] += 1;
        some_missing = true;
      }
    }
    append_term(counts, entries);
  }
  if (!some_missing) {
    counts.missing.clear();
  }
  summary.sums = {std::move(counts)};
  return summary;
}

}  // namespace suffice
