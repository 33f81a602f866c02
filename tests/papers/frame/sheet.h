#ifndef CAROM_TESTS_PAPERS_FRAME_SHEET_H_
#define CAROM_TESTS_PAPERS_FRAME_SHEET_H_

#include <ostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace carom::papers {

/// A table with named columns, written as CSV (RFC 4180; numbers with 17 digits, "nan" where there
/// is none).
class Sheet {
 public:
  Sheet() = default;
  explicit Sheet(std::vector<std::string> columns) : columns_(std::move(columns)) {}

  /// One row; a cell for each column: numbers, or words.
  template <class... Cells>
  void Add(const Cells&... cells) {
    AddRow({Cell(cells)...});
  }

  void AddRow(std::vector<std::string> row);

  bool HasColumns() const { return !columns_.empty(); }
  bool HasColumn(const std::string& name) const;
  size_t RowCount() const { return rows_.size(); }
  void Write(std::ostream& out) const;

 private:
  static std::string Cell(double value);
  static std::string Cell(const std::string& text) { return text; }
  static std::string Cell(const char* text) { return text; }
  template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
  static std::string Cell(Integer value) {
    return std::to_string(value);
  }

  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_FRAME_SHEET_H_
