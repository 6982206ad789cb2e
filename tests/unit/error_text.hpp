// The text of an Error with its remedies, for tests of messages.
#pragma once

#include <string>

#include "suffice/error.hpp"

namespace suffice {

/// What an Error says, and " | " before each remedy: "give ridge R", "leave out ridge", "refit model lda".
inline std::string text_with_remedies(const Error& error) {
  std::string text = error.what();
  for (const Remedy& remedy : error.remedies()) {
    text += remedy.act == Remedy::Act::give    ? " | give "
            : remedy.act == Remedy::Act::refit ? " | refit "
                                               : " | leave out ";
    text += remedy.option;
    for (const std::string& value : remedy.values) {
      text += " " + value;
    }
  }
  return text;
}

/// The same of what a call throws.
template <typename Call>
std::string failure_with_remedies(Call call, ErrorCode code) {
  try {
    call();
  } catch (const Error& error) {
    return (error.code() == code ? "" : "another code: ") + text_with_remedies(error);
  }
  return "no error";
}

}  // namespace suffice
