// Model files on disk: load and save.
#include "store/content/saved_model.hpp"

#include "store/container/replacement_file.hpp"
#include "store/content/model_file.hpp"

namespace suffice {

Stored load_model(const FileDescriptor& file, const std::string& path) {
  try {
    return decode(read_all(file, path, [](std::string_view start) {
      check_model_start(start);
      return max_model_bytes;
    }));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_model) throw;
    throw at_path(error, path);
  }
}

Stored load(const std::string& path) { return load_model(open_to_read(path), path); }

void save(const Stored& stored, const std::string& path) {
  const std::string bytes = encode(stored);
  ReplacementFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace suffice
