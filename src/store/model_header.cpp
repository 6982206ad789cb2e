#include "store/model_header.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/checksums.hpp"
#include "store/json.hpp"
#include "store/options_json.hpp"
#include "store/sum_tensors.hpp"

namespace suffice {
namespace {

using nlohmann::json;

const std::string format_name = "suffice ";

std::string labels_json(const std::vector<std::string>& labels) {
  std::vector<std::string> texts;
  for (const std::string& label : labels) texts.push_back(json_text(label));
  return fmt::format("[{}]", fmt::join(texts, ","));
}

std::vector<std::string> read_labels(const std::string& text) {
  const json document = parse_json(text, "the list of labels");
  if (!document.is_array()) fail("the list of labels is not a JSON array");
  std::vector<std::string> labels;
  for (const json& label : document) {
    if (!label.is_string()) fail("the list of labels holds something other than a string");
    labels.push_back(label.get<std::string>());
  }
  return labels;
}

void check_metadata(const SafetensorsHeader& header, int format) {
  const json metadata(header.metadata);
  if (format == 1) {
    check_keys(metadata, {"format", "schema", "options", "labels", "checksums"}, {}, "the metadata");
  } else if (format == 2) {
    check_keys(metadata, {"format", "schema", "options", "moments", "labels", "checksums"}, {}, "the metadata");
  } else {
    check_keys(metadata, {"format", "schema", "options", "sums", "labels", "pages"}, {}, "the metadata");
  }
}

void check_tensor_names(const SafetensorsHeader& header, int format, const Summary& summary) {
  const std::string what = "the list of tensors";
  json names = json::object();
  for (const TensorEntry& entry : header.entries) names[entry.name] = nullptr;
  if (format == 1) {
    check_keys(names, {"class_rows", "class_weight", "mean", "scatter", seal}, {}, what);
  } else if (format == 2) {
    check_keys(names, {"class_rows", "class_weight", "mean", "scatter", seal}, {"third", "fourth"}, what);
  } else {
    switch (static_cast<SumKind>(summary.sums.index())) {
      case SumKind::moments:
        check_keys(names, {"class_rows", "class_weight", "mean", "scatter", page_table, seal},
                   {"third", "fourth", "column_weight"}, what);
        break;
      case SumKind::patterns:
        check_keys(names,
                   {"class_rows", "class_weight", "pattern_columns", "pattern_rows", "pattern_weight", "mean",
                    "scatter", page_table, seal},
                   {"completed_mean", "completed_scatter"}, what);
        break;
      case SumKind::terms:
        check_keys(
            names, {"class_rows", "class_weight", "offsets", "tokens", "documents", "classes", page_table, seal},
            {"word_ends", "missing", "events", "vocabulary_ends", "words", "word_index", "last_term", "vocabulary"},
            what);
        break;
      case SumKind::values:
        check_keys(names,
                   {"class_rows", "class_weight", "column_values", "counts", "value_ends", "values", page_table, seal},
                   {}, what);
        break;
      case SumKind::amounts:
        check_keys(
            names,
            {"class_rows", "class_weight", "column_weight", "sum", "log_sum", "zeros", "fractional", page_table, seal},
            {}, what);
        break;
    }
    if (header.entries.size() < 2 || header.entries[header.entries.size() - 2].name != page_table) {
      fail("the table of pages is not the last tensor but one");
    }
  }
  const TensorEntry& last = header.entries.back();
  if (last.name != seal) fail("the header checksum is not the last tensor");
  if (last.type != "U32" || last.shape != std::vector<std::uint64_t>{1}) fail("the header checksum is not U32 [1]");
}

/// Formats 1 and 2 know Gaussian models of numbers, and nothing declared.
void check_early(const Stored& stored) {
  const Schema& schema = stored.summary.schema;
  if (stored.options.family != Family::gaussian || schema.encoding != Encoding::numbers || schema.open_columns ||
      !schema.declared_labels.empty()) {
    fail("a word of a later format stands in a file of an earlier one");
  }
}

}  // namespace

int check_format(const SafetensorsHeader& header, std::uint64_t data_bytes, std::string_view last) {
  const auto format = header.metadata.find("format");
  if (format == header.metadata.end() || !format->second.starts_with(format_name)) {
    fail("a safetensors file, but not a Suffice model file; fit a model with `suffice fit INPUT -o MODEL`");
  }
  const std::uint64_t expected = header.entries.empty() ? 0 : header.entries.back().end;
  if (data_bytes < expected || data_bytes < 4) fail_damaged("it is cut short");
  if (data_bytes > expected) fail_damaged("it goes on after its end");
  if (last != seal_of(header.bytes)) fail_damaged("its header does not match its checksum");
  for (int number = 1; number <= newest_format; ++number) {
    if (format->second == format_name + std::to_string(number)) return number;
  }
  fail(
      fmt::format("the model file has format {}, and this version of Suffice reads suffice 1 to suffice {}; upgrade "
                  "Suffice to read it",
                  json_text(format->second), newest_format));
}

Stored read_metadata(const SafetensorsHeader& header, int format) {
  check_metadata(header, format);
  Stored stored;
  if (format == 2) stored.summary.sums = Moments{read_moment_kind(header.metadata.at("moments")), {}, {}, {}, {}};
  if (format == 3) stored.summary.sums = read_sums_name(header.metadata.at("sums"));
  check_tensor_names(header, format, stored.summary);
  stored.summary.schema = schema_from_json(header.metadata.at("schema"));
  stored.options = options_from_json(header.metadata.at("options"), format == 1);
  stored.summary.classes.labels = read_labels(header.metadata.at("labels"));
  if (format < 3) check_early(stored);
  return stored;
}

std::vector<NamedText> metadata_of(const Stored& stored, const std::string& pages) {
  return {{"format", format_name + std::to_string(newest_format)},
          {"schema", schema_to_json(stored.summary.schema)},
          {"options", options_to_json(stored.options)},
          {"sums", sums_name(stored.summary)},
          {"labels", labels_json(stored.summary.classes.labels)},
          {"pages", pages}};
}

}  // namespace suffice
