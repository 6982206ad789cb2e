#include "model/linear/feature_map.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "encode/check_rows.hpp"
#include "encode/each_number.hpp"
#include "estimate/terms/term_selection.hpp"
#include "model/assemble.hpp"
#include "model/conditional.hpp"
#include "model/row_values.hpp"
#include "suffice/error.hpp"
#include "summary/terms/term_entries.hpp"
#include "text/term_bucket.hpp"

namespace suffice {

namespace {

/// Finds text by views of it.
struct TextHash {
  using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard library looks for it
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

// Adds weight and weight · mean of each column.
struct MeanSums {
  explicit MeanSums(std::size_t columns) : weight(columns), sum(columns) {}

  void add(std::size_t j, double w, double mean) {
    weight[j] += w;
    sum[j] += w * mean;
  }
  [[nodiscard]] std::vector<double> means() const {
    std::vector<double> result(weight.size());
    for (std::size_t j = 0; j < result.size(); ++j) {
      result[j] = weight[j] > 0 ? sum[j] / weight[j] : 0;
    }
    return result;
  }

  std::vector<double> weight;
  std::vector<double> sum;
};

// The mean of each column over the rows that have a value.
std::vector<double> overall_means(const Moments& moments, const ClassCounts& classes, std::size_t d) {
  MeanSums sums(d);
  for (std::size_t k = 0; k < moments.mean.size(); ++k) {
    sums.add(k % d, moments.column_weight.empty() ? classes.weight[k / d] : moments.column_weight[k], moments.mean[k]);
  }
  for (const Pattern& pattern : moments.patterns) {
    for (std::size_t k = 0; k < pattern.mean.size(); ++k) {
      sums.add(k % d, pattern.present[k % d] != 0 ? pattern.weight[k / d] : 0, pattern.mean[k]);
    }
  }
  return sums.means();
}

std::vector<double> overall_means(const AmountSums& amounts, const std::vector<double>& sum, std::size_t d) {
  MeanSums sums(d);
  for (std::size_t k = 0; k < sum.size(); ++k) {
    sums.add(k % d, amounts.weight[k], amounts.weight[k] > 0 ? sum[k] / amounts.weight[k] : 0);
  }
  return sums.means();
}

// In ascending order, each feature once, with the sum of its values.
void join_entries(std::vector<FeatureEntry>& entries, bool once) {
  std::ranges::sort(entries, {}, &FeatureEntry::feature);
  std::size_t last = 0;
  for (std::size_t k = 1; k < entries.size(); ++k) {
    if (entries[k].feature == entries[last].feature) {
      entries[last].value += entries[k].value;
    } else {
      entries[++last] = entries[k];
    }
  }
  entries.resize(entries.empty() ? 0 : last + 1);
  for (FeatureEntry& entry : entries) {
    entry.value = once ? 1 : entry.value;
  }
}

}  // namespace

struct FeatureMap::Terms {
  explicit Terms(const Block& block, const TermOptions& options)
      : once(options.boolean || options.family == TermFamily::bernoulli) {
    if (block.kind == Kind::text) {
      tokeniser.emplace(block.text);
    }
  }

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view term) const {
    const auto found = places.find(term);
    return found == places.end() ? std::nullopt : std::optional(found->second);
  }

