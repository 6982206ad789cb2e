// TextArena: the documents of a block of rows, one after the other in one piece of memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace suffice {

class TextArena {
 public:
  /// Memory is kept for the next documents, unless it is far more than a block should have.
  void clear() {
    constexpr std::size_t most_kept = std::size_t{64} << 20;
    if (bytes_.capacity() > most_kept) bytes_ = {};
    bytes_.clear();
    ends_.clear();
  }
  void add(std::string_view document) {
    bytes_.append(document);
    end_document();
  }
  /// To append the bytes of a document to, up to end_document().
  [[nodiscard]] std::string& bytes() { return bytes_; }
  void end_document() { ends_.push_back(bytes_.size()); }

  /// Bytes of the documents.
  [[nodiscard]] std::size_t size() const { return ends_.empty() ? 0 : ends_.back(); }
  /// Views of the documents, until the next one is added: those of `columns` columns were added row after row, and are
  /// seen column after column.
  void view(std::vector<std::string_view>& documents, std::size_t columns = 1) const {
    documents.resize(ends_.size());
    const std::size_t rows = columns == 0 ? 0 : ends_.size() / columns;
    std::size_t start = 0;
    for (std::size_t k = 0; k < ends_.size(); ++k) {
      const std::size_t place = columns == 1 ? k : k % columns * rows + k / columns;
      documents[place] = {bytes_.data() + start, ends_[k] - start};
      start = ends_[k];
    }
  }

 private:
  std::string bytes_;
  std::vector<std::size_t> ends_;
};

}  // namespace suffice
