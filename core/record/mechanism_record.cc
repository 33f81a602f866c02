#include "core/record/mechanism_record.h"

#include <cstddef>

namespace carom {

void ChannelTable::AddRow(double time_s, std::span<const double> row) {
  times_s.push_back(time_s);
  values.insert(values.end(), row.begin(), row.end());
}

std::span<const double> ChannelTable::Row(int i) const {
  const std::size_t width = channels.size();
  return std::span<const double>(values).subspan(static_cast<std::size_t>(i) * width, width);
}

void ChannelTable::Clear() {
  channels.clear();
  times_s.clear();
  values.clear();
}

void MechanismRecord::Clear() { *this = MechanismRecord{}; }

}  // namespace carom
