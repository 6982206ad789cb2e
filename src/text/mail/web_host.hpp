// Hosts of web addresses: what tells one link from another, whatever follows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace suffice {

/// The host of an address such as "http://user@www.Example.com:80/path" or "//example.com", in lower case, at most 253
/// bytes; empty where the address has none ("mailto:…", "page.html", "cid:…").
std::string host_of(std::string_view address);

/// Appends the hosts of the addresses of http, https and ftp that a plain text has, in order.
void find_hosts(std::string_view text, std::vector<std::string>& hosts);

}  // namespace suffice
