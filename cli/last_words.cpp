#include "last_words.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <utility>

#include <unistd.h>

namespace suffice::cli {

namespace {

std::atomic<const std::string*> to_say = nullptr;
static_assert(std::atomic<const std::string*>::is_always_lock_free, "a handler of signals may not wait");

// All signals end a process, but for these: some end nothing, and after a fault nothing is safe.
constexpr std::array other = {SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGTSTP, SIGTTIN, SIGTTOU,
                              SIGSEGV, SIGBUS,  SIGFPE, SIGILL,   SIGTRAP, SIGSYS};

// Where `from` is what happens at such a signal, `to` is from now on.
void replace_handlers(void (*from)(int), void (*to)(int), int flags) {
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    struct sigaction action{};
    if (std::ranges::find(other, signal) != other.end() || ::sigaction(signal, nullptr, &action) != 0) continue;
    if (action.sa_handler != from) continue;
    action.sa_handler = to;
    action.sa_flags = flags;
    ::sigaction(signal, &action, nullptr);  // fails for those that cannot be held
  }
}

// The default comes back before this is called, and ends the process as it returns.
extern "C" void say_and_end(int signal) {
  if (const std::string* const words = to_say.exchange(nullptr)) {
    static_cast<void>(::write(STDERR_FILENO, words->data(), words->size()) < 0);  // nobody is left to be told
  }
  std::raise(signal);
}

}  // namespace

LastWords::LastWords(std::string words) : words_(std::move(words)) {}

void LastWords::say_so() noexcept {
  to_say = &words_;
  replace_handlers(SIG_DFL, say_and_end, static_cast<int>(SA_RESETHAND));
}

LastWords::~LastWords() {
  if (to_say.exchange(nullptr) == &words_) replace_handlers(say_and_end, SIG_DFL, 0);
}

}  // namespace suffice::cli
