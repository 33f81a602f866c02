// Figures as addresses that hold them: smaller than in base64, and without what a screen does not
// show.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string_view>

#include "tests/papers/frame/html.h"

namespace carom::papers {
namespace {

// A path in tenths of a pixel, without points on top of the last one. gnuplot writes
// "M99.11,246.53 L290.09,184.18 ", with line breaks in a long one.
std::string RoundedPath(std::string_view data) {
  std::string rounded;
  std::string last;
  std::size_t at = 0;
  while (at < data.size()) {
    const std::size_t end = std::min(data.find_first_of(" \n\r\t", at), data.size());
    const std::string point(data.substr(at, end - at));
    at = end + 1;
    double x = 0.0;
    double y = 0.0;
    char text[64];
    char command = 0;
    if (std::sscanf(point.c_str(), "%c%lf,%lf", &command, &x, &y) != 3) {
      rounded += point + " ";  // "Z", or what is no point.
      last.clear();
      continue;
    }
    std::snprintf(text, sizeof text, "%.6g,%.6g", std::round(10.0 * x) / 10.0,
                  std::round(10.0 * y) / 10.0);
    if (command == 'L' && text == last) continue;
    last = text;
    rounded += command + last + " ";
  }
  return rounded;
}

// Line breaks and indents between elements count as one space; texts have none.
void AddSquashed(std::string_view text, std::string& out) {
  for (const char c : text) {
    const bool is_blank = c == '\n' || c == '\t' || c == '\r' || c == ' ';
    if (!is_blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
}

std::string Compact(std::string_view svg) {
  constexpr std::string_view kPath = " d='M";
  std::string compact;
  while (true) {
    const std::size_t begin = svg.find(kPath);
    if (begin == std::string_view::npos) break;
    const std::size_t first = begin + kPath.size() - 1;
    const std::size_t end = std::min(svg.find('\'', first), svg.size());
    AddSquashed(svg.substr(0, first), compact);
    AddSquashed(RoundedPath(svg.substr(first, end - first)), compact);
    svg.remove_prefix(end);
  }
  AddSquashed(svg, compact);
  return compact;
}

}  // namespace

std::string SvgUri(const std::string& svg) {
  std::string uri = "data:image/svg+xml,";
  for (const char c : Compact(svg)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c != '%' && c != '#' && c != '"' && c != '<' && c != '>' && c != '&' && byte < 0x7F) {
      uri += c;
      continue;
    }
    char escaped[4];
    std::snprintf(escaped, sizeof escaped, "%%%02X", static_cast<unsigned>(byte));
    uri += escaped;
  }
  return uri;
}

}  // namespace carom::papers
