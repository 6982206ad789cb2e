#include "store/content/model_header.hpp"

#include <set>

#include <fmt/format.h>

#include "store/container/checksums.hpp"
#include "store/container/json.hpp"
#include "store/content/caches.hpp"
#include "store/content/options_json.hpp"
#include "store/content/ranking_json.hpp"
#include "store/content/sum_tensors.hpp"
#include "store/content/tuning_json.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

const std::string format_name = "suffice ";
const std::string this_format = "suffice 1";
const std::string the_tensors = "the list of tensors";
const std::string the_fitted = "the fitted part";
const std::set<std::string> known_metadata = {"format",  "schema", "sums",    "labels", "pages",
                                              "options", "fitted", "ranking", "tuning", "caches"};

/// Too short to hold more than 12 MiB of values.
bool is_small(std::string_view text) { return text.size() < (std::size_t{1} << 19U); }

void check_metadata(const SafetensorsHeader& header) {
  for (const std::string key : {"format", "schema", "sums", "labels", "pages"}) {
    if (!header.metadata.contains(key)) fail(fmt::format("the metadata lacks {}", brief_text(key)));
  }
  const std::uint64_t memory =
      json_memory(header.bytes.size() + (header.entries.empty() ? 0 : header.entries.back().end));
  for (const auto& [key, text] : header.metadata) {
    if (!known_metadata.contains(key)) fail_unknown(key, "the metadata");
    if (!is_small(text) && !fits_memory(text, memory)) {
      fail(fmt::format("metadata {} holds more values than a file of its size can mean", brief_text(key)));
    }
  }
  for (const std::string key : {"fitted", "ranking", "tuning"}) {
    if (header.metadata.contains(key) && !header.metadata.contains("options")) {
      fail(fmt::format("the metadata has \"{}\", yet no \"options\"", key));
    }
  }
}

RivalReport read_report(const JsonValue& value) {
  const std::string what = "\"rival\" of " + the_fitted;
  check_keys(value, {"passes", "gradient", "mistakes", "radius"}, {"margin", "converged"}, what);
  RivalReport report = {.passes = whole_number_at(value, "passes", what),
                        .gradient = number_at(value, "gradient", what),
                        .converged = value.contains("converged"),
                        .mistakes = whole_number_at(value, "mistakes", what),
                        .radius = number_at(value, "radius", what)};
  if (report.converged && !value.at("converged").is(true)) fail(what + " has \"converged\", which is not true");
  if (value.contains("margin")) report.margin = number_at(value, "margin", what);
  return report;
}

std::string report_json(const RivalReport& report) {
  return fmt::format(R"({{"passes":{},"gradient":{},"mistakes":{},"radius":{}{}{}}})", report.passes,
                     json_text(report.gradient), report.mistakes, json_text(report.radius),
                     report.margin ? fmt::format(R"(,"margin":{})", json_text(*report.margin)) : "",
                     report.converged ? R"(,"converged":true)" : "");
}

Fitted read_fitted(const std::string& text) {
  const JsonValue value = parse_json(text, the_fitted);
  check_keys(value, {"temperatures", "rows"}, {"offsets", "map", "contamination", "rival"}, the_fitted);
  const auto numbers = [](const JsonValue& object, const std::string& key) {
    return read_numbers(object.at(key), "\"" + key + "\" of " + the_fitted);
  };
  Fitted fitted = {numbers(value, "temperatures"), whole_number_at(value, "rows", the_fitted)};
  if (value.contains("offsets")) {
    fitted.offsets = numbers(value, "offsets");
    if (fitted.offsets.empty()) fail("the fitted part has \"offsets\", yet none");
  }
  if (value.contains("map")) {
    const JsonValue& map = value.at("map");
    check_keys(map, {"from", "to"}, {}, "\"map\" of " + the_fitted);
    fitted.map = {numbers(map, "from"), numbers(map, "to")};
    if (fitted.map.from.empty()) fail("the fitted part has a \"map\", yet no points");
  }
  if (value.contains("contamination")) {
    fitted.contamination = number_at(value, "contamination", the_fitted);
    if (fitted.contamination == 0) fail("the fitted part has a \"contamination\" of 0; leave it out");
  }
  if (value.contains("rival")) fitted.rival = read_report(value.at("rival"));
  return fitted;
}

std::string fitted_json(const Fitted& fitted) {
  const std::string offsets = fitted.offsets.empty() ? "" : fmt::format(R"(,"offsets":{})", json_text(fitted.offsets));
  const std::string map = fitted.map == OddsMap{} ? ""
                                                  : fmt::format(R"(,"map":{{"from":{},"to":{}}})",
                                                                json_text(fitted.map.from), json_text(fitted.map.to));
  const std::string contamination =
      fitted.contamination == 0 ? "" : fmt::format(R"(,"contamination":{})", json_text(fitted.contamination));
  const std::string rival = fitted.rival ? fmt::format(R"(,"rival":{})", report_json(*fitted.rival)) : "";
  return fmt::format(R"({{"temperatures":{},"rows":{}{}{}{}{}}})", json_text(fitted.temperatures), fitted.rows, offsets,
                     map, contamination, rival);
}

