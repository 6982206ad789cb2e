// Console: the streams of one command, results on one and messages on the other.
#pragma once

#include <string_view>

#include "output.hpp"

namespace suffice::cli {

/// Results must arrive, so that their writes are checked; messages are for whoever looks, and go to stderr.
struct Console {
  Output& out;
  bool color = false;      ///< colour in messages
  bool quiet = false;      ///< errors and warnings are the only messages
  bool out_color = false;  ///< colour in results

  void error(std::string_view text) const;
  void warning(std::string_view text) const;
  void note(std::string_view text) const;
  /// A plain line, such as where the model was saved.
  void say(std::string_view text) const;
};

/// Whether the stream is a terminal whose user has not said NO_COLOR.
bool stderr_takes_color();
bool stdout_takes_color();

/// Whether stderr is a terminal.
bool stderr_is_terminal();

}  // namespace suffice::cli
