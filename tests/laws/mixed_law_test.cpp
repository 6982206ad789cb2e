// Laws of MODELS §10 that the families alone are held to, over models of several blocks: maps of the measurements,
// exported forms, repeated columns, the order of words, missing values.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "families.hpp"

namespace suffice {
namespace {

/// The blocks of a family whose reading satisfies a condition.
std::vector<std::size_t> blocks_where(const LawFamily& family, const std::function<bool(const Reading&)>& holds) {
  std::vector<std::size_t> blocks;
  for (const Reading& reading : family.options.readings) {
    if (holds(reading)) blocks.push_back(reading.block);
  }
  return blocks;
}

bool has_structure(const Reading& reading, const std::vector<Structure>& structures) {
  const auto* const options = std::get_if<GaussianOptions>(&reading.options);
  return options != nullptr && std::ranges::count(structures, options->structure) > 0;
}

/// Each row of these blocks replaced by map(row).
LawTable with_rows(const LawTable& table, const std::vector<std::size_t>& blocks,
                   const std::function<void(std::span<double>)>& map) {
  LawTable result = table;
  for (const std::size_t b : blocks) {
    LawBlock& block = result.blocks[b];
    for (std::size_t i = 0; i < result.rows(); ++i) {
      map(std::span(block.values).subspan(i * block.columns, block.columns));
    }
  }
  result.make();
  return result;
}

TEST(MixedLaw, maps_of_the_measurements_change_what_they_change_alone) {
  const auto scale_columns = [](std::span<double> x) {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = x[j] * std::pow(10, static_cast<double>(j % 4) - 2) + 7;
  };
  const auto mix_columns = [](std::span<double> x) {
    const double first = x[0];
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = 2 * x[j] + (j + 1 < x.size() ? x[j + 1] : first) - 3;
  };
  for_each(mixed_families(), [&](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const std::vector<double> before = log_posterior(fit(table, family.options), table);
    const auto change = [&](const std::vector<std::size_t>& blocks, const auto& map) {
      const LawTable mapped = with_rows(table, blocks, map);
      return difference(log_posterior(fit(mapped, family.options), mapped), before);
    };
    using enum Structure;
    const auto full_blocks = blocks_where(family, [](const Reading& r) { return has_structure(r, {full, shared}); });
    const auto diagonal_blocks = blocks_where(family, [](const Reading& r) { return has_structure(r, {diagonal}); });
    EXPECT_LT(change(full_blocks, mix_columns), 1e-8);
    EXPECT_LT(change(full_blocks, scale_columns), 1e-8);
    EXPECT_LT(change(diagonal_blocks, scale_columns), 1e-8);
    if (!diagonal_blocks.empty()) {
      EXPECT_GT(change(diagonal_blocks, mix_columns), 1e-8);
    }
  });
}

/// A family of one block, and what it is beside categories and a text.
LawFamily beside_others(const LawFamily& family) {
  LawFamily both = family;
  both.contents.insert(both.contents.end(), {Content::categories, Content::text});
  both.options.readings.push_back({.block = 1, .options = find_model("categorical-nb").options});
  both.options.readings.push_back({.block = 2, .options = find_model("multinomial-nb").options});
  return both;
}

TEST(MixedLaw, every_gaussian_keeps_its_invariance_beside_other_blocks) {
  // A rotation by quarter and other turns of neighbouring columns, of determinant 1.
  const auto rotate = [](std::span<double> x) {
    for (std::size_t j = 0; j + 1 < x.size(); ++j) {
      const double first = x[j];
      x[j] = 0.6 * first - 0.8 * x[j + 1];
      x[j + 1] = 0.8 * first + 0.6 * x[j + 1];
    }
  };
  const auto scale = [](std::span<double> x, bool alike) {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] *= alike ? 4 : std::pow(4, static_cast<double>(j % 3));
  };
  const auto shift = [](std::span<double> x) {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] += 3 + static_cast<double>(j);
  };
  for_each(gaussian_families(), [&](const LawFamily& alone) {
    using enum Invariance;
    const LawFamily family = beside_others(alone);
    const Invariance invariance = family.invariance.value();
    const auto map = [&](std::span<double> x) {
      if (invariance == affine || invariance == similarity || invariance == rigid) rotate(x);
      if (invariance != rigid) scale(x, invariance == similarity || invariance == one_scale);
      shift(x);
    };
    const LawTable table = law_table(family.contents);
    const LawTable mapped = with_rows(table, {0}, map);
    EXPECT_LT(difference(log_posterior(fit(mapped, family.options), mapped),
                         log_posterior(fit(table, family.options), table)),
              1e-7);
  });
}

