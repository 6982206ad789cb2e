// Any bytes as the names of a picture, and as its numbers: SVG that is well-formed text without markup of theirs.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/input.hpp"
#include "suffice/picture.hpp"
#include "support.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace suffice;
  const std::string name(reinterpret_cast<const char*>(data), size);
  std::vector<double> numbers(size / sizeof(double));
  if (!numbers.empty()) {
    std::memcpy(numbers.data(), data, numbers.size() * sizeof(double));
  }
  const auto number = [&](std::size_t k) { return numbers.empty() ? 0 : numbers[k % numbers.size()]; };
  draw::Panel panel = {.title = name,
                       .x = {.label = name, .low = number(0), .high = number(1), .logarithmic = size % 2 == 1},
                       .y = {.label = name, .low = -0.5, .high = 1.5, .names = {name, name.substr(size / 2)}}};
  std::vector<draw::Point> points;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    points.push_back({number(k), number(k + 1)});
  }
  panel.marks = {draw::Points{points, size}, draw::Lines{{points}}, draw::Areas{{points}},
                 draw::Bars{{{{number(0), number(1)}, {number(2), number(3)}}}}, draw::Words{{number(0), 0}, name}};
  draw::Picture picture = {.title = name, .description = name, .caption = name, .panels = {panel}};
  picture.legend = {{name, 0}};
  const std::string svg = draw::svg(picture);
  require(is_utf8(svg));
  require(svg.find("nan") == std::string::npos || name.find("nan") != std::string::npos);
  require(std::ranges::none_of(svg, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; }));
  // As many tags open as close, and none but those that pictures have.
  require(std::ranges::count(svg, '<') == std::ranges::count(svg, '>'));
  require(svg.find("<script") == std::string::npos && svg.find("<a") == std::string::npos);
  return 0;
}
