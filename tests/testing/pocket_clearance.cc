#include "tests/testing/pocket_clearance.h"

#include <algorithm>
#include <cmath>

#include "tests/testing/least_distance.h"
#include "tests/testing/liner_clearance.h"

namespace carom::testing {
namespace {

constexpr double kLeastWidth = 1.05;  // Of a hole, in radii of the ball.

Vec3 Middle(const Pocket& pocket, double height_m) {
  return {pocket.centre_m.x(), pocket.centre_m.y(), height_m};
}

// How far the centre is in front of the pocket's middle.
Path InFront(const Path3& path, const Pocket& pocket) {
  Path front{};
  for (size_t i = 0; i < 3; ++i) {
    front[i] = pocket.opening.x() * path.x[i] + pocket.opening.y() * path.y[i];
  }
  return front;
}

class Hole {
 public:
  Hole(const Path3& path, const Pocket& pocket, Real radius_m)
      : pocket_(pocket), reach_m_(radius_m), path_(SeenFrom(path, Middle(pocket, 0.0))) {}

  Real Depth(Real end) const {
    const Path front = InFront(path_, pocket_);
    Real deepest = -1;
    const std::vector<Real> knots = Knots(Cuts(front, end), end);
    for (size_t i = 0; i + 1 < knots.size(); ++i) {
      const Real middle = (knots[i] + knots[i + 1]) / 2;
      const bool behind = HasBack(pocket_) && At(front, middle) <= 0;
      deepest = std::max(deepest, DepthOfPiece(knots[i], knots[i + 1], behind));
    }
    return deepest;
  }

 private:
  std::vector<Real> Cuts(const Path& front, Real end) const {
    std::vector<Real> cuts = SignChanges({path_.z[0], path_.z[1], path_.z[2]}, end);
    if (!HasBack(pocket_)) return cuts;
    for (const Real t : SignChanges({front[0], front[1], front[2]}, end)) cuts.push_back(t);
    for (const Real t : LinerPassages(path_, pocket_, end)) cuts.push_back(t);
    return cuts;
  }

  // A piece on one side of every cut.
  Real DepthOfPiece(Real begin, Real end, bool behind) const {
    const bool below = At(path_.z, (begin + end) / 2) < 0;
    const Real in_wall =
        below ? reach_m_ - (pocket_.radius_m - GreatestAxisDistance(path_, begin, end)) : -1;
    if (!behind) return below ? in_wall : DepthInRing(begin, end, pocket_.radius_m, 0);
    if (AboveLiner(path_, pocket_, (begin + end) / 2)) {
      return DepthInRing(begin, end, pocket_.TopRadius(), pocket_.back_height_m);
    }
    const Real liner = LeastLinerDistance(From(path_, begin), pocket_, end - begin);
    return std::max(in_wall, reach_m_ - liner);
  }

  Real DepthInRing(Real begin, Real end, Real radius_m, Real height_m) const {
    Path3 piece = From(path_, begin);
    piece.z[0] -= height_m;
    return reach_m_ - LeastRingDistance(piece, radius_m, end - begin, reach_m_ + kClear_m);
  }

  const Pocket& pocket_;
  Real reach_m_;
  Path3 path_;
};

}  // namespace

bool IsHole(const Environment& environment, const Pocket& pocket, double radius_m) {
  return environment.pocket_model == PocketModel::kDrop &&
         pocket.TopRadius() > kLeastWidth * radius_m;
}

std::vector<Real> CirclePassages(const Path3& path, const std::vector<Pocket>& pockets, Real end) {
  std::vector<Real> passages;
  for (const Pocket& pocket : pockets) {
    const Path3 seen = SeenFrom(path, Middle(pocket, 0.0));
    if (!MayReach(FromAbove(seen), end, Vec3::Zero(), Vec3::Zero(), pocket.radius_m)) continue;
    Polynomial squared = SquaredDistance(seen.x, seen.y);
    squared[0] -= static_cast<Real>(pocket.radius_m) * pocket.radius_m;
    for (const Real t : SignChanges(squared, end)) passages.push_back(t);
  }
  return passages;
}

bool OverLinersTop(const Pocket& pocket, double height_m, Real x, Real y) {
  if (!HasBack(pocket) || pocket.back_height_m != height_m) return false;
  const Real dx = x - pocket.centre_m.x();
  const Real dy = y - pocket.centre_m.y();
  return pocket.opening.x() * dx + pocket.opening.y() * dy <= 0 &&
         std::hypot(dx, dy) >= pocket.TopRadius();
}

int PocketAbove(const std::vector<Pocket>& pockets, Real x, Real y) {
  for (size_t i = 0; i < pockets.size(); ++i) {
    const Real from_axis = std::hypot(x - pockets[i].centre_m.x(), y - pockets[i].centre_m.y());
    if (from_axis < pockets[i].radius_m) return static_cast<int>(i);
  }
  return -1;
}

Real DepthInHole(const Path3& path, const Pocket& pocket, Real radius_m, Real end) {
  return Hole(path, pocket, radius_m).Depth(end);
}

Real DepthInPosts(const Path3& path, const Pocket& pocket, Real radius_m, Real end) {
  if (!HasBack(pocket)) return -1;
  Real deepest = -1;
  const auto add = [&](const Vec3& from, const Vec3& to) {
    if (from == to || !MayReach(path, end, from.cwiseMin(to), from.cwiseMax(to), radius_m)) return;
    deepest = std::max(deepest, radius_m - LeastSegmentDistance(path, from, to, end));
  };
  for (const double side : {1.0, -1.0}) {
    const Vec2 aside = side * Vec2(-pocket.opening.y(), pocket.opening.x());
    const auto at = [&](double from_axis_m, double height_m) {
      const Vec2 point = pocket.centre_m + from_axis_m * aside;
      return Vec3(point.x(), point.y(), height_m);
    };
    const Vec3 top = at(pocket.TopRadius(), pocket.back_height_m);
    add(at(pocket.radius_m, 0.0), top);
    add(top, at(pocket.radius_m, pocket.back_height_m));
  }
  return deepest;
}

}  // namespace carom::testing
