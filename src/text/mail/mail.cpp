// Messages are taken apart by GMime, where the library was built with it.
#include "text/mail/mail.hpp"

#include "suffice/error.hpp"

#ifdef SUFFICE_GMIME
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include <gmime/gmime.h>

#include "data/bytes/ascii.hpp"
#include "text/mail/charset.hpp"
#include "text/mail/html_text.hpp"
#include "text/mail/mail_limits.hpp"
#include "text/mail/web_host.hpp"
#endif

namespace suffice {

std::string_view mark_of(std::string_view term) {
  const std::size_t colon = term.find(':');
  const std::size_t space = term.find(' ');
  return colon == std::string_view::npos || space < colon ? "" : term.substr(0, colon + 1);
}

bool marks_wholes(std::string_view mark) { return mark == "url:" || mark == "type:" || mark == "received:"; }

#ifdef SUFFICE_GMIME

namespace {

constexpr int deepest_message = 8;
constexpr int deepest_part = 64;
constexpr std::size_t longest_whole = 256;
constexpr std::size_t longest_mark = 40;

// What GMime made, to be given back.
struct Unreference {
  void operator()(gpointer object) const { ::g_object_unref(object); }
};
template <typename Object>
using Owned = std::unique_ptr<Object, Unreference>;

struct FreeOptions {
  void operator()(GMimeParserOptions* options) const { ::g_mime_parser_options_free(options); }
};

void initialise_gmime() {
  static const bool done = [] {
    ::g_mime_init();
    return true;
  }();
  static_cast<void>(done);
}

std::string_view view_of(const char* text) { return text == nullptr ? std::string_view() : std::string_view(text); }

class MailReader {
 public:
  explicit MailReader(const SegmentSink& sink) : sink_(&sink), options_(::g_mime_parser_options_new()) {
    std::array<const char*, 3> charsets = {"utf-8", "windows-1252", nullptr};
    ::g_mime_parser_options_set_fallback_charsets(options_.get(), charsets.data());
  }

  void read(std::string_view bytes) {
    std::string copy;
    if (limit_mail(bytes, copy)) bytes = copy;
    const Owned<GMimeStream> stream(::g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
    const Owned<GMimeParser> parser(::g_mime_parser_new_with_stream(stream.get()));
    const Owned<GMimeMessage> message(::g_mime_parser_construct_message(parser.get(), options_.get()));
    if (message == nullptr) {
      add_text(to_utf8(bytes, ""), false);
    } else {
      read_message(message.get(), 1);
    }
  }

 private:
  void add(std::string_view mark, std::string_view text, bool whole = false) const {
    if (!text.empty()) (*sink_)({mark, text, whole});
  }

  void add_whole(std::string_view mark, std::string_view text) const {
    add(mark, ascii_lower(text.substr(0, longest_whole)), true);
  }

  void read_message(GMimeMessage* message, int depth) {
    read_headers(GMIME_OBJECT(message));
    if (GMimeObject* const part = ::g_mime_message_get_mime_part(message)) read_part(part, depth, 1);
  }

  void read_headers(GMimeObject* object) {
    GMimeHeaderList* const headers = ::g_mime_object_get_header_list(object);
    const int count = ::g_mime_header_list_get_count(headers);
    for (int i = 0; i < count; ++i) {
      GMimeHeader* const header = ::g_mime_header_list_get_header_at(headers, i);
      read_header(ascii_lower(view_of(::g_mime_header_get_name(header)).substr(0, longest_mark)),
                  view_of(::g_mime_header_get_value(header)));
    }
  }

  void read_header(std::string name, std::string_view value) {
    constexpr std::array<std::string_view, 7> read = {"from",        "to",       "reply-to",  "subject",
                                                      "return-path", "x-mailer", "user-agent"};
    if (name == "received") return add_hosts("received:", value);
    if (name == "cc" || name.starts_with("resent-") || name == "delivered-to") name = "to";
    if (std::ranges::find(read, name) == read.end()) return;
    name += ':';
    add(name, value);
    add_addresses(name, value);
  }

  // Runs of characters of addresses that have an "@" in them.
  void add_addresses(std::string_view mark, std::string_view value) const {
    add_runs(mark, value, '@', [](char c) {
      return is_ascii_alphanumeric(c) || c == '@' || c == '.' || c == '_' || c == '-' || c == '+' || c == '=';
    });
  }
  void add_hosts(std::string_view mark, std::string_view value) const {
    add_runs(mark, value, '.', [](char c) { return is_ascii_alphanumeric(c) || c == '.' || c == '-'; });
  }

  // Each maximal run of characters that `belongs` takes, if it has `needed` in it.
  template <typename Belongs>
  void add_runs(std::string_view mark, std::string_view value, char needed, const Belongs& belongs) const {
    while (!value.empty()) {
      const auto* const end = std::ranges::find_if_not(value, belongs);
      const auto length = static_cast<std::size_t>(end - value.begin());
      if (value.substr(0, length).find(needed) != std::string_view::npos) add_whole(mark, value.substr(0, length));
      value.remove_prefix(std::max<std::size_t>(length, 1));
    }
  }

  void read_part(GMimeObject* object, int message_depth, int part_depth) {
    if (part_depth > deepest_part) return;
    if (GMIME_IS_MULTIPART(object)) {
      GMimeMultipart* const parts = GMIME_MULTIPART(object);
      const int count = ::g_mime_multipart_get_count(parts);
      for (int i = 0; i < count; ++i) {
        read_part(::g_mime_multipart_get_part(parts, i), message_depth, part_depth + 1);
      }
      if (count == 0) add_text(to_utf8(view_of(::g_mime_multipart_get_prologue(parts)), ""), false);
    } else if (GMIME_IS_MESSAGE_PART(object)) {
      GMimeMessage* const message = ::g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
      if (message != nullptr && message_depth < deepest_message) read_message(message, message_depth + 1);
    } else if (GMIME_IS_PART(object)) {
      read_leaf(GMIME_PART(object));
    }
  }

  void read_leaf(GMimePart* part) {
    GMimeContentType* const type = ::g_mime_object_get_content_type(GMIME_OBJECT(part));
    const bool html = ::g_mime_content_type_is_type(type, "text", "html") != FALSE;
    const bool plain = ::g_mime_content_type_is_type(type, "text", "plain") != FALSE;
    const bool attached = ::g_mime_part_is_attachment(part) != FALSE;
    add_whole("type:", std::string(view_of(::g_mime_content_type_get_media_type(type))) + '/' +
                           std::string(view_of(::g_mime_content_type_get_media_subtype(type))));
    add("name:", view_of(::g_mime_part_get_filename(part)));
    if (attached || (!html && !plain)) return;
    const std::string_view charset = view_of(::g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), "charset"));
    add_text(to_utf8(decoded(part), charset), html);
  }

