// parallel_for: tasks spread over threads that live as long as the call or a team, what they wait for, and what one of
// them makes for all.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <thread>

namespace suffice {

/// The number of threads to use when the caller asked for `requested` (0: as many as the machine has).
unsigned thread_count(unsigned requested);

/// Calls body(task, worker) once for each task in [0, tasks), worker < threads. Tasks start in order; those of one
/// worker run one after the other. Rethrows the exception of the lowest task that threw; later tasks may then not have
/// run. No thread outlives the call, so a process may fork between calls; starting one costs some 20 µs.
void parallel_for(unsigned threads, std::size_t tasks, const std::function<void(std::size_t, unsigned)>& body);

/// A thread that does what it is given, one thing after the other, and ends with this object.
class HelperThread {
 public:
  HelperThread();  ///< std::system_error where the system has no thread to spare
  ~HelperThread();
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

  /// `work` throws nothing; what it uses lives until wait() returns, which comes before the next start().
  void start(std::function<void()> work);
  void wait() const;

 private:
  void run();

  std::function<void()> work_;
  std::atomic<std::uint32_t> given_ = 0;
  std::atomic<std::uint32_t> done_ = 0;
  bool ends_ = false;
  std::jthread thread_;
};

/// Threads for calls that follow each other within milliseconds. One that was just started often waits for the
/// processor of the one that started it while others are idle, since systems look for an idle one when a thread wakes
/// up.
class ThreadTeam {
 public:
  /// As parallel_for(), with threads that live as long as the team. One call at a time, and none by a task of it; after
  /// a fork the child cannot call it.
  void parallel_for(unsigned threads, std::size_t tasks, const std::function<void(std::size_t, unsigned)>& body);

 private:
  std::list<HelperThread> helpers_;
};

/// A count of things done. A task of parallel_for may wait for tasks before it, never for later ones: those before it
/// have started, so that the first that is not done waits for nothing.
class DoneCount {
 public:
  void wait_for(std::uint64_t count) const;
  void add_one();

 private:
  std::atomic<std::uint64_t> done_ = 0;
};

/// Runs what it is given, once; threads that ask meanwhile wait. After an exception the next one tries again. Unlike
/// std::call_once, through which exceptions pass by way of the C library: that loads a library to unwind the stack, and
/// ends the process where there is no memory for it.
class Once {
 public:
  template <typename Make>
  void operator()(const Make& make) {
    if (made_.load(std::memory_order_acquire)) return;
    const std::lock_guard lock(making_);
    if (made_.load(std::memory_order_relaxed)) return;
    make();
    made_.store(true, std::memory_order_release);
  }

 private:
  std::atomic<bool> made_ = false;
  std::mutex making_;
};

}  // namespace suffice
