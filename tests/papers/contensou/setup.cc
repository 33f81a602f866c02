#include "tests/papers/contensou/setup.h"

#include <algorithm>
#include <cmath>

namespace carom::papers {

Vec2 Roll::PositionAt(int sample) const {
  const auto row = record.samples.Row(sample);
  return Vec2(row[0], row[1]);
}

Vec2 Roll::VelocityAt(int sample) const {
  const auto row = record.samples.Row(sample);
  return Vec2(row[2], row[3]);
}

Vec2 Roll::SlipAt(int sample) const {
  const auto row = record.samples.Row(sample);
  return Vec2(row[7], row[8]);
}

double Roll::PathLength() const {
  double length_m = 0.0;
  for (int k = 1; k < sample_count(); ++k) {
    length_m += (PositionAt(k) - PositionAt(k - 1)).norm();
  }
  return length_m;
}

std::optional<Roll> RollBall(const RollingBall& ball, const std::string& what, Findings& findings) {
  Roll roll;
  const MechanismDetail detail{.sample_period_s = 0.02, .sample_times_s = {}};
  const absl::Status status = Simulate(ball, detail, {}, roll.record);
  const auto& figures = roll.record.figures;
  if (!status.ok() || figures.size() < 3 || figures[0].name != "stop_time_s") {
    findings.Failed(what, status.ok() ? "it did not stop" : std::string(status.message()));
    return std::nullopt;
  }
  roll.stop_time_s = figures[0].value;
  roll.rest_m = Vec2(figures[1].value, figures[2].value);
  return roll;
}

std::string PointText(const Vec2& point) {
  return "(" + Text(point.x()) + ", " + Text(point.y()) + ")";
}

double Distance(const PatchFriction& a, const PatchFriction& b) {
  return std::max((a.force - b.force).norm(), std::fabs(a.moment - b.moment));
}

}  // namespace carom::papers
