#include "tests/testing/shots/plate_clearance.h"

#include <algorithm>

#include "tests/testing/pocket_clearance.h"

namespace carom::testing {
namespace {

constexpr Real kOnPlate_m = 1e-9L;

// Which side of an edge the centre is on, as a polynomial.
Polynomial Side(const Path3& path, const Vec2& from, const Vec2& to) {
  const Real ax = static_cast<Real>(to.x()) - from.x();
  const Real ay = static_cast<Real>(to.y()) - from.y();
  Polynomial side(3);
  for (size_t i = 0; i < 3; ++i) {
    side[i] =
        ax * (path.y[i] - (i == 0 ? from.y() : 0.0)) - ay * (path.x[i] - (i == 0 ? from.x() : 0.0));
  }
  return side;
}

// Even-odd rule.
bool Inside(const std::vector<Vec2>& polygon, Real x, Real y) {
  bool inside = false;
  for (size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Vec2& a = polygon[i];
    const Vec2& b = polygon[j];
    if ((a.y() > y) == (b.y() > y)) continue;
    const Real share = (y - a.y()) / (static_cast<Real>(b.y()) - a.y());
    if (x < a.x() + share * (static_cast<Real>(b.x()) - a.x())) inside = !inside;
  }
  return inside;
}

}  // namespace

PlateWatch::PlateWatch(const RailTop& top, const std::vector<Pocket>& pockets, bool liners,
                       double radius_m)
    : top_(top), pockets_(pockets), level_m_(static_cast<Real>(top.height_m) + radius_m) {
  for (const Pocket& pocket : pockets) {
    if (!liners || pocket.overhang_m == 0.0) continue;
    upper_.push_back(pocket);
    upper_.back().radius_m = pocket.TopRadius();
  }
}

// Of the plate's edges and of all that ends at a pocket.
std::vector<Real> PlateWatch::Cuts(const Path3& centre, Real end) const {
  std::vector<Real> cuts = CirclePassages(centre, pockets_, end);
  for (const Real t : CirclePassages(centre, upper_, end)) cuts.push_back(t);
  for (const Pocket& pocket : upper_) {
    const Vec2 aside(-pocket.opening.y(), pocket.opening.x());
    const Polynomial side = Side(centre, pocket.centre_m, pocket.centre_m + aside);
    for (const Real t : SignChanges(side, end)) cuts.push_back(t);
  }
  const std::vector<Vec2>& corners = top_.corners_m;
  for (size_t k = 0; k < corners.size(); ++k) {
    const Polynomial side = Side(centre, corners[k], corners[(k + 1) % corners.size()]);
    for (const Real t : SignChanges(side, end)) cuts.push_back(t);
  }
  return cuts;
}

bool PlateWatch::Covers(Real x, Real y) const {
  if (!Inside(top_.corners_m, x, y)) return false;
  const int k = PocketAbove(pockets_, x, y);
  return k < 0 ||
         (!upper_.empty() && OverLinersTop(pockets_[static_cast<size_t>(k)], top_.height_m, x, y));
}

Real PlateWatch::Depth(const Span& span) {
  if (!InPlay(span.motion) || OnCloth(span.motion)) {
    above_ = false;
    return -1;
  }
  const Real end = static_cast<Real>(span.end_s) - span.begin_s;
  Real deepest = -1;
  const std::vector<Real> knots = Knots(Cuts(span.centre, end), end);
  for (size_t i = 0; i + 1 < knots.size(); ++i) {
    const Real piece = knots[i + 1] - knots[i];
    const Path3 part = From(span.centre, knots[i]);
    const Real x = At(part.x, piece / 2);
    const Real y = At(part.y, piece / 2);
    if (Covers(x, y)) {
      deepest = std::max(deepest, DepthOfPiece(part.z, piece));
    } else {
      above_ = false;
    }
  }
  return deepest;
}

// In flight the path is lowest at its ends and highest at its top.
Real PlateWatch::DepthOfPiece(const Path& z, Real end) {
  const bool begins_above = above_;
  const Real top = z[2] < 0 ? std::clamp<Real>(-z[1] / (2 * z[2]), 0, end) : 0;
  above_ |= std::max({z[0], At(z, top), At(z, end)}) >= level_m_ - kOnPlate_m;
  if (!above_) return -1;
  const Real lowest = begins_above ? std::min(z[0], At(z, end)) : At(z, end);
  return level_m_ - lowest;
}

}  // namespace carom::testing
