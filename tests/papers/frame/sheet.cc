#include "tests/papers/frame/sheet.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/demand.h"

namespace carom::papers {
namespace {

std::string QuotedCell(const std::string& cell) {
  if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

void WriteLine(const std::vector<std::string>& cells, std::ostream& out) {
  for (size_t i = 0; i < cells.size(); ++i) out << (i == 0 ? "" : ",") << QuotedCell(cells[i]);
  out << "\n";
}

}  // namespace

void Sheet::AddRow(std::vector<std::string> row) {
  CAROM_DEMAND(row.size() == columns_.size(), "a cell for each column");
  rows_.push_back(std::move(row));
}

bool Sheet::HasColumn(const std::string& name) const {
  return std::find(columns_.begin(), columns_.end(), name) != columns_.end();
}

std::string Sheet::Cell(double value) {
  if (std::isnan(value)) return "nan";
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

void Sheet::Write(std::ostream& out) const {
  WriteLine(columns_, out);
  for (const std::vector<std::string>& row : rows_) WriteLine(row, out);
}

}  // namespace carom::papers