  // The content with its transfer encoding undone; valid until the next call.
  std::string_view decoded(GMimePart* part) {
    GMimeDataWrapper* const content = ::g_mime_part_get_content(part);
    if (content == nullptr) return {};
    decoded_.reset(::g_mime_stream_mem_new());
    ::g_mime_data_wrapper_write_to_stream(content, decoded_.get());
    const GByteArray* const bytes = ::g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(decoded_.get()));
    return bytes->data == nullptr ? std::string_view()
                                  : std::string_view(reinterpret_cast<const char*>(bytes->data), bytes->len);
  }

  void add_text(const std::string& text, bool html) {
    std::vector<std::string> hosts;
    if (html) {
      std::string seen;
      append_html_text(text, seen, hosts);
      find_hosts(seen, hosts);
      add("", seen);
    } else {
      find_hosts(text, hosts);
      add("", text);
    }
    for (const std::string& host : hosts) add_whole("url:", host);
  }

  const SegmentSink* sink_;
  std::unique_ptr<GMimeParserOptions, FreeOptions> options_;
  Owned<GMimeStream> decoded_;
};

// Without what mailboxes put before a message: the line of its envelope, and blank lines.
std::string_view without_envelope(std::string_view message) {
  while (!message.empty() && is_ascii_space(message.front())) message.remove_prefix(1);
  if (message.starts_with("From ") || message.starts_with(">From ")) {
    message.remove_prefix(std::min(message.find('\n'), message.size() - 1) + 1);
  }
  return message;
}

}  // namespace

void check_mail_support() {}

void split_mail(std::string_view message, const SegmentSink& sink) {
  initialise_gmime();
  MailReader(sink).read(without_envelope(message));
}

#else

void check_mail_support() {
  throw Error(ErrorCode::usage,
              "this build cannot read mail: install GMime 3 (Debian: libgmime-3.0-dev) and build again");
}

void split_mail(std::string_view /*message*/, const SegmentSink& /*sink*/) { check_mail_support(); }

#endif

}  // namespace suffice
