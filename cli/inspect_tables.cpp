#include "inspect_tables.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "describe.hpp"
#include "output.hpp"
#include "suffice/report.hpp"
#include "text_table.hpp"

namespace suffice::cli {

namespace {

// A named column of numbers, one per line of a table.
struct NumberList {
  std::string name;
  std::vector<double> numbers;
};

std::string columns_text(const std::vector<std::string>& lines, const std::vector<NumberList>& columns) {
  const std::size_t height = std::min(lines.size(), most_shown);
  const std::size_t width = std::min(columns.size(), most_shown);
  std::vector<std::string> header = {"feature"};
  for (std::size_t column = 0; column < width; ++column) {
    header.push_back(columns[column].name);
  }
  TextTable table(std::move(header));
  for (std::size_t i = 0; i < height; ++i) {
    std::vector<std::string> row = {lines[i]};
    for (std::size_t column = 0; column < width; ++column) {
      row.push_back(short_number(columns[column].numbers[i]));
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

std::string linear_table(const Model& model) {
  const std::vector<std::string>& labels = model.labels();
  const LinearForm form = model.linear_form();
  std::vector<NumberList> columns = class_columns(labels, form.coefficients, form.names.size());
  for (std::size_t c = 0; c < labels.size(); ++c) {
    columns[c].numbers.insert(columns[c].numbers.begin(), form.intercepts[c]);
  }
  std::string title = "Linear form: log p(class | row) = intercept + sum of coefficient * value, up to a constant\n";
  if (std::vector<double> theta = logistic_form(model); !theta.empty()) {
    columns.push_back({"theta", std::move(theta)});
    title += fmt::format("theta, the difference, is logistic regression's: p({}) = 1 / (1 + exp(-theta * row))\n",
                         shown(labels[1]));
  }
  return title + columns_text(with_intercept(form.names), columns);
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
  return "Quadratic form: log p(class | row) = intercept + sum of coefficient * value, up to a constant\n" +
         columns_text(lines, columns) + (more ? "and more products; --json has all\n" : "");
}

}  // namespace

std::string class_table(const std::string& title, const std::vector<std::string>& features,
                        const std::vector<std::string>& labels, std::span<const double> numbers) {
  return title + ":\n" + columns_text(features, class_columns(labels, numbers, features.size()));
}

std::string means_table(const Block& block, const ClassCounts& classes, const Moments& moments) {
  return class_table("Means", block.features, classes.labels, moments.mean);
}

std::string deviations_table(const Block& block, const ClassCounts& classes, const Moments& moments) {
  const bool apart = contains(moments.kind, MomentKind::diagonal);
  return class_table("Standard deviations within classes", block.features,
                     apart ? classes.labels : std::vector<std::string>{"all"}, standard_deviations(moments, classes));
}

std::string form_table(const Model& model) {
  if (model.is_linear()) {
    return linear_table(model);
  }
  return model.is_quadratic() ? quadratic_table(model)
                              : "The posterior is neither linear nor quadratic: it averages over all parameters.\n";
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
  return fmt::format("Fisher's axes: where classes differ most for their spread (Wilks' lambda {})\n",
                     short_number(axes.wilks_lambda)) +
         columns_text(lines, columns);
}

}  // namespace suffice::cli
