#include "report/picture/shown_rows.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <unordered_map>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "math/special/not_a_number.hpp"
#include "report/picture/labels.hpp"
#include "suffice/error.hpp"
#include "suffice/schema.hpp"

namespace suffice {

namespace {

// use(place, row, value) for each number of a table; of sparse ones for those that are stored.
template <typename Use>
void each_number(const Table& table, Use use) {
  std::size_t place = 0;
  for (const Column& column : table.columns) {
    if (const auto* const matrix = std::get_if<NumberMatrix>(&column)) {
      std::visit(
          [&](const auto* values) {
            for (std::size_t i = 0; i < table.rows; ++i) {
              for (std::size_t j = 0; j < matrix->columns; ++j) {
                use(place + j, i,
                    static_cast<double>(values[static_cast<std::ptrdiff_t>(i) * matrix->row_stride +
                                               static_cast<std::ptrdiff_t>(j) * matrix->column_stride]));
              }
            }
          },
          matrix->values);
    } else if (const auto* const single = std::get_if<NumberColumn>(&column)) {
      std::visit(
          [&](const auto* values) {
            for (std::size_t i = 0; i < table.rows; ++i) {
              const double value = static_cast<double>(values[static_cast<std::ptrdiff_t>(i) * single->stride]);
              use(place, i, single->valid(i) ? value : not_a_number);
            }
          },
          single->values);
    } else if (const auto* const sparse = std::get_if<SparseMatrix>(&column)) {
      std::visit(
          [&](const auto* values, const auto& offsets) {
            for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
              for (std::size_t k = offsets[i]; k < offsets[i + 1]; ++k) {
                use(place + sparse->indices[k], i, static_cast<double>(values[k]));
              }
            }
          },
          sparse->values, sparse->offsets);
    }
    place += column_count(column);
  }
}

// The places whose numbers differ most between classes for their spread within them, at most `most`, ascending.
template <typename EachNumber>
std::vector<std::size_t> most_different(std::vector<std::size_t> places, std::size_t most, std::size_t columns,
                                        const std::vector<std::uint32_t>& labels, std::size_t classes,
                                        EachNumber each) {
  if (places.size() <= most) {
    return places;
  }
  // Sums about 0 are good enough for a choice.
  std::vector<double> count(classes + 1, 0);
  for (const std::uint32_t label : labels) {
    ++count[label];
  }
  std::vector<double> sum(columns * (classes + 1), 0);
  std::vector<double> squares(columns, 0);
  each([&](std::size_t place, std::size_t i, double value) {
    if (std::isfinite(value)) {
      sum[place * (classes + 1) + labels[i]] += value;
      squares[place] += value * value;
    }
  });
  const auto rows = static_cast<double>(labels.size());
  std::vector<double> ratio(columns, 0);
  for (const std::size_t place : places) {
    double total = 0;
    double explained = 0;
    for (std::size_t c = 0; c <= classes; ++c) {
      const double part = sum[place * (classes + 1) + c];
      total += part;
      explained += count[c] > 0 ? part * part / count[c] : 0;
    }
    const double between = explained - total * total / rows;
    const double all = squares[place] - total * total / rows;
    ratio[place] = all > 0 ? between / all : 0;
  }
  std::ranges::stable_sort(places, std::ranges::greater{}, [&](std::size_t place) { return ratio[place]; });
  places.resize(most);
  std::ranges::sort(places);
  return places;
}

}  // namespace

std::vector<std::uint32_t> classes_of(const Model& model, const Labels& labels) {
  std::unordered_map<std::string, std::uint32_t> known;
  for (const std::string& label : model.labels()) {
    known.emplace(label, static_cast<std::uint32_t>(known.size()));
  }
  std::vector<std::uint32_t> of_name;
  for (const std::string& name : labels.names) {
    const auto found = known.find(name);
    of_name.push_back(found == known.end() ? static_cast<std::uint32_t>(model.labels().size()) : found->second);
  }
  std::vector<std::uint32_t> classes;
  for (const std::uint32_t code : labels.codes) {
    classes.push_back(of_name[code]);
  }
  return classes;
}

std::vector<std::size_t> plane_columns(const Model& model, const Probes& probes) {
  std::set<std::string> measured;
  for (const Block& block : model.schema().blocks) {
    if (block.kind == Kind::measurements) {
      measured.insert(block.features.begin(), block.features.end());
    }
  }
  const std::vector<std::size_t> numbers = probes.numbers();
  std::vector<std::size_t> places;
  std::ranges::copy_if(numbers, std::back_inserter(places),
                       [&](std::size_t place) { return measured.contains(probes.names()[place]); });
  return places.size() < 2 ? numbers : places;
}

