#include "tests/testing/csv.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

#include "core/base/demand.h"

namespace carom::testing {
namespace {

std::vector<std::string> Cells(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

}  // namespace

const std::string& CsvRow::Text(const std::string& column) const {
  const auto cell = cells_.find(column);
  CAROM_DEMAND(cell != cells_.end(), column);
  return cell->second;
}

double CsvRow::Number(const std::string& column) const {
  const std::string& text = Text(column);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  CAROM_DEMAND(!text.empty() && *end == '\0', column + "=" + text);
  return value;
}

Vec3 CsvRow::Vector(const std::string& prefix) const {
  return {Number(prefix + "x"), Number(prefix + "y"), Number(prefix + "z")};
}

std::vector<CsvRow> ReadCsv(const std::string& name) {
  std::ifstream file(std::string(CAROM_TEST_DATA_DIR) + "/" + name);
  CAROM_DEMAND(file.good(), name);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> header = Cells(line);
  std::vector<CsvRow> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = Cells(line);
    CAROM_DEMAND(cells.size() == header.size(), name + ": " + line);
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[header[i]] = cells[i];
    rows.emplace_back(std::move(row));
  }
  CAROM_DEMAND(!rows.empty(), name);
  return rows;
}

}  // namespace carom::testing