TEST(MixedLaw, readings_that_are_one_model_are_one_beside_other_blocks) {
  using enum Structure;
  using enum Estimator;
  using enum Content;
  const GaussianOptions rda{.structure = full};
  const auto rda_with = [&](double alpha, double gamma) {
    GaussianOptions options = rda;
    options.shrinkage = RdaShrinkage{alpha, gamma};
    return options;
  };
  struct Pair {
    Content content;
    FamilyOptions one;
    FamilyOptions other;
  };
  std::vector<Pair> pairs = {
      {measurements, rda_with(0, 0), GaussianOptions{.structure = full}},
      {measurements, rda_with(1, 0), GaussianOptions{.structure = shared}},
      {measurements, rda_with(0, 1), GaussianOptions{.structure = spherical}},
      {measurements, rda_with(1, 1), GaussianOptions{.structure = shared_spherical}},
      {measurements, GaussianOptions{.structure = shared, .fisher = FisherAxes{}},
       GaussianOptions{.structure = shared}},
  };
  for (const auto& [model, content] :
       {std::pair{"multinomial-nb", counts}, {"bernoulli-nb", text}, {"categorical-nb", categories}}) {
    pairs.push_back({content, named_options(model, map, 2), named_options(model, mean, 1)});
    pairs.push_back({content, named_options(model, map, 1), named_options(model, mle)});
  }
  for (const Pair& pair : pairs) {
    const LawFamily one = beside_others({"", {pair.content}, one_reading(pair.one)});
    const LawFamily other = beside_others({"", {pair.content}, one_reading(pair.other)});
    SCOPED_TRACE(model_name(one.options) + " and " + model_name(other.options));
    const LawTable table = law_table(one.contents);
    EXPECT_LT(
        difference(log_posterior(fit(table, one.options), table), log_posterior(fit(table, other.options), table)),
        1e-9);
  }
}

/// The value of a name of an exported form in each row: that of its block's reading.
std::map<std::string, std::vector<double>> statistics_of(const LawFamily& family, const LawTable& table) {
  std::map<std::string, std::vector<double>> found;
  for (const Reading& reading : family.options.readings) {
    const LawBlock& block = table.blocks[reading.block];
    const auto* const terms = std::get_if<TermOptions>(&reading.options);
    const bool once = terms != nullptr && (terms->family == TermFamily::bernoulli || terms->boolean);
    const std::string before = reading.block == 0 ? "x" : fmt::format("x{}.", reading.block);
    for (std::size_t j = 0; j < block.columns; ++j) {
      const std::string name = block.content == Content::text ? fmt::format("w{}", j) : fmt::format("{}{}", before, j);
      for (std::size_t i = 0; i < table.rows(); ++i) {
        const double x = block.values[i * block.columns + j];
        found[name].push_back(once ? std::min(x, 1.0) : x);
        found["log " + name].push_back(std::log(x));
        for (int value = 0; value < 10; ++value) {
          found[fmt::format("{}={}", name, value)].push_back(std::min(x, 9.0) == value ? 1 : 0);
        }
      }
    }
  }
  return found;
}