ShownRows numbers_of(const Model& model, const Probes& probes, const PictureRows& rows,
                     const std::vector<std::size_t>& places) {
  ShownRows shown;
  shown.labels = classes_of(model, rows.labels);
  const auto each = [&](auto use) { each_number(rows.rows, use); };
  shown.places =
      most_different(places, most_shown_columns, probes.forms().size(), shown.labels, model.labels().size(), each);
  shown.left_out = places.size() - shown.places.size();
  const std::size_t none = shown.places.size();
  std::vector<std::size_t> of_place(probes.forms().size(), none);
  for (std::size_t j = 0; j < none; ++j) {
    of_place[shown.places[j]] = j;
  }
  // What a sparse matrix does not store is 0; every other number is written.
  shown.values.assign(rows.rows.rows * none, 0);
  each([&](std::size_t place, std::size_t i, double value) {
    if (of_place[place] < none) {
      shown.values[i * none + of_place[place]] = std::isfinite(value) ? value : not_a_number;
    }
  });
  return shown;
}

std::optional<ShownRows> drawn_rows(const Model& model, const Probes& probes, const std::vector<std::size_t>& places,
                                    std::uint64_t seed) {
  if (!model.has_evidence()) {
    return std::nullopt;
  }
  const std::size_t count = std::clamp<std::size_t>(20'000'000 / (probes.forms().size() + 1), 200, 10'000);
  Sample sample;
  try {
    sample = model.sample(count, seed);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::usage) {
      return std::nullopt;
    }
    throw;
  }
  ShownRows shown;
  shown.drawn = true;
  shown.labels = sample.labels;
  const auto each = [&](auto use) {
    for (const std::size_t place : places) {
      const auto& column = std::get<std::vector<double>>(sample.columns[place]);
      for (std::size_t i = 0; i < column.size(); ++i) {
        use(place, i, column[i]);
      }
    }
  };
  shown.places =
      most_different(places, most_shown_columns, probes.forms().size(), shown.labels, model.labels().size(), each);
  shown.left_out = places.size() - shown.places.size();
  shown.values.resize(shown.labels.size() * shown.places.size());
  for (std::size_t j = 0; j < shown.places.size(); ++j) {
    const auto& column = std::get<std::vector<double>>(sample.columns[shown.places[j]]);
    for (std::size_t i = 0; i < column.size(); ++i) {
      shown.values[i * shown.places.size() + j] = column[i];
    }
  }
  return shown;
}

Scene scene_of(const Model& model, const Probes& probes, const std::vector<std::size_t>& places,
               const std::optional<PictureRows>& rows, std::uint64_t seed) {
  Scene scene;
  scene.drawn = drawn_rows(model, probes, places, seed);
  if (rows) {
    scene.shown = numbers_of(model, probes, *rows, scene.drawn ? scene.drawn->places : places);
    return scene;
  }
  if (!scene.drawn) {
    throw Error(
        ErrorCode::usage,
        "no rows can be drawn from this model: give rows to show, those that it was fitted on or others like them");
  }
  scene.shown = *scene.drawn;
  const std::size_t kept = std::min<std::size_t>(scene.shown.rows(), 500);
  scene.shown.labels.resize(kept);
  scene.shown.values.resize(kept * scene.shown.places.size());
  return scene;
}

std::string rows_text(const ShownRows& shown, const std::optional<PictureRows>& rows) {
  if (shown.drawn) {
    return fmt::format("{} rows drawn from the model", draw::grouped(shown.rows()));
  }
  const std::string count = draw::grouped(shown.rows());
  return rows && rows->seen > shown.rows() ? fmt::format("a sample of {} of {} rows", count, draw::grouped(rows->seen))
                                           : count + " rows";
}

draw::Range range_of_most(std::vector<double> numbers) {
  std::erase_if(numbers, [](double number) { return !std::isfinite(number); });
  if (numbers.empty()) {
    return {};
  }
  std::ranges::sort(numbers);
  const std::size_t few = numbers.size() / 50;
  const double core = numbers[numbers.size() - 1 - few] - numbers[few];
  const double low = std::max(numbers.front(), numbers[few] - core);
  const double high = std::min(numbers.back(), numbers[numbers.size() - 1 - few] + core);
  return draw::range_of({low, high}, 0.07);
}

std::vector<draw::LegendEntry> class_legend(const std::vector<std::string>& labels, draw::LegendEntry::Sign sign) {
  std::vector<draw::LegendEntry> legend;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const draw::Look look = draw::look_of(c, labels.size());
    if (look == draw::others) {
      legend.push_back({fmt::format("{} others", labels.size() - c), look, sign});
      break;
    }
    legend.push_back({labels[c], look, sign});
  }
  return legend;
}

}  // namespace suffice
