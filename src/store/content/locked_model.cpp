// LockedModel: a model file held against other writers from reading to replacing it.
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include <sys/file.h>
#include <sys/stat.h>

#include "store/container/file.hpp"
#include "store/container/replacement_file.hpp"
#include "store/content/check_stored.hpp"
#include "store/content/model_file.hpp"
#include "suffice/error.hpp"
#include "suffice/store.hpp"

namespace suffice {
namespace {

/// Asked for again and again: a call that waits for the lock could neither say so nor end.
class Waiting {
 public:
  explicit Waiting(const LockWait& wait) : wait_(wait) {}

  void hold(const FileDescriptor& file, const std::string& path) {
    using namespace std::chrono_literals;
    while (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) fail_with_errno("cannot lock", path);
      const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin_;
      if (waited.count() >= wait_.seconds) {
        throw Error(ErrorCode::file_system, "another process is changing this file; try again when it is done", path,
                    {{"wait", {"S"}}});
      }
      if (waited >= 1s && wait_.waiting && !said_) {
        wait_.waiting();
        said_ = true;
      }
      std::this_thread::sleep_for(waited < 1s ? 5ms : 50ms);
    }
  }

 private:
  const LockWait& wait_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  bool said_ = false;
};

/// True while `path` leads to the open file, and not to one that has taken its place.
bool is_at(const FileDescriptor& file, const std::string& path) {
  const struct stat held = status_of(file, path);
  struct stat there{};
  return ::stat(path.c_str(), &there) == 0 && there.st_dev == held.st_dev && there.st_ino == held.st_ino;
}

bool is_there(const std::string& path) {
  struct stat there{};
  return ::stat(path.c_str(), &there) == 0;
}

bool holds(const std::string& path, const Stored& stored) {
  try {
    return load(path) == stored;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::file_system && is_there(path)) throw;  // it cannot be looked at
    return false;
  }
}

/// A lock belongs to a file and not to its name: whoever waited for one may find the name taken by a newer file.
FileDescriptor open_locked(const std::string& path, const LockWait& wait) {
  Waiting waiting(wait);
  for (;;) {
    FileDescriptor file = open_to_change(path);
    if (!S_ISREG(status_of(file, path).st_mode)) {
      throw Error(ErrorCode::file_system, "cannot be changed in place: it is not a plain file", path);
    }
    waiting.hold(file, path);
    if (is_at(file, path)) return file;
  }
}

}  // namespace

struct LockedModel::State {
  std::string path;
  FileDescriptor file;
  Stored stored;
};

LockedModel::LockedModel(const std::string& path, const LockWait& wait) {
  FileDescriptor file = open_locked(path, wait);
  Stored stored = load_model(file, path);
  state_ = std::make_unique<State>(State{path, std::move(file), std::move(stored)});
}

LockedModel::~LockedModel() = default;
LockedModel::LockedModel(LockedModel&&) noexcept = default;
LockedModel& LockedModel::operator=(LockedModel&&) noexcept = default;

const Stored& LockedModel::stored() const { return state_->stored; }

/// Programs that know nothing of the lock may have written meanwhile, into the file or over its name; so both are
/// looked at again just before the rename. The new file is locked before it can be seen, as every ReplacementFile is,
/// and the lock passes over to it.
Saved LockedModel::replace(const Stored& stored, const std::function<void()>& in_place) {
  ReplacementFile next(state_->path);
  next.write(encode(stored));
  Stored copy = stored;  // as load() would give it
  copy.options = sound_options(stored.options, stored.summary.schema, stored.summary.classes);
  if (!is_at(state_->file, state_->path) || !holds(state_->path, state_->stored)) {
    throw Error(ErrorCode::file_system,
                "the file was changed by another program meanwhile, so nothing was written; run the command again",
                state_->path);
  }
  auto [file, doubt] = next.commit(in_place);
  state_->file = std::move(file);
  state_->stored = std::move(copy);
  return {std::move(doubt)};
}

}  // namespace suffice
