#ifndef CAROM_CORE_MODELS_POOL_CONTACT_LOG_H_
#define CAROM_CORE_MODELS_POOL_CONTACT_LOG_H_

#include <span>
#include <vector>

#include "core/models/pool/pool_table.h"
#include "core/multibody/multibody_system.h"
#include "core/record/record.h"

namespace carom {

/// Writes the contacts of a compliant shot, and their histories step by step, into a record.
class ContactLog {
 public:
  /// All arguments outlive the log.
  ContactLog(const Detail& detail, const PoolTableModel& model, MultibodySystem& system,
             Record& record);

  void Began(int pair, const Event& event);
  void Ended(int pair, double t);
  /// The ball is out of play: its contacts end.
  void Removed(int ball, double t);
  void Step(double t, std::span<const double> y);
  /// Closes the contacts that still last, and puts the rows of each contact together.
  void Finish(double end_s);

  /// More rows were asked for than Detail::max_contact_rows.
  bool Overflow() const { return overflow_; }

 private:
  struct Row {
    int contact = 0;
    ContactRow row;
  };
  bool MeetsMoreThanCloth(int ball) const;

  const Detail& detail_;
  const PoolTableModel& model_;
  MultibodySystem& system_;
  Record& record_;
  std::vector<int> open_;  // by pair: index of its contact, or -1
  std::vector<Row> rows_;  // of all contacts, by time
  bool overflow_ = false;
};

}  // namespace carom

#endif  // CAROM_CORE_MODELS_POOL_CONTACT_LOG_H_
