#include "column_options.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "input.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"
#include "text_file.hpp"

namespace suffice::cli {

namespace {

using DeclaredValues = std::pair<std::string, std::vector<std::string>>;

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) {
      parts.push_back(text.substr(begin, end - begin));
    }
    begin = end + 1;
  }
  return parts;
}

// COL={a,b,c}
DeclaredValues declared_values(const std::string& text) {
  const std::size_t brace = text.rfind("={");
  if (brace == std::string::npos || brace == 0 || !text.ends_with('}')) {
    throw Error(ErrorCode::usage,
                fmt::format("--column takes COL={{a,b,c}}, the values of a column of categories, not '{}'; what all "
                            "columns are is said by --model",
                            text));
  }
  return {text.substr(0, brace), split(text.substr(brace + 2, text.size() - brace - 3))};
}

struct Given {
  const char* name;
  bool given;
};

// The first option of a group that was given, or nothing.
const char* first_given(std::initializer_list<Given> options) {
  const auto* const found = std::ranges::find(options, true, &Given::given);
  return found == options.end() ? nullptr : found->name;
}

const char* text_option(const Arguments& arguments) {
  return first_given({{"--min-length", arguments.min_length.has_value()},
                      {"--ngrams", !arguments.ngrams.empty()},
                      {"--stop-words", !arguments.stop_words.empty()},
                      {"--stem", !arguments.stemmer.empty()},
                      {"--hash-buckets", arguments.hash_buckets.has_value()},
                      {"--hash-key", arguments.hash_key.has_value()}});
}

const char* column_option(const Arguments& arguments) {
  return first_given({{"--target", !arguments.target.empty()},
                      {"--weight", !arguments.weight.empty()},
                      {"--drop", !arguments.drop.empty()},
                      {"--text", !arguments.text_column.empty()},
                      {"--column", !arguments.columns.empty()},
                      {"--labels", !arguments.labels.empty() && !has_npy(arguments)}});
}

TextOptions chosen_text(const Arguments& arguments) {
  TextOptions options;
  options.min_length = arguments.min_length.value_or(options.min_length);
  if (!arguments.ngrams.empty()) {
    parse_ngrams(arguments.ngrams, options);
  }
  if (arguments.stop_words == "english") {
    options.stop_words = english_stop_words();
  } else if (!arguments.stop_words.empty()) {
    options.stop_words = parse_word_list(read_text(arguments.stop_words));
  }
  options.stemmer = arguments.stemmer;
  if (arguments.hash_key && !arguments.hash_buckets) {
    throw Error(ErrorCode::usage, "--hash-key goes with --hash-buckets N");
  }
  if (arguments.hash_buckets == 0U) {
    throw Error(ErrorCode::usage, "--hash-buckets takes a number of at least 1");
  }
  options.hash_buckets = arguments.hash_buckets.value_or(0);
  options.hash_key = arguments.hash_key.value_or(0);
  check_text_options(options);
  return options;
}

}  // namespace

RowKind chosen_kind(const Arguments& arguments) {
  if (!arguments.schema_file.empty()) {
    const char* column = column_option(arguments);
    if (const char* option = column != nullptr ? column : text_option(arguments)) {
      throw Error(ErrorCode::usage, fmt::format("--schema says which columns to read, and how; leave out {}", option));
    }
    const Schema schema = load_schema(arguments.schema_file);
    return {schema.encoding, schema.text};
  }
  RowKind kind;
  if (!arguments.text_column.empty() || has_documents(arguments)) {
    kind = {Encoding::text, chosen_text(arguments)};
  } else if (const char* option = text_option(arguments)) {
    throw Error(
        ErrorCode::usage,
        fmt::format("{} goes with text: name its column by --text COL, or give a folder or LABEL=PATH", option));
  } else if (arguments.family == "categorical-nb") {
    kind.encoding = Encoding::categories;
  }
  if (kind.encoding != Encoding::categories && !arguments.columns.empty()) {
    throw Error(ErrorCode::usage,
                "--column COL={a,b,c} declares the values of a category: give --model categorical-nb");
  }
  return kind;
}

Schema chosen_schema(const Arguments& arguments, const RowKind& kind, const Source& source) {
  if (!arguments.schema_file.empty()) {
    return source.fit_columns(load_schema(arguments.schema_file));
  }
  ColumnChoice choice = {.target = arguments.target,
                         .weight = arguments.weight,
                         .drop = arguments.drop,
                         .encoding = kind.encoding,
                         .text = arguments.text_column,
                         .open_columns = source.open_columns()};
  if (!has_npy(arguments)) {
    choice.declared_labels = split(arguments.labels);
    if (arguments.labels.ends_with(".npy")) {
      throw Error(ErrorCode::usage, "labels in a second file go with an .npy INPUT: leave out --labels",
                  input_name(arguments));
    }
  }
  std::ranges::transform(arguments.columns, std::back_inserter(choice.declared_values), declared_values);
  const std::vector<std::string>& columns = source.columns();
  try {
    Schema schema = choose_schema(columns, choice);
    schema.text = kind.text;
    return schema;
  } catch (const Error& error) {
    const bool needs_labels = has_npy(arguments) && arguments.labels.empty() && arguments.target.empty();
    throw Error(error.code(), error.message() + (needs_labels ? "; labels in a file of their own: --labels FILE" : ""),
                input_name(arguments));
  }
}

}  // namespace suffice::cli
