#include "print/inspect_tables.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

#include "output.hpp"
#include "print/describe.hpp"
#include "print/text_table.hpp"
#include "suffice/report.hpp"
#include "suffice/schema.hpp"

namespace suffice::cli {

namespace {

// A named column of numbers, one per line of a table.
struct NumberList {
  std::string name;
  std::vector<double> numbers;
};

std::string columns_text(const std::vector<std::string>& lines, const std::vector<NumberList>& columns,
                         std::size_t most_height = most_shown, const Schema& schema = {}) {
  const std::size_t height = std::min(lines.size(), most_height);
  const std::size_t width = std::min(columns.size(), most_shown);
  std::vector<std::string> header = {"feature"};
  for (std::size_t column = 0; column < width; ++column) {
    header.push_back(columns[column].name);
  }
  TextTable table(std::move(header));
  for (std::size_t i = 0; i < height; ++i) {
    std::vector<std::string> row = {lines[i]};
    for (std::size_t column = 0; column < width; ++column) {
      const double number = columns[column].numbers[i];
      row.push_back(shown_date(schema, lines[i], number).value_or(short_number(number)));
    }
    table.add(std::move(row));
  }
  std::string text = table.text();
  if (height < lines.size()) {
    text += fmt::format("and {}; --json has all\n", counted(lines.size() - height, "more line"));
  }
  if (width < columns.size()) {
    text += fmt::format("and {}; --json has all\n", counted(columns.size() - width, "more column"));
  }
  return text;
}

// The rows of a matrix as columns of a table, one per label.
std::vector<NumberList> class_columns(const std::vector<std::string>& labels, std::span<const double> matrix,
                                      std::size_t d) {
  std::vector<NumberList> columns;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto row = matrix.subspan(c * d, d);
    columns.push_back({labels[c], {row.begin(), row.end()}});
  }
  return columns;
}

std::vector<std::string> with_intercept(const std::vector<std::string>& features) {
  std::vector<std::string> lines = {"(intercept)"};
  lines.insert(lines.end(), features.begin(), features.end());
  return lines;
}

// Leaves the `top` features whose coefficients differ most between classes, the strongest first.
void keep_strongest(LinearForm& form, std::size_t top) {
  const std::size_t d = form.names.size();
  const std::size_t classes = form.intercepts.size();
  std::vector<double> spreads(d);
  for (std::size_t j = 0; j < d; ++j) {
    double least = form.coefficients[j];
    double most = least;
    for (std::size_t c = 1; c < classes; ++c) {
      least = std::min(least, form.coefficients[c * d + j]);
      most = std::max(most, form.coefficients[c * d + j]);
    }
    spreads[j] = most - least;
  }
  std::vector<std::size_t> order(d);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t j) { return spreads[j]; });
  order.resize(std::min(top, d));
  LinearForm kept{{}, form.intercepts, {}};
  for (std::size_t c = 0; c < classes; ++c) {
    std::ranges::transform(order, std::back_inserter(kept.coefficients),
                           [&](std::size_t j) { return form.coefficients[c * d + j]; });
  }
  std::ranges::transform(order, std::back_inserter(kept.names), [&](std::size_t j) { return form.names[j]; });
  form = std::move(kept);
}

std::string linear_table(const Model& model, std::optional<std::size_t> top) {
  const bool has_odds = model.gives_probabilities();
  const std::vector<std::string>& labels = model.labels();
  LinearForm form = model.linear_form();
  const std::size_t all = form.names.size();
  const bool is_part = top && all >= most_shown;
  if (is_part) {
    keep_strongest(form, *top);
  }
  std::vector<NumberList> columns = class_columns(labels, form.coefficients, form.names.size());
  for (std::size_t c = 0; c < labels.size(); ++c) {
    columns[c].numbers.insert(columns[c].numbers.begin(), form.intercepts[c]);
  }
  std::string title =
      folded(has_odds ? "Linear form: log p(class | row) = intercept + sum of coefficient * value, up to a constant"
                      : "Linear form: score of a class = intercept + sum of coefficient * value; the largest decides",
             2) +
      '\n';
  if (is_part) {
    title +=
        fmt::format("the {} of {} features whose coefficients differ most; --json has all\n", form.names.size(), all);
  }
  std::vector<double> theta = has_odds && !is_part ? logistic_form(model) : std::vector<double>();
  if (!theta.empty()) {
    columns.push_back({"theta", std::move(theta)});
    title += fmt::format("theta, the difference, is logistic regression's: p({}) = 1 / (1 + exp(-theta * row))\n",
                         shown(labels[1]));
  }
  return title + columns_text(with_intercept(form.names), columns, is_part ? form.names.size() + 1 : most_shown);
}

