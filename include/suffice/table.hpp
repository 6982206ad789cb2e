// Table and Labels: non-owning views, the only way data enters the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace suffice {

/// Which rows have a value, as Arrow says it: bit (offset + i) of `bits`, the lowest bit of a byte first, is 1 where
/// row i has one. Without bits every row has.
struct Validity {
  const std::uint8_t* bits = nullptr;
  std::size_t offset = 0;

  [[nodiscard]] bool operator()(std::size_t i) const {
    return bits == nullptr || ((static_cast<unsigned>(bits[(offset + i) / 8]) >> ((offset + i) % 8)) & 1U) != 0;
  }
};

/// Numbers of any width; everything is computed in double. NaN is a missing value.
using Numbers = std::variant<const double*, const float*, const std::int8_t*, const std::int16_t*, const std::int32_t*,
                             const std::int64_t*, const std::uint8_t*, const std::uint16_t*, const std::uint32_t*,
                             const std::uint64_t*, const bool*>;

/// Texts in the caller's memory: views, strings, or bytes with offsets of 32 or 64 bits as Arrow has them: text i is
/// bytes[offsets[i]] to before bytes[offsets[i + 1]], and there is one offset more than there are texts.
class Texts {
 public:
  template <typename Offset>
  struct Packed {
    std::span<const Offset> offsets;
    const char* bytes = nullptr;
  };

  Texts() = default;
  Texts(std::span<const std::string_view> texts) : texts_(texts) {}
  Texts(std::span<const std::string> texts) : texts_(texts) {}
  Texts(const std::vector<std::string>& texts) : texts_(std::span<const std::string>(texts)) {}
  Texts(const std::vector<std::string_view>& texts) : texts_(std::span<const std::string_view>(texts)) {}
  Texts(std::span<const std::uint32_t> offsets, const char* bytes) : texts_(Packed<std::uint32_t>{offsets, bytes}) {}
  Texts(std::span<const std::uint64_t> offsets, const char* bytes) : texts_(Packed<std::uint64_t>{offsets, bytes}) {}

  [[nodiscard]] std::size_t size() const {
    return std::visit([](const auto& texts) { return size_of(texts); }, texts_);
  }
  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    return std::visit([i](const auto& texts) { return text_of(texts, i); }, texts_);
  }
  /// The texts first, …, first + count − 1.
  [[nodiscard]] Texts slice(std::size_t first, std::size_t count) const;
  /// The views themselves, where these are views; else null.
  [[nodiscard]] const std::span<const std::string_view>* views() const {
    return std::get_if<std::span<const std::string_view>>(&texts_);
  }

 private:
  template <typename Text>
  static std::size_t size_of(const std::span<const Text>& texts) {
    return texts.size();
  }
  template <typename Offset>
  static std::size_t size_of(const Packed<Offset>& texts) {
    return texts.offsets.empty() ? 0 : texts.offsets.size() - 1;
  }
  template <typename Text>
  static std::string_view text_of(const std::span<const Text>& texts, std::size_t i) {
    return texts[i];
  }
  template <typename Offset>
  static std::string_view text_of(const Packed<Offset>& texts, std::size_t i) {
    return {texts.bytes + texts.offsets[i], static_cast<std::size_t>(texts.offsets[i + 1] - texts.offsets[i])};
  }

  std::variant<std::span<const std::string_view>, std::span<const std::string>, Packed<std::uint32_t>,
               Packed<std::uint64_t>>
      texts_;
};

/// Several columns of numbers at once: value (i, j) is values[i * row_stride + j * column_stride].
struct NumberMatrix {
  Numbers values;
  std::size_t columns = 0;
  std::ptrdiff_t row_stride = 0;
  std::ptrdiff_t column_stride = 1;
};

/// One column of numbers: the value of row i is values[i * stride], where it is valid.
struct NumberColumn {
  Numbers values;
  std::ptrdiff_t stride = 1;
  Validity valid = {};
};

/// Several columns of which few numbers are not zero: row i has values[k] in column indices[k] for offsets[i] ≤ k <
/// offsets[i + 1], and 0 in every other column. Indices ascend within a row.
struct SparseMatrix {
  std::variant<const double*, const float*> values;
  std::variant<std::span<const std::uint64_t>, std::span<const std::uint32_t>> offsets;  ///< rows + 1; none: no rows
  std::span<const std::uint32_t> indices;
  std::size_t columns = 0;
};

/// The code of a category that is missing; so is the largest code of any other unsigned type, and every negative one.
inline constexpr std::uint32_t missing_category = UINT32_MAX;

/// One column of categories: row i has the value dictionary[codes[i * stride]], where it is valid and the code is not
/// one of a missing category. Dictionaries may differ from table to table.
struct CategoryColumn {
  std::variant<const std::uint32_t*, const std::uint16_t*, const std::uint8_t*, const std::int32_t*,
               const std::int16_t*, const std::int8_t*>
      codes;
  Texts dictionary = {};
  std::ptrdiff_t stride = 1;
  Validity valid = {};
};

/// One column of text, a document in each row, in any bytes. A document that is not valid is empty; as a category it is
/// missing.
struct TextColumn {
  Texts documents;
  Validity valid = {};
};

using Column = std::variant<NumberMatrix, NumberColumn, SparseMatrix, CategoryColumn, TextColumn>;

/// How many columns it stands for.
std::size_t column_count(const Column& column);

/// Rows as the caller holds them. Columns are those of a schema, columns_of(schema) in that order; a matrix stands for
/// several of them.
struct Table {
  std::size_t rows = 0;
  std::vector<Column> columns;
  std::span<const double> weights = {};  ///< one per row, finite and not negative; empty: every row weighs 1

  [[nodiscard]] double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
  /// The rows first, …, first + count − 1.
  [[nodiscard]] Table slice(std::size_t first, std::size_t count) const;

  /// Numbers stored row after row.
  template <typename Number>
  static Table row_major(const Number* values, std::size_t rows, std::size_t columns,
                         std::span<const double> weights = {}) {
    return {rows, {NumberMatrix{values, columns, static_cast<std::ptrdiff_t>(columns), 1}}, weights};
  }
  /// Sparse numbers alone.
  static Table sparse(SparseMatrix matrix, std::span<const double> weights = {});
  /// Codes of categories stored row after row, with a dictionary for each column.
  static Table categories(const std::uint32_t* codes, std::size_t rows,
                          std::span<const std::vector<std::string>> dictionaries, std::span<const double> weights = {});
  /// One column of text.
  static Table documents(Texts documents, std::span<const double> weights = {});
};

/// The labels of rows, as codes into a dictionary: row i has the label names[codes[i]].
/// A name may stand in the dictionary without a row; dictionaries may differ from table to table.
struct Labels {
  std::span<const std::uint32_t> codes;
  std::span<const std::string> names;
};

}  // namespace suffice