/// Names that must be there or may be, against those that are.
class NameCheck {
 public:
  explicit NameCheck(const SafetensorsHeader& header) {
    for (const TensorEntry& entry : header.entries) unknown_.insert(entry.name);
  }
  void require(const std::string& name) {
    if (unknown_.erase(name) == 0) fail(fmt::format("{} lacks {}", the_tensors, brief_text(name)));
  }
  void allow(const std::string& name) { unknown_.erase(name); }
  void finish() const {
    if (!unknown_.empty()) fail_unknown(*unknown_.begin(), the_tensors);
  }

 private:
  std::set<std::string> unknown_;
};

void check_tensor_names(const SafetensorsHeader& header, const ModelOutline& outline) {
  NameCheck check(header);
  for (const std::string& name : {std::string("class_rows"), std::string("class_weight"), page_table, seal}) {
    check.require(name);
  }
  for (std::size_t b = 0; b < outline.schema.blocks.size(); ++b) {
    const TensorNames names = tensor_names(outline.schema.blocks[b].kind);
    for (const std::string_view name : names.required) check.require(tensor_prefix(b).append(name));
    for (const std::string_view name : names.optional) check.allow(tensor_prefix(b).append(name));
  }
  for (std::size_t r = 0; r < outline.options.readings.size(); ++r) {
    for (const std::string_view name : {"vocabulary", "vocabulary_ends"}) check.allow(tensor_prefix(r).append(name));
    for (const std::string_view name : cache_tensor_names()) check.allow(tensor_prefix(r).append(name));
  }
  for (const std::string name : {weight_tensor, intercept_tensor, intercept_remainder_tensor}) check.allow(name);
  check.finish();
  if (header.entries[header.entries.size() - 2].name != page_table) {
    fail("the table of pages is not the last tensor but one");
  }
  const TensorEntry& last = header.entries.back();
  if (last.name != seal) fail("the header checksum is not the last tensor");
  if (last.type != "U32" || last.shape != std::vector<std::uint64_t>{1}) fail("the header checksum is not U32 [1]");
}

}  // namespace

void check_format(const SafetensorsHeader& header, std::uint64_t data_bytes, std::string_view last) {
  const auto format = header.metadata.find("format");
  if (format == header.metadata.end() || !format->second.starts_with(format_name)) {
    fail("a safetensors file, but not a Suffice model file; give the file that a fitted model was saved to");
  }
  const std::uint64_t expected = header.entries.empty() ? 0 : header.entries.back().end;
  if (data_bytes < expected || data_bytes < 4) fail_damaged("it is cut short");
  if (data_bytes > expected) fail_damaged("it goes on after its end");
  if (last != seal_of(header.bytes)) fail_damaged("its header does not match its checksum");
  if (format->second != this_format) {
    fail(fmt::format(
        "the model file has format {}, and this version of Suffice reads \"{}\"; upgrade Suffice to read it",
        brief_text(format->second), this_format));
  }
  check_metadata(header);
}

void check_metadata_size(const std::vector<NamedText>& metadata, std::uint64_t data_bytes) {
  for (const auto& [key, text] : metadata) {
    if (is_small(text) || fits_memory(text, json_memory(text.size() + data_bytes))) continue;
    throw Error(ErrorCode::usage, fmt::format("the {} hold more values than a model file can; drop some", key));
  }
}

ModelOutline read_outline(const SafetensorsHeader& header) {
  ModelOutline outline;
  outline.schema = schema_from_json(header.metadata.at("schema"));
  outline.has_options = header.metadata.contains("options");
  if (outline.has_options) outline.options = options_from_json(header.metadata.at("options"));
  const auto list = [&](const char* key, const char* what) {
    JsonValue value = parse_json(header.metadata.at(key), what);
    return take_texts(value, what);
  };
  outline.sums = list("sums", "the list of sums");
  if (outline.sums.size() != outline.schema.blocks.size()) fail("the list of sums does not have one for each block");
  check_tensor_names(header, outline);
  outline.labels = list("labels", "the list of labels");
  if (header.metadata.contains("fitted")) outline.fitted = read_fitted(header.metadata.at("fitted"));
  if (header.metadata.contains("ranking")) outline.ranking = read_ranking(header.metadata.at("ranking"));
  if (header.metadata.contains("tuning")) outline.tuning = read_tuning(header.metadata.at("tuning"));
  return outline;
}

std::vector<NamedText> metadata_of(const Summary& summary, const Options* options, const Fitted& fitted,
                                   const Ranking& ranking, const Tuning& tuning) {
  std::vector<NamedText> metadata = {{"format", this_format}, {"schema", schema_to_json(summary.schema)}};
  if (options != nullptr) metadata.emplace_back("options", options_to_json(*options, summary.schema));
  std::vector<std::string> names;
  for (const Sums& sums : summary.sums) names.push_back(sums_name(sums));
  metadata.emplace_back("sums", json_text(names));
  metadata.emplace_back("labels", json_text(summary.classes.labels));
  if (fitted != Fitted{}) metadata.emplace_back("fitted", fitted_json(fitted));
  if (!ranking.models.empty()) metadata.emplace_back("ranking", ranking_json(ranking));
  if (!tuning.trials.empty()) metadata.emplace_back("tuning", tuning_json(tuning));
  return metadata;
}

}  // namespace suffice
