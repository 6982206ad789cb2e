// RowReporter: metrics of labelled rows, and the rows that stand out with the parts of their log odds.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "encode/check_rows.hpp"
#include "math/special/not_a_number.hpp"
#include "suffice/error.hpp"
#include "suffice/model_report.hpp"
#include "text/tokeniser.hpp"

namespace suffice {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t most_excerpt = 400;  // bytes
constexpr std::size_t most_tokens = 100;   // of an excerpt

// Rows that rank lowest, the first among equals.
class LowestRows {
 public:
  using Rank = std::pair<double, double>;  // the second decides among equals

  explicit LowestRows(std::size_t most) : most_(most) {}

  [[nodiscard]] bool takes(Rank rank) const {
    return !std::isnan(rank.first) && most_ > 0 && (rows_.size() < most_ || rank < rows_.back().first);
  }
  void put(Rank rank, ReportRow row) {
    const auto place = std::ranges::upper_bound(rows_, rank, {}, &std::pair<Rank, ReportRow>::first);
    rows_.emplace(place, rank, std::move(row));
    rows_.resize(std::min(rows_.size(), most_));
  }
  [[nodiscard]] std::vector<ReportRow> rows() const {
    std::vector<ReportRow> rows;
    std::ranges::transform(rows_, std::back_inserter(rows), &std::pair<Rank, ReportRow>::second);
    return rows;
  }
  // Calls change(row) for rows of a number above this.
  template <typename Change>
  void each_after(std::uint64_t number, const Change& change) {
    for (auto& [rank, row] : rows_) {
      if (row.number > number) {
        change(row);
      }
    }
  }

 private:
  std::size_t most_;
  std::vector<std::pair<Rank, ReportRow>> rows_;
};

// The largest score but that of the winner; −∞ where there is no other.
double second_best(std::span<const double> scores, std::size_t winner) {
  double second = -infinity;
  for (std::size_t c = 0; c < scores.size(); ++c) {
    second = c == winner ? second : std::max(second, scores[c]);
  }
  return second;
}

// log Σ exp.
double log_sum(std::span<const double> logs) {
  const double largest = *std::ranges::max_element(logs);
  double sum = 0;
  for (const double each : logs) {
    sum += largest > -infinity ? std::exp(each - largest) : 0;
  }
  return largest > -infinity ? largest + std::log(sum) : largest;
}

// None of a model that cannot draw rows.
std::shared_ptr<const OutlierBounds> typical_rows_of(const Model& model) {
  try {
    return model.has_evidence() ? model.typical_rows() : nullptr;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::usage) {
      throw;
    }
    return nullptr;
  }
}

// The first bytes of a document, whole characters of UTF-8.
std::string_view excerpt_of(std::string_view document) {
  std::size_t end = std::min(most_excerpt, document.size());
  while (end > 0 && end < document.size() && (static_cast<unsigned char>(document[end]) & 0xC0U) == 0x80) {
    --end;
  }
  return document.substr(0, end);
}

// Those within so many bytes that say most, in their order.
std::vector<WeightedToken> strongest_tokens(std::vector<WeightedToken> tokens, std::size_t bytes) {
  std::erase_if(tokens, [&](const WeightedToken& token) { return token.end > bytes || token.log_odds == 0; });
  std::ranges::stable_sort(tokens, std::ranges::greater{},
                           [](const WeightedToken& token) { return std::abs(token.log_odds); });
  tokens.resize(std::min(tokens.size(), most_tokens));
  std::ranges::stable_sort(tokens, {}, &WeightedToken::begin);
  return tokens;
}

std::size_t label_number(const Model& model, const std::string& label) {
  const auto place = std::ranges::find(model.labels(), label);
  return static_cast<std::size_t>(place - model.labels().begin());
}

// A feature that neither class can have says nothing about which it is.
double difference(const std::vector<double>& scores, std::size_t a, std::size_t b) {
  return scores[a] == scores[b] ? 0 : scores[a] - scores[b];
}

}  // namespace

struct RowReporter::State {
  Model model;
  std::optional<Model> plain = {};  // before calibration
  std::size_t parts;
  unsigned threads;
  Evaluator evaluator;
  std::optional<Evaluator> plain_evaluator = {};
  LowestRows surprising;
  LowestRows mistakes;
  Reservoir sample;                         // for pictures
  std::optional<Tokeniser> tokeniser = {};  // where documents are all there is, and their length is taken as given
  std::optional<std::size_t> text_column = {};
  std::size_t text_reading = 0;
  bool explains = true;
  std::shared_ptr<const OutlierBounds> typical = {};
  std::uint64_t before = 0;

