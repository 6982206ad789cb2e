// A mutation that leaves a model file a model file: one number of a tensor, or one word or number of the header,
// becomes another. Checksums are for the target to make right.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "store/container/safetensors.hpp"
#include "suffice/error.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace suffice {

class ModelMutator {
 public:
  ModelMutator(std::string file, unsigned seed) : file_(std::move(file)), random_(seed) {}

  /// The file with one change; as it is where it is no model file.
  std::string changed() {
    try {
      const SafetensorsHeader header = read_header(file_);
      if (header.entries.empty() || random_() % 3 == 0) {
        change_header(header.bytes.size());
      } else {
        change_number(header);
      }
    } catch (const Error&) {  // bytes that have no structure to keep
    }
    return std::move(file_);
  }

 private:
  static constexpr std::array doubles = {0.0,
                                         -0.0,
                                         1.0,
                                         -1.0,
                                         0.5,
                                         1e-300,
                                         5e-324,
                                         1e15,
                                         1e154,
                                         1e300,
                                         -1e308,
                                         1.7e308,
                                         std::numeric_limits<double>::infinity(),
                                         std::numeric_limits<double>::quiet_NaN()};
  static constexpr std::array<std::uint64_t, 9> wholes = {0,           1,           2,           3,         255,
                                                          1ULL << 32U, 1ULL << 53U, 1ULL << 63U, UINT64_MAX};

  std::size_t below(std::size_t end) { return random_() % end; }

  void change_number(const SafetensorsHeader& header) {
    const TensorEntry& entry = header.entries[below(header.entries.size())];
    const std::size_t width = entry.type == "F64" || entry.type == "U64" ? 8 : entry.type == "U32" ? 4 : 1;
    const std::size_t start = header.bytes.size();
    if (entry.end < entry.begin + width || entry.end > file_.size() - start) return;
    char* const place = file_.data() + start + entry.begin + below((entry.end - entry.begin) / width) * width;
    if (entry.type == "F64" && random_() % 2 == 0) {
      const double number = doubles[below(doubles.size())];
      std::memcpy(place, &number, width);
    } else if (random_() % 2 == 0) {
      const std::uint64_t number = wholes[below(wholes.size())];
      std::memcpy(place, &number, width);
    } else {
      LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(place), width, width);
    }
  }

  /// Words and numbers of the header's JSON, by place and length.
  [[nodiscard]] static std::vector<std::pair<std::size_t, std::size_t>> tokens(std::string_view text) {
    constexpr std::string_view between = "{}[]:,\" \\";
    std::vector<std::pair<std::size_t, std::size_t>> found;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
      if (i < text.size() && between.find(text[i]) == std::string_view::npos) continue;
      if (i > begin) found.emplace_back(begin, i - begin);
      begin = i + 1;
    }
    return found;
  }

  void change_header(std::size_t end) {
    constexpr std::size_t start = length_bytes;
    const std::string text = file_.substr(start, end - start);
    const auto all = tokens(text);
    if (all.empty()) return;
    static const std::array<std::string, 8> others = {"0",    "-1",   "1e308", "null",
                                                      "true", "auto", "full",  "18446744073709551615"};
    const auto [place, length] = all[below(all.size())];
    const auto [other_place, other_length] = all[below(all.size())];
    const std::string word = random_() % 2 == 0 ? others[below(others.size())] : text.substr(other_place, other_length);
    file_.replace(start + place, length, word);
    const std::uint64_t size = text.size() - length + word.size();
    std::memcpy(file_.data(), &size, start);
  }

  std::string file_;
  std::minstd_rand random_;
};

/// For LLVMFuzzerCustomMutator: changes what comes after the first `before` bytes, or now and then any bytes.
inline std::size_t mutate_model(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed,
                                std::size_t before) {
  if (size <= before || seed % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string file =
      ModelMutator(std::string(reinterpret_cast<char*>(data) + before, size - before), seed / 4).changed();
  if (before + file.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data + before, file.data(), file.size());
  return before + file.size();
}

}  // namespace suffice
