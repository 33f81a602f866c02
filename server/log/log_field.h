#ifndef CAROM_SERVER_LOG_LOG_FIELD_H_
#define CAROM_SERVER_LOG_LOG_FIELD_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace carom {

/// One fact of a line.
struct LogField {
  const char* name;
  std::variant<std::string, int64_t, double> value;
};
using LogFields = std::vector<LogField>;

}  // namespace carom

#endif  // CAROM_SERVER_LOG_LOG_FIELD_H_
