#ifndef CAROM_CLIENT_CLI_TEXT_TABLE_H_
#define CAROM_CLIENT_CLI_TEXT_TABLE_H_

#include <ostream>
#include <string>
#include <vector>

namespace carom {

/// Rows of text in aligned columns; columns whose cells all look like numbers align to the right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header);

  /// As many cells as the header has.
  void AddRow(std::vector<std::string> cells);

  void Print(std::ostream& out) const;

 private:
  bool IsNumeric(size_t column) const;

  std::vector<std::vector<std::string>> rows_;  // The first is the header.
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_TEXT_TABLE_H_
