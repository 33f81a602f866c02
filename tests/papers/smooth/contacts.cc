// Detection and forces of contacts: smooth-01 to smooth-09.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/laws/normal/normal_law.h"
#include "tests/papers/smooth/experiments.h"
#include "tests/papers/smooth/resin_ball.h"
#include "tests/papers/smooth/system_run.h"
#include "tests/testing/pulse.h"

namespace carom::papers {
namespace {

Vec3 AnyDirection(CounterRandom& random) {
  const double z = random.Uniform(-1.0, 1.0);
  const double angle = random.Uniform(-kPi, kPi);
  const double r = std::sqrt(1.0 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

double RestitutionAt(const NormalLaw& law, double speed_m_s) {
  return testing::IntegratePulse(MakeNormalForce(law, BallStiffness()), 0.5 * kMass_kg, speed_m_s)
      .restitution;
}

// Ball 0 at rest; 1 and 2 come from anywhere, 2 while 1 may still touch. The least force.
double LeastForce(CounterRandom& random, bool clip) {
  const NormalLaw law = LankaraniNikravesh{{.restitution = 0.7, .clip = clip}};
  MultibodySpec spec;
  spec.bodies.assign(3, {kMass_kg, Vec3::Constant(0.4 * kMass_kg * kBall_m * kBall_m)});
  spec.gravity_m_s2.setZero();
  std::array<BodyMotion, 3> start;
  const double delay_s = random.Uniform(0.0, 4e-4);
  Vec3 first = Vec3::Zero();
  for (const int ball : {1, 2}) {
    Vec3 from = AnyDirection(random);
    if (ball == 1) first = from;
    while (ball == 2 && from.dot(first) > 0.49) from = AnyDirection(random);  // Not through ball 1.
    const double speed = std::pow(10.0, random.Uniform(-2.0, 0.5));
    const double apart = 2.0 * kBall_m + (ball == 2 ? delay_s * speed : 0.0);
    start[static_cast<std::size_t>(ball)].position_m = apart * from;
    start[static_cast<std::size_t>(ball)].velocity_m_s = -speed * from;
    spec.contacts.push_back({.sphere = ball,
                             .radius_m = kBall_m,
                             .other = 0,
                             .surface = BallSurface{kBall_m},
                             .normal = MakeNormalForce(law, BallStiffness()),
                             .friction = {}});
  }
  MultibodySystem system(spec);
  double least_N = 0.0;
  RunSystem(system, start, 1.5e-3, 2e-6, [&](double /*t*/, std::span<const double> y) {
    least_N = std::min({least_N, system.ForcesAt(0, y).normal_N, system.ForcesAt(1, y).normal_N});
  });
  return least_N;
}

}  // namespace

void SmoothSpheres(Findings& findings) {
  struct Spheres {
    double ru, rv;
    Vec3 d;
  };
  std::vector<Spheres> pairs;
  CounterRandom random(1, 0);
  for (int i = 0; i < 1000; ++i) {
    const double ru = random.Uniform(0.01, 0.1);
    const double rv = random.Uniform(0.2, 0.9) * ru;
    pairs.push_back({ru, rv, random.Uniform(0.0, ru + rv) * AnyDirection(random)});
  }
  // (1): how deep the point of v that is nearest to u's centre is in u.
  findings.MeasureFormula("smooth-01a", {1.0, 1.0, -1.0}, [&](const std::vector<double>& n) {
    double worst_m = 0.0;
    for (const auto& [ru, rv, d] : pairs) {
      if (d.norm() <= rv) continue;
      const double deep_m = ru - (d - rv * d.normalized()).norm();
      worst_m = std::max(worst_m, std::fabs(n[0] * ru + n[1] * rv + n[2] * d.norm() - deep_m));
    }
    return std::vector<Quantity>{{worst_m}};
  });
  // (2), the largest radius negative: how far the farthest point of v is beyond u.
  findings.MeasureFormula("smooth-01b", {-1.0, 1.0, 1.0}, [&](const std::vector<double>& n) {
    double worst_m = 0.0;
    for (const auto& [ru, rv, d] : pairs) {
      const double out_m = (d + rv * d.normalized()).norm() - ru;
      worst_m = std::max(worst_m, std::fabs(n[0] * ru + n[1] * rv + n[2] * d.norm() - out_m));
    }
    return std::vector<Quantity>{{worst_m}};
  });
}

// (4), (5), (8).
void SmoothPlane(Findings& findings) {
  const std::vector<double> signs = {-1.0, 1.0, 1.0, 1.0, -1.0};
  findings.MeasureFormula("smooth-02", signs, [](const std::vector<double>& n) {
    CounterRandom random(2, 0);
    double worst_m = 0.0;
    for (int i = 0; i < 1000; ++i) {
      const Vec3 normal = AnyDirection(random);
      const Vec3 on_plane = random.Uniform(0.0, 1.0) * AnyDirection(random);
      const Vec3 centre = on_plane + random.Uniform(0.0, 1.0) * AnyDirection(random);
      const double radius_m = random.Uniform(0.01, 0.1);
      const double d = n[0] * normal.dot(on_plane);
      const double distance = n[1] * normal.dot(centre) + n[2] * d;
      const Vec3 lowest = centre - radius_m * normal;
      worst_m = std::max(
          worst_m, std::fabs(n[3] * radius_m + n[4] * distance + normal.dot(lowest - on_plane)));
    }
    return std::vector<Quantity>{{worst_m}};
  });
}

// (6), (7).
void SmoothLocalFrame(Findings& findings) {
  findings.MeasureFormula("smooth-03", {-1.0, 1.0, -1.0}, [](const std::vector<double>& n) {
    CounterRandom random(3, 0);
    double off_m = 0.0;
    double up_m = 0.0;
    for (int i = 0; i < 1000; ++i) {
      EulerParameters p;
      for (int k = 0; k < 4; ++k) p[k] = random.Uniform(-1.0, 1.0);
      p.normalize();
      const Eigen::Matrix3d a = RotationMatrix(p);
      const Vec3 normal = a.col(2);  // The plane's normal is z of its frame.
      const Vec3 place = random.Uniform(0.0, 1.0) * AnyDirection(random);
      const Vec3 centre = random.Uniform(0.0, 1.0) * AnyDirection(random);
      const Vec3 projection = centre + n[0] * normal.dot(centre - place) * normal;
      const Vec3 local = a.inverse() * (n[1] * projection + n[2] * place);
      off_m = std::max(off_m, std::fabs(normal.dot(projection - place)));
      up_m = std::max(up_m, std::fabs(local.z()));
    }
    return std::vector<Quantity>{{off_m, "off the plane"}, {up_m, "height in its frame"}};
  });
}

void SmoothExponents(Findings& findings) {
  for (const double n : {1.0, 1.5, 2.0}) {
    const double stiffness = BallStiffness() * std::pow(1e-4, 1.5 - n);  // One force at 0.1 mm.
    const double e =
        testing::IntegratePulse(MakeNormalForce(HertzLaw{n}, stiffness), 0.5 * kMass_kg, 1.0)
            .restitution;
    findings.Measure("smooth-06", {{std::fabs(1.0 - e * e), "n = " + Text(n)}});
  }
  const double damped = RestitutionAt(LankaraniNikravesh{{.restitution = 0.999}}, 1.0);
  findings.Plant("smooth-06", "damping of c = 0.999", {{1.0 - damped * damped}});
}

void SmoothLankarani(Findings& findings) {
  findings.sheet() = Sheet({"c", "restitution_0.1_m_s", "restitution_10_m_s"});
  const auto restitution = [](double c, double speed) {
    return RestitutionAt(LankaraniNikravesh{{.restitution = c}}, speed);
  };
  for (int i = 0; i <= 20; ++i) {
    const double c = 0.05 * i;
    findings.sheet().Add(c, restitution(c, 0.1), restitution(c, 10.0));
  }
  for (const double c : {0.95, 0.98}) {
    findings.Measure("smooth-07", {{std::fabs(restitution(c, 0.1) - c), "c = " + Text(c)}});
  }
  const double off = std::fabs(restitution(0.5, 0.1) - 0.5);
  findings.Plant("smooth-07", "c = 0.5", {{off}});
  findings.Tell("smooth-07",
                "at c = 0.5 it is off by " + Text(off) + "; the speed does not matter to it");
  findings.SetPlot({"Restitution of (10)",
                    "c",
                    "restitution",
                    {{"0.1 m/s", "c", "restitution_0.1_m_s"},
                     {"10 m/s", "c", "restitution_10_m_s"},
                     {"c", "c", "c"}}});
}

void SmoothFlores(Findings& findings) {
  findings.sheet() = Sheet({"c", "Lankarani-Nikravesh", "Flores"});
  double worst = 0.0;
  double worst_other = 0.0;
  for (int i = 0; i <= 47; ++i) {
    const double c = 0.05 + 0.02 * i;
    const double flores = RestitutionAt(FloresLaw{{.restitution = c}}, 1.0);
    const double lankarani = RestitutionAt(LankaraniNikravesh{{.restitution = c}}, 1.0);
    findings.sheet().Add(c, lankarani, flores);
    worst = std::max(worst, std::fabs(flores - c));
    worst_other = std::max(worst_other, std::fabs(lankarani - c));
  }
  findings.Measure("smooth-08", worst);
  findings.Plant("smooth-08", "Lankarani and Nikravesh's law", {{worst_other}});
  findings.SetPlot({"Restitution that the laws give",
                    "c",
                    "restitution",
                    {{"Lankarani-Nikravesh", "c", "Lankarani-Nikravesh"},
                     {"Flores", "c", "Flores"},
                     {"c", "c", "c"}}});
}

void SmoothThreeBodies(Findings& findings) {
  double least_N = 0.0;
  const auto pulls = [&](int count, bool clip) {
    CounterRandom random(9, 0);
    double of = 0.0;
    for (int i = 0; i < count; ++i) {
      const double force_N = LeastForce(random, clip);
      of += force_N < -1e-5 ? 1.0 : 0.0;
      least_N = std::min(least_N, force_N);
    }
    return of;
  };
  findings.Measure("smooth-09", pulls(1000, false));
  findings.Plant("smooth-09", "a law that is cut off at 0", {{pulls(100, true)}});
  findings.Tell("smooth-09", "strongest pull " + Text(-least_N) + " N");
}

}  // namespace carom::papers