// What means and deviations of a block are those of, where that is not the columns.
std::string of_scores(const Block& block) {
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(block.normal_scores, [](const NormalScore& score) { return !score.empty(); }));
  return count == 0                       ? ""
         : count == block.features.size() ? " of normal scores"
                                          : " (of normal scores where columns enter by them)";
}

// Whether the matrices of the quadratic form are not too large to be made for the few of their entries that are shown.
bool has_small_form(const Model& model) {
  constexpr std::size_t most_entries = std::size_t{1} << 24;
  std::size_t d = 1;
  for (std::size_t r = 0; r < model.readings(); ++r) {
    d += model.temperatures()[r] == 0 ? 0 : model.schema().blocks[r].features.size();
  }
  return d < most_entries / d / model.labels().size();
}

// xᵀ A x as a sum over pairs: x_i x_j has the coefficient 2 A_ij. Pairs that no class has are skipped.
std::string quadratic_table(const Model& model) {
  const std::size_t classes = model.labels().size();
  const QuadraticForm form = model.quadratic_form();
  const std::vector<std::string>& features = form.names;
  const std::size_t d = features.size();
  std::vector<std::string> lines = with_intercept(features);
  std::vector<NumberList> columns = class_columns(model.labels(), form.coefficients, d);
  for (std::size_t c = 0; c < classes; ++c) {
    columns[c].numbers.insert(columns[c].numbers.begin(), form.intercepts[c]);
  }
  bool more = false;
  for (std::size_t i = 0; i < d && !more; ++i) {
    for (std::size_t j = i; j < d && !more; ++j) {
      const auto coefficient = [&](std::size_t c) { return (i == j ? 1 : 2) * form.matrices[(c * d + i) * d + j]; };
      bool any = i == j;
      for (std::size_t c = 0; c < classes; ++c) {
        any = any || coefficient(c) != 0;
      }
      more = any && lines.size() >= most_shown;
      if (any && !more) {
        lines.push_back(fmt::format("{} * {}", features[i], features[j]));
        for (std::size_t c = 0; c < classes; ++c) {
          columns[c].numbers.push_back(coefficient(c));
        }
      }
    }
  }
  return folded("Quadratic form: log p(class | row) = intercept + sum of coefficient * value, up to a constant", 2) +
         '\n' + columns_text(lines, columns) + (more ? "and more products; --json has all\n" : "");
}

}  // namespace

std::string class_table(const std::string& title, const std::vector<std::string>& features,
                        const std::vector<std::string>& labels, std::span<const double> numbers, const Schema& dates) {
  return title + ":\n" + columns_text(features, class_columns(labels, numbers, features.size()), most_shown, dates);
}

std::string means_table(const Schema& schema, const Block& block, const std::vector<std::string>& labels,
                        const ReadingDetails& details) {
  const std::vector<double>& means = details.moments->mean;
  if (details.numbers_at_means.empty()) {
    return class_table("Means", block.features, labels, means, schema);
  }
  return class_table("Numbers of the columns at the means of their normal scores", block.features, labels,
                     details.numbers_at_means, schema) +
         '\n' + class_table("Means" + of_scores(block), block.features, labels, means);
}

std::string deviations_table(const Block& block, const std::vector<std::string>& labels,
                             const ReadingDetails& details) {
  const bool apart = contains(details.moments->kind, MomentKind::diagonal);
  return class_table(fmt::format("Standard deviations{} within classes", of_scores(block)), block.features,
                     apart ? labels : std::vector<std::string>{"all"}, details.deviations);
}

std::string form_table(const Model& model, std::optional<std::size_t> top) {
  if (model.is_linear()) {
    return linear_table(model, top);
  }
  if (!model.is_quadratic()) {
    return "The posterior is neither linear nor quadratic: it averages over all parameters.\n";
  }
  return has_small_form(model) ? quadratic_table(model)
                               : "The posterior is quadratic, in more terms than can be shown.\n";
}

std::string axes_table(const Discriminants& axes, const std::vector<std::string>& features) {
  std::vector<std::string> lines = {"(explained)", "(canonical correlation)"};
  lines.insert(lines.end(), features.begin(), features.end());
  std::vector<NumberList> columns;
  for (std::size_t k = 0; k < axes.count(); ++k) {
    NumberList column = {fmt::format("axis_{}", k + 1), {axes.explained[k], axes.canonical_correlations[k]}};
    for (std::size_t j = 0; j < features.size(); ++j) {
      column.numbers.push_back(axes.axes[j * axes.count() + k]);
    }
    columns.push_back(std::move(column));
  }
  return folded(fmt::format("Fisher's axes: where classes differ most for their spread (Wilks' lambda {})",
                            short_number(axes.wilks_lambda)),
                2) +
         '\n' + columns_text(lines, columns);
}

}  // namespace suffice::cli
