// Any bytes as HTML: text that is no longer than character references make it, and hosts that are words of addresses.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support.hpp"
#include "text/mail/html_text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace suffice;
  const std::string_view html(reinterpret_cast<const char*>(data), size);
  std::string text = "before";
  std::vector<std::string> hosts;
  append_html_text(html, text, hosts);
  require(text.starts_with("before"));
  require(text.size() <= 2 * size + 8);  // "&#1" becomes the three bytes of U+FFFD at worst, a tag a line end
  require(hosts.size() <= size / 4);
  for (const std::string& host : hosts) {
    require(!host.empty() && host.size() <= 253 && host.find_first_of("/ @:<>\"") == std::string::npos);
  }
  if (is_utf8(html)) require(is_utf8(text));
  if (html.find_first_of("<&\xC2\xE2\xEF") == std::string_view::npos) require(text.substr(6) == html);
  return 0;
}
