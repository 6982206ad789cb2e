// The header of a model file: what it says without its tensors' bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/container/safetensors.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// Error (bad_model) unless the file is ours, whole, and of the one format there is. `last`: its last four bytes;
/// `data_bytes`: how many follow the header. The order of the checks makes each message true: a file of another program
/// is not "damaged", and a damaged number is not "newer". Then, unless the metadata have the keys of the format, and no
/// more values than a file of this size can mean.
void check_format(const SafetensorsHeader& header, std::uint64_t data_bytes, std::string_view last);

/// The tensors of a rival's weights.
inline constexpr const char* weight_tensor = "fitted.coefficients";
inline constexpr const char* intercept_tensor = "fitted.intercepts";
inline constexpr const char* intercept_remainder_tensor = "fitted.intercept_remainder";

/// What the metadata say.
struct ModelOutline {
  Schema schema;
  bool has_options = false;         ///< else the file holds sums alone
  Options options = {};             ///< without vocabularies, and not checked
  std::vector<std::string> sums;    ///< for each block sums_name() of its sums
  std::vector<std::string> labels;  ///< in the order of the sums
  Fitted fitted = {};               ///< without the weights of a rival
  Ranking ranking = {};
  Tuning tuning = {};
};

/// Of a header of which check_format() is true. Error (bad_model) when a tensor is missing, or one is not known to the
/// format, or a text says what cannot be.
ModelOutline read_outline(const SafetensorsHeader& header);

/// Error (usage) where a reader would refuse the texts of a file with so many bytes of tensors: they hold too many
/// values.
void check_metadata_size(const std::vector<NamedText>& metadata, std::uint64_t data_bytes);

/// The metadata up to the keys of caches and pages; without options of sums alone.
std::vector<NamedText> metadata_of(const Summary& summary, const Options* options, const Fitted& fitted,
                                   const Ranking& ranking, const Tuning& tuning);

}  // namespace suffice
