// Stemmer: libstemmer's, for one language and one thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace suffice {

/// The languages there are stemmers for; none where the library was built without libstemmer.
std::vector<std::string> stemmer_languages();

class Stemmer {
 public:
  /// Error (usage) naming the languages there are, unless this is one.
  explicit Stemmer(const std::string& language);

  /// The stem of a lower-cased word, a word of more than 1,024 bytes being its own; the view holds until the next call
  /// or as long as the word.
  std::string_view stem(std::string_view word);

 private:
  std::unique_ptr<void, void (*)(void*)> stemmer_;
};

}  // namespace suffice
