// The one exception of the library: what is wrong, where, and what to do next.
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace suffice {

/// Why a call failed. The value is the exit code of the command-line tool.
enum class ErrorCode {
  usage = 2,        ///< the request makes no sense, or the model cannot do it
  bad_data = 3,     ///< the rows are at fault (a singular covariance included)
  bad_model = 4,    ///< the model file is damaged or not ours
  file_system = 5,  ///< reading or writing failed
  internal = 70,    ///< our bug
};

/// Something that would help, as data: each front spells it in its own words (`--ridge R`, `ridge=`).
struct Remedy {
  enum class Act {
    give,       ///< give the option
    leave_out,  ///< do not give it
    refit,      ///< fit again with the option
  };

  std::string option;                    ///< without dashes: "shrinkage", "drop", "model"
  std::vector<std::string> values = {};  ///< {"auto"}, {"COL"}; more than one where the option is to be given so often;
                                         ///< none for flags, and where the option is left out
  Act act = Act::give;

  bool operator==(const Remedy&) const = default;
};

/// Thrown by every function of the library that fails; the objects involved are unchanged. Out of memory is
/// std::bad_alloc instead, and leaves everything unchanged too, but for objects that rows are being added to
/// (Accumulator, Evaluator, Reservoir, FoldAccumulator, FoldScorer, RowReporter) and numbers that are being written to
/// the caller's buffers: such an object is then only to be destroyed.
/// `where` is a place the user can go to: file:line:column, a column name, a class. The message says what is wrong, and
/// what to do about it where that is no option of the call; a front appends the remedies, any one of which helps.
class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message, std::string where = {}, std::vector<Remedy> remedies = {})
      : code_(code),
        message_(std::move(message)),
        where_(std::move(where)),
        remedies_(std::move(remedies)),
        text_(where_.empty() ? message_ : where_ + ": " + message_) {}

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& message() const noexcept { return message_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] const std::vector<Remedy>& remedies() const noexcept { return remedies_; }
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  ErrorCode code_;
  std::string message_;
  std::string where_;
  std::vector<Remedy> remedies_;
  std::string text_;
};

}  // namespace suffice
