// Sums and estimates: from rows to a summary, summaries together, and a model of one.
#include "entry_point.hpp"
#include "fixture.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/estimate.hpp"

namespace suffice {
namespace {

std::string summary_text(const Summary& summary) { return encode(summary); }

std::string score_text(const Model& model, const Fixture& of) {
  std::vector<double> scores(of.numbers());
  model.log_joint(of.table.table(), scores, {.threads = 1});
  return bytes(scores);
}

std::string moments_text(const Moments& moments) { return bytes(moments.mean) + bytes(moments.scatter); }

void add_sums(std::vector<EntryPoint>& entries, const SharedFixture& of) {
  for (const unsigned threads : {1U, 3U}) {
    const std::string name = of->name + ": summarise" + (threads == 1 ? "" : ", threads");
    entries.push_back(value_of(
        name,
        [of, threads] {
          return summarise(of->table.table(), of->table.labels(), of->schema, {.threads = threads, .keep = of->keep});
        },
        summary_text));
  }
  entries.push_back(change_of(
      of->name + ": Accumulator::add rows",
      [of] {
        Accumulator sums(of->schema, {.threads = 1, .keep = of->keep});
        sums.add(of->table.table().slice(0, 20), {of->table.labels().codes.subspan(0, 20), of->table.names});
        return sums;
      },
      [of](Accumulator& sums) {
        sums.add(of->table.table().slice(20, 28), {of->table.labels().codes.subspan(20, 28), of->table.names});
      },
      [](const Accumulator& sums) { return encode(sums.summary()); }, AfterFault::voided));
  entries.push_back(change_of(
      of->name + ": Accumulator::add summary",
      [of] {
        Accumulator sums(of->schema, {.threads = 1, .keep = of->keep});
        sums.add(of->part);
        return sums;
      },
      [of](Accumulator& sums) { sums.add(of->sums); }, [](const Accumulator& sums) { return encode(sums.summary()); }));
  entries.push_back(value_of(of->name + ": merge", [of] { return merge(of->sums, of->part); }, summary_text));
  entries.push_back(value_of(of->name + ": remove", [of] { return remove(of->sums, of->part).rest; }, summary_text));
  entries.push_back(value_of(
      of->name + ": check_summary", [of] { return check_summary(of->sums), true; },
      [](bool sound) { return std::string(sound ? "sound" : ""); }));
}

void add_estimates(std::vector<EntryPoint>& entries, const SharedFixture& of) {
  for (const unsigned threads : {1U, 3U}) {
    const std::string name = of->name + ": estimate" + (threads == 1 ? "" : ", threads");
    entries.push_back(value_of(
        name, [of, threads] { return estimate(of->sums, of->options, threads); },
        [of](const Model& model) { return score_text(model, *of); }));
  }
  if (of->schema.blocks[0].kind == Kind::measurements) {
    entries.push_back(value_of(
        of->name + ": moments_read", [of] { return moments_read(of->sums, of->options, 0, 1); }, moments_text));
    entries.push_back(value_of(
        of->name + ": discriminants", [of] { return discriminants(of->sums, of->options, 0, 1); },
        [](const Discriminants& found) { return bytes(found.axes); }));
  }
  if (of->schema.blocks[0].kind == Kind::text) {
    entries.push_back(value_of(
        of->name + ": kept_terms", [of] { return kept_terms(of->sums, of->options, 0); },
        [](const std::vector<std::size_t>& kept) { return bytes(kept); }));
    entries.push_back(value_of(of->name + ": compact", [of] { return compact(of->sums, 0, {0, 2}); }, summary_text));
  }
}

}  // namespace

std::vector<EntryPoint> sum_entries() {
  std::vector<EntryPoint> entries;
  for (const SharedFixture& of : fixtures()) {
    add_sums(entries, of);
    add_estimates(entries, of);
  }
  return entries;
}

}  // namespace suffice
