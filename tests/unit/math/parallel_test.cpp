#include "math/system/parallel.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace suffice {
namespace {

TEST(ParallelFor, runs_every_task_once_with_a_worker_in_range) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    std::vector<std::atomic<int>> runs(100);
    std::atomic<bool> in_range = true;
    parallel_for(threads, runs.size(), [&](std::size_t task, unsigned worker) {
      ++runs[task];
      in_range = in_range && worker < threads;
    });
    for (const auto& count : runs) {
      EXPECT_EQ(count, 1);
    }
    EXPECT_TRUE(in_range);
  }
}

TEST(ParallelFor, no_tasks_is_fine) {
  parallel_for(4, 0, [](std::size_t, unsigned) { FAIL() << "there is no task"; });
}

TEST(ParallelFor, carries_the_exception_of_the_lowest_task) {
  try {
    parallel_for(1, 10, [](std::size_t task, unsigned) {
      if (task >= 3) {
        throw std::runtime_error(std::to_string(task));
      }
    });
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "3");
  }
  EXPECT_THROW(parallel_for(4, 100, [](std::size_t, unsigned) { throw std::runtime_error("x"); }), std::runtime_error);
}

TEST(ParallelFor, works_in_a_forked_child) {
  std::atomic<int> sum = 0;
  parallel_for(2, 10, [&](std::size_t, unsigned) { ++sum; });
  const pid_t child = fork();
  if (child == 0) {
    std::atomic<int> inner = 0;
    parallel_for(2, 10, [&](std::size_t, unsigned) { ++inner; });
    _exit(inner == 10 ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(ParallelFor, tasks_may_call_it) {
  std::atomic<int> runs = 0;
  parallel_for(3, 5, [&](std::size_t, unsigned) {
    parallel_for(2, 4, [&](std::size_t, unsigned worker) { runs += worker < 2 ? 1 : 100; });
  });
  EXPECT_EQ(runs, 20);
}

TEST(ThreadTeam, calls_share_threads_which_are_no_more_than_the_largest_needs) {
  ThreadTeam team;
  std::mutex adding;
  std::set<std::thread::id> ids;
  for (const unsigned threads : {2U, 1U, 4U, 3U, 4U}) {
    std::atomic<unsigned> arrived = 0;
    team.parallel_for(threads, threads, [&](std::size_t, unsigned worker) {
      EXPECT_LT(worker, threads);
      ++arrived;
      while (arrived < threads) std::this_thread::yield();  // so that each thread has one task
      const std::scoped_lock lock(adding);
      ids.insert(std::this_thread::get_id());
    });
  }
  EXPECT_EQ(ids.size(), 4U);
  EXPECT_EQ(ids.count(std::this_thread::get_id()), 1U);
}

TEST(ThreadTeam, goes_on_after_an_exception_and_after_it_was_moved) {
  ThreadTeam team;
  EXPECT_THROW(team.parallel_for(4, 100, [](std::size_t, unsigned) { throw std::runtime_error("x"); }),
               std::runtime_error);
  ThreadTeam moved = std::move(team);
  std::atomic<int> sum = 0;
  moved.parallel_for(4, 100, [&](std::size_t, unsigned) { ++sum; });
  moved.parallel_for(4, 0, [&](std::size_t, unsigned) { ++sum; });
  EXPECT_EQ(sum, 100);
}

TEST(HelperThread, does_one_thing_after_the_other_on_a_thread_of_its_own) {
  HelperThread helper;
  std::vector<int> done;
  std::thread::id there;
  helper.wait();  // nothing was given
  for (int k = 0; k < 1000; ++k) {
    helper.start([&, k] {
      done.push_back(k);
      there = std::this_thread::get_id();
    });
    helper.wait();
    ASSERT_EQ(done.size(), static_cast<std::size_t>(k) + 1);
    EXPECT_NE(there, std::this_thread::get_id());
  }
}

TEST(DoneCount, tasks_wait_for_tasks_before_them) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    DoneCount done;
    std::vector<std::size_t> order;  // written by one task at a time
    parallel_for(threads, 50, [&](std::size_t task, unsigned) {
      done.wait_for(task);
      order.push_back(task);
      done.add_one();
    });
    for (std::size_t task = 0; task < order.size(); ++task) {
      EXPECT_EQ(order[task], task);
    }
    EXPECT_EQ(order.size(), 50U);
  }
}

TEST(Once, many_threads_make_one_thing) {
  Once once;
  int made = 0;  // ThreadSanitizer would see two that write it
  parallel_for(8, 64, [&](std::size_t, unsigned) { once([&] { ++made; }); });
  EXPECT_EQ(made, 1);
}

TEST(Once, after_an_exception_the_next_one_makes_it) {
  Once once;
  int made = 0;
  EXPECT_THROW(once([] { throw std::runtime_error("no memory"); }), std::runtime_error);
  once([&] { ++made; });
  once([&] { ++made; });
  EXPECT_EQ(made, 1);
}

TEST(ThreadCount, zero_means_as_many_as_the_machine_has) {
  EXPECT_GE(thread_count(0), 1U);
  EXPECT_EQ(thread_count(3), 3U);
}

}  // namespace
}  // namespace suffice
