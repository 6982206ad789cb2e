// posteriors [MODEL ROWS PREDICTED]...: a consumer of the installed library that opens model files which the tool has
// saved. PREDICTED is what `suffice predict MODEL ROWS --proba` printed: every posterior must have the same bits here,
// from the model opened for scoring and from the model loaded whole, of all rows at once and of each alone.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <suffice/suffice.hpp>

namespace {

struct Predicted {
  std::vector<std::string> labels;
  std::vector<double> posteriors;  // rows × classes
};

Predicted predicted_by_tool(const std::string& path, const std::vector<std::string>& classes) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::string header = "label";
  for (const std::string& name : classes) {
    header += ",p_" + name;
  }
  if (line != header) {
    throw std::runtime_error("the header is " + line + ", not " + header);
  }
  Predicted predicted;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::string cell;
    std::getline(cells, cell, ',');
    predicted.labels.push_back(cell);
    while (std::getline(cells, cell, ',')) {
      predicted.posteriors.push_back(std::strtod(cell.c_str(), nullptr));
    }
  }
  if (predicted.labels.empty() || predicted.posteriors.size() != predicted.labels.size() * classes.size()) {
    throw std::runtime_error("the tool has not predicted each row");
  }
  return predicted;
}

void expect_bits(double ours, double theirs, std::size_t row) {
  if (std::bit_cast<std::uint64_t>(ours) != std::bit_cast<std::uint64_t>(theirs)) {
    char text[128];
    std::snprintf(text, sizeof text, "row %zu: %.17g here, %.17g by the tool", row + 1, ours, theirs);
    throw std::runtime_error(text);
  }
}

void expect_same(const suffice::Model& model, const suffice::Table& rows, std::size_t before,
                 const Predicted& predicted) {
  const std::size_t classes = model.labels().size();
  if (before + rows.rows > predicted.labels.size()) {
    throw std::runtime_error("the tool has predicted fewer rows");
  }
  std::vector<std::uint32_t> winners(rows.rows);
  std::vector<double> together(rows.rows * classes);
  std::vector<double> alone(classes);
  model.predict(rows, winners);
  model.posterior(rows, together);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    if (model.labels()[winners[i]] != predicted.labels[before + i]) {
      throw std::runtime_error("row " + std::to_string(before + i + 1) + " has another label");
    }
    model.posterior(rows.slice(i, 1), alone, {.threads = 1});
    for (std::size_t c = 0; c < classes; ++c) {
      const double theirs = predicted.posteriors[(before + i) * classes + c];
      expect_bits(together[i * classes + c], theirs, before + i);
      expect_bits(alone[c], theirs, before + i);
    }
  }
}

// How many posteriors were compared.
std::size_t compare(const std::string& model_path, const std::string& rows_path, const std::string& predicted_path) {
  const suffice::OpenedModel opened = suffice::open_model(model_path);
  const suffice::Model loaded = suffice::model_of(suffice::load(model_path));
  const suffice::Schema& schema = opened.model.schema();
  const Predicted predicted = predicted_by_tool(predicted_path, opened.model.labels());

  suffice::Source source(rows_path, suffice::scoring_options({.labels = false}, schema, opened.options));
  source.bind(schema);
  suffice::RowBlock block;
  std::size_t rows = 0;
  for (; source.next(block); rows += block.rows) {
    expect_same(opened.model, source.table(block), rows, predicted);
    expect_same(loaded, source.table(block), rows, predicted);
  }
  if (rows != predicted.labels.size()) {
    throw std::runtime_error("the tool has predicted more rows");
  }
  return predicted.posteriors.size();
}

}  // namespace

int main(int count, char** words) {
  std::size_t posteriors = 0;
  int models = 0;
  for (int k = 1; k + 2 < count; k += 3, ++models) {
    try {
      posteriors += compare(words[k], words[k + 1], words[k + 2]);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", words[k], error.what());
      return 1;
    }
  }
  std::printf("%d models of the tool, %zu posteriors with the same bits\n", models, posteriors);
  return models > 0 ? 0 : 1;
}
