#include "summary/count_removal.hpp"

#include <fmt/format.h>

#include "suffice/error.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

RowsLeft rows_left(const ClassCounts& all, std::size_t c, const ClassCounts& rest, std::size_t place) {
  return {all.weight[c], place == no_place ? 0 : rest.weight[place],
          std::max(rounding_share, share_of_order(all.rows[c])) * all.weight[c]};
}

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
