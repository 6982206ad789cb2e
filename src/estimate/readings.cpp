// Readings: which options read which columns of a schema, and the sums that are needed for it.
#include "estimate/readings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "data/schema/names.hpp"
#include "estimate/model_table.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"

namespace suffice {

namespace {

std::vector<std::string> models_of(Kind kind) {
  std::vector<std::string> names;
  for (const NamedModel& model : models()) {
    if (fits(model.options, kind)) {
      names.push_back(model.name);
    }
  }
  return names;
}

[[noreturn]] void refuse(const std::string& model, Kind kind) {
  std::vector<Remedy> remedies;
  for (std::string& name : models_of(kind)) {
    remedies.push_back({"model", {std::move(name)}});
  }
  throw Error(ErrorCode::usage, fmt::format("{} does not read {}", model, kind_name(kind)), {}, std::move(remedies));
}

void check_block(const Reading& reading, const Schema& schema) {
  if (reading.block >= schema.blocks.size()) {
    throw Error(ErrorCode::usage,
                fmt::format("a reading is of block {}, and there are {}", reading.block, schema.blocks.size()));
  }
  if (const Kind kind = schema.blocks[reading.block].kind; !fits(reading.options, kind)) {
    refuse(model_name(reading.options), kind);
  }
}

// Where the features of a reading stand in its block, in the order that they are given. Error for a feature that the
// block does not have, or that is named twice.
std::vector<std::size_t> places_of(const Reading& reading, const Block& block) {
  std::unordered_map<std::string_view, std::size_t> known;
  for (std::size_t j = 0; j < block.features.size(); ++j) {
    known.emplace(block.features[j], j);
  }
  std::vector<std::size_t> places;
  for (const std::string& feature : reading.features) {
    const auto found = known.find(feature);
    if (found == known.end()) {
      throw Error(ErrorCode::usage, fmt::format("there is no column {} among the {} that are read{}", quoted(feature),
                                                kind_name(block.kind), did_you_mean(feature, block.features)));
    }
    places.push_back(found->second);
  }
  std::vector<std::size_t> sorted = places;
  std::ranges::sort(sorted);
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
    throw Error(ErrorCode::usage, fmt::format("a reading names column {} twice", quoted(block.features[*twice])));
  }
  return places;
}

// The numbers in the order that their places ascend.
void sort_along(std::optional<std::vector<double>>& numbers, const std::vector<std::size_t>& order) {
  if (!numbers || numbers->size() != order.size()) {
    return;
  }
  std::vector<double> sorted(order.size());
  std::ranges::transform(order, sorted.begin(), [&numbers](std::size_t from) { return (*numbers)[from]; });
  numbers = std::move(sorted);
}

// Features in the order of the block, and with them the numbers of a prior.
void spell_features(Reading& reading, const Block& block) {
  if (reading.features.empty() || reading.features == block.features) {
    reading.features = block.features;
    return;
  }
  const std::vector<std::size_t> places = places_of(reading, block);
  if (std::ranges::is_sorted(places)) {
    return;
  }
  std::vector<std::size_t> order(places.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
  }
  std::ranges::sort(order, {}, [&places](std::size_t i) { return places[i]; });
  std::vector<std::string> features;
  std::ranges::transform(order, std::back_inserter(features), [&](std::size_t i) { return reading.features[i]; });
  reading.features = std::move(features);
  if (auto* gaussian = std::get_if<GaussianOptions>(&reading.options)) {
    sort_along(gaussian->prior.mean, order);
    sort_along(gaussian->prior.variance, order);
  }
}

void check_gaussian(const GaussianOptions& options, const Reading& reading, const Block& block) {
  for (const auto& numbers : {options.prior.mean, options.prior.variance}) {
    if (numbers && numbers->size() != reading.features.size()) {
      throw Error(ErrorCode::usage, fmt::format("the prior has {} numbers where there are {} features", numbers->size(),
                                                reading.features.size()));
    }
  }
  if (std::holds_alternative<LedoitWolfShrinkage>(options.shrinkage) &&
      reading.features.size() < block.features.size()) {
    throw Error(
        ErrorCode::usage,
        fmt::format("fourth moments, which ledoit-wolf needs, are those of all {} columns of a block, and {} are "
                    "read",
                    block.features.size(), reading.features.size()),
        {}, {{"shrinkage", {"oas"}}, {"shrinkage", {"auto"}}});
  }
}

void check_cuts(const ValueOptions& options, const Reading& reading, const Block& block) {
  if (options.cuts.empty()) return;
  const std::set<std::string_view> read(reading.features.begin(), reading.features.end());
  std::set<std::string_view> with_bins;
  for (std::size_t j = 0; j < block.features.size(); ++j) {
    if (has_bins(block, j)) with_bins.insert(block.features[j]);
  }
  for (const auto& [feature, cuts] : options.cuts) {
    if (!read.contains(feature) || !with_bins.contains(feature)) {
      throw Error(ErrorCode::usage, fmt::format("{} is to be cut by {}, and is no column of bins that is read",
                                                quoted(feature), to_text(cuts)));
    }
  }
}

// The columns that a reading is made of, each once.
std::vector<std::string> read_columns(const Reading& reading, const Block& block) {
  return block.indicators.empty() ? reading.features : columns_of(restricted(block, reading.features));
}

void check_together(const Options& options, const Schema& schema) {
  if (options.readings.size() < 2) {
    return;
  }
  constexpr std::size_t most_opinions = 64;
  std::map<std::size_t, std::unordered_set<std::string>> read;  // by opinion
  for (const Reading& reading : options.readings) {
    if (!is_density(reading.options)) {
      throw Error(ErrorCode::usage,
                  "complement-nb stands alone: its scores are no density, which a product with other readings needs",
                  {}, {{"model", {"multinomial-nb"}}, {"drop", {"COL"}}});
    }
    read.try_emplace(reading.opinion);
    if (read.size() > most_opinions) {
      throw Error(ErrorCode::usage, fmt::format("there are more than {} opinions", most_opinions));
    }
    for (const std::string& column : read_columns(reading, schema.blocks[reading.block])) {
      if (!read[reading.opinion].insert(column).second) {
        throw Error(ErrorCode::usage, fmt::format("column {} is read twice, and would count twice", quoted(column)));
      }
    }
  }
  for (const auto& [opinion, columns] : read) {
    for (const std::string& column : columns) {
      if (!read[0].contains(column)) {
        throw Error(ErrorCode::usage, fmt::format("column {} has a second reading and no first", quoted(column)));
      }
    }
  }
}

std::optional<AmountFamily> family_of(Role role) {
  switch (role) {
    case Role::poisson:
      return AmountFamily::poisson;
    case Role::exponential:
      return AmountFamily::exponential;
    case Role::geometric:
      return AmountFamily::geometric;
    case Role::gamma:
      return AmountFamily::gamma;
    default:
      return std::nullopt;
  }
}

// Which options read a block of a schema: by the model, or by the defaults, but for columns whose role says otherwise.
class Chooser {
 public:
  Chooser(const std::string& model, std::span<const ColumnRole> roles) {
    for (const ColumnRole& said : roles) {
      roles_.emplace(said.column, said.role);
    }
    if (const std::optional<Rival> rival = find_rival(model)) {
      is_rival_ = true;
      chosen_ = GaussianOptions{.structure = rival->loss == RivalLoss::least_squares ? Structure::shared
                                                                                     : Structure::shared_diagonal};
    } else if (!model.empty()) {
      chosen_ = find_model(model == naive_bayes ? gaussian_naive_bayes : model).options;
    }
  }

