#include "client/picture/track_reader.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "client/picture/polyline.h"

namespace carom::picture {
namespace {

using carom::v1::MotionState;

constexpr double kOneArc_m = 1e-9;
// A ball that turns this much slower or faster for 10 s is 6 degrees off: not to be seen.
constexpr double kSpinOff_rad_s = 0.01;

// What is known of a ball at one time. At an event the two states differ.
struct Knot {
  double time_s = 0.0;
  BallSnapshot before;
  BallSnapshot after;
};

// Where a ball is out of play, or at rest, it has no velocity even if an event's state has.
BallSnapshot Settled(BallSnapshot ball) {
  if (IsMoving(ball.motion)) return ball;
  ball.velocity_m_s = {};
  ball.angular_velocity_rad_s = {};
  return ball;
}

// The samples of one ball, in columns.
class BallSamples {
 public:
  BallSamples(const ShotSamples& samples, uint32_t ball) : times_s_(samples.times_s) {
    for (const SampleChannel& channel : samples.channels) {
      if (channel.ball != ball) continue;
      if (channel.quantity == carom::v1::QUANTITY_POSITION) position_ = &channel.values;
      if (channel.quantity == carom::v1::QUANTITY_VELOCITY) velocity_ = &channel.values;
      if (channel.quantity == carom::v1::QUANTITY_ANGULAR_VELOCITY) spin_ = &channel.values;
      if (channel.quantity == carom::v1::QUANTITY_MOTION) motion_ = &channel.values;
    }
  }

  bool complete() const {
    return position_ && velocity_ && spin_ && motion_ && !times_s_.empty() && times_s_[0] == 0.0;
  }
  size_t size() const { return times_s_.size(); }
  double time_s(size_t i) const { return times_s_[i]; }
  BallSnapshot At(size_t i) const {
    return Settled({static_cast<MotionState>(std::lround((*motion_)[i])), Triple(*position_, i),
                    Triple(*velocity_, i), Triple(*spin_, i)});
  }

