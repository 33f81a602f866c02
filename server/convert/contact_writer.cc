#include "server/convert/contact_writer.h"

#include <span>

#include "server/convert/event_convert.h"

namespace carom {
namespace {

constexpr int64_t kContactBytes = 24;  // kind, ball, other, begin, end, count of rows
constexpr int64_t kRowBytes = 40;      // time, penetration, rate, both forces

void AppendRow(const ContactRow& row, v1::ContactColumns& columns) {
  columns.add_row_times_s(row.time_s);
  columns.add_indentations_m(row.penetration_m);
  columns.add_rates_m_s(row.rate_m_s);
  columns.add_normal_forces_n(row.normal_force_N);
  columns.add_friction_forces_n(row.friction_force_N);
}

}  // namespace

void AppendContacts(const Record& record, v1::ContactColumns& columns) {
  columns.add_contact_counts(static_cast<uint32_t>(record.contacts.size()));
  for (const ContactHistory& contact : record.contacts) {
    columns.add_kinds(ToWire(contact.begin.kind));
    columns.add_balls(static_cast<uint32_t>(contact.begin.ball));
    columns.add_others(contact.begin.other);
    columns.add_begin_times_s(contact.begin.time_s);
    columns.add_end_times_s(contact.end_time_s);
    columns.add_row_counts(static_cast<uint32_t>(contact.row_count));
    const auto rows = std::span(record.contact_rows)
                          .subspan(static_cast<size_t>(contact.first_row),
                                   static_cast<size_t>(contact.row_count));
    for (const ContactRow& row : rows) AppendRow(row, columns);
  }
}

int64_t ContactBytes(const Record& record) {
  return kContactBytes * static_cast<int64_t>(record.contacts.size()) +
         kRowBytes * static_cast<int64_t>(record.contact_rows.size());
}

}  // namespace carom