TEST(MixedLaw, the_exported_forms_give_the_same_posterior) {
  std::size_t linear_models = 0;
  std::size_t quadratic_models = 0;
  for_each(mixed_families(), [&](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const Model model = fit(table, family.options);
    const std::size_t size = model.labels().size();
    const std::map<std::string, std::vector<double>> statistics = statistics_of(family, table);
    const std::vector<double> posterior = log_posterior(model, table);
    // t(x) of the names, and scores that may differ from the log posterior by what is the same for every class.
    const auto values_of = [&](const std::vector<std::string>& names, std::size_t i) {
      std::vector<double> values;
      for (const std::string& name : names) values.push_back(statistics.at(name)[i]);
      return values;
    };
    const auto expect_scores = [&](const std::vector<double>& scores, std::size_t i) {
      for (std::size_t c = 1; c < size; ++c) {
        const double wanted = posterior[i * size + c] - posterior[i * size];
        if (!std::isfinite(wanted)) continue;
        ASSERT_NEAR(scores[c] - scores[0], wanted, 1e-8 * (1 + std::abs(wanted)));
      }
    };
    const auto add = [](double& score, double coefficient, double t) {
      if (t != 0) score += coefficient * t;
    };
    if (model.is_linear()) {
      ++linear_models;
      const LinearForm form = model.linear_form();
      const std::size_t d = form.names.size();
      for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::vector<double> t = values_of(form.names, i);
        std::vector<double> scores = form.intercepts;
        for (std::size_t k = 0; k < size * d; ++k) add(scores[k / d], form.coefficients[k], t[k % d]);
        expect_scores(scores, i);
      }
    }
    if (model.is_quadratic()) {
      ++quadratic_models;
      const QuadraticForm form = model.quadratic_form();
      const std::size_t d = form.names.size();
      for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::vector<double> t = values_of(form.names, i);
        std::vector<double> scores = form.intercepts;
        for (std::size_t k = 0; k < size * d; ++k) {
          add(scores[k / d], form.coefficients[k], t[k % d]);
          for (std::size_t m = 0; m < d; ++m) add(scores[k / d], form.matrices[k * d + m], t[k % d] * t[m]);
        }
        expect_scores(scores, i);
      }
    }
  });
  EXPECT_EQ(linear_models, 5U);
  EXPECT_GT(quadratic_models, linear_models);
}

TEST(MixedLaw, columns_repeated_multiply_the_log_ratios) {
  std::size_t naive = 0;
  for_each(mixed_families(), [&](const LawFamily& family) {
    const auto is_naive = [](const Reading& reading) {
      const auto* const values = std::get_if<ValueOptions>(&reading.options);
      const auto* const terms = std::get_if<TermOptions>(&reading.options);
      if (values != nullptr) return values->dependence == Dependence::none;
      if (terms != nullptr) return terms->family == TermFamily::bernoulli;
      return !has_structure(reading, {Structure::full, Structure::shared});
    };
    const bool has_text = std::ranges::count(family.contents, Content::text) > 0;
    if (has_text || blocks_where(family, is_naive).size() < family.options.readings.size()) return;
    ++naive;
    const LawTable table = law_table(family.contents);
    LawTable twice = table;
    for (LawBlock& block : twice.blocks) {
      std::vector<double> values;
      for (std::size_t i = 0; i < table.rows(); ++i) {
        const auto row = block.values.begin() + static_cast<std::ptrdiff_t>(i * block.columns);
        for (int copy = 0; copy < 2; ++copy) values.insert(values.end(), row, row + static_cast<int>(block.columns));
      }
      block.values = std::move(values);
      block.columns *= 2;
    }
    twice.make();
    Options options = family.options;
    options.class_prior = UniformPrior{};
    const std::vector<double> once = log_joint(fit(table, options), table);
    const std::vector<double> doubled = log_joint(fit(twice, options), twice);
    for (std::size_t i = 0; i < once.size(); ++i) {
      const std::size_t first = i / law_classes * law_classes;
      if (std::isinf(once[i]) || std::isinf(once[first])) continue;
      ASSERT_NEAR(doubled[i] - doubled[first], 2 * (once[i] - once[first]), 1e-9);
    }
  });
  EXPECT_GE(naive, 2U);
}

