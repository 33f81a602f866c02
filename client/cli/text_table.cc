#include "client/cli/text_table.h"

#include <algorithm>
#include <utility>

namespace carom {

TextTable::TextTable(std::vector<std::string> header) { rows_.push_back(std::move(header)); }

void TextTable::AddRow(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

bool TextTable::IsNumeric(size_t column) const {
  return std::all_of(rows_.begin() + 1, rows_.end(), [column](const auto& row) {
    return row[column].find_first_not_of("0123456789.-+e") == std::string::npos;
  });
}

void TextTable::Print(std::ostream& out) const {
  const size_t columns = rows_.front().size();
  std::vector<size_t> widths(columns, 0);
  for (const auto& row : rows_) {
    for (size_t i = 0; i < columns; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows_) {
    std::string line;
    for (size_t i = 0; i < columns; ++i) {
      const std::string padding(widths[i] - row[i].size(), ' ');
      line += (i == 0 ? "" : "  ") + (IsNumeric(i) ? padding + row[i] : row[i] + padding);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

}  // namespace carom
