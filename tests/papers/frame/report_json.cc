#include <cmath>
#include <cstdio>

#include "core/base/version.h"
#include "tests/papers/frame/html.h"
#include "tests/papers/frame/report.h"

namespace carom::papers {
namespace {

// A JSON string. [RFC 8259] section 7.
std::string Json(const std::string& text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
      json += escaped;
    } else {
      json += c;
    }
  }
  return json + "\"";
}

// A JSON number, null where there is none.
std::string Json(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

template <class Values, class Print>
void PrintList(const Values& values, const char* separator, std::ostream& out, Print&& print) {
  bool first = true;
  for (const auto& value : values) {
    if (!first) out << ",";
    out << separator;
    print(value);
    first = false;
  }
}

void PrintMeasured(const Measured& measured, std::ostream& out) {
  const Band& band = measured.band;
  out << "{\"name\":" << Json(measured.name) << ",\"value\":" << Json(measured.value)
      << ",\"low\":" << Json(band.low) << ",\"high\":" << Json(band.high)
      << ",\"unit\":" << Json(band.unit) << ",\"origin\":" << Json(band.origin)
      << ",\"wrong\":" << Json(band.wrong) << "}";
}

void PrintRow(const Row& row, std::ostream& out) {
  out << "{\"kind\":" << Json(Name(row.kind)) << ",\"holds\":" << (Holds(row) ? "true" : "false")
      << ",\"what\":" << Json(row.what);
  if (row.paper) {
    out << ",\"paper\":" << Json(row.paper->text)
        << ",\"shown\":" << Json(PlainText(row.paper->text))
        << ",\"where\":" << Json(row.paper->where);
  }
  out << ",\"reference_kind\":" << Json(Name(row.reference.source))
      << ",\"reference\":" << Json(row.reference.text) << ",\"why\":" << Json(row.why)
      << ",\"measured\":[";
  PrintList(row.measured, "", out, [&](const Measured& m) { PrintMeasured(m, out); });
  out << "]}";
}

void PrintResult(const Result& result, std::ostream& out) {
  const auto strings = [&](const std::vector<std::string>& all) {
    PrintList(all, "", out, [&](const std::string& text) { out << Json(text); });
  };
  out << "{\"id\":" << Json(result.claim.id) << ",\"where\":" << Json(result.claim.where)
      << ",\"what\":" << Json(result.claim.what) << ",\"kind\":" << Json(Name(result.claim.kind))
      << ",\"ok\":" << (result.Ok() ? "true" : "false") << ",\"seconds\":" << Json(result.seconds)
      << ",\"errors\":[";
  strings(result.errors);
  out << "],\"differing_bounds\":[";
  strings(DifferingBounds(result.findings));
  out << "],\"rows\":[";
  PrintList(result.findings.rows(), "\n  ", out, [&](const Row& row) { PrintRow(row, out); });
  out << "]}";
}

}  // namespace

void PrintJson(const std::vector<Result>& results, std::ostream& out) {
  out << "{\"engine\":" << Json(std::string(kEngineVersion)) << ",\"claims\":[";
  PrintList(results, "\n ", out, [&](const Result& result) { PrintResult(result, out); });
  out << "]}\n";
}

}  // namespace carom::papers
