// Last words: what is said when a signal ends the command although its change is in place and not yet told.
#pragma once

#include <string>

namespace suffice::cli {

/// From say_so() on until the object is gone, a signal that ends the process writes the words to stderr first: those
/// of another thread, of Ctrl-C, and SIGPIPE of results that nobody reads. One at a time.
class LastWords {
 public:
  explicit LastWords(std::string words);
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

  void say_so() noexcept;

 private:
  std::string words_;
};

}  // namespace suffice::cli
