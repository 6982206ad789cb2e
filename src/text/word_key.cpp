#include "text/word_key.hpp"

#include <random>

#include "suffice/error.hpp"
#include "text/term_bucket.hpp"

namespace suffice {

WordHash::WordHash() : addends_(), sum_factor_(0), tag_factor_(0) {
  std::random_device device;
  const auto factor = [&] { return std::uint64_t{device()} << 32U | device() | 1U; };
  for (std::uint32_t& addend : addends_) {
    addend = device();
  }
  sum_factor_ = factor();
  tag_factor_ = factor();
}

WordKey WordHash::key(std::string_view word, std::uint32_t tag) const {
  if (word.size() > UINT32_MAX) {
    throw Error(ErrorCode::bad_data, "a word of 4 GiB or more cannot be counted");
  }
  WordKey key{{}, static_cast<std::uint32_t>(word.size()), tag};
  if (key.is_long()) {
    key.word[0] = sip_hash(word, sum_factor_, tag_factor_);
  } else if (!word.empty()) {
    std::memcpy(key.word.data(), word.data(), word.size());
  }
  return key;
}

}  // namespace suffice
