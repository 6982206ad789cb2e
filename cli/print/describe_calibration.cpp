#include "print/describe_calibration.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "output.hpp"
#include "print/describe.hpp"
#include "suffice/report.hpp"

namespace suffice::cli {

namespace {

struct Counted {
  std::string what;
  bool is_one;  // it is, they are
  double temperature;
  std::size_t columns = 0;  // of the kind
};

Counted counted_kind(const Block& block, double temperature) {
  if (!block.indicators.empty() || !block.edges.empty()) {
    return {"the columns", false, temperature};  // numbers and categories together
  }
  switch (block.kind) {
    case Kind::measurements:
    case Kind::amounts:
      return {"the numbers", false, temperature};
    case Kind::categories:
      return {"the categories", false, temperature};
    case Kind::counts:
      return {"the counts", false, temperature};
    case Kind::text:
      break;
  }
  return {"the text", true, temperature};
}

std::string reason(const Counted& kind) {
  if (kind.temperature == 0) {
    return kind.is_one ? ": it does not help" : ": they do not help";
  }
  if (kind.temperature < 0.95) {
    return kind.is_one         ? ": its words repeat each other"
           : kind.columns == 1 ? ": they say less than they seem to"
                               : ": they repeat each other";
  }
  if (kind.temperature > 1.05) {
    return kind.is_one ? ": it says more than it seems to" : ": they say more than they seem to";
  }
  return "";
}

// "the numbers are counted 0.29 times: they repeat each other; the categories are counted 0.85 times"; of several
// opinions each is counted by its weight, for which there is no other reason
std::string in_words(const Schema& schema, const Options& options, const std::vector<double>& temperatures) {
  std::set<std::size_t> opinions;
  for (const Reading& reading : options.readings) opinions.insert(reading.opinion);
  const bool is_pool = opinions.size() > 1;
  std::vector<Counted> kinds;
  for (std::size_t r = 0; r < temperatures.size(); ++r) {
    Counted kind = counted_kind(schema.blocks[r], temperatures[r]);
    if (r < options.readings.size() && options.readings[r].pooled()) {
      const Reading& reading = options.readings[r];
      kind = {
          fmt::format("the {} ({})", opinion_name(reading.opinion), reading_name(schema.blocks[r], reading.options)),
          true, temperatures[r]};
    }
    auto known = std::ranges::find(kinds, kind.what, &Counted::what);
    if (known == kinds.end()) {
      known = kinds.insert(kinds.end(), kind);
    }
    known->columns += schema.blocks[r].features.size();
  }
  std::string text;
  for (const Counted& kind : kinds) {
    const std::string times = kind.temperature == 0 ? "not counted"
                              : short_number(kind.temperature) == "1"
                                  ? "counted once"
                                  : fmt::format("counted {} times", short_number(kind.temperature));
    text += fmt::format("{}{} {} {}{}", text.empty() ? "" : "; ", kind.what, kind.is_one ? "is" : "are", times,
                        is_pool ? "" : reason(kind));
  }
  return is_pool ? fmt::format("{} opinions: {}", opinions.size(), text) : text;
}

}  // namespace

std::string describe_calibration(const Stored& stored, const Model& model) {
  const Fitted& fitted = stored.fitted;
  if (fitted.temperatures.empty()) {
    return "";
  }
  const bool isotonic = !model.odds_map().from.empty();
  std::string text =
      line("scores", isotonic ? fmt::format("the log odds are mapped by a monotone function of {} points",
                                            model.odds_map().from.size())
                              : in_words(model.schema(), stored.options, model.temperatures()));
  if (!model.offsets().empty()) {
    std::vector<std::string> offsets;
    for (std::size_t c = 0; c < model.labels().size(); ++c) {
      offsets.push_back(fmt::format("{} {}", model.labels()[c], short_number(model.offsets()[c])));
    }
    text += line("", "added to classes: " + listed(offsets));
  }
  if (fitted.contamination > 0) {
    text += line("", contamination_text(fitted.contamination));
  }
  if (const std::uint64_t rows = stored.summary.classes.total_rows(); rows != fitted.rows) {
    text += line("", fmt::format("fitted at {} rows; the sums now hold {}", fitted.rows, rows));
  }
  return text;
}

void note_lost_calibration(const Stored& before, const Stored& after, const Console& console) {
  if (before.fitted != Fitted{} && after.fitted == Fitted{}) {
    const auto has_opinions = [](const Stored& stored) {
      return std::ranges::any_of(stored.options.readings, &Reading::pooled);
    };
    console.note(fmt::format(
        "the model is no longer calibrated: what was fitted belongs to other readings or classes{}; "
        "suffice fit --calibrate fits it anew",
        has_opinions(before) && !has_opinions(after) ? ", and so do the weights of further opinions, which are gone"
                                                     : ""));
  }
}

}  // namespace suffice::cli
