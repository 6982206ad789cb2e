#include "evaluate/leave_one_out/presence_removal.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "estimate/terms/term_parameters.hpp"
#include "evaluate/leave_one_out/removed_row.hpp"
#include "math/special/log_zero.hpp"

namespace suffice {

namespace {

double missing_of(const TermRecord& record, std::size_t c) { return record.missing.empty() ? 0 : record.missing[c]; }

}  // namespace

PresenceRemoval::PresenceRemoval(const TermBlock& block, const TermOptions& options, unsigned threads)
    : block_(block),
      index_(block),
      events_(events(block, options, threads)),
      open_(is_open(block.block, options)),
      groups_(block.classes.size()) {
  events_.options.vocabulary.reset();  // what it keeps is known
  TermSelection selection = select_terms(block, options);
  group_terms(selection);
  kept_ = std::move(selection.kept);
}

// Where nothing but the counts tells terms apart, those that a class does not have are one group.
void PresenceRemoval::group_terms(const TermSelection& selection) {
  const TermCounts& counts = block_.sums;
  const std::size_t size = events_.classes();
  const bool plain = events_.pseudocounts->is_scalar() && counts.missing.empty();
  std::vector<double> added(size);
  TermRecord record;
  const auto add = [&](const std::string& term) {
    added_counts(events_, term, added);
    for (std::size_t c = 0; c < size; ++c) {
      groups_[c][{record.documents[c], missing_of(record, c), added[c]}] += 1;
    }
  };
  for (std::size_t c = 0; plain && c < size; ++c) {
    groups_[c][{0, 0, events_.usual[c]}] = events_.terms;
  }
  for (std::size_t k = 0; k < counts.terms(); ++k) {
    if (selection.kept[k] == 0) {
      continue;
    }
    if (!plain) {
      read_record(counts, k, size, record);
      add(term_name(block_, k));
      continue;
    }
    for (std::uint64_t entry = counts.offsets[k]; entry < counts.offsets[k + 1]; ++entry) {
      const std::uint32_t c = counts.classes[entry];
      groups_[c][{0, 0, events_.usual[c]}] -= 1;
      groups_[c][{counts.documents[entry], 0, events_.usual[c]}] += 1;
    }
  }
  record = {std::vector<double>(size), std::vector<double>(size), {}};
  for (const std::string& word : selection.declared) {
    if (!plain) {
      add(word);
    }
  }
}

std::size_t PresenceRemoval::groups() const {
  std::size_t most = 1;
  for (const auto& groups : groups_) {
    most = std::max(most, groups.size());
  }
  return most;
}

// map: no numerator may be negative, and not both zero.
bool PresenceRemoval::has_value(const Counts& counts, double rows) const {
  const auto [documents, missing, added] = counts;
  const double present = documents + added;
  const double absent = std::max(rows - missing - documents, 0.0) + added;
  return events_.options.estimator != Estimator::map || (present >= 0 && absent >= 0 && present + absent > 0);
}

void PresenceRemoval::add_absent(std::size_t c, const Counts& counts, double rows, double times, Absences& sums) const {
  const auto [documents, missing, added] = counts;
  const double log_absent = presence(events_, c, documents, what_is_left(rows, missing), added).log_absent;
  const bool is_certain = std::isinf(log_absent);
  sums.sum += is_certain ? 0 : times * log_absent;
  sums.certain += is_certain ? times : 0;
  sums.undefined += has_value(counts, rows) ? 0 : times;
}

PresenceRemoval::Absences PresenceRemoval::absences(std::size_t c, double rows) const {
  Absences sums;
  for (const auto& [counts, times] : groups_[c]) {
    add_absent(c, counts, rows, times, sums);
  }
  return sums;
}

double PresenceRemoval::log_present(double x, const Counts& counts, std::size_t k, double weight,
                                    Absences& sums) const {
  const auto [documents, missing, added] = counts;
  const double rows = events_.rows[k] - weight;
  add_absent(k, counts, rows, -1, sums);
  if (std::isnan(x)) {
    return 0;
  }
  const double left = what_is_left(documents, weight);
  sums.undefined += has_value({left, missing, added}, rows) ? 0 : 1;
  return presence(events_, k, left, what_is_left(rows, missing), added).log_present;
}

bool PresenceRemoval::score(const std::vector<CountedTerm>& terms, std::size_t c, double weight, const Absences& own,
                            std::span<double> out) const {
  std::vector<Absences> sums;
  for (std::size_t k = 0; k < out.size(); ++k) {
    sums.push_back(k == c ? own : Absences{events_.absent[k], events_.certain[k]});
    out[k] = 0;
  }
  TermRecord record;
  std::vector<double> added(out.size());
  for (const CountedTerm& term : terms) {
    if (kept_[term.place] == 0) {
      continue;
    }
    read_record(block_.sums, term.place, out.size(), record);
    added_counts(events_, term_name(block_, term.place), added);
    const bool unseen = open_ && is_only_row(record.documents, c, weight);
    for (std::size_t k = 0; k < out.size(); ++k) {
      const Counts counts{record.documents[k], missing_of(record, k), added[k]};
      out[k] += log_present(unseen ? std::nan("") : term.count, counts, k, k == c ? weight : 0, sums[k]);
    }
  }
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = sums[k].certain > 0 ? log_zero : out[k] + sums[k].sum;
  }
  return !(sums[c].undefined > 0);
}

void PresenceRemoval::log_densities(const LeftOut& left_out, std::span<double> out) const {
  CountedRow reader(index_);
  std::map<std::pair<std::size_t, double>, Absences> met;  // by class and weight
  score_left_out(left_out, block_.classes, out,
                 [&](std::size_t i, std::size_t c, double weight, std::span<double> densities) {
                   auto own = met.find({c, weight});
                   if (own == met.end()) {
                     own = met.emplace(std::pair(c, weight), absences(c, events_.rows[c] - weight)).first;
                   }
                   return score(reader.read(left_out.rows, i), c, weight, own->second, densities);
                 });
}

}  // namespace suffice
