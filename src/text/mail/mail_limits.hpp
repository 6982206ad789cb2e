// Mail with as many parts, headers and addresses as it has bytes for: what a parser makes objects of, bounded.
#pragma once

#include <string>
#include <string_view>

namespace suffice {

/// A parser of mail makes an object of each part, header, address and parameter, some 100 to 3,000 bytes for as few as
/// two, and looks for the end of an address as far as its header goes. Writes the message to `copy` with what goes
/// beyond these bounds made plain text, and returns true; returns false, leaving `copy` alone, where nothing does. Time
/// is linear. A message has
///
/// - 2,000 parts and one for each 512 bytes: lines that begin with "--", and headers Content-Type;
/// - 16 headers in a run of lines without a blank one, and beyond these 2,000 and one for each 64 bytes;
/// - 1,000 addresses and parameters and one for each 16 bytes: commas and semicolons of the headers that have them;
/// - 16 colons in a header of addresses, since groups of addresses nest by recursion, and 128 commas: what follows is
///   another header of that name.
///
/// A line beyond the bounds gets a blank line and a space before it; a separator becomes a space. No word changes.
bool limit_mail(std::string_view message, std::string& copy);

}  // namespace suffice