  bool once;
  std::optional<Tokeniser> tokeniser;
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> places;
};

FeatureMap::Degree FeatureMap::degree_of(Structure structure) {
  return structure == Structure::full        ? Degree::products
         : structure == Structure::diagonal  ? Degree::squares
         : structure == Structure::spherical ? Degree::norm
                                             : Degree::one;
}

FeatureMap::Degree FeatureMap::degree_of(AmountFamily family) {
  return family == AmountFamily::gamma ? Degree::logs : Degree::one;
}

std::size_t FeatureMap::size_of(Degree degree, std::size_t d) {
  switch (degree) {
    case Degree::none:
    case Degree::one:
      break;
    case Degree::squares:
    case Degree::logs:
      return 2 * d;
    case Degree::norm:
      return d + 1;
    case Degree::products:
      return d + d * (d + 1) / 2;
  }
  return d;
}

std::size_t FeatureMap::means() const {
  const std::size_t d = block_->features.size();
  return degree_ == Degree::none ? 0 : degree_ == Degree::logs ? 2 * d : d;
}

std::size_t FeatureMap::size_of(const ReadBlock& read, const FamilyOptions& options) {
  struct Size {
    const ReadBlock& read;
    std::size_t d;

    std::size_t operator()(const GaussianOptions& gaussian) const {
      return FeatureMap::size_of(degree_of(gaussian.structure), d);
    }
    std::size_t operator()(const TermOptions& terms) const {
      const TermSelection selection = select_terms(read.of<TermCounts>(), terms);
      const std::size_t reserved = terms.unseen == Unseen::reserve ? 1 : 0;
      return selection.size() - (has_words(read.block()) ? 0 : selection.declared.size()) + reserved;
    }
    std::size_t operator()(const ValueOptions& values) const {
      std::size_t size = values.unseen == Unseen::reserve ? d : 0;
      for (const std::vector<std::string>& met : read.of<ValueCounts>().sums.values) {
        size += met.size();
      }
      return size;
    }
    std::size_t operator()(const AmountOptions& amounts) const {
      return FeatureMap::size_of(degree_of(amounts.family), d);
    }
  };
  return std::visit(Size{read, read.block().features.size()}, options);
}

FeatureMap::FeatureMap(const Shared<Block>& block, const ClassCounts& classes, const Sums& sums,
                       const FamilyOptions& options, unsigned threads)
    : block_(block) {
  const std::size_t d = block->features.size();
  std::vector<std::string> names = block->features;
  std::vector<double> centre;
  std::vector<double> class_means;
  if (const auto* gaussian = std::get_if<GaussianOptions>(&options)) {
    const auto& moments = std::get<Moments>(sums);
    centre = overall_means(moments, classes, d);
    degree_ = degree_of(gaussian->structure);
    if (is_plain() && !moments.has_patterns()) class_means = moments.mean;
  } else if (const auto* amounts = std::get_if<AmountOptions>(&options)) {
    const auto& own = std::get<AmountSums>(sums);
    centre = overall_means(own, own.sum, d);
    degree_ = degree_of(amounts->family);
    if (degree_ == Degree::logs) {
      const std::vector<double> logs = overall_means(own, own.log_sum, d);
      centre.insert(centre.end(), logs.begin(), logs.end());
    }
  } else {
    std::vector<std::string> notes;
    const auto conditional = make_conditional(block, classes, sums, options, threads, nullptr, notes);
    names = conditional->linear_form().names;
    centre.resize(names.size());
    if (const auto* values = std::get_if<ValueConditional>(&conditional->variant())) {
      values_ = std::make_shared<const ValueConditional>(*values);
    } else {
      auto terms = std::make_shared<Terms>(*block, std::get<TermOptions>(options));
      for (std::size_t k = 0; k < names.size(); ++k) {
        terms->places.emplace(names[k], static_cast<std::uint32_t>(k));
      }
      terms_ = std::move(terms);
    }
  }
  names_ = std::make_shared<std::vector<std::string>>(std::move(names));
  centre_ = std::make_shared<std::vector<double>>(std::move(centre));
  class_means_ = std::make_shared<const std::vector<double>>(std::move(class_means));
  name_products();
  centre_->resize(names_->size());
}

void FeatureMap::name_products() {
  const std::size_t d = block_->features.size();
  if (degree_ == Degree::norm) names_->emplace_back("squared norm");
  for (std::size_t j = 0; j < d && degree_ == Degree::logs; ++j) {
    names_->push_back(fmt::format("log {}", block_->features[j]));
  }
  for (std::size_t j = 0; j < d && (degree_ == Degree::squares || degree_ == Degree::products); ++j) {
    for (std::size_t k = 0; k <= j; ++k) {
      if (k == j || degree_ == Degree::products) {
        names_->push_back(k == j ? fmt::format("{} squared", block_->features[j])
                                 : fmt::format("{} * {}", block_->features[k], block_->features[j]));
      }
    }
  }
}

void FeatureMap::read(const BlockRows& rows, std::size_t i, std::size_t first, Workspace& work,
                      ScoreCounts& counts) const {
  work.entries.clear();
  if (values_ != nullptr) {
    read_values(rows, i, work, counts);
  } else if (terms_ != nullptr) {
    read_terms(rows, i, first, work, counts);
  } else {
    read_numbers(rows, i, first, work, counts);
  }
}

double FeatureMap::log_of(double x, std::size_t j, std::size_t row) const {
  if (x <= 0) {
    throw Error(
        ErrorCode::bad_data,
        fmt::format("the value {} in column {} has no logarithm: a Gamma distribution is one of numbers above 0", x,
                    quoted(block_->features[j])),
        fmt::format("row {}", row), {{"column", {block_->features[j] + "=number"}}});
  }
  return std::log(x);
}

void FeatureMap::read_numbers(const BlockRows& rows, std::size_t i, std::size_t first, Workspace& work,
                              ScoreCounts& counts) const {
  const std::size_t d = block_->features.size();
  const auto add = [&](std::size_t j, double x) {
    counts.missing += std::isnan(x) ? 1U : 0U;
    work.entries.push_back({static_cast<std::uint32_t>(j), x});
  };
  check_numbers(slice_rows(rows, i, 1), block_, NumberRule::known, first + i, 1);
  if (degree_ == Degree::one) {
    each_number(rows, i, add);
    return;
  }
  work.numbers.resize(d);
  copy_row(rows, i, work.numbers.data());
  for (std::size_t j = 0; j < d; ++j) add(j, work.numbers[j]);
  auto place = static_cast<std::uint32_t>(d);
  if (degree_ == Degree::logs) {
    for (std::size_t j = 0; j < d; ++j) work.entries.push_back({place++, log_of(work.numbers[j], j, first + i)});
    return;
  }
  if (degree_ == Degree::norm) {
    double norm = 0;
    for (std::size_t j = 0; j < d; ++j) {
      const double u = work.numbers[j] - (*centre_)[j];
      norm += std::isnan(u) ? 0 : u * u;
    }
    work.entries.push_back({place, norm});
    return;
  }
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t k = degree_ == Degree::products ? 0 : j; k <= j; ++k, ++place) {
      work.entries.push_back({place, (work.numbers[j] - (*centre_)[j]) * (work.numbers[k] - (*centre_)[k])});
    }
  }
}

