#ifndef CAROM_TESTS_PAPERS_FRAME_HTML_H_
#define CAROM_TESTS_PAPERS_FRAME_HTML_H_

#include <string>

namespace carom::papers {

/// Text, as content of an element or of an attribute in double quotes. [HTML] 13.3
std::string Html(const std::string& text);

/// [RFC 4648] section 4.
std::string Base64(const std::string& bytes);

extern const char kPageStyle[];   ///< CSS of the page.
extern const char kPageScript[];  ///< Its script: the filter.

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_HTML_H_
