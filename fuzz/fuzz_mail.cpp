// Any bytes as mail: texts with marks, terms that begin with them, and as a mailbox whatever its chunks. Byte 0 chooses
// the size of the chunks and the n-grams; the rest is the mail.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "data/formats/mailbox.hpp"
#include "support.hpp"
#include "text/mail/mail.hpp"
#include "text/tokeniser.hpp"

namespace {

using namespace suffice;

std::vector<std::string> messages(std::string_view bytes, std::size_t chunk) {
  Mailbox mailbox(Input("fuzz.mbox", [bytes, chunk](char* to, std::size_t size) mutable {
    const std::size_t count = std::min({size, chunk, bytes.size()});
    if (count > 0) std::memcpy(to, bytes.data(), count);
    bytes.remove_prefix(count);
    return count;
  }));
  std::vector<std::string> found;
  std::string message;
  while (mailbox.next(message)) {
    found.push_back(message);
    message.clear();
  }
  return found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::vector<std::string> found = messages(bytes, 1U + data[0] % 64U);
  require(found == messages(bytes, bytes.size() + 1));
  static_cast<void>(looks_like_mail(bytes));

  split_mail(bytes, [](const MailSegment& segment) {
    require(!segment.text.empty());
    require(segment.mark.empty() ? !segment.whole : segment.mark.ends_with(':'));
    require(!segment.whole || segment.text.size() <= 256);
  });
  const Tokeniser tokeniser({.form = DocumentForm::mail, .longest = 1U + data[0] / 64U});
  Tokeniser::Buffer buffer;
  tokeniser.split(bytes, buffer, [](std::span<const std::string_view> terms) {
    require(!terms.empty() && terms.size() <= 4096);
    for (const std::string_view term : terms) {
      unsigned sum = 0;  // what may be read behind a term is there
      for (std::size_t k = 0; k < term_padding; ++k) sum += static_cast<unsigned char>(term.data()[k]);
      require(!term.empty() && sum > 0);
    }
  });
  return 0;
}
