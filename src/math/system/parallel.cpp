#include "math/system/parallel.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace suffice {

unsigned thread_count(unsigned requested) {
  return requested != 0 ? requested : std::max(1U, std::thread::hardware_concurrency());
}

void parallel_for(unsigned threads, std::size_t tasks, const std::function<void(std::size_t, unsigned)>& body) {
  std::atomic<std::size_t> next = 0;
  std::mutex failure_mutex;
  std::size_t failed_task = std::numeric_limits<std::size_t>::max();
  std::exception_ptr failure;

  const auto work = [&](unsigned worker) {
    for (std::size_t task = next++; task < tasks; task = next++) {
      try {
        body(task, worker);
      } catch (...) {
        const std::scoped_lock lock(failure_mutex);
        next = tasks;
        if (task < failed_task) {
          failed_task = task;
          failure = std::current_exception();
        }
      }
    }
  };

  {
    std::vector<std::jthread> helpers;
    const std::size_t wanted = std::min<std::size_t>(threads, tasks);
    try {
      for (unsigned worker = 1; worker < wanted; ++worker) {
        helpers.emplace_back(work, worker);
      }
    } catch (const std::system_error&) {
      // The system has no thread to spare: those that started, and this one, do all of the work.
    }
    work(0);
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
}

void DoneCount::wait_for(std::uint64_t count) const {
  for (std::uint64_t done = done_; done < count; done = done_) {
    done_.wait(done);
  }
}

void DoneCount::add_one() {
  ++done_;
  done_.notify_all();
}

}  // namespace suffice
