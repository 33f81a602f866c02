#include "core/event/predict/flight_solid.h"

#include <algorithm>

#include "core/event/predict/flight_gap.h"
#include "core/math/first_crossing.h"

namespace carom {
namespace {

using Time = std::optional<double>;

Vec3 Raised(const Vec2& point_m, double height_m) {
  return Vec3(point_m.x(), point_m.y(), height_m);
}

// What a ball asks of all parts of a body.
struct Question {
  const Motion3D& motion;
  double radius_m;
  double window_s;
  double useful_s;
};

// Of a hole's parts those that share the resolved point's normal have been resolved with it. Where
// the ball touches two, it may still approach the other.
class HoleParts {
 public:
  HoleParts(const Question& question, const PocketHole& hole, bool parted)
      : ask_(question), hole_(hole), pocket_(hole.pocket), centre_(question.motion.At(0.0)) {
    if (!parted) return;
    // What it parts from fastest: it may have met one part and now approach another.
    const Vec3 back_m_s(-question.motion.x.c1, -question.motion.y.c1, -question.motion.z.c1);
    resolved_ = MetOnHole(hole, centre_, question.radius_m, back_m_s).normal;
  }

  Time SlateRim() const { return Rim({pocket_.centre_m, pocket_.radius_m, 0.0}); }

  Time UpperRim() const {
    return Rim({pocket_.centre_m, pocket_.radius_m, pocket_.back_height_m, pocket_.opening,
                hole_.rim_cosine});
  }

  Time WallUpTo(double top_m, const Vec2& opening) const {
    const Wall wall{pocket_.centre_m, pocket_.radius_m, top_m, opening};
    const Vec2 nearest = pocket_.centre_m - pocket_.radius_m * Inwards();
    return WallCrossing(ask_.motion, wall, ask_.radius_m, ask_.window_s,
                        IsResolved(Raised(nearest, centre_.z())), ask_.useful_s);
  }

  Time BackEndPost(double side) const {
    const Post post{BackEnd(pocket_, side), 0.0, pocket_.back_height_m};
    const double height_m = std::min(centre_.z(), post.top_m);
    return PostCrossing(ask_.motion, post, ask_.radius_m, ask_.window_s,
                        IsResolved(Raised(post.at_m, height_m)), ask_.useful_s);
  }

 private:
  Time Rim(const Ring& ring) const {
    const Vec2 nearest = pocket_.centre_m - pocket_.radius_m * Inwards();
    return RingCrossing(ask_.motion, ring, ask_.radius_m, ask_.window_s,
                        IsResolved(Raised(nearest, ring.height_m)), ask_.useful_s);
  }

  Vec2 Inwards() const { return (pocket_.centre_m - centre_.head<2>()).normalized(); }

  bool IsResolved(const Vec3& nearest_m) const {
    constexpr double kSameNormal = 1.0 - 1e-6;
    return resolved_.dot((centre_ - nearest_m).normalized()) > kSameNormal;
  }

  const Question& ask_;
  const PocketHole& hole_;
  const Pocket& pocket_;
  Vec3 centre_;
  Vec3 resolved_ = Vec3::Zero();
};

}  // namespace

SpaceSegment MakeSpaceSegment(const Nose& nose) {
  const Vec3 start = Raised(nose.start_m, nose.height_m);
  const Vec3 span = Raised(nose.end_m, nose.height_m + nose.rise_m) - start;
  const double length_m = span.norm();
  return {start, span / length_m, length_m};
}

Time JawCrossing(const Motion3D& motion, const Jaw& jaw, double radius_m, double window_s,
                 bool parted, double useful_s) {
  const auto covers = [&](const Vec2& point) {
    return (point - jaw.centre_m).squaredNorm() <= jaw.radius_m * jaw.radius_m;
  };
  const Ring ring{jaw.centre_m, jaw.radius_m, jaw.height_m};
  return EarlierOf(
      PlateCrossing(motion, jaw.height_m, radius_m, covers, window_s, parted, useful_s),
      RingCrossing(motion, ring, radius_m, window_s, parted, useful_s));
}

Time PocketHoleCrossing(const Motion3D& motion, const PocketHole& hole, double radius_m,
                        double window_s, bool parted, double useful_s) {
  const Pocket& pocket = hole.pocket;
  const Quartic around =
      VerticalLineGap(Relative(motion, Raised(pocket.centre_m, 0.0)), pocket.radius_m + radius_m);
  if (SurelyPositive(around, std::min(useful_s, window_s))) return std::nullopt;
  const Question question{motion, radius_m, window_s, useful_s};
  const HoleParts parts(question, hole, parted);
  Time time = EarlierOf(parts.SlateRim(), parts.WallUpTo(0.0, Vec2::Zero()));
  if (!HasBack(pocket)) return time;
  time = EarlierOf(time, parts.WallUpTo(pocket.back_height_m, pocket.opening));
  time = EarlierOf(time, parts.UpperRim());
  for (const double side : {1.0, -1.0}) time = EarlierOf(time, parts.BackEndPost(side));
  return time;
}

}  // namespace carom
