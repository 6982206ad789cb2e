#include "text/mail/charset.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

#include <iconv.h>

#include "data/bytes/ascii.hpp"
#include "suffice/source.hpp"
#include "text/characters.hpp"
#include "text/mail/html_entities.hpp"

namespace suffice {

namespace {

constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

class Converter {
 public:
  explicit Converter(const std::string& charset) : handle_(::iconv_open("UTF-8", charset.c_str())) {}
  ~Converter() {
    if (is_known()) ::iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  // iconv_open(3) fails by giving (iconv_t)-1.
  [[nodiscard]] bool is_known() const { return reinterpret_cast<std::intptr_t>(handle_) != -1; }

  void append(std::string_view bytes, std::string& text) {
    std::array<char, 4096> out{};
    char* from = const_cast<char*>(bytes.data());  // iconv(3) does not write there
    std::size_t left = bytes.size();
    bool flushed = false;
    while (!flushed) {
      flushed = left == 0;
      char* to = out.data();
      std::size_t room = out.size();
      const std::size_t result = ::iconv(handle_, flushed ? nullptr : &from, flushed ? nullptr : &left, &to, &room);
      const int problem = result == static_cast<std::size_t>(-1) ? errno : 0;
      text.append(out.data(), out.size() - room);
      if (problem == E2BIG) {
        flushed = false;
      } else if (problem != 0 && left > 0) {
        text += replacement_character;
        ++from;
        --left;
      }
    }
  }

 private:
  ::iconv_t handle_;
};

std::string from_windows_1252(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char byte : bytes) {
    const auto code = static_cast<unsigned char>(byte);
    if (code < 0x80) {
      text += byte;
    } else {
      std::array<char, 4> encoded{};
      text.append(encoded.data(), encode(windows_1252_character(code), encoded.data()));
    }
  }
  return text;
}

}  // namespace

std::string to_utf8(std::string_view bytes, std::string_view charset) {
  constexpr std::size_t longest_name = 64;
  std::string name = ascii_lower(ascii_trimmed(charset.substr(0, longest_name)));
  if (name == "utf-8" || name == "utf8") return std::string(bytes);
  if (name == "iso-8859-1" || name == "latin1" || name == "windows-1252") return from_windows_1252(bytes);
  const bool sound = std::ranges::all_of(
      name, [](char c) { return is_ascii_alphanumeric(c) || c == '-' || c == '_' || c == '.' || c == ':'; });
  if (sound && !name.empty() && name != "us-ascii" && name != "ascii" && name != "default") {
    if (Converter converter(name); converter.is_known()) {
      std::string text;
      text.reserve(bytes.size() + bytes.size() / 2);
      converter.append(bytes, text);
      return text;
    }
  }
  return is_utf8(bytes) ? std::string(bytes) : from_windows_1252(bytes);
}

}  // namespace suffice
