// The choice of a model, options of text, and schemas of one block, as Python says them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "option_values.hpp"
#include "options.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"
#include "suffice/text.hpp"

namespace suffice::python {

namespace {

Kind kind_of_text(const std::string& text) {
  for (const Kind kind : {Kind::measurements, Kind::amounts, Kind::counts, Kind::text, Kind::categories}) {
    if (text == kind_name(kind)) {
      return kind;
    }
  }
  throw Error(ErrorCode::usage, "there is no kind '" + text + "'");
}

// The names of columns that have none: 1, 2, …
std::vector<std::string> numbered(std::size_t count) {
  std::vector<std::string> names;
  names.reserve(count);
  for (std::size_t j = 1; j <= count; ++j) {
    names.push_back(std::to_string(j));
  }
  return names;
}

// The schema of one block, of columns with names or of so many. Of categories, the values 0, 1, … below sizes[j] are
// declared in column j.
Schema one_block(const std::string& kind, std::variant<std::size_t, std::vector<std::string>> columns,
                 const std::vector<std::size_t>& sizes, const nb::dict& text, std::vector<std::string> labels) {
  const auto* count = std::get_if<std::size_t>(&columns);
  Block block{.kind = kind_of_text(kind),
              .features = count ? numbered(*count) : std::move(std::get<std::vector<std::string>>(columns))};
  if (block.kind == Kind::text) {
    block.text = text_options_of(text);
  }
  for (const std::size_t size : sizes) {
    std::vector<std::string>& values = block.declared_values.emplace_back();
    for (std::size_t k = 0; k < size; ++k) {
      values.push_back(std::to_string(k));
    }
    std::ranges::sort(values);
  }
  Schema schema{.blocks = {std::move(block)}, .target = "y"};
  std::ranges::sort(labels);
  schema.declared_labels = std::move(labels);
  while (std::ranges::find(schema.blocks.front().features, schema.target) != schema.blocks.front().features.end()) {
    schema.target += "_";
  }
  return schema;
}

}  // namespace

ModelChoice model_choice_of(const nb::dict& dictionary) {
  Said said(dictionary);
  ModelChoice choice;
  if (const auto model = said.take("model")) choice.model = nb::cast<std::string>(*model);
  if (const auto estimator = said.take("estimate")) choice.estimator = estimator_of(*estimator);
  if (const auto value = said.take("shrinkage")) {
    const Shrinkage shrinkage = shrinkage_of(*value);
    if (const auto* rda = std::get_if<RdaShrinkage>(&shrinkage)) {
      choice.rda = *rda;
    } else {
      choice.shrinkage = shrinkage;
    }
  }
  if (const auto ridge = said.take("ridge")) choice.ridge = nb::cast<double>(*ridge);
  if (const auto axes = said.take("axes")) choice.axes = nb::cast<std::size_t>(*axes);
  if (const auto pseudocount = said.take("pseudocount")) choice.pseudocount = pseudocount_of(*pseudocount);
  if (const auto prior = said.take("class_prior")) choice.class_prior = class_prior_of(*prior);
  if (const auto unseen = said.take("unseen")) choice.unseen = unseen_of(*unseen);
  if (const auto oov = said.take("oov")) choice.oov = unseen_of(*oov);
  if (const auto least = said.take("min_df")) choice.min_documents = nb::cast<std::uint64_t>(*least);
  if (const auto most = said.take("max_vocabulary")) choice.max_terms = nb::cast<std::uint64_t>(*most);
  if (const auto tf_idf = said.take("tf_idf")) choice.tf_idf = nb::cast<bool>(*tf_idf);
  if (const auto normalised = said.take("normalised")) choice.normalised = nb::cast<bool>(*normalised);
  said.finish();
  return choice;
}

TextOptions text_options_of(const nb::dict& dictionary) {
  Said said(dictionary);
  TextOptions options;
  if (const auto mail = said.take("mail"); mail && nb::cast<bool>(*mail)) {
    options.form = DocumentForm::mail;
  }
  said.set("min_length", options.min_length);
  if (const auto ngrams = said.take("ngrams")) parse_ngrams(nb::cast<std::string>(*ngrams), options);
  if (const auto words = said.take("stop_words")) {
    if (nb::isinstance<nb::str>(*words)) {
      if (nb::cast<std::string>(*words) != "english") {
        throw Error(ErrorCode::usage, "stop_words is 'english' or a list of words");
      }
      options.stop_words = english_stop_words();
    } else {
      options.stop_words = nb::cast<std::vector<std::string>>(*words);
    }
    std::ranges::sort(options.stop_words);
    const auto [first, last] = std::ranges::unique(options.stop_words);
    options.stop_words.erase(first, last);
  }
  said.set("stemmer", options.stemmer);
  said.set("hash_buckets", options.hash_buckets);
  said.set("hash_key", options.hash_key);
  said.finish();
  check_text_options(options);
  return options;
}

void bind_options(nb::module_& module) {
  nb::class_<Schema>(module, "Schema", "The columns that sums are of, and what was decided about them.")
      .def_prop_ro("columns", [](const Schema& schema) { return columns_of(schema); })
      .def_prop_ro("kinds",
                   [](const Schema& schema) {
                     std::vector<std::string> kinds;
                     for (const Block& block : schema.blocks) {
                       kinds.emplace_back(kind_name(block.kind));
                     }
                     return kinds;
                   })
      .def("to_json", [](const Schema& schema) { return schema_to_json(schema); })
      .def_static("from_json", [](const std::string& text) { return schema_from_json(text); })
      .def("__eq__", [](const Schema& a, const Schema& b) { return a == b; });
  module.def(
      "written_options", [](const nb::dict& options) { return options_to_dict(options_of(options)); },
      nb::arg("options"), "Options as a model file has them, with every default.");
  module.def("one_block", &one_block, nb::arg("kind"), nb::arg("features"),
             nb::arg("sizes") = std::vector<std::size_t>{}, nb::arg("text") = nb::dict(),
             nb::arg("labels") = std::vector<std::string>{});
}

}  // namespace suffice::python