  [[nodiscard]] std::string_view document(const Table& rows, std::size_t i) const;
  [[nodiscard]] double terms(std::string_view document) const;
  void explain(ReportRow& row, const Table& rows, std::size_t i, std::size_t winner, std::size_t rival);
  void add_typicality(const Table& rows);
  [[nodiscard]] ReportRow row_of(const Table& rows, const Labels& labels, std::span<const std::string> files,
                                 std::size_t i, std::span<const double> log_posterior, std::size_t winner) const;
};

std::string_view RowReporter::State::document(const Table& rows, std::size_t i) const {
  if (!text_column) {
    return {};
  }
  std::size_t column = 0;
  for (const Column& each : rows.columns) {
    const auto* text = std::get_if<TextColumn>(&each);
    if (column == *text_column && text != nullptr && text->valid(i)) {
      return text->documents[i];
    }
    column += column_count(each);
  }
  return {};
}

double RowReporter::State::terms(std::string_view document) const {
  double count = 0;
  Tokeniser::Buffer buffer;
  tokeniser->split(document, buffer,
                   [&](std::span<const std::string_view> found) { count += static_cast<double>(found.size()); });
  return count;
}

// Of the predicted label against another; nothing where the model explains no row.
void RowReporter::State::explain(ReportRow& row, const Table& rows, std::size_t i, std::size_t winner,
                                 std::size_t rival) {
  if (!explains) {
    return;
  }
  row.against = model.labels()[rival];
  try {
    const Explanation explanation = model.explain(rows, i, ClassPair{winner, rival});
    for (const Contribution& contribution : explanation.contributions) {
      row.parts.push_back({.feature = contribution.feature,
                           .value = contribution.value,
                           .log_odds = difference(contribution.scores, winner, rival),
                           .is_term = model.schema().blocks[contribution.reading].kind == Kind::text});
    }
    if (text_column) {
      const std::string_view text = document(rows, i);
      row.tokens = strongest_tokens(weighted_tokens(text, explanation, model, text_reading, ClassPair{winner, rival}),
                                    excerpt_of(text).size());
    }
    row.base = difference(explanation.base, winner, rival);
    row.log_odds = difference(explanation.log_joint, winner, rival);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::usage) {
      throw;
    }
    explains = false;
    row.against.clear();
    return;
  }
  std::ranges::stable_sort(row.parts, std::ranges::greater{},
                           [](const ReportPart& part) { return std::abs(part.log_odds); });
  while (row.parts.size() > parts) {
    row.rest += row.parts.back().log_odds;
    ++row.more;
    row.parts.pop_back();
  }
}

// Of the rows of these that are kept.
void RowReporter::State::add_typicality(const Table& rows) {
  if (typical == nullptr) {
    return;
  }
  const auto add = [&](ReportRow& row) {
    double value = 0;
    model.typicality(rows.slice(row.number - before - 1, 1), *typical, {&value, 1}, {.threads = threads});
    row.typicality = value;
  };
  surprising.each_after(before, add);
  mistakes.each_after(before, add);
}

ReportRow RowReporter::State::row_of(const Table& rows, const Labels& labels, std::span<const std::string> files,
                                     std::size_t i, std::span<const double> log_posterior, std::size_t winner) const {
  ReportRow row{.number = before + i + 1, .label = labels.names[labels.codes[i]], .log_evidence = not_a_number};
  if (!files.empty()) {
    row.file = files[i];
  }
  const std::size_t own = label_number(model, row.label);
  row.own_probability = own < log_posterior.size() ? std::exp(log_posterior[own]) : not_a_number;
  if (log_posterior[winner] > -infinity) {
    row.predicted = model.labels()[winner];
    row.probability = std::exp(log_posterior[winner]);
  }
  const std::string_view text = document(rows, i);
  row.excerpt = excerpt_of(text);
  row.excerpt += row.excerpt.size() < text.size() ? "…" : "";
  return row;
}

namespace {

// Of documents alone: whether p(words | their number) is what the model has. Then one without words has probability 1,
// which by Bernoulli's density, one of all words that could be there, it has not.
bool has_given_length(const Model& model) {
  if (!model.has_evidence()) {
    return true;
  }
  const std::vector<std::string> nothing(1);
  double log_evidence = 0;
  model.log_evidence(Table::documents(nothing), {&log_evidence, 1}, {.threads = 1});
  return log_evidence > -1e-9;
}

}  // namespace