void FeatureMap::read_values(const BlockRows& rows, std::size_t i, Workspace& work, ScoreCounts& counts) const {
  const auto& batch = std::get<CategoryBatch>(rows);
  values_->prepare(batch, i, 1, work.values);
  values_->find_panel(batch, i, 1, work.values);
  for (std::size_t j = 0; j < batch.columns; ++j) {
    if (work.values.panel[j] != values_->ignored()) {
      work.entries.push_back({work.values.panel[j], 1});
    }
  }
  counts.unseen += std::exchange(work.values.counts.unseen, 0);
}

void FeatureMap::read_terms(const BlockRows& rows, std::size_t i, std::size_t first, Workspace& work,
                            ScoreCounts& counts) const {
  const auto add = [&](std::string_view term, double count) {
    if (const std::optional<std::uint32_t> place = terms_->find(term)) {
      work.entries.push_back({*place, count});
    } else {
      ++counts.unseen;
    }
  };
  if (const auto* text = std::get_if<TextBatch>(&rows)) {
    const TextOptions& options = block_->text;
    terms_->tokeniser->split(text->documents[i], work.text, [&](std::span<const std::string_view> terms) {
      for (const std::string_view term : terms) {
        options.hash_buckets > 0 ? add(fmt::format("{}", term_bucket(term, options)), 1) : add(term, 1);
      }
    });
    counts.invalid_bytes += std::exchange(work.text.invalid_bytes, 0);
  } else {
    check_numbers(slice_rows(rows, i, 1), block_, NumberRule::amount, first + i, 1);
    each_number(rows, i, [&](std::size_t j, double x) {
      counts.missing += std::isnan(x) ? 1U : 0U;
      if (x > 0) {
        add(block_->features[j], x);
      }
    });
  }
  join_entries(work.entries, terms_->once);
}

std::vector<FeatureMap> feature_maps(const Summary& summary, const Options& options, unsigned threads) {
  std::vector<FeatureMap> maps;
  for (const Reading& reading : options.readings) {
    const ReadBlock read(summary, reading);
    maps.emplace_back(Shared<Block>(Block(read.block())), summary.classes, read.sums(), reading.options, threads);
  }
  return maps;
}

}  // namespace suffice
