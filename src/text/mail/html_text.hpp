// HTML as the text that a reader of the page sees, and the hosts that it links to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace suffice {

/// Appends the visible text of a page in UTF-8 to `text`, and the hosts of its links and images to `hosts`, in order
/// and as often as they occur. Any bytes are a page; time is linear and memory is that of the result.
///
/// Tags, comments, scripts and styles are dropped, and so is text that cannot be seen (HtmlStyle). Elements that begin
/// a line or a cell separate words; others, known or not, do not: "v<b></b>iagra" is one word, and characters without
/// width are dropped. An element that nests deeper than 128 takes the style of the one at that depth.
void append_html_text(std::string_view html, std::string& text, std::vector<std::string>& hosts);

}  // namespace suffice