RowReporter::RowReporter(const Model& model, std::size_t most, std::size_t parts, unsigned threads, std::uint64_t seed)
    : state_(std::make_unique<State>(State{.model = model,
                                           .parts = parts,
                                           .threads = threads,
                                           .evaluator = Evaluator(model.labels()),
                                           .surprising = LowestRows(most),
                                           .mistakes = LowestRows(most),
                                           .sample = Reservoir(model.schema(), seed)})) {
  if (model.is_calibrated()) {
    state_->plain = model.calibrated({});
    state_->plain_evaluator.emplace(model.labels());
  }
  state_->typical = typical_rows_of(model);
  const std::vector<Block>& blocks = model.schema().blocks;
  const auto text = std::ranges::find(blocks, Kind::text, &Block::kind);
  if (text != blocks.end()) {
    const std::vector<std::string> columns = columns_of(model.schema());
    state_->text_reading = static_cast<std::size_t>(text - blocks.begin());
    state_->text_column =
        static_cast<std::size_t>(std::ranges::find(columns, text->features.front()) - columns.begin());
    if (blocks.size() == 1 && has_given_length(model)) {
      state_->tokeniser.emplace(text->text);
    }
  }
}

RowReporter::~RowReporter() = default;
RowReporter::RowReporter(RowReporter&&) noexcept = default;
RowReporter& RowReporter::operator=(RowReporter&&) noexcept = default;

void RowReporter::add(const Table& rows, const Labels& labels, std::span<const std::string> files) {
  State& state = *state_;
  const Model& model = state.model;
  const std::size_t classes = model.labels().size();
  check_labels(rows.rows, rows.weights, labels);
  constexpr std::size_t most_posteriors = std::size_t{1} << 20U;  // that are held at a time
  if (const std::size_t most = std::max<std::size_t>(most_posteriors / classes, 1); rows.rows > most) {
    for (std::size_t first = 0; first < rows.rows; first += most) {
      const std::size_t count = std::min(most, rows.rows - first);
      add(rows.slice(first, count), {labels.codes.subspan(first, count), labels.names},
          files.empty() ? files : files.subspan(first, count));
    }
    return;
  }
  const ScoreOptions scoring{.threads = state.threads};
  std::vector<double> log_posterior(rows.rows * classes);
  std::vector<double> log_joint;
  std::vector<double> evidence(rows.rows, not_a_number);
  model.log_posterior(rows, log_posterior, scoring);
  if (model.has_evidence()) {
    log_joint.resize(log_posterior.size());
    model.log_joint(rows, log_joint, scoring);
    for (std::size_t i = 0; i < rows.rows; ++i) {
      evidence[i] = log_sum(std::span(log_joint).subspan(i * classes, classes));
    }
  }
  state.evaluator.add(log_posterior, labels, rows.weights, {}, log_joint);
  if (state.plain) {
    std::vector<double> plain(log_posterior.size());
    state.plain->log_posterior(rows, plain, scoring);
    state.plain_evaluator->add(plain, labels, rows.weights, {}, log_joint);
  }
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const std::span<const double> row_posterior = std::span(log_posterior).subspan(i * classes, classes);
    const auto largest = std::ranges::max_element(row_posterior);
    const auto winner = static_cast<std::size_t>(largest - row_posterior.begin());
    const bool possible = *largest > -infinity;
    const double terms = state.tokeniser ? std::max(1.0, state.terms(state.document(rows, i))) : 0;
    const double surprise = terms > 0 ? evidence[i] / terms : evidence[i];
    if (state.surprising.takes({surprise, 0})) {
      ReportRow row = state.row_of(rows, labels, files, i, row_posterior, winner);
      row.log_evidence = evidence[i];
      row.terms = terms;
      if (possible && classes > 1) {
        std::vector<std::size_t> order(classes);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t c) { return row_posterior[c]; });
        state.explain(row, rows, i, winner, order[1]);
      }
      state.surprising.put({surprise, 0}, std::move(row));
    }
    const std::string& own = labels.names[labels.codes[i]];
    if (!possible || own == model.labels()[winner]) {
      continue;
    }
    const std::size_t number = label_number(model, own);
    const double odds = *largest - (number < classes ? row_posterior[number] : second_best(row_posterior, winner));
    const LowestRows::Rank rank{-std::exp(*largest), -odds};
    if (state.mistakes.takes(rank)) {
      ReportRow row = state.row_of(rows, labels, files, i, row_posterior, winner);
      row.log_evidence = evidence[i];
      row.terms = terms;
      if (number < classes) {
        state.explain(row, rows, i, winner, number);
      }
      state.mistakes.put(rank, std::move(row));
    }
  }
  state.add_typicality(rows);
  state.sample.add(rows, labels);
  state.before += rows.rows;
}

PictureRows RowReporter::sample() const { return {state_->sample.rows(), state_->sample.labels(), state_->before}; }

ReportRows RowReporter::result() const {
  ReportRows result{.metrics = state_->evaluator.metrics(),
                    .surprising = state_->surprising.rows(),
                    .mistakes = state_->mistakes.rows()};
  if (state_->plain_evaluator) {
    result.uncalibrated = state_->plain_evaluator->metrics();
  }
  return result;
}

}  // namespace suffice
