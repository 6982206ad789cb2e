#include "data/bytes/spool.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include "suffice/error.hpp"

namespace suffice {

struct Spool::State {
  Input input;
  std::FILE* file;

  ~State() {
    if (file != nullptr) std::fclose(file);
  }
  State(Input source, std::FILE* kept) : input(std::move(source)), file(kept) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void require(bool done, const char* what) const {
    if (done) return;
    throw Error(ErrorCode::file_system,
                std::string(what) + ": " + std::generic_category().message(errno) +
                    "; rows that come once are kept there to be read twice: make room, or give a file",
                input.name());
  }
};

Spool::Spool(Input input) : state_(std::make_shared<State>(std::move(input), std::tmpfile())) {
  state_->require(state_->file != nullptr, "a temporary file cannot be made");
}

Input Spool::from_start() {
  state_->require(std::fseek(state_->file, 0, SEEK_SET) == 0, "the temporary file cannot be written");
  const auto read = [state = state_, is_kept = true](char* to, std::size_t size) mutable {
    if (is_kept) {
      const std::size_t count = std::fread(to, 1, size, state->file);
      state->require(std::ferror(state->file) == 0, "the temporary file cannot be read");
      if (count > 0) return count;
      is_kept = false;
      state->require(std::fseek(state->file, 0, SEEK_END) == 0, "the temporary file cannot be written");
    }
    const std::size_t count = state->input.read(to, size);
    state->require(std::fwrite(to, 1, count, state->file) == count, "the temporary file cannot be written");
    return count;
  };
  return {state_->input.name(), read};
}

}  // namespace suffice
