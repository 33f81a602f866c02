#ifndef CAROM_CLIENT_PICTURE_MARKUP_H_
#define CAROM_CLIENT_PICTURE_MARKUP_H_

#include <string>

namespace carom::picture {

/// `text` as the content of an element or of an attribute in quotes, in XML and HTML. Characters
/// that XML 1.0 does not allow, and bytes that are not UTF-8, become U+FFFD, so that no name can
/// make a file that does not parse.
std::string EscapeXml(const std::string& text);

/// `text` as a JSON string in quotes, fit to stand in a <script> of an HTML page: < > & are escaped
/// too, as are U+2028 and U+2029. Bytes that are not UTF-8 as above.
std::string JsonString(const std::string& text);

/// At most `most` characters of `text`, the last one an ellipsis if any are left out.
std::string Shorten(const std::string& text, size_t most);

/// With at most this many digits after the point, without trailing zeros and without the minus of a
/// zero. The same text for the same number everywhere; "0" for what is not finite.
std::string Decimal(double value, int digits);

}  // namespace carom::picture

#endif  // CAROM_CLIENT_PICTURE_MARKUP_H_
