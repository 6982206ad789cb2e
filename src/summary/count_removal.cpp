#include "summary/count_removal.hpp"

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice {

void refuse_to_forget(double removed, double held, const std::string& where) {
  throw Error(ErrorCode::bad_data,
              fmt::format("{} cannot be forgotten: the model holds {}. Forget only rows that were fitted, each once. "
                          "Nothing was changed",
                          removed, held),
              where);
}

void refuse_what_is_left(double left, double most, const std::string& where) {
  throw Error(
      ErrorCode::bad_data,
      fmt::format("{} would be left in rows of weight {}, so these rows cannot all have been fitted. Forget only "
                  "rows that were fitted, each once. Nothing was changed",
                  left, most),
      where);
}

}  // namespace suffice
