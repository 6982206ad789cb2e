// Source: the public face of RowReader over a path.
#include "suffice/source.hpp"

#include "data/row_reader.hpp"

namespace suffice {

struct Source::State {
  RowReader rows;
};

Source::Source(const std::string& path, ReadOptions options) : state_(new State{RowReader(Input(path), options)}) {}
Source::~Source() = default;
Source::Source(Source&&) noexcept = default;
Source& Source::operator=(Source&&) noexcept = default;

const std::vector<std::string>& Source::columns() const { return state_->rows.columns(); }
void Source::bind(const Schema& schema) { state_->rows.bind(schema); }
bool Source::next(RowBlock& block) { return state_->rows.next(block); }
bool Source::would_wait() const { return state_->rows.would_wait(); }
const std::vector<std::string>& Source::label_names() const { return state_->rows.label_names(); }
std::uint64_t Source::bytes_read() const { return state_->rows.bytes_read(); }

}  // namespace suffice
