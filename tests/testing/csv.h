#ifndef CAROM_TESTS_TESTING_CSV_H_
#define CAROM_TESTS_TESTING_CSV_H_

#include <map>
#include <string>
#include <vector>

#include "core/base/vec3.h"

namespace carom::testing {

/// One line of a CSV file by column name.
class CsvRow {
 public:
  explicit CsvRow(std::map<std::string, std::string> cells) : cells_(std::move(cells)) {}

  /// Both end the test program with a message when the column is missing or no number.
  const std::string& Text(const std::string& column) const;
  double Number(const std::string& column) const;

  /// Columns `prefix`x, `prefix`y and `prefix`z.
  Vec3 Vector(const std::string& prefix) const;

 private:
  std::map<std::string, std::string> cells_;
};

/// Reads tests/data/`name`: a header line, then rows, cells separated by commas, no quoting.
/// Ends the test program when the file is missing, empty or ragged: no test may pass by lack of
/// data.
std::vector<CsvRow> ReadCsv(const std::string& name);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_CSV_H_
