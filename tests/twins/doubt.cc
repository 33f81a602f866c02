#include "tests/twins/doubt.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::testing {
namespace {

using carom::v1::SimulateRequest;

bool IsImpact(carom::v1::EventKind kind) {
  return kind == carom::v1::EVENT_KIND_BALL_BALL || kind == carom::v1::EVENT_KIND_BALL_CUSHION ||
         kind == carom::v1::EVENT_KIND_BALL_JAW;
}

const carom::v1::Cloth& ClothOf(const SimulateRequest& request) {
  return request.settings(0).cloth();
}

}  // namespace

DoubtTracker::DoubtTracker(const SimulateRequest& request)
    : request_(request), balls_(static_cast<size_t>(request.layouts(0).balls().balls_size())) {}

// In v and in R w; the spin about the vertical, which is slowed for itself, included.
double DoubtTracker::Deceleration(const WireState& ball) const {
  const carom::v1::Cloth& cloth = ClothOf(request_);
  const double gravity = request_.settings(0).gravity_m_s2();
  const double spinning = 2.5 * cloth.spinning_friction() * gravity;
  switch (ball.motion) {
    case carom::v1::MOTION_STATE_SLIDING:
      return 2.5 * cloth.sliding_friction() * gravity + spinning;
    case carom::v1::MOTION_STATE_ROLLING:
      return cloth.rolling_friction() * gravity + spinning;
    case carom::v1::MOTION_STATE_SPINNING:
      return spinning;
    default:
      return 0.0;
  }
}

DoubtTracker::Impact DoubtTracker::ImpactOf(const WireEvent& event) const {
  const WireState& ball = event.before.front();
  const carom::v1::TableGeometry& table = request_.tables(0).geometry();
  Vec3 closing = ball.velocity_m_s;
  Vec3 normal = Vec3::Zero();
  double centres_m = std::numeric_limits<double>::infinity();
  if (event.kind == carom::v1::EVENT_KIND_BALL_BALL) {
    closing -= event.before.back().velocity_m_s;
    normal = event.before.back().position_m - ball.position_m;
    centres_m = normal.norm();
  } else if (event.kind == carom::v1::EVENT_KIND_BALL_JAW) {
    normal = Horizontal(ball.position_m) - ToVec3(table.jaws(event.other).centre());
    centres_m = normal.norm();
  } else {
    const carom::v1::Nose& nose = table.noses(event.other);
    normal = PerpendicularZ(ToVec3(nose.end()) - ToVec3(nose.start()));
  }
  return {closing.norm(), std::abs(closing.dot(normal.normalized())), centres_m};
}

double DoubtTracker::Delay(const WireEvent& event, double gap_m) const {
  double apart = gap_m;
  for (const int ball : event.Balls()) {
    apart += Of(ball).PositionAt(event.time_s);
  }
  return apart / ImpactOf(event).normal_speed_m_s;
}

double DoubtTracker::TimeTolerance(const WireEvent& event) const {
  const Doubt& doubt = Of(event.ball);
  const double gravity = request_.settings(0).gravity_m_s2();
  const double speed = event.before.front().velocity_m_s.norm();
  const carom::v1::Cloth& cloth = ClothOf(request_);
  double tolerance = doubt.delay_s;
  switch (event.kind) {
    case carom::v1::EVENT_KIND_BALL_BALL:
    case carom::v1::EVENT_KIND_BALL_CUSHION:
    case carom::v1::EVENT_KIND_BALL_JAW:
      tolerance = Delay(event, 0.0);
      break;
    case carom::v1::EVENT_KIND_BALL_POCKET:
      tolerance = kSlack * doubt.PositionAt(event.time_s) / speed;
      break;
    case carom::v1::EVENT_KIND_SLIDING_TO_ROLLING:
      tolerance += doubt.velocity_m_s / (cloth.sliding_friction() * gravity);
      break;
    case carom::v1::EVENT_KIND_ROLLING_TO_SPINNING:
    case carom::v1::EVENT_KIND_ROLLING_TO_STATIONARY:
      tolerance += doubt.velocity_m_s / (cloth.rolling_friction() * gravity);
      break;
    case carom::v1::EVENT_KIND_SPINNING_TO_STATIONARY:
      tolerance += doubt.velocity_m_s / (2.5 * cloth.spinning_friction() * gravity);
      break;
    default:
      break;
  }
  return kRounding + std::min(tolerance, kMost_s);
}

Tolerance DoubtTracker::At(int ball, const WireState& state, double time_s) const {
  const Doubt& doubt = Of(ball);
  const double velocity = doubt.velocity_m_s + Deceleration(state) * doubt.delay_s;
  const Tolerance& most = spreading_impacts_ < 3 ? kMost : kMostOfLong;
  return {kRounding + std::min(doubt.PositionAt(time_s), most.position_m),
          kRounding + std::min(velocity, most.velocity_m_s)};
}

Tolerance DoubtTracker::Before(const WireEvent& event, size_t index) const {
  const WireState& state = event.before[index];
  const double apart_s = TimeTolerance(event);
  Tolerance tolerance = At(event.Balls()[index], state, event.time_s);
  tolerance.position_m += state.velocity_m_s.norm() * apart_s;
  tolerance.velocity_m_s += Deceleration(state) * apart_s;
  return tolerance;
}

void DoubtTracker::Pass(const WireEvent& event) {
  if (!IsImpact(event.kind)) return;
  if (event.kind != carom::v1::EVENT_KIND_BALL_CUSHION) ++spreading_impacts_;
  const Impact impact = ImpactOf(event);
  const double delay_s = Delay(event, kGap_m);
  const double apart_m = impact.speed_m_s * delay_s;
  Doubt after{event.time_s, delay_s, apart_m,
              kSlack * impact.speed_m_s * apart_m / impact.centres_m};
  for (size_t i = 0; i < event.before.size(); ++i) {
    const WireState& state = event.before[i];
    const Tolerance before = At(event.Balls()[i], state, event.time_s);
    after.position_m += before.position_m;
    after.velocity_m_s += before.velocity_m_s + kSlack * Deceleration(state) * delay_s;
  }
  for (const int ball : event.Balls()) balls_[static_cast<size_t>(ball)] = after;
}

}  // namespace carom::testing
