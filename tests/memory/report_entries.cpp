// Reports: documents, pages and pictures of a model, comparisons and checks.
#include "entry_point.hpp"
#include "fixture.hpp"
#include "suffice/check.hpp"
#include "suffice/compare.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/model_report.hpp"
#include "suffice/picture.hpp"
#include "suffice/report.hpp"

namespace suffice {
namespace {

std::string same(const std::string& text) { return text; }

Report report_of(const Fixture& of) {
  RowReporter rows(of.model, 3, 3, 1);
  rows.add(of.table.table(), of.table.labels());
  Report report = make_report({"m", 1, "0"}, of.stored, of.model, 3, 1);
  report.rows = rows.result();
  add_pictures(report, rows.sample(), {.threads = 1});
  return report;
}

void add_reports(std::vector<EntryPoint>& entries, const SharedFixture& of) {
  entries.push_back(value_of(of->name + ": report_html", [of] { return report_html(report_of(*of)); }, same));
  entries.push_back(value_of(of->name + ": inspect_json", [of] { return inspect_json(of->stored, of->model); }, same));
  entries.push_back(value_of(
      of->name + ": explain_json", [of] { return explain_json(of->model.explain(of->table.table(), 2), of->model); },
      same));
  entries.push_back(value_of(
      of->name + ": densities", [of] { return draw::svg(densities_picture(of->model, {}, {.threads = 1})); }, same));
  entries.push_back(change_of(
      of->name + ": RowReporter::add",
      [of] {
        RowReporter rows(of->model, 3, 3, 1);
        rows.add(of->table.table().slice(0, 24), {of->table.labels().codes.subspan(0, 24), of->table.names});
        return rows;
      },
      [of](RowReporter& rows) {
        rows.add(of->table.table().slice(24, 24), {of->table.labels().codes.subspan(24, 24), of->table.names});
      },
      [](const RowReporter& rows) { return evaluate_json(rows.result().metrics); }, AfterFault::voided));
}

}  // namespace

std::vector<EntryPoint> report_entries() {
  std::vector<EntryPoint> entries;
  for (const SharedFixture& of : fixtures()) {
    const bool is_mixed = of->name == "gaussian-nb + categorical-nb + bernoulli-nb";
    if (is_mixed || of->name == "lda, missing") add_reports(entries, of);
    if (!is_mixed) continue;
    entries.push_back(value_of(
        "compare",
        [of] {
          return compare_json(compare(of->table.table(), of->table.labels(), of->schema, {.threads = 1, .repeats = 2}));
        },
        same));
    entries.push_back(value_of(
        "check",
        [of] {
          return check_json(
              check(of->stored, of->table.table(), of->table.labels(), true, {.simulations = 2, .threads = 1}));
        },
        same));
  }
  return entries;
}

}  // namespace suffice
