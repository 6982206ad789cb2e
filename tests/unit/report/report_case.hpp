// A report on made-up rows.
#pragma once

#include <string>

#include "suffice/estimate.hpp"
#include "suffice/model_report.hpp"
#include "support/table.hpp"

namespace suffice {

/// Linear discriminant analysis of two columns and `classes` labels, with the rows that it was fitted on.
inline Report report_case(std::size_t classes = 3, const std::string& label = "<b>label</b>") {
  TestTable table = random_table(3, 40 * classes, 2, classes);
  table.names[0] = label;
  Stored stored{{.readings = {{.options = GaussianOptions{}}}}, table.summary()};
  Model model = estimate(stored.summary, stored.options);
  RowReporter rows(model, 3, 1, 1);
  rows.add(table.table(), table.labels());
  Report report = make_report({"<i>.model", 123456, "0123abcd"}, std::move(stored), std::move(model), 5, 1);
  report.rows = rows.result();
  report.rows->name = "rows & more.csv";
  return report;
}

inline bool says(const std::string& html, const std::string& words) { return html.find(words) != std::string::npos; }

}  // namespace suffice
