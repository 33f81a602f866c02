#include "carom/client/shot_outcome.h"
#include "client/internal/columns.h"

// The contacts of shots; their outcomes are read in shot_outcome.cc.
namespace carom {
namespace {

using carom::v1::ContactColumns;
using carom::v1::ShotResults;

absl::Status CheckContactColumns(const ShotResults& results) {
  const ContactColumns& columns = results.contacts();
  const uint64_t contacts = SumOf(columns.contact_counts());
  const uint64_t rows = SumOf(columns.row_counts());
  ColumnCheck check;
  return check.Expect("contacts.contact_counts", columns.contact_counts(), results.shot_count())
      .Expect("contacts.kinds", columns.kinds(), contacts)
      .Expect("contacts.balls", columns.balls(), contacts)
      .Expect("contacts.others", columns.others(), contacts)
      .Expect("contacts.begin_times_s", columns.begin_times_s(), contacts)
      .Expect("contacts.end_times_s", columns.end_times_s(), contacts)
      .Expect("contacts.row_counts", columns.row_counts(), contacts)
      .Expect("contacts.row_times_s", columns.row_times_s(), rows)
      .Expect("contacts.indentations_m", columns.indentations_m(), rows)
      .Expect("contacts.rates_m_s", columns.rates_m_s(), rows)
      .Expect("contacts.normal_forces_n", columns.normal_forces_n(), rows)
      .Expect("contacts.friction_forces_n", columns.friction_forces_n(), rows)
      .status();
}

class ContactReader {
 public:
  explicit ContactReader(const ContactColumns& columns) : columns_(columns) {}

  ShotContact Next() {
    ShotContact contact;
    contact.kind = columns_.kinds(contact_);
    contact.ball = columns_.balls(contact_);
    contact.other = columns_.others(contact_);
    contact.begin_s = columns_.begin_times_s(contact_);
    contact.end_s = columns_.end_times_s(contact_);
    for (uint32_t i = 0; i < columns_.row_counts(contact_); ++i, ++row_) {
      contact.steps.push_back({columns_.row_times_s(row_), columns_.indentations_m(row_),
                               columns_.rates_m_s(row_), columns_.normal_forces_n(row_),
                               columns_.friction_forces_n(row_)});
    }
    ++contact_;
    return contact;
  }

 private:
  const ContactColumns& columns_;
  int contact_ = 0;
  int row_ = 0;
};

}  // namespace

absl::StatusOr<std::vector<std::vector<ShotContact>>> ReadContacts(const ShotResults& results) {
  std::vector<std::vector<ShotContact>> shots(results.shot_count());
  if (!results.has_contacts()) return shots;
  if (absl::Status status = CheckContactColumns(results); !status.ok()) return status;
  ContactReader reader(results.contacts());
  for (size_t shot = 0; shot < shots.size(); ++shot) {
    const uint32_t count = results.contacts().contact_counts(static_cast<int>(shot));
    for (uint32_t i = 0; i < count; ++i) shots[shot].push_back(reader.Next());
  }
  return shots;
}

}  // namespace carom
