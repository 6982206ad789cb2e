// The command-line tool: standard streams in order, then run().
#include <algorithm>
#include <csignal>

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

}  // namespace

int main(int count, char** words) {
  occupy_closed_streams();
  std::signal(SIGPIPE, SIG_DFL);  // `suffice ... | head` ends quietly, whatever the caller had set
  suffice::cli::Output out(STDOUT_FILENO);
  return suffice::cli::run(std::vector<std::string>(words + std::min(count, 1), words + count), out);
}
