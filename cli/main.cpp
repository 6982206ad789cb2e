// The command-line tool: standard streams in order, then run_program().
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>

#include <fcntl.h>
#include <unistd.h>

#include "run.hpp"

namespace {

// A standard stream that the caller closed stays unusable, instead of lending its number to a model file.
void occupy_closed_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) == -1) {
      (void)::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

// Memory may run out where no exception can leave: in a destructor, say. That is no bug.
[[noreturn]] void end_without_memory() {
  try {
    if (const std::exception_ptr error = std::current_exception()) {
      std::rethrow_exception(error);
    }
  } catch (const std::bad_alloc&) {
    ::_exit(suffice::cli::out_of_memory());
  } catch (...) {  // NOLINT(bugprone-empty-catch): a bug, and for the debugger
  }
  std::abort();
}

}  // namespace

int main(int count, char** words) {
  std::set_terminate(end_without_memory);
  occupy_closed_streams();
  std::signal(SIGPIPE, SIG_DFL);  // `suffice ... | head` ends quietly, whatever the caller had set
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow any more is an error of the write, which is told
  suffice::cli::Output out(STDOUT_FILENO);
  return suffice::cli::run_program({words + std::min(count, 1), words + count}, out);
}
