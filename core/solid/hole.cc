#include "core/solid/hole.h"

#include <algorithm>
#include <limits>

#include "core/math/first_crossing.h"
#include "core/solid/gap.h"
#include "core/solid/shell.h"

namespace carom {
namespace {

using Time = std::optional<double>;

constexpr double kSides[] = {1.0, -1.0};

// The parts of a hole as one ball in flight asks them. Those that share the resolved point's normal
// have been resolved with it. Where the ball touches two, it may still approach the other.
class Asked {
 public:
  Asked(const HoleSolid& hole, const Approach& approach)
      : ask_(approach), centre_m_(approach.centre.At(0.0)) {
    if (!approach.parted) return;
    resolved_ = ResolvedPart(hole.PartsNear(centre_m_, false), approach.Velocity());
  }

  Time Meets(const Ring& ring) const {
    const bool parted = resolved_.Is(NearestOnRing(ring, centre_m_, ask_.radius_m));
    return RingCrossing(ask_.centre, ring, ask_.radius_m, ask_.window_s, parted, ask_.useful_s);
  }

  Time Meets(const Wall& wall) const {
    const bool parted = resolved_.Is(NearestOnWall(wall, centre_m_, ask_.radius_m));
    return WallCrossing(ask_.centre, wall, ask_.radius_m, ask_.window_s, parted, ask_.useful_s);
  }

  Time Meets(const Post& post) const {
    const bool parted = resolved_.Is(NearestOnPost(post, centre_m_, ask_.radius_m));
    return PostCrossing(ask_.centre, post, ask_.radius_m, ask_.window_s, parted, ask_.useful_s);
  }

 private:
  const Approach& ask_;
  Vec3 centre_m_;
  ResolvedPart resolved_;
};

}  // namespace

HoleSolid::HoleSolid(const Pocket& pocket, double rim_cosine, double radius_m)
    : circle_(CircleOf(pocket)),
      opening_(pocket.opening),
      back_height_m_(pocket.back_height_m),
      has_back_(HasBack(pocket)),
      rim_cosine_(rim_cosine),
      radius_m_(radius_m) {}

Post HoleSolid::BackEnd(double side) const {
  const Vec2 aside(-opening_.y(), opening_.x());
  return {circle_.centre_m + side * circle_.radius_m * aside, 0.0, back_height_m_};
}

// The same parts as Crossing() asks, where they count. The wall has an inside only: a ball that has
// got behind it meets its rims. Under the back, the slate's own rim is one of them.
Parts HoleSolid::PartsNear(const Vec3& centre_m, bool /*on_cloth*/) const {
  Parts parts;
  const Vec2 offset = centre_m.head<2>() - circle_.centre_m;
  const bool behind = has_back_ && opening_.dot(offset) <= 0.0;
  const double top_m = behind ? back_height_m_ : 0.0;
  const Nearest wall = NearestOnWall(behind ? Back() : WallBelow(), centre_m, radius_m_);
  if (centre_m.z() <= top_m && wall.gap_m >= -kBehind_m) {
    parts.AddHard(wall);
  } else {
    if (has_back_ && (behind || OnRing(UpperRim(), offset))) {
      parts.AddHard(NearestOnRing(UpperRim(), centre_m, radius_m_));
    }
    parts.AddHard(NearestOnRing(SlateRim(), centre_m, radius_m_));
  }
  if (!has_back_) return parts;
  for (const double side : kSides) {
    parts.AddHard(NearestOnPost(BackEnd(side), centre_m, radius_m_));
  }
  return parts;
}

double HoleSolid::GapFromInside(const Vec3& centre_m) const {
  const bool behind = has_back_ && opening_.dot(centre_m.head<2>() - circle_.centre_m) <= 0.0;
  const Wall wall = behind ? Back() : WallBelow();
  if (centre_m.z() > wall.top_m) return std::numeric_limits<double>::infinity();
  return NearestOnWall(wall, centre_m, radius_m_).gap_m;
}

Time HoleSolid::CrossingOnCloth(const Approach& approach) const {
  Time time;
  if (!has_back_) return time;
  for (const double side : kSides) {
    time = EarlierOf(
        time, CircleCrossing(approach.centre.x, approach.centre.y, BackEnd(side).at_m, radius_m_,
                             approach.window_s, approach.parted, approach.useful_s));
  }
  return time;
}

Time HoleSolid::Crossing(const Approach& approach) const {
  if (approach.on_cloth) return CrossingOnCloth(approach);
  const Vec3 axis(circle_.centre_m.x(), circle_.centre_m.y(), 0.0);
  const Quartic around = VerticalLineGap(Relative(approach.centre, axis), ReachOutside());
  if (SurelyPositive(around, std::min(approach.useful_s, approach.window_s))) return std::nullopt;
  const Asked asked(*this, approach);
  Time time = EarlierOf(asked.Meets(SlateRim()), asked.Meets(WallBelow()));
  if (!has_back_) return time;
  time = EarlierOf(time, asked.Meets(Back()));
  time = EarlierOf(time, asked.Meets(UpperRim()));
  for (const double side : kSides) time = EarlierOf(time, asked.Meets(BackEnd(side)));
  return time;
}

}  // namespace carom
