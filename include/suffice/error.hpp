// The one exception of the library: what is wrong, where, and what to do next.
#pragma once

#include <exception>
#include <string>

namespace suffice {

/// Why a call failed. The value is the exit code of the command-line tool.
enum class ErrorCode {
  usage = 2,        ///< the request makes no sense, or the model cannot do it
  bad_data = 3,     ///< the rows are at fault (a singular covariance included)
  bad_model = 4,    ///< the model file is damaged or not ours
  file_system = 5,  ///< reading or writing failed
  internal = 70,    ///< our bug
};

/// Thrown by every function of the library that fails; the objects involved are unchanged.
/// `where` is a place the user can go to: file:line:column, a column name, a class.
class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message, std::string where = {})
      : code_(code),
        message_(std::move(message)),
        where_(std::move(where)),
        text_(where_.empty() ? message_ : where_ + ": " + message_) {}

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& message() const noexcept { return message_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

 private:
  ErrorCode code_;
  std::string message_;
  std::string where_;
  std::string text_;
};

}  // namespace suffice
