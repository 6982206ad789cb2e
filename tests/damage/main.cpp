// model_damage [--minutes M] [--jobs N] [--seed S] [--finds FOLDER] MODEL...: reads model files that were damaged, as
// `suffice inspect --verify` does: each byte flipped, each truncation, bytes appended. Each must be an Error of the
// library that says so (bad_model). Prints each bad outcome and, last, how many cases there were, of how many, and how
// many were bad; a file that had a bad outcome is kept in the folder --finds. --minutes: as many as there is time for,
// spread over all.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "damages.hpp"
#include "guarded_bytes.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"
#include "suffice/store.hpp"
#include "unit/temporary_folder.hpp"

namespace suffice {
namespace {

constexpr long cases_at_once = 2000;  // that one process runs
constexpr unsigned patience = 60;     // seconds for one case, which takes less than a thousandth of one
constexpr long most_kept = 100;       // of the bad outcomes

struct Settings {
  double minutes = 0;  ///< 0: as long as it takes
  std::size_t jobs = 1;
  std::uint64_t seed = 1;
  std::string finds = {};
  std::vector<std::string> models = {};
};

/// Cases of a process of its own, so that one that ends there is a bad outcome like any other. The process that started
/// it sees how far it is.
struct Worker {
  pid_t process = 0;  ///< 0: none
  long running = 0;   ///< the number of the case
  long end = 0;
  char problem[256] = {};
};

/// What is wrong with what reading gives; empty where the damage is noticed.
std::string problem_of(std::string_view bytes) {
  try {
    check_caches(decode(bytes), 1);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::bad_model && !error.message().empty()) return {};
    return fmt::format("an Error of code {}: {}", static_cast<int>(error.code()), error.what());
  } catch (const std::exception& other) {
    return fmt::format("threw {}", other.what());
  }
  return "damage was not noticed";
}

/// Ends with the first bad outcome.
[[noreturn]] void run_cases(const Damages& damages, Worker& worker) {
  GuardedBytes memory(damages.longest());
  for (; worker.running < worker.end; ++worker.running) {
    ::alarm(patience);
    const std::string problem = problem_of(memory.hold(damages.damaged(damages.at(worker.running))));
    if (!problem.empty()) {
      std::strncpy(worker.problem, problem.c_str(), sizeof worker.problem - 1);
      ::_exit(1);
    }
  }
  ::_exit(0);
}

class Tormentor {
 public:
  Tormentor(const Damages& damages, const Settings& settings) : damages_(damages), settings_(settings) {
    void* const shared =
        ::mmap(nullptr, settings.jobs * sizeof(Worker), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) throw std::bad_alloc();
    workers_ = static_cast<Worker*>(shared);  // of which all bytes are zero
  }

  /// How many bad outcomes there were.
  long run() {
    for (std::size_t k = 0; k < settings_.jobs; ++k) start_next(workers_[k]);
    int status = 0;
    for (pid_t ended = 0; (ended = ::waitpid(-1, &status, 0)) > 0 || errno == EINTR;) {
      for (std::size_t k = 0; k < settings_.jobs; ++k) {
        if (ended > 0 && workers_[k].process == ended) finish(workers_[k], status);
      }
    }
    return bad_;
  }

  /// How many cases there were.
  [[nodiscard]] long cases() const { return next_; }

 private:
  void start_next(Worker& worker) {
    worker.process = 0;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    if (settings_.minutes > 0 && passed.count() > 60 * settings_.minutes) return;
    worker.running = next_;
    worker.end = next_ = std::min(next_ + cases_at_once, damages_.count());
    start(worker);
  }

  void start(Worker& worker) {
    worker.process = 0;
    if (worker.running >= worker.end) return;
    std::fflush(stdout);
    const pid_t process = ::fork();
    if (process == 0) run_cases(damages_, worker);
    if (process < 0) throw std::bad_alloc();
    worker.process = process;
  }

  void finish(Worker& worker, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return start_next(worker);
    const bool hangs = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    report(damages_.at(worker.running), worker.problem[0] != '\0' ? worker.problem
                                        : hangs                   ? "hangs"
                                        : WIFSIGNALED(status)     ? ::strsignal(WTERMSIG(status))
                                                                  : "ends the process");
    worker.problem[0] = '\0';
    ++worker.running;
    start(worker);
    if (worker.process == 0) start_next(worker);
  }

  void report(const DamageCase& which, const std::string& problem) {
    const std::string name = damages_.name_of(which);
    fmt::print("{}: {}\n", name, problem);
    if (++bad_ > most_kept || settings_.finds.empty()) return;
    const std::filesystem::path folder = std::filesystem::path(settings_.finds) / ("damage-" + name);
    std::filesystem::create_directories(folder);
    write_text(folder / "damaged.model", damages_.damaged(which));
    write_text(folder / "command", fmt::format("{}\nsuffice inspect damaged.model --verify\n", problem));
  }

  const Damages& damages_;
  const Settings& settings_;
  Worker* workers_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  long next_ = 0;
  long bad_ = 0;
};

std::vector<ModelBytes> sound_models(const std::vector<std::string>& paths) {
  std::vector<ModelBytes> models;
  for (const std::string& path : paths) {
    check_caches(load(path), 1);
    models.push_back({std::filesystem::path(path).stem().string(), read_text(path)});
  }
  return models;
}

int torment_all(const Settings& settings) {
  try {
    const Damages damages(sound_models(settings.models), settings.seed);
    Tormentor tormentor(damages, settings);
    const long bad = tormentor.run();
    fmt::print("{} models: {} cases of {}, {} bad outcomes\n", damages.models().size(), tormentor.cases(),
               damages.count(), bad);
    return bad == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "model_damage: {}\n", error.what());
    return 2;
  }
}

[[noreturn]] void fail_with_usage() {
  fmt::print(stderr, "usage: model_damage [--minutes M] [--jobs N] [--seed S] [--finds FOLDER] MODEL...\n");
  std::exit(2);
}

Settings settings_of(const std::vector<std::string_view>& words) {
  Settings settings;
  for (std::size_t k = 1; k < words.size(); ++k) {
    if (!words[k].starts_with("--")) {
      settings.models.emplace_back(words[k]);
    } else if (k + 1 == words.size()) {
      fail_with_usage();
    } else if (words[k] == "--minutes") {
      settings.minutes = std::atof(words[++k].data());
    } else if (words[k] == "--jobs") {
      settings.jobs = static_cast<std::size_t>(std::max(std::atol(words[++k].data()), 1L));
    } else if (words[k] == "--seed") {
      settings.seed = static_cast<std::uint64_t>(std::atol(words[++k].data()));
    } else if (words[k] == "--finds") {
      settings.finds = words[++k];
    } else {
      fail_with_usage();
    }
  }
  if (settings.models.empty()) fail_with_usage();
  return settings;
}

}  // namespace
}  // namespace suffice

int main(int count, char** words) { return suffice::torment_all(suffice::settings_of({words, words + count})); }
