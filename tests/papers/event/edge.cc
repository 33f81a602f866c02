// The cushion's edge as a line in space: event-22 and event-23.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/math/optional_time.h"
#include "core/math/polynomial.h"
#include "core/solid/segment.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"
#include "tests/papers/frame/quad.h"

namespace carom::papers {
namespace {

using Space = std::array<Quad, 3>;

Space Cross(const Space& a, const Space& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Quad Dot(const Space& a, const Space& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Space Minus(const Space& a, const Space& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Space Exact(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

// A ball in flight and an edge that it may meet.
struct Throw {
  Motion3D motion;
  Vec3 p1 = Vec3::Zero();
  Vec3 p2 = Vec3::Zero();
  double window_s = 0.3;
};

Throw DrawThrow(double rise_m, CounterRandom& random) {
  const auto between = [&](double low, double high) { return random.Uniform(low, high); };
  Throw thrown;
  thrown.p1 = {between(-0.3, 0.3), between(-0.3, 0.3), between(0.03, 0.04)};
  const Vec3 span(between(-0.5, 0.5), between(-0.5, 0.5), rise_m * between(-1.0, 1.0));
  thrown.p2 = thrown.p1 + span;
  // At meet_s the centre is somewhere around the line, which may be beyond the edge's ends.
  const double meet_s = between(0.05, 0.25);
  const Vec3 offset(between(-1.0, 1.0), between(-1.0, 1.0), between(-1.0, 1.0));
  const Vec3 there = thrown.p1 + between(-0.4, 1.4) * span + kBallRadius_m * offset;
  const Vec3 from = there + Vec3(between(-1.0, 1.0), between(-1.0, 1.0), between(-0.1, 0.3));
  Vec3 velocity = (there - from) / meet_s;
  velocity.z() += 0.5 * 9.81 * meet_s;
  thrown.motion = {{from.x(), velocity.x(), 0.0},
                   {from.y(), velocity.y(), 0.0},
                   {from.z(), velocity.z(), -0.5 * 9.81}};
  return thrown;
}

// Our A to E, ascending: with the unit u along the edge, the part of d = r - p1 across it is d x u.
Quartic OwnCoefficients(const Throw& thrown) {
  const Vec3 u = (thrown.p2 - thrown.p1).normalized();
  const Motion3D& m = thrown.motion;
  const Vec3 p = Vec3(m.x.c2, m.y.c2, m.z.c2).cross(u);
  const Vec3 q = Vec3(m.x.c1, m.y.c1, m.z.c1).cross(u);
  const Vec3 s = (Vec3(m.x.c0, m.y.c0, m.z.c0) - thrown.p1).cross(u);
  return Quartic{{s.dot(s) - kBallRadius_m * kBallRadius_m, 2.0 * q.dot(s),
                  q.dot(q) + 2.0 * p.dot(s), 2.0 * p.dot(q), p.dot(p)}};
}

Space ExactPlace(const Motion3D& m, Quad t) {
  const auto at = [&](const Motion1D& c) { return Quad(c.c0) + t * (Quad(c.c1) + t * Quad(c.c2)); };
  return {at(m.x), at(m.y), at(m.z)};
}

// d^2 - R^2 with the paper's own formula, |(r - p1) x (r - p2)| / |p2 - p1|.
Quad ExactLineGap(const Throw& thrown, Quad t) {
  const Space r = ExactPlace(thrown.motion, t);
  const Space p1 = Exact(thrown.p1);
  const Space p2 = Exact(thrown.p2);
  const Space cross = Cross(Minus(r, p1), Minus(r, p2));
  const Space span = Minus(p2, p1);
  return Dot(cross, cross) / Dot(span, span) - Quad(kBallRadius_m) * Quad(kBallRadius_m);
}

// The quartic through five of its values: Newton's divided differences, then expanded.
template <class Gap>
QuadPolynomial Interpolate(const Gap& gap) {
  const std::array<Quad, 5> at = {0, 0.1, 0.2, 0.3, 0.4};
  std::array<Quad, 5> difference{};
  for (size_t k = 0; k < 5; ++k) difference[k] = gap(at[k]);
  for (size_t order = 1; order < 5; ++order) {
    for (size_t k = 4; k >= order; --k) {
      difference[k] = (difference[k] - difference[k - 1]) / (at[k] - at[k - order]);
    }
  }
  QuadPolynomial sum = {difference[4], 0, 0, 0, 0};
  for (size_t k = 4; k-- > 0;) {  // sum = sum (t - at[k]) + difference[k]
    for (size_t power = 5; power-- > 0;) {
      sum[power] = (power > 0 ? sum[power - 1] : Quad(0)) - at[k] * sum[power];
    }
    sum[0] += difference[k];
  }
  return sum;
}

// Where the centre is along the edge: 0 at p1, 1 at p2.
Quad ExactPart(const Throw& thrown, Quad t) {
  const Space span = Minus(Exact(thrown.p2), Exact(thrown.p1));
  return Dot(Minus(ExactPlace(thrown.motion, t), Exact(thrown.p1)), span) / Dot(span, span);
}

// The first fall of a gap at which `counts`, if it is earlier than the best so far.
template <class Counts>
void Consider(const QuadPolynomial& gap, double window_s, const Counts& counts,
              std::optional<Quad>& best) {
  bool positive = Evaluate(gap, 0) > 0;
  for (const Quad root : RootsWithin(gap, window_s)) {
    if (positive && counts(root) && (!best || root < *best)) best = root;
    positive = !positive;
  }
}

// First contact with the edge between its ends, the ends included, in 34 digits.
std::optional<Quad> ExactContact(const Throw& thrown, const QuadPolynomial& line) {
  std::optional<Quad> best;
  const auto part = [&](Quad t) { return ExactPart(thrown, t); };
  Consider(
      line, thrown.window_s, [&](Quad t) { return part(t) >= 0 && part(t) <= 1; }, best);
  for (const bool start : {true, false}) {
    const Space end = Exact(start ? thrown.p1 : thrown.p2);
    const QuadPolynomial point = Interpolate([&](Quad t) {
      const Space d = Minus(ExactPlace(thrown.motion, t), end);
      return Dot(d, d) - Quad(kBallRadius_m) * Quad(kBallRadius_m);
    });
    Consider(
        point, thrown.window_s, [&](Quad t) { return start ? part(t) < 0 : part(t) > 1; }, best);
  }
  return best;
}

struct EdgeTally {
  int hits = 0;
  int false_hits = 0;  // Of the line beyond the edge's ends.
  int wrong = 0;
  double worst_coefficient = 0.0;
  double worst_time_s = 0.0;
};

OptionalTime OurContact(const Throw& thrown) {
  const Vec3 span = thrown.p2 - thrown.p1;
  const SpaceSegment segment{thrown.p1, span.normalized(), span.norm()};
  return SpaceSegmentCrossing(thrown.motion, segment, kBallRadius_m, thrown.window_s, false);
}

void Compare(const Throw& thrown, EdgeTally& tally, Sheet& sheet) {
  const QuadPolynomial line = Interpolate([&](Quad t) { return ExactLineGap(thrown, t); });
  if (!(Get(line[0]) > 1e-6)) return;  // Begins at the line.
  const Quartic own = OwnCoefficients(thrown);
  double coefficient_error = 0.0;
  for (size_t k = 0; k < 5; ++k) {
    const double scale = 1.0 + std::abs(Get(line[k]));
    coefficient_error = std::max(coefficient_error, std::abs(own.c[k] - Get(line[k])) / scale);
  }
  const auto exact = ExactContact(thrown, line);
  const auto ours = OurContact(thrown);
  const auto unbounded = FirstFall(line, thrown.window_s);
  tally.worst_coefficient = std::max(tally.worst_coefficient, coefficient_error);
  if (unbounded && !exact) ++tally.false_hits;
  if (exact.has_value() != ours.has_value()) ++tally.wrong;
  if (exact && ours) {
    ++tally.hits;
    tally.worst_time_s = std::max(tally.worst_time_s, std::abs(*ours - Get(*exact)));
  }
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  sheet.Add(coefficient_error, unbounded ? Get(*unbounded) : kNone, exact ? Get(*exact) : kNone,
            ours.value_or(kNone));
}

EdgeTally CompareThrows(double rise_m, Findings& findings) {
  constexpr int kThrows = 1000;
  findings.sheet() =
      Sheet({"greatest_coefficient_error", "line_hit_s", "edge_hit_exact_s", "edge_hit_ours_s"});
  CounterRandom random(22, rise_m > 0.0 ? 1 : 0);
  EdgeTally tally;
  for (int k = 0; k < kThrows; ++k) Compare(DrawThrow(rise_m, random), tally, findings.sheet());
  const Printed quartic = {"this is a legitimate quartic polynomial with respect to time", "II"};
  const Reference exact = {Source::kReferenceRun, "|(r - p1) x (r - p2)| / |p2 - p1| in 34 digits"};
  const std::string height = rise_m > 0.0 ? ", ends at different heights" : "";
  const auto row = [&](const std::string& what, const Measured& measured) {
    if (rise_m > 0.0) return findings.Extension(what + height, exact, {measured});
    findings.Reproduced(what, quartic, {measured}, exact);
  };
  row("A to E of 1000 random edges, greatest relative difference",
      {tally.worst_coefficient, SizeWithin({1e-13, "", "rounding"})});
  row("of " + std::to_string(tally.hits) + " contacts, those that differ",
      {static_cast<double>(tally.wrong), Exactly(0.0)});
  row("greatest difference of a contact's time",
      {tally.worst_time_s, SizeWithin({1e-9, "s", "rounding, times that of a graze"}, 0.1)});
  return tally;
}

}  // namespace

void EdgeQuartic(Findings& findings) {
  const EdgeTally tally = CompareThrows(0.0, findings);
  findings.NotCheckable("the paper's own A to E",
                        {"$A$ is given by [this equation]({{images}}/A_collision_line)", "II"},
                        "the five pages behind the links");
  findings.Tells("hits of the line where the edge has ended",
                 {"outline solution for out of bounds solutions in line collision", "TODO"},
                 std::to_string(tally.false_hits) +
                     " of 1000: ours counts only for 0 <= s <= 1, and beyond that the ends are "
                     "points");
}

void SlopingEdge(Findings& findings) {
  CompareThrows(0.05, findings);
  findings.Tells("the rail's height",
                 {"I assume here the rail height is constant, but it may be fun exploring a "
                  "relaxation of this assumption later.",
                  "II"},
                 "the rows below relax it: only A to E change, through the direction of the edge");
  // Through the door: a nose that rises by 2 cm, met by a rolling ball where it is 36.576 mm high.
  Setup setup;
  setup.AddRolling({0.0, 0.0}, {1.0, 0.0});
  setup.AddNose({0.3, -0.5}, {0.3, 0.5});
  setup.table.noses[0].height_m = 0.026576;
  setup.table.noses[0].rise_m = 0.02;
  const auto record = Play(setup, findings);
  const Event* hit = record ? FirstOf(*record, EventKind::kBallCushion) : nullptr;
  // The centre is across the line at R: sqrt(R^2 - (h - R)^2 cos^2) from it, cos that of the slope.
  const double rise = 0.036576 - kBallRadius_m;
  const double slope_square = 0.02 * 0.02;
  const double reach_m =
      std::sqrt(kBallRadius_m * kBallRadius_m - rise * rise / (1.0 + slope_square));
  const double path_m = 0.3 - reach_m;
  const double deceleration = 0.01 * 9.81;
  const double time_s = (1.0 - std::sqrt(1.0 - 2.0 * deceleration * path_m)) / deceleration;
  findings.Extension(
      "a nose that rises by 2 cm, met by a rolling ball",
      {Source::kClosedForm, "sqrt(R^2 - (h - R)^2 cos^2) before the line"},
      {{hit == nullptr ? std::nan("") : hit->time_s, Around(time_s, {1e-12, "s", "rounding"})}});
}

}  // namespace carom::papers
