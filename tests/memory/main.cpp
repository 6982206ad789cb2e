// memory_faults [--most N] [--minutes M] [--share K/N] [--only TEXT] [--at N [--later]]: calls every public entry point
// of the library again and again, each time with another allocation that fails, alone or with every later one. Then the
// call must throw std::bad_alloc or an Error, or give its result all the same; what it was given must be as before, so
// that the next call succeeds; and every block must have been freed. Prints a table: entry points, their allocations,
// cases that were run, bad outcomes. --most: so many cases of each entry point and way; --minutes: as many as there is
// time for, the same for each entry point. Both are spread over all. --share K/N: of the entry points only every N-th,
// from number K on, for N processes that run together.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "entry_point.hpp"
#include "failing_memory.hpp"
#include "suffice/error.hpp"
#include "unit/temporary_folder.hpp"

namespace suffice {
namespace {

constexpr long most_shown = 5;
constexpr long case_step = 2'654'435'761;  // a prime, near the golden section of 2³²: the first few are spread over all

struct Settings {
  long most = 0;       ///< 0: all
  double minutes = 0;  ///< 0: as long as it takes
  double seconds = 0;  ///< of each entry point and way
  std::size_t share = 1;
  std::size_t shares = 1;
  std::string only = {};
  MemoryFault one = {};
};

/// What came of a call: what the object is then, or the message of an Error.
struct Outcome {
  std::string text = {};
  bool out_of_memory = false;
  bool failed = false;
  std::string problem = {};
  long allocations = 0;
};

Outcome outcome_of(const EntryPoint& entry, MemoryFault fault) {
  Outcome outcome;
  start_faults(fault);
  try {
    entry.call();
    outcome.allocations = stop_faults();
    outcome.text = entry.text();
  } catch (const Error& error) {
    outcome = {.failed = true, .allocations = stop_faults()};
    outcome.text = error.what();
    if (error.code() == ErrorCode::internal) outcome.problem = "an Error that is our fault: " + outcome.text;
  } catch (const std::bad_alloc&) {
    outcome = {.out_of_memory = true, .failed = true, .allocations = stop_faults()};
  } catch (const std::exception& other) {
    const long allocations = stop_faults();
    outcome = {.text = other.what(),
               .failed = true,
               .problem = fmt::format("threw {}", other.what()),
               .allocations = allocations};
  }
  return outcome;
}

/// What is wrong with a call in which memory runs out; `expected` is what it gives with memory enough.
std::string problem_of(const EntryPoint& entry, MemoryFault fault, const Outcome& expected) {
  entry.prepare();
  const bool keeps = entry.after_fault == AfterFault::unchanged;
  const std::string before = keeps ? entry.text() : std::string();
  const Outcome outcome = outcome_of(entry, fault);
  std::string problem = outcome.problem;
  const bool as_expected = outcome.failed == expected.failed && outcome.text == expected.text;
  if (problem.empty() && !outcome.failed && !as_expected) problem = "another result, without an exception";
  if (problem.empty() && outcome.failed && !outcome.out_of_memory && !as_expected &&
      outcome.text.find("memory") == std::string::npos) {
    problem = "an Error that says something else: " + outcome.text;
  }
  if (problem.empty() && outcome.failed) {
    if (keeps && entry.text() != before) {
      problem = "the object has changed";
    } else {
      if (!keeps) entry.prepare();
      const Outcome next = outcome_of(entry, {});
      if (next.failed != expected.failed || next.text != expected.text) problem = "the next call gives something else";
    }
  }
  entry.clear();
  return problem;
}

/// What an entry point came to, and the case that is being run, where both the process of the entry point and the one
/// that started it see them.
struct Tally {
  long allocations = 0;
  long cases = 0;
  long bad = 0;
  MemoryFault running = {};
};

/// A case as the words that run it alone.
std::string words(const EntryPoint& entry, MemoryFault fault) {
  return fmt::format("--only '{}' --at {}{}", entry.name, fault.at, fault.later ? " --later" : "");
}

/// What was allocated once and for all, such as a table that the first call makes, is no leak: that shows when the same
/// case is run again.
std::string problem_with_leaks(const EntryPoint& entry, MemoryFault fault, const Outcome& expected) {
  long leaked = 0;
  for (int turn = 0; turn < 3; ++turn) {
    const long before = live_blocks();
    if (std::string problem = problem_of(entry, fault, expected); !problem.empty()) return problem;
    leaked = live_blocks() - before;
    if (leaked <= 0) return {};
  }
  return fmt::format("leaks {} blocks", leaked);
}

void run_case(const EntryPoint& entry, MemoryFault fault, const Outcome& expected, Tally& tally) {
  tally.running = fault;
  ++tally.cases;
  const std::string problem = problem_with_leaks(entry, fault, expected);
  if (problem.empty()) return;
  if (++tally.bad <= most_shown) fmt::print("{}: {}\n", words(entry, fault), problem);
}

void torment(const EntryPoint& entry, const Settings& settings, Tally& tally) {
  entry.prepare();
  const Outcome expected = outcome_of(entry, {});
  tally.allocations = expected.allocations;
  entry.clear();
  if (!expected.problem.empty()) {
    fmt::print("{}: {}\n", entry.name, expected.problem);
    ++tally.bad;
  }
  if (settings.one.at > 0) return run_case(entry, settings.one, expected, tally);
  const long count = settings.most == 0 ? tally.allocations : std::min(settings.most, tally.allocations);
  for (const bool later : {false, true}) {
    const auto start = std::chrono::steady_clock::now();
    for (long k = 0; k < count; ++k) {
      const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
      if (settings.seconds > 0 && passed.count() > settings.seconds) break;
      run_case(entry, {1 + k * case_step % tally.allocations, later}, expected, tally);
    }
  }
  if (tally.bad > most_shown) fmt::print("    and {} more of {}\n", tally.bad - most_shown, entry.name);
}

/// In a process of its own, so that one that ends there is a bad outcome like any other.
Tally torment_apart(const EntryPoint& entry, const Settings& settings) {
  void* const shared = ::mmap(nullptr, sizeof(Tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) throw std::bad_alloc();
  auto* const tally = new (shared) Tally;
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    torment(entry, settings, *tally);
    std::fflush(stdout);
    ::_exit(0);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    ++tally->bad;
    fmt::print("{}: ends the process\n", words(entry, tally->running));
  }
  const Tally found = *tally;
  ::munmap(shared, sizeof(Tally));
  return found;
}

std::vector<EntryPoint> all_entries(const std::string& folder) {
  std::vector<EntryPoint> all;
  for (std::vector<EntryPoint> room : {sum_entries(), model_entries(), evaluation_entries(), store_entries(folder),
                                       source_entries(folder), workflow_entries(folder), report_entries()}) {
    std::ranges::move(room, std::back_inserter(all));
  }
  return all;
}

int torment_all(Settings settings) {
  const TemporaryFolder folder;
  long entries = 0;
  Tally all;
  const std::vector<EntryPoint> each = all_entries(folder.path());
  settings.seconds =
      60 * settings.minutes * static_cast<double>(settings.shares) / (2 * static_cast<double>(each.size()));
  for (std::size_t k = settings.share - 1; k < each.size(); k += settings.shares) {
    const EntryPoint& entry = each[k];
    if (!settings.only.empty() && entry.name != settings.only) continue;
    const Tally tally = torment_apart(entry, settings);
    ++entries;
    all.allocations += tally.allocations;
    all.cases += tally.cases;
    all.bad += tally.bad;
  }
  fmt::print("{} entry points, {} allocations: {} cases of {}, {} bad outcomes\n", entries, all.allocations, all.cases,
             2 * all.allocations, all.bad);
  return all.bad == 0 && entries > 0 ? 0 : 1;
}

Settings settings_of(const std::vector<std::string_view>& words) {
  Settings settings;
  for (std::size_t k = 1; k < words.size(); ++k) {
    if (words[k] == "--later") {
      settings.one.later = true;
    } else if (k + 1 < words.size() && words[k] == "--only") {
      settings.only = words[++k];
    } else if (k + 1 < words.size() && words[k] == "--most") {
      settings.most = std::atol(words[++k].data());
    } else if (k + 1 < words.size() && words[k] == "--minutes") {
      settings.minutes = std::atof(words[++k].data());
    } else if (k + 1 < words.size() && words[k] == "--share" &&
               std::sscanf(words[k + 1].data(), "%zu/%zu", &settings.share, &settings.shares) == 2 &&
               settings.share > 0 && settings.share <= settings.shares) {
      ++k;
    } else if (k + 1 < words.size() && words[k] == "--at") {
      settings.one.at = std::atol(words[++k].data());
    } else {
      fmt::print(stderr,
                 "usage: memory_faults [--most N] [--minutes M] [--share K/N] [--only TEXT] [--at N [--later]]\n");
      std::exit(2);
    }
  }
  return settings;
}

}  // namespace
}  // namespace suffice

int main(int count, char** words) { return suffice::torment_all(suffice::settings_of({words, words + count})); }