  // Features whose columns are `taken` are left out, and those of the others are taken.
  void read(const Schema& schema, std::size_t block, std::unordered_set<std::string>& taken,
            std::vector<Reading>& readings) const {
    const Block& own = schema.blocks[block];
    const std::vector<FamilyOptions> choices = choices_of(own.kind);
    std::vector<std::vector<std::string>> features(choices.size());
    for (const std::string& feature : free_features(own, taken)) {
      features[choice(own.kind, feature, choices)].push_back(feature);
    }
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const bool all = features[i].size() == own.features.size();
      if (!features[i].empty()) {
        readings.push_back({block, all ? std::vector<std::string>() : std::move(features[i]), choices[i]});
        cut_fine_bins(own, readings.back().options);
      }
    }
  }

  // The blocks in the order in which they take their columns, where several have the same: those that the model fits
  // first, numbers as they are before others, many columns before few.
  [[nodiscard]] std::vector<std::size_t> order_of(const std::vector<Block>& blocks) const {
    const auto rank = [&](std::size_t b) {
      const Block& block = blocks[b];
      const bool is_fit = chosen_ && !is_rival_ && fits(*chosen_, block.kind);
      const bool has_bins = std::ranges::any_of(block.edges, [](const auto& edges) { return !edges.empty(); });
      return std::tuple(!is_fit, !block.indicators.empty(), has_normal_scores(block), !is_fit && has_bins,
                        -std::ssize(block.features));
    };
    std::vector<std::size_t> order(blocks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, rank);
    return order;
  }

