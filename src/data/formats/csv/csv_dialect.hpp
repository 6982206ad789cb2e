// The dialect of a file: found from its first bytes, or that of an earlier file as far as this one is written alike.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "data/bytes/input.hpp"
#include "data/formats/csv/csv_rows.hpp"
#include "suffice/dialect.hpp"
#include "suffice/source.hpp"

namespace suffice {

/// Bytes from which a dialect is found.
inline constexpr std::size_t dialect_bytes = std::size_t{1} << 17;

/// The bytes, which must outlive it, as an input of that name.
Input from_memory(std::string_view bytes, const std::string& name);
/// What a reader of rows is to know of a dialect that was found.
CsvRowsOptions limits_of(const FoundDialect& found, std::size_t description_lines = 0);
/// What has come, and no fewer bytes than the first line that is no comment.
std::string_view first_lines(Input& input);

/// The dialect of a file as far as it is not said; of one that is known from an earlier file, what this one shows to be
/// otherwise. A first line that has all names that are expected is a header.
FoundDialect choose_dialect(Input& input, const ReadOptions& options);

}  // namespace suffice
