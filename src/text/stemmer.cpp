#include "text/stemmer.hpp"

#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "suffice/error.hpp"

#ifdef SUFFICE_STEMMER
#include <libstemmer.h>
#endif

namespace suffice {

#ifdef SUFFICE_STEMMER

std::vector<std::string> stemmer_languages() {
  std::vector<std::string> languages;
  for (const char** name = ::sb_stemmer_list(); *name != nullptr; ++name) {
    languages.emplace_back(*name);
  }
  std::sort(languages.begin(), languages.end());
  return languages;
}

Stemmer::Stemmer(const std::string& language)
    : stemmer_(nullptr, [](void* stemmer) { ::sb_stemmer_delete(static_cast<sb_stemmer*>(stemmer)); }) {
  const std::vector<std::string> languages = stemmer_languages();
  if (!std::binary_search(languages.begin(), languages.end(), language)) {
    throw Error(ErrorCode::usage, fmt::format("there is no stemmer for \"{}\"; there are stemmers for {}", language,
                                              fmt::join(languages, ", ")));
  }
  stemmer_.reset(::sb_stemmer_new(language.c_str(), "UTF_8"));
  if (!stemmer_) {
    throw std::bad_alloc();
  }
}

std::string_view Stemmer::stem(std::string_view word) {
  constexpr std::size_t longest = 1024;
  if (word.size() > longest) {
    return word;
  }
  auto* stemmer = static_cast<sb_stemmer*>(stemmer_.get());
  const sb_symbol* stem =
      ::sb_stemmer_stem(stemmer, reinterpret_cast<const sb_symbol*>(word.data()), static_cast<int>(word.size()));
  if (stem == nullptr) {
    throw std::bad_alloc();
  }
  return {reinterpret_cast<const char*>(stem), static_cast<std::size_t>(::sb_stemmer_length(stemmer))};
}

#else

std::vector<std::string> stemmer_languages() { return {}; }

Stemmer::Stemmer(const std::string& language) : stemmer_(nullptr, [](void*) {}) {
  throw Error(
      ErrorCode::usage,
      fmt::format("this build has no stemmers, so none for \"{}\": install libstemmer and build again", language));
}

std::string_view Stemmer::stem(std::string_view word) { return word; }

#endif

}  // namespace suffice