 private:
  // Indicators stand for their column together, in one covariance with the numbers.
  static std::vector<std::string> free_features(const Block& block, std::unordered_set<std::string>& taken) {
    const std::vector<std::string> columns = columns_of(block);
    const auto is_free = [&](const std::string& column) { return !taken.contains(column); };
    std::vector<std::string> features;
    if (block.indicators.empty()) {
      std::ranges::copy_if(block.features, std::back_inserter(features), is_free);
    } else if (std::ranges::all_of(columns, is_free)) {
      features = block.features;
    }
    if (!features.empty()) taken.insert(columns.begin(), columns.end());
    return features;
  }

  // Bins of the role mdl are fine, and those of a schema that was made elsewhere where they are many.
  void cut_fine_bins(const Block& block, FamilyOptions& options) const {
    constexpr std::size_t many = 20;
    auto* const values = std::get_if<ValueOptions>(&options);
    for (std::size_t j = 0; values != nullptr && j < block.features.size(); ++j) {
      if (!has_bins(block, j)) {
        continue;
      }
      const auto said = roles_.find(block.features[j]);
      if (said != roles_.end() ? said->second == Role::mdl : block.edges[j].size() > many) {
        values->cuts.emplace(block.features[j], Cuts{});
      }
    }
  }

  [[nodiscard]] FamilyOptions usual(Kind kind) const {
    return chosen_ && fits(*chosen_, kind) ? *chosen_ : default_options(kind);
  }

  // What columns of a kind are read by, the first unless a role says otherwise.
  [[nodiscard]] std::vector<FamilyOptions> choices_of(Kind kind) const {
    std::vector<FamilyOptions> choices{usual(kind)};
    if (kind == Kind::measurements) {
      choices.push_back(find_model(gaussian_naive_bayes).options);
    } else if (kind == Kind::amounts) {
      for (const AmountFamily family :
           {AmountFamily::poisson, AmountFamily::exponential, AmountFamily::geometric, AmountFamily::gamma}) {
        choices.emplace_back(AmountOptions{.family = family});
      }
    }
    return choices;
  }

  [[nodiscard]] std::size_t choice(Kind kind, const std::string& feature,
                                   const std::vector<FamilyOptions>& choices) const {
    const auto said = roles_.find(feature);
    if (said == roles_.end() || is_rival_) {
      return 0;
    }
    std::optional<FamilyOptions> wanted;
    if (kind == Kind::measurements && said->second == Role::gaussian) {
      wanted = choices.back();
    } else if (const std::optional<AmountFamily> family = family_of(said->second); kind == Kind::amounts && family) {
      wanted = AmountOptions{.family = *family};
    }
    return wanted ? static_cast<std::size_t>(std::ranges::find(choices, *wanted) - choices.begin()) : 0;
  }

  std::unordered_map<std::string_view, Role> roles_;
  std::optional<FamilyOptions> chosen_;
  bool is_rival_ = false;  // of whom a column's family says nothing
};

void check_rival(const Rival& rival, const Options& options) {
  if (!(rival.ridge >= 0) || !std::isfinite(rival.ridge)) {
    throw Error(ErrorCode::usage, fmt::format("the ridge is {}, not a finite number of at least 0", rival.ridge));
  }
  if (rival.loss != RivalLoss::least_squares) {
    return;
  }
  const auto* gaussian =
      options.readings.empty() ? nullptr : std::get_if<GaussianOptions>(&options.readings[0].options);
  const bool pooled =
      gaussian != nullptr && (gaussian->structure == Structure::shared || gaussian->structure == Structure::full);
  if (options.readings.size() != 1 || !pooled) {
    throw Error(
        ErrorCode::usage,
        "least-squares is an estimate from the scatter of one block of numbers, and sums of categories or words beside "
        "it say nothing of products with them: take categories as indicators, which stand in the block",
        "", {{"column", {"COL=indicators"}}, {"model", {"logistic"}}, {"drop", {"COL"}}});
  }
}

void check_model_fits(const std::string& model, const Schema& schema) {
  const FamilyOptions& options = find_model(model).options;
  const bool some_fit =
      std::ranges::any_of(schema.blocks, [&](const Block& block) { return fits(options, block.kind); });
  if (!some_fit && !schema.blocks.empty()) {
    refuse(model, schema.blocks.front().kind);
  }
}

MomentKind kind_needed(Structure structure) {
  switch (structure) {
    case Structure::full:
      return MomentKind::full;
    case Structure::shared:
      return MomentKind::pooled;
    case Structure::diagonal:
    case Structure::spherical:
      return MomentKind::diagonal;
    case Structure::shared_diagonal:
    case Structure::shared_spherical:
    case Structure::identity:
      break;
  }
  return MomentKind::pooled_diagonal;
}

