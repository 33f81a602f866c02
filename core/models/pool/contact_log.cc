#include "core/models/pool/contact_log.h"

#include <algorithm>
#include <cstddef>

#include "core/base/index.h"

namespace carom {
ContactLog::ContactLog(const Detail& detail, const PoolTableModel& model, MultibodySystem& system,
                       Record& record)
    : detail_(detail),
      model_(model),
      system_(system),
      record_(record),
      open_(model.contacts.size(), -1) {}

void ContactLog::Began(int pair, const Event& event) {
  if (!detail_.contacts) return;
  open_[Index(pair)] = static_cast<int>(record_.contacts.size());
  ContactHistory history;
  history.begin = event;
  record_.contacts.push_back(history);
}

void ContactLog::Ended(int pair, double t) {
  int& open = open_[Index(pair)];
  if (open >= 0) record_.contacts[Index(open)].end_time_s = t;
  open = -1;
}

void ContactLog::Removed(int ball, double t) {
  for (int p = 0; p < static_cast<int>(open_.size()); ++p) {
    const PoolMeaning& meaning = model_.contacts[Index(p)];
    const bool involved =
        meaning.ball == ball || (meaning.kind == EventKind::kBallBall && meaning.other == ball);
    if (involved) Ended(p, t);
  }
}

bool ContactLog::MeetsMoreThanCloth(int ball) const {
  for (std::size_t p = 0; p < open_.size(); ++p) {
    const PoolMeaning& meaning = model_.contacts[p];
    if (open_[p] < 0 || meaning.kind == EventKind::kBallSlate) continue;
    if (meaning.ball == ball || (meaning.kind == EventKind::kBallBall && meaning.other == ball)) {
      return true;
    }
  }
  return false;
}

void ContactLog::Step(double t, std::span<const double> y) {
  if (!detail_.contacts) return;
  for (int p = 0; p < static_cast<int>(open_.size()); ++p) {
    if (open_[Index(p)] < 0) continue;
    const PoolMeaning& meaning = model_.contacts[Index(p)];
    if (meaning.kind == EventKind::kBallSlate && !MeetsMoreThanCloth(meaning.ball)) continue;
    const ContactForces forces = system_.ForcesAt(p, y);
    rows_.push_back(
        {open_[Index(p)],
         {t, forces.penetration_m, forces.rate_m_s, forces.normal_N, forces.friction_N.norm()}});
  }
  overflow_ = static_cast<int64_t>(rows_.size()) > detail_.max_contact_rows;
}

void ContactLog::Finish(double end_s) {
  for (int p = 0; p < static_cast<int>(open_.size()); ++p) Ended(p, end_s);
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.contact < b.contact; });
  for (const Row& row : rows_) {
    ContactHistory& history = record_.contacts[Index(row.contact)];
    if (history.row_count++ == 0) history.first_row = static_cast<int>(record_.contact_rows.size());
    record_.contact_rows.push_back(row.row);
  }
}

}  // namespace carom
