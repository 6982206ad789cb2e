// Hosts of addresses, alone and in plain text.
#include "text/mail/web_host.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(WebHost, of_an_address) {
  EXPECT_EQ(host_of("http://www.Example.com:80/a?b#c"), "www.example.com");
  EXPECT_EQ(host_of(" https://good.example@evil.example/"), "evil.example");
  EXPECT_EQ(host_of("//example.org"), "example.org");
  EXPECT_EQ(host_of("http://example.org."), "example.org");
  for (const std::string_view address : {"", "a.html", "mailto:a@b.c", "://x", "http:", "http://", "http:///x"}) {
    EXPECT_EQ(host_of(address), "") << address;
  }
  EXPECT_EQ(host_of("http://" + std::string(1000, 'a')).size(), 253U);
}

TEST(WebHost, in_plain_text) {
  std::vector<std::string> hosts;
  find_hosts("See <http://a.example/x>, HTTPS://B.example. Not std://c nor ://d; ftp://e.example", hosts);
  EXPECT_EQ(hosts, (std::vector<std::string>{"a.example", "b.example", "e.example"}));
}

}  // namespace
}  // namespace suffice
