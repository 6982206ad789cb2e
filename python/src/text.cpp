// TextEncoder: documents as rows of counts.
#include "suffice/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "options.hpp"
#include "text.hpp"
#include "work.hpp"

namespace suffice::python {

namespace nb = nanobind;

namespace {

using Places = std::unordered_map<std::string, std::uint32_t>;

// A sparse matrix of counts, by row.
struct Counts {
  std::vector<double> values;
  std::vector<std::int32_t> indices;
  std::vector<std::int64_t> offsets = {0};
};

// The terms of a document that have a place, or all of them where places are still given.
void add_row(const std::vector<std::string>& terms, Places& places, bool learn, Counts& counts) {
  std::vector<std::uint32_t> found;
  for (const std::string& term : terms) {
    const auto place =
        learn ? places.emplace(term, static_cast<std::uint32_t>(places.size())).first : places.find(term);
    if (place != places.end()) {
      found.push_back(place->second);
    }
  }
  std::ranges::sort(found);
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (k > 0 && found[k] == found[k - 1]) {
      counts.values.back() += 1;
    } else {
      counts.indices.push_back(static_cast<std::int32_t>(found[k]));
      counts.values.push_back(1);
    }
  }
  counts.offsets.push_back(static_cast<std::int64_t>(counts.indices.size()));
}

// Hash buckets are numbers, which are their own places.
Places bucket_places(std::uint64_t buckets) {
  Places places;
  for (std::uint64_t k = 0; k < buckets; ++k) {
    places.emplace(std::to_string(k), static_cast<std::uint32_t>(k));
  }
  return places;
}

nb::tuple count_terms(const nb::list& documents, const nb::dict& text,
                      const std::optional<std::vector<std::string>>& vocabulary) {
  const TextOptions options = text_options_of(text);
  const bool learn = !vocabulary && options.hash_buckets == 0;
  Places places = bucket_places(options.hash_buckets);
  for (std::size_t k = 0; vocabulary && options.hash_buckets == 0 && k < vocabulary->size(); ++k) {
    places.emplace((*vocabulary)[k], static_cast<std::uint32_t>(k));
  }
  Counts counts;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const std::string_view document = utf8_of(documents[i]);
    const nb::gil_scoped_release release;
    if (i % 1024 == 0) {
      check_signals();
    }
    add_row(terms_of(document, options), places, learn, counts);
  }
  std::vector<std::string> terms(places.size());
  for (const auto& [term, place] : places) {
    terms[place] = term;
  }
  return nb::make_tuple(to_array(std::move(counts.values)), to_array(std::move(counts.indices)),
                        to_array(std::move(counts.offsets)), terms);
}

}  // namespace

std::string_view utf8_of(nb::handle text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes == nullptr) {
    throw nb::python_error();
  }
  return {bytes, static_cast<std::size_t>(size)};
}

void bind_text(nb::module_& module) {
  module.def("count_terms", &count_terms, nb::arg("documents"), nb::arg("text") = nb::dict(),
             nb::arg("vocabulary") = nb::none());
  module.def(
      "terms_of",
      [](const std::string& document, const nb::dict& text) { return terms_of(document, text_options_of(text)); },
      nb::arg("document"), nb::arg("text") = nb::dict());
}

}  // namespace suffice::python
