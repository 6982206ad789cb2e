// A report with names of arbitrary bytes: one page in which none of them is markup, and a document that is JSON.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "model_support.hpp"
#include "suffice/estimate.hpp"
#include "suffice/model_report.hpp"

namespace {

using namespace suffice;

/// Names of labels, values and words, one a line; the first names the file.
std::vector<std::string> names_of(std::string_view bytes) {
  std::vector<std::string> names;
  while (!bytes.empty() && names.size() < 12) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    names.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  while (names.size() < 3) names.push_back("name " + std::to_string(names.size()));
  return names;
}

Schema schema_of(const std::vector<std::string>& names) {
  return {.blocks = {{.kind = Kind::categories, .features = {names[1]}},
                     {.kind = Kind::text, .features = {names[1] == "text" ? "document" : "text"}}},
          .target = names[2]};
}

/// Every tag of the page is one that pages are made of, and attributes are as few.
void check_page(const std::string& html, std::size_t scripts) {
  static const std::array<std::string_view, 14> never = {
      "<img",  "<iframe",   "<object",     "<embed",      "<form",       "<input",    "<link",
      "<base", "<template", "<svg onload", " onerror=\"", " onclick=\"", "<textarea", "<plaintext"};
  for (const std::string_view each : never) require(html.find(each) == std::string::npos);
  std::size_t count = 0;
  for (std::size_t place = html.find("<script"); place != std::string::npos; place = html.find("<script", place + 1)) {
    ++count;
  }
  require(count == scripts);
  require(is_utf8(html));
}

void report_on(const std::vector<std::string>& names) {
  const Schema schema = schema_of(names);
  std::vector<std::uint32_t> codes;
  std::vector<std::string> values;
  for (std::size_t i = 0; i < 2 * names.size(); ++i) {
    codes.push_back(static_cast<std::uint32_t>(i % names.size()));
    values.push_back(names[(i * i) % names.size()]);
  }
  const Table table{.rows = codes.size(),
                    .columns = {TextColumn{.documents = values}, TextColumn{.documents = values}}};
  Stored stored{{}, summarise(table, {codes, names}, schema, {.threads = 1})};
  stored.options =
      checked({.readings = {{.block = 0, .options = ValueOptions{}}, {.block = 1, .options = TermOptions{}}}},
              stored.summary.schema);
  const Model model = estimate(stored.summary, stored.options, 1);
  RowReporter rows(model, 3, 3, 1);
  rows.add(table, {codes, names},
           names.size() % 2 == 0 ? std::span<const std::string>(values) : std::span<const std::string>());
  Report report = make_report({names[0], 1, "00000000"}, stored, model, 5, 1);
  report.rows = rows.result();
  report.rows->name = names[0];
  add_pictures(report, rows.sample(), {.threads = 1});
  const std::string html = report_html(report);
  check_page(html, 1);
  const std::string start = "id=\"document\">\n";
  const std::size_t begin = html.find(start) + start.size();
  const std::string json = html.substr(begin, html.find("</script>", begin) - begin);
  require(nlohmann::json::accept(json));
  require(nlohmann::json::accept(report_json(report)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  allow_errors([&] { report_on(names_of({reinterpret_cast<const char*>(data), size})); });
  return 0;
}
