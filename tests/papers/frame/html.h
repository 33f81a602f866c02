#ifndef CAROM_TESTS_PAPERS_FRAME_HTML_H_
#define CAROM_TESTS_PAPERS_FRAME_HTML_H_

#include <string>

namespace carom::papers {

/// Text, as content of an element or of an attribute in double quotes. [HTML] 13.3
std::string Html(const std::string& text);

/// An SVG as an address that holds it, fit for an attribute. [RFC 2397]
std::string SvgUri(const std::string& svg);

/// The marks of TeX and Markdown that a quoted text has in its source as what they stand for.
std::string PlainText(std::string text);

extern const char kPageStyle[];   ///< CSS of the page.
extern const char kPageScript[];  ///< Its script: the filter.

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_HTML_H_
