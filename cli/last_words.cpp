#include "last_words.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <utility>

#include <unistd.h>

namespace suffice::cli {

namespace {

std::atomic<const std::string*> to_say = nullptr;
static_assert(std::atomic<const std::string*>::is_always_lock_free, "a handler of signals may not wait");

constexpr std::array ending = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE,   SIGALRM, SIGTERM,
                               SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGPOLL};

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
  for (const int signal : ending) {
    struct sigaction action{};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action.sa_handler = say_and_end;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(signal, &action, nullptr);
  }
}

LastWords::~LastWords() {
  if (to_say.exchange(nullptr) != &words_) return;
  for (const int signal : ending) {
    struct sigaction action{};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler != say_and_end) continue;
    action.sa_handler = SIG_DFL;
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace suffice::cli
