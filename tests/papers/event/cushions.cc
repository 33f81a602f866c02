// Planes and lines of cushions: event-19 to event-22.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"
#include "tests/papers/frame/quad.h"

namespace carom::papers {
namespace {

constexpr double kNoseHeight_m = 0.036576;
constexpr double kNose_m = 0.3;  // x of the nose.
constexpr double kNever = std::numeric_limits<double>::quiet_NaN();

double HitTime(const Setup& setup, Findings& findings) {
  const auto record = Play(setup, findings);
  const Event* hit = record ? FirstOf(*record, EventKind::kBallCushion) : nullptr;
  return hit == nullptr ? kNever : hit->time_s;
}

// A ball that rolls at a cushion with a collision plane, less the time to roll `path_m`.
double RollAt(const Vec2& from_m, const Vec2& velocity_m_s, const Vec2& start_m, const Vec2& end_m,
              double path_m, Findings& findings) {
  Setup setup;
  setup.environment().nose_contact = NoseContact::kPlane;
  setup.AddRolling(from_m, velocity_m_s);
  setup.AddNose(start_m, end_m);
  const double deceleration = 0.01 * 9.81;
  const double v = velocity_m_s.norm();
  const double time_s = (v - std::sqrt(v * v - 2.0 * deceleration * path_m)) / deceleration;
  return std::abs(HitTime(setup, findings) - time_s);
}

Setup ThrowAtNose(double height_m, const Vec3& velocity_m_s, NoseContact contact) {
  Setup setup;
  setup.environment().nose_contact = contact;
  setup.AddNose({kNose_m, -0.5}, {kNose_m, 0.5});
  setup.AddAirborne({0.0, 0.0, height_m}, velocity_m_s);
  return setup;
}

// When a parabola comes within R of the nose's line, in 34 digits; NaN if never before `end_s`.
double ExactEdgeTime(double height_m, double speed_m_s, double gravity_m_s2, double end_s) {
  const Quad x = -Quad(kNose_m);
  const Quad z = Quad(height_m) - Quad(kNoseHeight_m);
  const Quad v = speed_m_s;
  const Quad half_g = Quad(gravity_m_s2) / 2;
  const Quad reach = kBallRadius_m;
  const auto time = FirstFall(
      {x * x + z * z - reach * reach, 2 * x * v, v * v - 2 * z * half_g, 0, half_g * half_g},
      end_s);
  return time ? static_cast<double>(*time) : kNever;
}

using Space = std::array<Quad, 3>;

Space Cross(const Space& a, const Space& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Quad Dot(const Space& a, const Space& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Space Minus(const Space& a, const Space& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

// A ball in flight, r = a t^2 + b t + c, and two points of an edge.
struct Throw {
  Space a, b, c, p1, p2;
};

Throw DrawThrow(CounterRandom& random) {
  const auto any = [&](double size) {
    Space vector;
    for (Quad& x : vector) x = random.Uniform(-size, size);
    return vector;
  };
  return {any(5.0), any(3.0), any(0.5), any(0.5), any(0.5)};
}

// d^2 as printed, |(r - p1) x (r - p2)|^2 / |p2 - p1|^2.
Quad SquareDistance(const Throw& thrown, Quad t) {
  Space r;
  for (size_t k = 0; k < 3; ++k) r[k] = thrown.c[k] + t * (thrown.b[k] + t * thrown.a[k]);
  const Space cross = Cross(Minus(r, thrown.p1), Minus(r, thrown.p2));
  const Space span = Minus(thrown.p2, thrown.p1);
  return Dot(cross, cross) / Dot(span, span);
}

// How far d^2 is from the polynomial through some of its values, at another time; relative.
double OffPolynomial(const Throw& thrown, int degree, Quad t) {
  Quad polynomial = 0;  // Lagrange's form.
  for (int k = 0; k <= degree; ++k) {
    Quad term = SquareDistance(thrown, Quad(k) / 10);
    for (int j = 0; j <= degree; ++j) {
      if (j != k) term *= (10 * t - j) / Quad(k - j);
    }
    polynomial += term;
  }
  const Quad exact = SquareDistance(thrown, t);
  return std::abs(Get((polynomial - exact) / exact));
}

}  // namespace

void CushionPlane(Findings& findings) {
  // +R or -R: whichever side the ball is on, whichever way the ends are given.
  for (const double side : {1.0, -1.0}) {
    for (const double order : {1.0, -1.0}) {
      findings.Measure("event-19", RollAt({0.0, 0.4 - 0.4 * side}, {0.0, side}, {-5.0 * order, 0.4},
                                          {5.0 * order, 0.4}, 0.4 - kBallRadius_m, findings));
    }
  }
  const double slope = std::hypot(1.0, 0.7) / 0.7;
  findings.Measure("event-19", {{RollAt({0.0, 0.0}, {1.0, 0.7}, {-5.0, 0.4}, {5.0, 0.4},
                                        (0.4 - kBallRadius_m) * slope, findings),
                                 "oblique"}});
  const auto along_y = [&](double path_m) {
    return RollAt({0.0, 0.0}, {1.0, 0.0}, {0.4, -5.0}, {0.4, 5.0}, path_m, findings);
  };
  findings.Measure("event-19", {{along_y(0.4 - kBallRadius_m), "a cushion along y"}});
  findings.Plant("event-19", "R with the other sign", {{along_y(0.4 + kBallRadius_m)}});
}

void FalseHitsOfPlane(Findings& findings) {
  for (const NoseContact contact : {NoseContact::kPlane, NoseContact::kLine}) {
    const auto record = Play(ThrowAtNose(0.2, {3.0, 0.0, 0.0}, contact), findings);
    if (!record) return;
    const double hits = CountOf(*record, EventKind::kBallCushion);
    const bool plane = contact == NoseContact::kPlane;
    findings.Measure(plane ? "event-20a" : "event-20b", hits);
    findings.Plant(plane ? "event-20b" : "event-20a", "the other shape", {{hits}});
  }
}

void PlaneAgainstEdge(Findings& findings) {
  findings.sheet() =
      Sheet({"height_m", "plane_s", "edge_s", "edge_exact_s", "edge_after_plane_us"});
  findings.SetPlot({"Fig 12: how much later the edge is hit than the plane, at 1 m/s",
                    "height of the ball's lowest point, m",
                    "edge after plane, us",
                    {{"nose 36.576 mm high", "height_m", "edge_after_plane_us"}}});
  constexpr double kGravity = 0.01;  // The least allowed: heights hardly change on the way.
  double worst_s = 0.0;
  double least_s = 1.0;
  double greatest_s = 0.0;
  for (int k = 1; k <= 40; ++k) {
    const double height_m = 2.0 * kBallRadius_m * k / 40.0;
    const auto hit = [&](NoseContact contact) {
      Setup setup = ThrowAtNose(kBallRadius_m + height_m, {1.0, 0.0, 0.0}, contact);
      setup.environment().gravity_m_s2 = kGravity;
      return HitTime(setup, findings);
    };
    const double plane_s = hit(NoseContact::kPlane);
    const double edge_s = hit(NoseContact::kLine);
    const double exact_s = ExactEdgeTime(kBallRadius_m + height_m, 1.0, kGravity, 0.4);
    findings.sheet().Add(height_m, plane_s, edge_s, exact_s, 1e6 * (edge_s - plane_s));
    if (std::isnan(edge_s) && std::isnan(exact_s)) continue;
    const double error_s = std::abs(edge_s - exact_s);  // NaN where only one of them hits.
    if (k == 1) {
      findings.Tell("event-21c", Text((edge_s - plane_s) / kBallRadius_m) + " R/v at a height of " +
                                     Text(height_m / kBallRadius_m) + " R");
    }
    worst_s = std::isnan(error_s) ? kNose_m : std::max(worst_s, error_s);
    least_s = std::min(least_s, edge_s - plane_s);
    greatest_s = std::max(greatest_s, edge_s - plane_s);
  }
  findings.Measure("event-21a", {{greatest_s / kBallRadius_m, "greatest"},
                                 {(greatest_s - least_s) / kBallRadius_m, "greatest less least"}});
  findings.Measure("event-21b", worst_s);
}

void EdgeQuartic(Findings& findings) {
  const auto worst_of_degree = [](int degree) {
    CounterRandom random(22, 0);
    double worst = 0.0;
    for (int k = 0; k < 1000; ++k) {
      const Throw thrown = DrawThrow(random);
      for (const double t : {0.05, 0.55, 0.7}) {
        worst = std::max(worst, OffPolynomial(thrown, degree, t));
      }
    }
    return worst;
  };
  findings.Measure("event-22a", worst_of_degree(4));
  findings.Plant("event-22a", "a cubic", {{worst_of_degree(3)}});
}

}  // namespace carom::papers
