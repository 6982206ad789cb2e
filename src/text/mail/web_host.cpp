#include "text/mail/web_host.hpp"

#include <algorithm>

#include "data/bytes/ascii.hpp"

namespace suffice {

namespace {

constexpr std::size_t longest_host = 253;
constexpr std::string_view host_mark = "://";

bool is_of_host(char c) {
  return is_ascii_alphanumeric(c) || c == '.' || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// What follows "//": user@host:port/path. The user is what stands before the last "@" of the authority.
std::string host_of_authority(std::string_view text) {
  constexpr std::size_t longest_authority = 1024;
  text = text.substr(0, longest_authority);
  text = text.substr(0, text.find_first_of("/\\?#\"'<> \t\r\n"));
  if (const std::size_t user = text.rfind('@'); user != std::string_view::npos) text.remove_prefix(user + 1);
  const auto* const end = std::find_if_not(text.begin(), text.end(), is_of_host);
  text = text.substr(0, std::min(static_cast<std::size_t>(end - text.begin()), longest_host));
  while (text.ends_with('.')) text.remove_suffix(1);
  return ascii_lower(text);
}

bool is_web_scheme(std::string_view scheme) {
  const std::string name = ascii_lower(scheme);
  return name.ends_with("http") || name.ends_with("https") || name.ends_with("ftp");
}

}  // namespace

std::string host_of(std::string_view address) {
  address = ascii_trimmed(address);
  if (address.starts_with("//")) return host_of_authority(address.substr(2));
  const auto* const end = std::find_if_not(address.begin(), address.end(), is_ascii_letter);
  const std::string_view rest = address.substr(static_cast<std::size_t>(end - address.begin()));
  if (end == address.begin() || !rest.starts_with(host_mark)) return {};
  return host_of_authority(rest.substr(host_mark.size()));
}

void find_hosts(std::string_view text, std::vector<std::string>& hosts) {
  constexpr std::size_t longest_scheme = 5;
  for (std::size_t at = text.find(host_mark); at != std::string_view::npos; at = text.find(host_mark, at + 1)) {
    const std::size_t scheme = std::min(at, longest_scheme);
    if (!is_web_scheme(text.substr(at - scheme, scheme))) continue;
    if (std::string host = host_of_authority(text.substr(at + host_mark.size())); !host.empty()) {
      hosts.push_back(std::move(host));
    }
  }
}

}  // namespace suffice
