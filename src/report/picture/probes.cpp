#include "report/picture/probes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

#include "math/special/not_a_number.hpp"
#include "suffice/schema.hpp"

namespace suffice {

namespace {

// A row whose columns are all missing, so many times.
class Blank {
 public:
  Blank(const std::vector<CellForm>& forms, std::size_t rows)
      : numbers_(rows, not_a_number), codes_(rows, missing_category), documents_(rows) {
    table_.rows = rows;
    for (const CellForm form : forms) {
      if (form == CellForm::number) {
        table_.columns.emplace_back(NumberColumn{numbers_.data()});
      } else if (form == CellForm::category) {
        table_.columns.emplace_back(CategoryColumn{codes_.data(), Texts(no_values_)});
      } else {
        table_.columns.emplace_back(TextColumn{Texts(documents_)});
      }
    }
  }
  Blank(const Blank&) = delete;
  Blank& operator=(const Blank&) = delete;

  Table& table() { return table_; }

 private:
  std::vector<double> numbers_;
  std::vector<std::uint32_t> codes_;
  std::vector<std::string> no_values_;
  std::vector<std::string_view> documents_;
  Table table_;
};

// log of a sum of exponentials is taken off; −∞ stays.
void normalise(std::span<double> logs) {
  const double most = std::ranges::max(logs);
  if (!std::isfinite(most)) {
    return;
  }
  double sum = 0;
  for (const double log : logs) {
    sum += std::exp(log - most);
  }
  for (double& log : logs) {
    log -= most + std::log(sum);
  }
}

}  // namespace

// Contamination, which changes little, is left out: what an empty document says could not be taken back from it.
Probes::Probes(const Model& model, unsigned threads)
    : model_(model.calibrated({model.temperatures(), model.offsets(), model.odds_map()})),
      threads_(threads),
      names_(columns_of(model.schema())) {
  for (const Block& block : as_read(model.schema()).blocks) {
    const std::vector<CellForm> forms = forms_of(block);
    forms_.insert(forms_.end(), forms.begin(), forms.end());
  }
}

std::vector<std::size_t> Probes::numbers() const {
  std::vector<std::size_t> places;
  for (std::size_t j = 0; j < forms_.size(); ++j) {
    if (forms_[j] == CellForm::number) {
      places.push_back(j);
    }
  }
  return places;
}

std::vector<double> Probes::of_nothing(Quantity quantity) const {
  std::vector<double> out(model_.labels().size());
  Blank blank(forms_, 1);
  if (quantity == Quantity::joint) {
    model_.log_joint(blank.table(), out, {.threads = threads_});
  } else {
    model_.log_posterior(blank.table(), out, {.threads = threads_});
  }
  return out;
}

std::vector<double> Probes::scored(const NumberProbes& probes, Quantity quantity) const {
  const std::size_t classes = model_.labels().size();
  const std::size_t width = probes.places.size();
  const std::size_t rows = probes.rows();
  const std::size_t most = std::clamp<std::size_t>(2'000'000 / std::max<std::size_t>(1, forms_.size()), 16, 8192);
  std::vector<double> out(rows * classes);
  for (std::size_t first = 0; first < rows; first += most) {
    const std::size_t count = std::min(most, rows - first);
    Blank blank(forms_, count);
    for (std::size_t k = 0; k < width; ++k) {
      blank.table().columns[probes.places[k]] =
          NumberColumn{probes.values.data() + first * width + k, static_cast<std::ptrdiff_t>(width)};
    }
    const auto part = std::span(out).subspan(first * classes, count * classes);
    if (quantity == Quantity::joint) {
      model_.log_joint(blank.table(), part, {.threads = threads_});
    } else {
      model_.log_posterior(blank.table(), part, {.threads = threads_});
    }
  }
  return out;
}

std::vector<double> Probes::log_densities(const NumberProbes& probes) const {
  std::vector<double> logs = scored(probes, Quantity::joint);
  const std::vector<double> nothing = of_nothing(Quantity::joint);
  for (std::size_t k = 0; k < logs.size(); ++k) {
    logs[k] -= nothing[k % nothing.size()];
  }
  return logs;
}

std::vector<double> Probes::log_probabilities(std::size_t place, const std::vector<std::string>& values) const {
  const std::size_t classes = model_.labels().size();
  Blank blank(forms_, values.size());
  std::vector<std::uint32_t> codes(values.size());
  for (std::size_t k = 0; k < codes.size(); ++k) {
    codes[k] = static_cast<std::uint32_t>(k);
  }
  blank.table().columns[place] = CategoryColumn{codes.data(), Texts(values)};
  std::vector<double> logs(values.size() * classes);
  model_.log_joint(blank.table(), logs, {.threads = threads_});
  const std::vector<double> nothing = of_nothing(Quantity::joint);
  for (std::size_t k = 0; k < logs.size(); ++k) {
    logs[k] -= nothing[k % classes];
  }
  return logs;
}

std::vector<double> Probes::log_posteriors(const NumberProbes& probes) const {
  std::vector<double> logs = scored(probes, Quantity::posterior);
  // An empty document is not a missing one: what it says is taken back.
  if (std::ranges::find(forms_, CellForm::text) == forms_.end() || !model_.odds_map().from.empty()) {
    return logs;
  }
  const std::size_t classes = model_.labels().size();
  const std::vector<double> nothing = of_nothing(Quantity::posterior);
  for (std::size_t first = 0; first < logs.size(); first += classes) {
    for (std::size_t c = 0; c < classes; ++c) {
      const double prior = std::log(model_.class_prior()[c]);
      logs[first + c] += std::isfinite(nothing[c]) && std::isfinite(prior) ? prior - nothing[c] : 0;
    }
    normalise(std::span(logs).subspan(first, classes));
  }
  return logs;
}

}  // namespace suffice
