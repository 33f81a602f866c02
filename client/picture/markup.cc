#include "client/picture/markup.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace carom::picture {
namespace {

constexpr char kReplacement[] = "\xEF\xBF\xBD";
constexpr uint32_t kNoCharacter = 0xFFFFFFFF;

struct Character {
  uint32_t code = kNoCharacter;  // kNoCharacter: the byte begins none.
  size_t bytes = 1;
};

// How many bytes follow the first one of a character, and the bits that the first one holds; -1
// for a byte that begins none [RFC 3629, 3].
int Following(unsigned char first, uint32_t* bits) {
  *bits = first;
  if (first < 0x80) return 0;
  *bits = first & 0x1Fu;
  if (first >= 0xC2 && first < 0xE0) return 1;
  *bits = first & 0x0Fu;
  if (first >= 0xE0 && first < 0xF0) return 2;
  *bits = first & 0x07u;
  return first >= 0xF0 && first < 0xF5 ? 3 : -1;
}

// Overlong forms and surrogates are no characters.
bool IsShortest(uint32_t code, int following) {
  static constexpr std::array<uint32_t, 4> kLeast = {0, 0x80, 0x800, 0x10000};
  return code >= kLeast[static_cast<size_t>(following)] && code <= 0x10FFFF &&
         (code < 0xD800 || code > 0xDFFF);
}

Character CharacterAt(const std::string& text, size_t at) {
  Character character;
  uint32_t code = 0;
  const int following = Following(static_cast<unsigned char>(text[at]), &code);
  if (following < 0 || at + static_cast<size_t>(following) >= text.size()) return character;
  for (int i = 1; i <= following; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + static_cast<size_t>(i)]);
    if ((byte & 0xC0u) != 0x80u) return character;
    code = (code << 6) | (byte & 0x3Fu);
  }
  if (!IsShortest(code, following)) return character;
  return {code, static_cast<size_t>(following) + 1};
}

// XML 1.0, 2.2: Char.
bool IsXmlCharacter(uint32_t code) {
  return code == 0x9 || code == 0xA || code == 0xD || (code >= 0x20 && code <= 0xFFFD) ||
         (code >= 0x10000 && code <= 0x10FFFF);
}

const char* XmlEscape(uint32_t code) {
  switch (code) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return nullptr;
  }
}

bool IsPlainInJson(uint32_t code) {
  return code >= 0x20 && code != '"' && code != '\\' && code != '<' && code != '>' && code != '&' &&
         code != 0x2028 && code != 0x2029;
}

}  // namespace

std::string EscapeXml(const std::string& text) {
  std::string escaped;
  for (size_t at = 0; at < text.size();) {
    const Character character = CharacterAt(text, at);
    if (!IsXmlCharacter(character.code)) {
      escaped += kReplacement;
    } else if (const char* const escape = XmlEscape(character.code)) {
      escaped += escape;
    } else {
      escaped.append(text, at, character.bytes);
    }
    at += character.bytes;
  }
  return escaped;
}

std::string JsonString(const std::string& text) {
  std::string quoted = "\"";
  for (size_t at = 0; at < text.size();) {
    const Character character = CharacterAt(text, at);
    if (character.code == kNoCharacter) {
      quoted += kReplacement;
    } else if (IsPlainInJson(character.code)) {
      quoted.append(text, at, character.bytes);
    } else {
      absl::StrAppendFormat(&quoted, "\\u%04x", character.code);
    }
    at += character.bytes;
  }
  return quoted + "\"";
}

std::string Shorten(const std::string& text, size_t most) {
  size_t characters = 0;
  size_t cut = 0;  // Where the ellipsis would stand.
  for (size_t at = 0; at < text.size(); ++characters) {
    if (characters + 1 == most) cut = at;
    if (characters == most) return absl::StrCat(text.substr(0, cut), "\xE2\x80\xA6");
    at += CharacterAt(text, at).bytes;
  }
  return text;
}

std::string Decimal(double value, int digits) {
  if (!std::isfinite(value)) return "0";
  std::array<char, 400> buffer;  // The greatest double has 309 digits before the point.
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, digits)
                       .ptr;
  std::string text(buffer.data(), end);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

}  // namespace carom::picture
