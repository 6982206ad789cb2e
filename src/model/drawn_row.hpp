// Drawn row: one row drawn from p(x|c), as its schema encodes it.
#pragma once

#include <string>
#include <vector>

namespace suffice {

struct DrawnRow {
  std::vector<double> values;           ///< numbers: d
  std::string document;                 ///< text
  std::vector<std::string> categories;  ///< categories: d
};

}  // namespace suffice
