#include "math/system/parallel.hpp"

#include <algorithm>
#include <csignal>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <utility>

#include <pthread.h>

namespace suffice {

unsigned thread_count(unsigned requested) {
  return requested != 0 ? requested : std::max(1U, std::thread::hardware_concurrency());
}

namespace {

/// Threads that are started meanwhile take no signals: those that end the process, or wait until a file is saved, are
/// for the thread that the caller runs on.
class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t all{};
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~WithoutSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  sigset_t before_{};
};

template <typename Work>
std::jthread started(const Work& work) {
  const WithoutSignals without;
  return std::jthread(work);
}

}  // namespace

HelperThread::HelperThread() : thread_(started([this] { run(); })) {}

HelperThread::~HelperThread() {
  ends_ = true;
  ++given_;
  given_.notify_one();
}

void HelperThread::run() {
  for (std::uint32_t before = 0;; ++before) {
    given_.wait(before);
    if (ends_) return;
    work_();
    ++done_;
    done_.notify_one();
  }
}

void HelperThread::start(std::function<void()> work) {
  work_ = std::move(work);
  ++given_;
  given_.notify_one();
}

void HelperThread::wait() const {
  const std::uint32_t given = given_;
  for (std::uint32_t done = done_; done != given; done = done_) {
    done_.wait(done);
  }
}

void parallel_for(unsigned threads, std::size_t tasks, const std::function<void(std::size_t, unsigned)>& body) {
  ThreadTeam().parallel_for(threads, tasks, body);
}

void ThreadTeam::parallel_for(unsigned threads, std::size_t tasks,
                              const std::function<void(std::size_t, unsigned)>& body) {
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

  const std::size_t wanted = std::min<std::size_t>(threads, tasks);
  try {
    while (helpers_.size() + 1 < wanted) {
      helpers_.emplace_back();
    }
  } catch (const std::system_error&) {
    // The system has no thread to spare: those that started, and this one, do all of the work.
  }
  unsigned worker = 0;
  for (auto helper = helpers_.begin(); helper != helpers_.end() && worker + 1 < wanted; ++helper) {
    helper->start([&work, own = ++worker] { work(own); });
  }
  work(0);
  for (const HelperThread& helper : helpers_) {
    helper.wait();
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