// The smallest that contains both.
Keep join(const Keep& a, const Keep& b) {
  const MomentKind kind = contains(a.moments, b.moments)   ? a.moments
                          : contains(b.moments, a.moments) ? b.moments
                                                           : MomentKind::full;
  return {.moments = kind, .fourth = a.fourth || b.fourth, .pairs = a.pairs || b.pairs};
}

// A reading by its defaults of each block, for options that have none.
Reading default_reading(const Schema& schema, std::size_t block) {
  return {block, {}, default_options(schema.blocks[block].kind)};
}

void check_reading(Reading& reading, const Schema& schema) {
  check_block(reading, schema);
  check_options(reading.options);
  const Block& block = schema.blocks[reading.block];
  spell_features(reading, block);
  if (const auto* gaussian = std::get_if<GaussianOptions>(&reading.options)) {
    check_gaussian(*gaussian, reading, block);
  } else if (const auto* values = std::get_if<ValueOptions>(&reading.options)) {
    check_cuts(*values, reading, block);
  }
}

}  // namespace

Reading checked_reading(const Options& options, const Schema& schema, std::size_t reading) {
  const std::size_t count = options.readings.empty() ? schema.blocks.size() : options.readings.size();
  if (reading >= count) {
    throw Error(ErrorCode::usage, fmt::format("there is no reading number {} among {}", reading, count));
  }
  Reading read = options.readings.empty() ? default_reading(schema, reading) : options.readings[reading];
  check_reading(read, schema);
  return read;
}

Options checked(Options options, const Schema& schema) {
  if (options.readings.empty()) {
    for (std::size_t block = 0; block < schema.blocks.size(); ++block) {
      options.readings.push_back(default_reading(schema, block));
    }
  }
  for (Reading& reading : options.readings) check_reading(reading, schema);
  check_together(options, schema);
  if (options.rival) {
    check_rival(*options.rival, options);
  }
  return options;
}

Options options_for(const std::string& model, const Schema& schema, std::span<const ColumnRole> roles) {
  const std::optional<Rival> rival = find_rival(model);
  if (!model.empty() && model != naive_bayes && !rival) {
    check_model_fits(model, schema);
  }
  const Chooser chooser(model, roles);
  Options options{.rival = rival};
  std::unordered_set<std::string> taken;
  for (const std::size_t block : chooser.order_of(schema.blocks)) {
    chooser.read(schema, block, taken, options.readings);
  }
  std::ranges::stable_sort(options.readings, {}, &Reading::block);
  return options;
}

Keep moments_needed(const FamilyOptions& options) {
  struct Needed {
    Keep operator()(const GaussianOptions& gaussian) const {
      const bool fourth = std::holds_alternative<LedoitWolfShrinkage>(gaussian.shrinkage);
      return {.moments = fourth ? MomentKind::full : kind_needed(gaussian.structure), .fourth = fourth};
    }
    Keep operator()(const TermOptions& /*terms*/) const { return {}; }
    Keep operator()(const ValueOptions& values) const { return {.pairs = values.dependence != Dependence::none}; }
    Keep operator()(const AmountOptions& /*amounts*/) const { return {}; }
  };
  return std::visit(Needed{}, options);
}

std::vector<Keep> sums_needed(const Options& options, const Schema& schema) {
  std::vector<Keep> needed(schema.blocks.size());
  std::vector<bool> is_read(schema.blocks.size());
  for (const Reading& reading : options.readings) {
    const Keep own = moments_needed(reading.options);
    needed[reading.block] = is_read[reading.block] ? join(needed[reading.block], own) : own;
    is_read[reading.block] = true;
  }
  return needed;
}

std::vector<std::string> readable_models(MomentKind held) {
  std::vector<std::string> names = models_of(Kind::measurements);
  std::erase_if(names, [held](const std::string& name) {
    return !contains(held, moments_needed(find_model(name).options).moments);
  });
  return names;
}

std::vector<std::string> readable_models(const Summary& summary, std::size_t block) {
  if (const auto* moments = std::get_if<Moments>(&summary.sums[block])) {
    return readable_models(moments->kind);
  }
  std::vector<std::string> names = models_of(summary.schema.blocks[block].kind);
  if (const auto* values = std::get_if<ValueCounts>(&summary.sums[block]); values != nullptr && values->pairs.empty()) {
    std::erase_if(names, [](const std::string& name) { return moments_needed(find_model(name).options).pairs; });
  }
  return names;
}

}  // namespace suffice
