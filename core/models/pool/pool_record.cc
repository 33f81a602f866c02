#include "core/models/pool/pool_record.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/constants.h"
#include "core/models/mechanism_run.h"
#include "core/solid/plane_geometry.h"

namespace carom {

Event EventOf(const Table& table, const PoolMeaning& meaning, double time_s, const Vec2& centre_m) {
  Event event{time_s, meaning.kind, static_cast<int16_t>(meaning.ball),
              static_cast<int16_t>(meaning.other)};
  double nearest = std::numeric_limits<double>::infinity();
  const auto consider = [&](double distance, EventKind kind, std::size_t index) {
    if (distance >= nearest) return;
    nearest = distance;
    event.kind = kind;
    event.other = static_cast<int16_t>(index);
  };
  if (meaning.kind == EventKind::kBallCushion && meaning.other < 0) {
    for (std::size_t n = 0; n < table.noses.size(); ++n) {
      const Vec2 at = NearestOnSegment(centre_m, table.noses[n].start_m, table.noses[n].end_m);
      consider((centre_m - at).norm(), EventKind::kBallCushion, n);
    }
    for (std::size_t j = 0; j < table.jaws.size(); ++j) {
      const double distance = (centre_m - table.jaws[j].centre_m).norm() - table.jaws[j].radius_m;
      consider(distance, EventKind::kBallJaw, j);
    }
  } else if (meaning.kind == EventKind::kPocketRim) {
    for (std::size_t p = 0; p < table.pockets.size(); ++p) {
      consider((centre_m - table.pockets[p].centre_m).norm(), EventKind::kPocketRim, p);
    }
  } else if (meaning.kind == EventKind::kLeftTable) {
    const std::vector<Vec2>& outline = table.bed_outline_m;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Vec2 at = NearestOnSegment(centre_m, outline[i], outline[(i + 1) % outline.size()]);
      consider((centre_m - at).norm(), EventKind::kLeftTable, i);
    }
  }
  return event;
}

std::vector<double> SampleTimes(const Detail& detail, double end_s) {
  if (!detail.samples) return {};
  std::vector<double> periodic;
  if (detail.sample_period_s > 0.0) {
    for (int64_t i = 0; i <= detail.max_samples; ++i) {
      const double time = static_cast<double>(i) * detail.sample_period_s;
      if (time > end_s) break;
      periodic.push_back(time);
    }
  }
  return MergedTimes(periodic, detail.sample_times_s);
}

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
    if (model_.contacts[Index(p)].Involves(ball)) Ended(p, t);
  }
}

bool ContactLog::TouchesMoreThanCloth(int ball) const {
  for (std::size_t p = 0; p < open_.size(); ++p) {
    const PoolMeaning& meaning = model_.contacts[p];
    if (open_[p] < 0 || meaning.kind == EventKind::kBallSlate) continue;
    if (meaning.Involves(ball)) return true;
  }
  return false;
}

void ContactLog::Step(double t, std::span<const double> y) {
  if (!detail_.contacts) return;
  for (int p = 0; p < static_cast<int>(open_.size()); ++p) {
    if (open_[Index(p)] < 0) continue;
    const PoolMeaning& meaning = model_.contacts[Index(p)];
    if (meaning.kind == EventKind::kBallSlate && !TouchesMoreThanCloth(meaning.ball)) continue;
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

void PoolSamples::AddAccelerations(std::span<const Acceleration> all) {
  for (int ball = 0; ball < balls_; ++ball) {
    if (!Wants(ball)) continue;
    const Acceleration& a = all[Index(ball)];
    if (detail_.sample_accelerations) record_.sample_accelerations.push_back(OrZero(a.linear_m_s2));
    if (detail_.sample_angular_accelerations) {
      record_.sample_angular_accelerations.push_back(OrZero(a.angular_rad_s2));
    }
  }
}

std::span<const Acceleration> PoolSamples::AccelerationsAt(double t, std::span<const double> y) {
  if (!detail_.sample_accelerations && !detail_.sample_angular_accelerations) return {};
  return system_.AccelerationsAt(t, y);
}

void PoolSamples::Add(double t, std::span<const double> y) { AddRow(y, AccelerationsAt(t, y)); }

void PoolSamples::AddRow(std::span<const double> y, std::span<const Acceleration> accelerations) {
  if (detail_.sample_orientations) {
    for (int ball = 0; ball < balls_; ++ball) {
      if (!Wants(ball)) continue;
      const EulerParameters p = ReadBody(y, ball).orientation;
      record_.sample_orientations.push_back({p[0], p[1], p[2], p[3]});
    }
  }
  if (!accelerations.empty()) AddAccelerations(accelerations);
  if (detail_.sample_energies) {
    record_.sample_energies.push_back(EnergyRowOf(system_.Energy(y), start_J_));
  }
  if (detail_.sample_violations) {
    const Violation violation = system_.MeasureConstraints(y);
    record_.sample_violations.push_back({violation.position, violation.velocity});
  }
  ++rows_;
}

void PoolSamples::Finish(double t, std::span<const double> y) {
  record_.energy_residual_J = system_.Energy(y).Total() - start_J_;
  if (rows_ >= record_.sample_times_s.size()) return;
  // The final state repeats: its forces are asked for once.
  const std::span<const Acceleration> now = AccelerationsAt(t, y);
  const std::vector<Acceleration> last(now.begin(), now.end());
  while (rows_ < record_.sample_times_s.size()) AddRow(y, last);
}

}  // namespace carom
