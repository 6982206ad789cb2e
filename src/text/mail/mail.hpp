// Mail: a message of RFC 5322 and MIME as the texts that a classifier reads, each with a mark that says where it stood.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace suffice {

/// A text of a mail. Its terms have the mark before them: the word "free" of a subject is the term "subject:free".
struct MailSegment {
  std::string_view mark;  ///< "subject:", or empty: what is read as the text of the mail
  std::string_view text;  ///< UTF-8, or nearly
  bool whole = false;     ///< the text is one term, as it is
};

using SegmentSink = std::function<void(const MailSegment& segment)>;

/// Hands on the texts of a message; the views hold until the sink returns. Any bytes are a message: of broken MIME what
/// can be read is read, and what has no header at all is the text of a mail. In this order:
///
/// - the headers Subject, From, Reply-To, Return-Path, X-Mailer, User-Agent, To, and as To also Cc, Delivered-To and
///   Resent-*: their words, with encoded words (RFC 2047) decoded, marked by the name in lower case, and each address
///   in them as a whole ("from:ann@example.com"). Of Received the hosts and numbers of hosts, as wholes. Other headers
///   are skipped: they say which lists and filters a mail has passed, more than what it is;
/// - the parts of MIME: text/plain and text/html as the text that is seen (append_html_text), its charset undone, and
///   the hosts that they link to as wholes, "url:example.com"; both where they are alternatives. Other parts, and
///   those that are attachments, by type and name only: "type:image/gif", "name:invoice". Messages in messages are read
///   alike, down to 8 levels.
///
/// Memory is in proportion to the message: parts, headers and addresses beyond the bounds of limit_mail are text.
///
/// Error (usage) when the library was built without GMime.
void split_mail(std::string_view message, const SegmentSink& sink);

/// Error (usage), saying what to install, when the library was built without GMime.
void check_mail_support();

/// The mark that a term of a mail begins with, its colon included; empty where it has none.
std::string_view mark_of(std::string_view term);
/// Whether a mark is of wholes only.
bool marks_wholes(std::string_view mark);

}  // namespace suffice