TEST(MixedLaw, the_order_of_words_does_not_matter) {
  std::size_t with_text = 0;
  for_each(mixed_families(), [&](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    LawTable shuffled = table;
    std::mt19937 bits(5);
    for (LawBlock& block : shuffled.blocks) {
      if (block.content != Content::text) continue;
      ++with_text;
      for (std::string& text : block.texts) {
        std::vector<std::string> words = terms_of(text, {});
        std::ranges::shuffle(words, bits);
        text.clear();
        for (const std::string& word : words) text += word + " ";
      }
      block.documents.assign(block.texts.begin(), block.texts.end());
    }
    EXPECT_EQ(sums_of(shuffled, family.options), sums_of(table, family.options));
    const Model model = fit(table, family.options);
    EXPECT_LT(difference(log_joint(model, shuffled), log_joint(model, table)), 1e-12);
  });
  EXPECT_GE(with_text, 4U);
}

TEST(MixedLaw, a_block_without_values_leaves_the_model_of_the_others) {
  for_each(mixed_families(), [](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const Model model = fit(table, family.options);
    for (std::size_t b = 0; b < family.contents.size(); ++b) {
      const Content content = family.contents[b];
      if (content == Content::text || content == Content::counts)
        continue;  // a text without words is a text; counts are 0
      Options others = family.options;
      std::erase_if(others.readings, [&](const Reading& reading) { return reading.block == b; });
      LawTable lacking = table;
      std::ranges::fill(lacking.blocks[b].values, std::nan(""));
      lacking.make();
      LawTable rows = table;
      rows.blocks.erase(rows.blocks.begin() + static_cast<std::ptrdiff_t>(b));
      const Model rest = estimate(sums_of(table, family.options), others);
      EXPECT_LT(difference(log_joint(model, lacking), log_joint(rest, rows)), 1e-9) << "block " << b;
    }
  });
}

TEST(MixedLaw, a_missing_number_leaves_the_model_of_the_other_columns) {
  constexpr std::size_t absent = 4;
  for_each(mixed_families(), [](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const Model model = fit(table, family.options);
    for (const Reading& reading : family.options.readings) {
      const std::size_t b = reading.block;
      const bool depends = std::holds_alternative<ValueOptions>(reading.options) &&
                           std::get<ValueOptions>(reading.options).dependence != Dependence::none;
      // A sphere has the mean variance of all columns, so that without a column it is another.
      if (depends || has_structure(reading, {Structure::spherical}) ||
          (family.contents[b] != Content::measurements && family.contents[b] != Content::categories))
        continue;
      LawTable lacking = table;
      LawTable rows = table;
      rows.blocks[b].values.clear();
      for (std::size_t i = 0; i < table.blocks[b].values.size(); ++i) {
        const bool is_absent = i % law_columns == absent;
        if (is_absent) lacking.blocks[b].values[i] = std::nan("");
        if (!is_absent) rows.blocks[b].values.push_back(table.blocks[b].values[i]);
      }
      --rows.blocks[b].columns;
      lacking.make(), rows.make();
      Options fewer = family.options;
      std::vector<std::string> features = table.schema(family.options).blocks[b].features;
      features.erase(features.begin() + absent);
      fewer.readings[static_cast<std::size_t>(&reading - family.options.readings.data())].features = features;
      EXPECT_LT(difference(log_joint(model, lacking), log_joint(estimate(sums_of(table, fewer), fewer), rows)), 1e-9)
          << "block " << b;
    }
  });
}

}  // namespace
}  // namespace suffice
