#include "tests/papers/frame/html.h"

#include <cctype>
#include <cstddef>
#include <utility>

namespace carom::papers {

std::string Html(const std::string& text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

namespace {

void ReplaceAll(const std::string& what, const std::string& by, std::string& text) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
}

bool IsLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// "_after_" is "after"; the underscore of a name stays.
void DropEmphasis(std::string& text) {
  for (std::size_t open = text.find('_'); open != std::string::npos;
       open = text.find('_', open + 1)) {
    std::size_t close = open + 1;
    while (close < text.size() && IsLetter(text[close])) ++close;
    const bool begins = open == 0 || text[open - 1] == ' ';
    const bool ends = close > open + 1 && close < text.size() && text[close] == '_' &&
                      (close + 1 == text.size() || text[close + 1] == ' ');
    if (!begins || !ends) continue;
    text.erase(close, 1);
    text.erase(open, 1);
  }
}

// "[text](address)" is the text.
void DropAddresses(std::string& text) {
  for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](")) {
    const std::size_t open = text.rfind('[', at);
    const std::size_t close = text.find(')', at);
    if (open == std::string::npos || close == std::string::npos) return;
    text.erase(at, close - at + 1);
    text.erase(open, 1);
  }
}

}  // namespace

std::string PlainText(std::string text) {
  DropAddresses(text);
  DropEmphasis(text);
  ReplaceAll("**", "", text);
  // Longer names before those that they begin with.
  constexpr std::pair<const char*, const char*> kPlain[] = {
      {"$", ""},
      {"\\(", ""},
      {"\\)", ""},
      {"\\Delta ", "\u0394"},
      {"\\Delta", "\u0394"},
      {"\\infty", "\u221e"},
      {" _{ij}", "_ij"},
      {"\\left", ""},
      {"\\right", ""},
      {"\\varepsilon", "\u03b5"},
      {"\\epsilon", "\u03b5"},
      {"\\varphi", "\u03c6"},
      {"\\phi", "\u03c6"},
      {"\\alpha", "\u03b1"},
      {"\\beta", "\u03b2"},
      {"\\gamma", "\u03b3"},
      {"\\Gamma", "\u0393"},
      {"\\delta", "\u03b4"},
      {"\\theta", "\u03b8"},
      {"\\psi", "\u03c8"},
      {"\\sigma", "\u03c3"},
      {"\\omega", "\u03c9"},
      {"\\uplambda", "\u03bb"},
      {"\\lambda", "\u03bb"},
      {"\\mu", "\u03bc"},
      {"\\pi", "\u03c0"},
      {"\\Phi", "\u03a6"},
      {"\\Rightarrow", "\u21d2"},
      {"\\le ", "\u2264 "},
      {"\\cdot", "\u00b7"},
      {"\\quad", " "},
      {"\\mathbf", ""},
      {"\\mathrm", ""},
      {"\\vec", ""},
      {"\\sin", "sin"},
      {"\\cos", "cos"},
      {"\\arctan", "arctan"},
      {"\\sqrt", "sqrt"},
  };
  for (const auto& [tex, plain] : kPlain) ReplaceAll(tex, plain, text);
  return text;
}

}  // namespace carom::papers