 private:
  static Vector Triple(const std::vector<double>& values, size_t i) {
    return {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
  }

  const std::vector<double>& times_s_;
  const std::vector<double>* position_ = nullptr;
  const std::vector<double>* velocity_ = nullptr;
  const std::vector<double>* spin_ = nullptr;
  const std::vector<double>* motion_ = nullptr;
};

// A time in which a ball is pressed.
struct Pressed {
  double begin_s = 0.0;
  double end_s = 0.0;
};

// The knots of a ball at its events; none where the log has no states. What its presses do to it is
// known at their ends only.
std::vector<Knot> EventKnots(const std::vector<ShotEvent>& events, uint32_t ball,
                             std::vector<Pressed>* presses) {
  std::vector<Knot> knots;
  for (const ShotEvent& event : events) {
    for (size_t i = 0; i < event.before.size(); ++i) {
      const uint32_t of = i == 0 ? event.ball : static_cast<uint32_t>(event.other);
      if (of != ball) continue;
      const BallSnapshot before = Settled(event.before[i]);
      const BallSnapshot after = Settled(event.after[i]);
      if (event.press_duration_s > 0.0) {
        const double end_s = event.time_s + event.press_duration_s;
        presses->push_back({event.time_s, end_s});
        knots.push_back({event.time_s, before, before});
        knots.push_back({end_s, after, after});
      } else {
        knots.push_back({event.time_s, before, after});
      }
    }
  }
  return knots;
}

bool Within(const std::vector<Pressed>& presses, double time_s) {
  return std::any_of(presses.begin(), presses.end(), [time_s](const Pressed& press) {
    return press.begin_s < time_s && time_s < press.end_s;
  });
}

// A sample at the time of an event is the state after it, which the event tells as well.
bool HasKnotAt(const std::vector<Knot>& knots, double time_s) {
  return std::any_of(knots.begin(), knots.end(),
                     [time_s](const Knot& knot) { return knot.time_s == time_s; });
}

Arc MakeArc(double begin_s, double end_s, MotionState motion, const Vector& from, const Vector& v0,
            const Vector& v1) {
  Arc arc{begin_s, end_s, motion, from, v0, {}};
  for (size_t i = 0; i < 3; ++i) arc.acceleration_m_s2[i] = (v1[i] - v0[i]) / (end_s - begin_s);
  return arc;
}

// By how much a constant acceleration from v0 to v1 misses x1, m; and the velocity halfway that
// does not.
double MissedBy(const Knot& from, const Knot& to, Vector* halfway_m_s) {
  const double lasts_s = to.time_s - from.time_s;
  double missed_m = 0.0;
  for (size_t i = 0; i < 3; ++i) {
    const double mean_m_s = 0.5 * (from.after.velocity_m_s[i] + to.before.velocity_m_s[i]);
    const double way_m = to.before.position_m[i] - from.after.position_m[i];
    missed_m = std::max(missed_m, std::abs(way_m - mean_m_s * lasts_s));
    (*halfway_m_s)[i] = 2.0 * way_m / lasts_s - mean_m_s;
  }
  return missed_m;
}

void AddArcs(const Knot& from, const Knot& to, std::vector<Arc>* arcs) {
  const MotionState motion = from.after.motion;
  if (!IsMoving(motion)) {
    arcs->push_back({from.time_s, to.time_s, motion, from.after.position_m, {}, {}});
    return;
  }
  Vector halfway_m_s;
  if (MissedBy(from, to, &halfway_m_s) <= kOneArc_m) {
    arcs->push_back(MakeArc(from.time_s, to.time_s, motion, from.after.position_m,
                            from.after.velocity_m_s, to.before.velocity_m_s));
    return;
  }
  const double middle_s = 0.5 * (from.time_s + to.time_s);
  arcs->push_back(MakeArc(from.time_s, middle_s, motion, from.after.position_m,
                          from.after.velocity_m_s, halfway_m_s));
  arcs->push_back(MakeArc(middle_s, to.time_s, motion, PositionAt(arcs->back(), middle_s),
                          halfway_m_s, to.before.velocity_m_s));
}

// Of samples close together many lie on one parabola.
constexpr double kSamplesOff_m = 1e-6;

bool IsEvent(const Knot& knot) {
  return knot.before.velocity_m_s != knot.after.velocity_m_s ||
         knot.before.motion != knot.after.motion;
}

// Whether one arc from knot `first` to `last` passes all knots between.
bool IsOneArc(const std::vector<Knot>& knots, size_t first, size_t last) {
  Vector halfway_m_s;
  const Knot& from = knots[first];
  const Knot& to = knots[last];
  if (!IsMoving(from.after.motion) || MissedBy(from, to, &halfway_m_s) > kSamplesOff_m)
    return false;
  const Arc arc = MakeArc(from.time_s, to.time_s, from.after.motion, from.after.position_m,
                          from.after.velocity_m_s, to.before.velocity_m_s);
  for (size_t i = first + 1; i < last; ++i) {
    const Vector at = PositionAt(arc, knots[i].time_s);
    for (size_t axis = 0; axis < 3; ++axis) {
      if (std::abs(at[axis] - knots[i].after.position_m[axis]) > kSamplesOff_m) return false;
    }
  }
  return true;
}

// Without the samples that an arc between others passes within a micrometre.
std::vector<Knot> Thinned(const std::vector<Knot>& knots) {
  std::vector<Knot> thinned = {knots.front()};
  for (size_t first = 0; first + 1 < knots.size();) {
    size_t last = first + 1;
    while (last + 1 < knots.size() && knots[last].time_s > knots[first].time_s &&
           !IsEvent(knots[last]) && knots[last].after.motion == knots[first].after.motion &&
           IsOneArc(knots, first, last + 1)) {
      ++last;
    }
    thinned.push_back(knots[last]);
    first = last;
  }
  return thinned;
}

std::vector<Knot> KnotsOf(const ShotRecord& record, const BallSamples& samples, uint32_t ball) {
  std::vector<Knot> knots = {{0.0, samples.At(0), samples.At(0)}};
  std::vector<Pressed> presses;
  const std::vector<Knot> events = EventKnots(record.events, ball, &presses);
  knots.insert(knots.end(), events.begin(), events.end());
  for (size_t i = 1; i < samples.size(); ++i) {
    const double time_s = samples.time_s(i);
    if (record.is_piecewise_parabolic && !Within(presses, time_s)) continue;
    if (time_s > record.outcome.end_time_s || HasKnotAt(events, time_s)) continue;
    knots.push_back({time_s, samples.At(i), samples.At(i)});
  }
  std::stable_sort(knots.begin(), knots.end(),
                   [](const Knot& a, const Knot& b) { return a.time_s < b.time_s; });
  const BallSnapshot end = Settled(record.outcome.balls[ball]);
  knots.push_back({record.outcome.end_time_s, end, end});
  return record.is_piecewise_parabolic ? knots : Thinned(knots);
}

// The largest difference of any component between `point` and the line from `from` to `to`.
double SpinOffLine(const SpinPoint& from, const SpinPoint& to, const SpinPoint& point) {
  const double share = (point.time_s - from.time_s) / (to.time_s - from.time_s);
  double off = 0.0;
  for (size_t i = 0; i < 3; ++i) {
    const double on_line = from.angular_velocity_rad_s[i] +
                           share * (to.angular_velocity_rad_s[i] - from.angular_velocity_rad_s[i]);
    off = std::max(off, std::abs(point.angular_velocity_rad_s[i] - on_line));
  }
  return off;
}

// The spin about the vertical ends in the midst of a roll without an event, so samples tell.
void AddSpin(const Knot& from, const Knot& to, const BallSamples& samples,
             std::vector<SpinPoint>* spin) {
  std::vector<SpinPoint> points = {{from.time_s, from.after.angular_velocity_rad_s}};
  for (size_t i = 0; i < samples.size(); ++i) {
    if (samples.time_s(i) <= from.time_s || samples.time_s(i) >= to.time_s) continue;
    points.push_back({samples.time_s(i), samples.At(i).angular_velocity_rad_s});
  }
  points.push_back({to.time_s, to.before.angular_velocity_rad_s});
  const std::vector<SpinPoint> line = Simplified(points, kSpinOff_rad_s, SpinOffLine);
  spin->insert(spin->end(), line.begin(), line.end());
}

Track MakeTrack(const std::vector<Knot>& knots, const BallSamples& samples) {
  Track track;
  for (size_t i = 0; i + 1 < knots.size(); ++i) {
    if (!(knots[i + 1].time_s > knots[i].time_s)) continue;
    AddArcs(knots[i], knots[i + 1], &track.arcs);
    AddSpin(knots[i], knots[i + 1], samples, &track.spin);
  }
  const Knot& end = knots.back();  // A ball that is never moved, or is pocketed, has a last place.
  track.arcs.push_back(
      {end.time_s, end.time_s, end.after.motion, end.after.position_m, end.after.velocity_m_s, {}});
  return track;
}

}  // namespace

absl::StatusOr<std::vector<Track>> ReadTracks(const ShotRecord& record) {
  std::vector<Track> tracks;
  for (uint32_t ball = 0; ball < record.outcome.balls.size(); ++ball) {
    const BallSamples samples(record.samples, ball);
    if (!samples.complete()) {
      return absl::InternalError(absl::StrCat("the answer lacks samples of ball ", ball));
    }
    tracks.push_back(MakeTrack(KnotsOf(record, samples, ball), samples));
  }
  return tracks;
}

}  // namespace carom::picture
