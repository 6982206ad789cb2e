// LockedModel: a model file held against other writers from reading to replacing it.
#include <cerrno>
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

void hold(const FileDescriptor& file, const std::string& path) {
  while (::flock(file.number(), LOCK_EX) != 0) {
    if (errno != EINTR) fail_with_errno("cannot lock", path);
  }
}

/// True while `path` leads to the open file, and not to one that has taken its place.
bool is_at(const FileDescriptor& file, const std::string& path) {
  const struct stat held = status_of(file, path);
  struct stat there{};
  return ::stat(path.c_str(), &there) == 0 && there.st_dev == held.st_dev && there.st_ino == held.st_ino;
}

bool holds(const std::string& path, const Stored& stored) {
  try {
    return load(path) == stored;
  } catch (const Error&) {
    return false;
  }
}

/// A lock belongs to a file and not to its name: whoever waited for one may find the name taken by a newer file.
FileDescriptor open_locked(const std::string& path) {
  for (;;) {
    FileDescriptor file = open_to_change(path);
    if (!S_ISREG(status_of(file, path).st_mode)) {
      throw Error(ErrorCode::file_system, "cannot be changed in place: it is not a plain file", path);
    }
    hold(file, path);
    if (is_at(file, path)) return file;
  }
}

}  // namespace

struct LockedModel::State {
  std::string path;
  FileDescriptor file;
  Stored stored;
};

LockedModel::LockedModel(const std::string& path) {
  FileDescriptor file = open_locked(path);
  Stored stored = load_model(file, path);
  state_ = std::make_unique<State>(State{path, std::move(file), std::move(stored)});
}

LockedModel::~LockedModel() = default;
LockedModel::LockedModel(LockedModel&&) noexcept = default;
LockedModel& LockedModel::operator=(LockedModel&&) noexcept = default;

const Stored& LockedModel::stored() const { return state_->stored; }

/// Programs that know nothing of the lock may have written meanwhile, into the file or over its name; so both are
/// looked at again just before the rename. The new file is locked before it can be seen, and the lock passes over to
/// it.
void LockedModel::replace(const Stored& stored) {
  ReplacementFile next(state_->path);
  next.write(encode(stored));
  Stored copy = stored;  // as load() would give it
  copy.options = sound_options(stored.options, stored.summary.schema, stored.summary.classes);
  hold(next.file(), state_->path);
  if (!is_at(state_->file, state_->path) || !holds(state_->path, state_->stored)) {
    throw Error(ErrorCode::file_system,
                "the file was changed by another program meanwhile, so nothing was written; run the command again",
                state_->path);
  }
  state_->file = next.commit();
  state_->stored = std::move(copy);
}

}  // namespace suffice
