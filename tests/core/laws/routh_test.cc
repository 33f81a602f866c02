#include <cmath>
#include <map>
#include <string>

#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/laws/ball_ball/single_contact.h"
#include "core/laws/ball_cushion/single_contact.h"
#include "core/laws/ball_slate/slate_laws.h"
#include "core/laws/routh_impact.h"
#include "tests/core/laws/states.h"
#include "tests/testing/csv.h"

namespace carom::testing {
namespace {

// The pendulum of catalogue P-01 at its contact with the obstacle: a plane system whose normal and
// tangential impulses are coupled, from first principles (P-03).
struct Pendulum {
  Eigen::Matrix2d mass = Eigen::Matrix2d::Zero();      // A of Eq. (3)
  Eigen::Matrix2d jacobian = Eigen::Matrix2d::Zero();  // Rows: c, s by the angular velocities.

  Pendulum(double psi1, double psi2) {
    constexpr double kM1 = 3.2, kM2 = 3.8, kL1 = 0.5, kL2 = 0.6, kR = 0.05, kLc = 0.3627;
    constexpr double kI1 = 0.0676, kI2 = 0.164;
    const double coupling = kL1 * kLc * kM2 * Cos(psi1 - psi2);
    mass << kI1 + kL1 * kL1 * (kM1 / 4.0 + kM2), coupling, coupling, kI2 + kLc * kLc * kM2;
    jacobian << kL1 * Sin(psi1), (kL2 + kR) * Sin(psi2), -kL1 * Cos(psi1),
        -(kR + (kL2 + kR) * Cos(psi2));
  }

  RouthContact Contact(const Eigen::Vector2d& spin, double friction) const {
    RouthContact contact;
    contact.inverse_mass.block<2, 2>(0, 0) = jacobian * mass.inverse() * jacobian.transpose();
    contact.velocity.head<2>() = jacobian * spin;
    contact.friction = friction;
    contact.restitution = 0.9;
    return contact;
  }
};

RouthPath PathOf(const std::string& label) {
  static const std::map<std::string, RouthPath> kPaths = {
      {"frictionless", RouthPath::kFrictionless},
      {"slip", RouthPath::kSlip},
      {"stick-in-compression", RouthPath::kStickInCompression},
      {"reversal-in-compression", RouthPath::kReversalInCompression},
      {"stick-in-restitution", RouthPath::kStickInRestitution},
      {"reversal-in-restitution", RouthPath::kReversalInRestitution}};
  return kPaths.at(label);
}

TEST(RouthImpact, AllPathsOfThePendulum) {  // catalogue P-09, with P-03's coefficients on the way
  std::map<RouthPath, int> seen;
  for (const CsvRow& row : ReadCsv("pendulum_routh_cases.csv")) {
    SCOPED_TRACE(row.Text("path"));
    const Pendulum pendulum(row.Number("psi1_deg") * kDegree, row.Number("psi2_rad"));
    const Eigen::Vector2d before(row.Number("w1_pre"), row.Number("w2_pre"));
    const RouthContact contact = pendulum.Contact(before, row.Number("mu"));
    EXPECT_NEAR(contact.inverse_mass(0, 0), row.Number("gamma"), 1e-12);
    EXPECT_NEAR(contact.inverse_mass(1, 1), row.Number("alpha"), 1e-12);
    EXPECT_NEAR(contact.inverse_mass(0, 1), row.Number("eps"), 1e-12);

    const RouthImpulse result = SolveRouthImpact(contact);
    EXPECT_EQ(result.path, PathOf(row.Text("path")));
    EXPECT_NEAR(result.compression_impulse, row.Number("F_m"), 1e-11);
    EXPECT_NEAR(result.impulse.x(), row.Number("F_f"), 1e-11);
    EXPECT_NEAR(result.impulse.y(), row.Number("T_f"), 1e-11);
    const Eigen::Vector2d after =
        before + pendulum.mass.inverse() * pendulum.jacobian.transpose() * result.impulse.head<2>();
    EXPECT_NEAR(after.x(), row.Number("w1_post"), 1e-11);
    EXPECT_NEAR(after.y(), row.Number("w2_post"), 1e-11);
    const double energy_change =
        0.5 * (after.dot(pendulum.mass * after)) - 0.5 * (before.dot(pendulum.mass * before));
    EXPECT_NEAR(energy_change, row.Number("dE"), 1e-11);
    ++seen[result.path];
  }
  for (const auto& [path, count] : seen) EXPECT_EQ(count, 2);
  EXPECT_EQ(seen.size(), 6u);
}

TEST(RouthImpact, FirstImpactOfThePendulum) {  // catalogue P-03, P-06
  const Pendulum pendulum(-0.2806262085057675, -5.31713378468782);
  const RouthContact contact = pendulum.Contact(Eigen::Vector2d::Zero(), 0.15);
  EXPECT_NEAR(contact.inverse_mass(1, 1), 0.3671416070739386, 1e-12);
  EXPECT_NEAR(contact.inverse_mass(0, 0), 0.5174711110867584, 1e-12);
  EXPECT_NEAR(contact.inverse_mass(0, 1), -0.2438388688725825, 1e-12);
}

TEST(RouthImpact, NoSlipAtTheStartSticksOrSlidesByTheSameTest) {
  RouthContact contact;
  contact.inverse_mass << 0.5, -0.24, 0.0, -0.24, 0.37, 0.0, 0.0, 0.0, 0.37;
  contact.velocity << -1.0, 0.0, 0.0;
  contact.restitution = 0.5;
  contact.friction = 0.24 / 0.37 + 1e-9;
  EXPECT_EQ(SolveRouthImpact(contact).path, RouthPath::kStickInCompression);
  EXPECT_NEAR((contact.inverse_mass * SolveRouthImpact(contact).impulse).y(), 0.0, 1e-15);
  contact.friction = 0.24 / 0.37 - 1e-9;
  EXPECT_EQ(SolveRouthImpact(contact).path, RouthPath::kReversalInCompression);
}

// A random coupled contact in space: an inertia and an arm on each side, and a general direction.
RouthContact RandomContact(CounterRandom& random) {
  Eigen::Matrix3d root;
  for (int i = 0; i < 9; ++i) root(i / 3, i % 3) = random.Uniform(-1.0, 1.0);
  RouthContact contact;
  contact.inverse_mass = root * root.transpose() + 0.1 * Eigen::Matrix3d::Identity();
  contact.velocity << -random.Uniform(0.01, 1.0), random.Uniform(-1.0, 1.0),
      random.Uniform(-1.0, 1.0);
  contact.friction = Pow(10.0, random.Uniform(-1.5, 0.2));
  contact.restitution = random.Uniform();
  return contact;
}

// Euler steps of the definition, written without a word from the solver: friction against the slip.
Vec3 SteppedImpulse(const RouthContact& contact, int steps) {
  Vec3 impulse = Vec3::Zero();
  const double gamma = contact.inverse_mass(0, 0);
  const double dp = -contact.velocity.x() / gamma / steps;
  double end = 0.0;
  for (double p = 0.0; end == 0.0 || p < end; p += dp) {
    const Vec3 velocity = contact.velocity + contact.inverse_mass * impulse;
    if (end == 0.0 && velocity.x() >= 0.0) end = (1.0 + contact.restitution) * p;
    const double slip = std::hypot(velocity.y(), velocity.z());
    impulse.x() += dp;
    if (slip == 0.0) continue;
    impulse.y() -= dp * contact.friction * velocity.y() / slip;
    impulse.z() -= dp * contact.friction * velocity.z() / slip;
  }
  return impulse;
}

TEST(RouthImpact, IsTheLimitOfSmallStepsInSpace) {
  CounterRandom random(7, 0);
  std::map<RouthPath, int> seen;
  for (int i = 0; i < 200; ++i) {
    const RouthContact contact = RandomContact(random);
    const RouthImpulse result = SolveRouthImpact(contact);
    const Vec3 expected = SteppedImpulse(contact, 10000);
    ExpectNear(result.impulse / expected.norm(), expected / expected.norm(), 2e-3, "impulse");
    ++seen[result.path];
  }
  // Slipping on, and sticking in either phase. In space a slip that reverses turns about and almost
  // never vanishes on its way.
  EXPECT_EQ(seen.size(), 3u);
}

TEST(RouthImpact, DissipatesWhateverTheCoupling) {
  CounterRandom random(7, 1);
  for (int i = 0; i < 10000; ++i) {
    const RouthContact contact = RandomContact(random);
    const Vec3 impulse = SolveRouthImpact(contact).impulse;
    const Vec3 after = contact.velocity + contact.inverse_mass * impulse;
    // Work of all impulses: velocities are linear in them.
    ASSERT_LE(0.5 * impulse.dot(contact.velocity + after), 1e-12) << i;
    ASSERT_GE(after.x(), -1e-12) << i;
    ASSERT_LE(std::hypot(impulse.y(), impulse.z()), contact.friction * impulse.x() + 1e-11) << i;
  }
}

// Between free spheres nothing is coupled, and the closed forms are the same law.
TEST(RouthImpact, IsTheClosedFormOfFreeSpheres) {
  CounterRandom random(7, 2);
  const auto vector = [&](double size) {
    const double x = random.Uniform(-size, size);
    const double y = random.Uniform(-size, size);
    return Vec3(x, y, random.Uniform(-size, size));
  };
  for (int i = 0; i < 20000; ++i) {
    const BallSpec spec_a = {random.Uniform(0.05, 0.5), random.Uniform(0.02, 0.04)};
    const BallSpec spec_b = {random.Uniform(0.05, 0.5), random.Uniform(0.02, 0.04)};
    const Vec3 normal = vector(1.0).normalized();
    const double e = random.Uniform();
    const double mu = i % 8 == 0 ? 0.0 : random.Uniform(0.0, 0.5);
    BallState a = Moving(vector(5.0), vector(200.0));
    BallState b = Moving(vector(5.0), i % 3 == 0 ? Vec3(Vec3::Zero()) : vector(200.0));
    if (normal.dot(a.velocity - b.velocity) < 0.0) std::swap(a.velocity, b.velocity);
    BallState routh_a = a;
    BallState routh_b = b;
    const BallBallImpact impact = {spec_a, spec_b, normal};
    Resolve(FrictionalBallBall{e, ConstantFriction{mu}}, impact, a, b);
    Resolve(RouthBallBall{e, ConstantFriction{mu}}, impact, routh_a, routh_b);
    ExpectNear(routh_a.velocity, a.velocity, 1e-12, "v_a");
    ExpectNear(routh_b.velocity, b.velocity, 1e-12, "v_b");
    ExpectNear(spec_a.radius_m * routh_a.spin, spec_a.radius_m * a.spin, 1e-12, "R w_a");
    ExpectNear(spec_b.radius_m * routh_b.spin, spec_b.radius_m * b.spin, 1e-12, "R w_b");

    BallState closed = a;
    BallState routh = a;
    const SlateImpact slate = {spec_a, vector(1.0).normalized(), 0.2};
    Resolve(FrictionalSlate{e, mu}, slate, closed);
    Resolve(RouthSlate{e, mu}, slate, routh);
    ExpectNear(routh.velocity, closed.velocity, 1e-12, "v off the slate");
    ExpectNear(spec_a.radius_m * routh.spin, spec_a.radius_m * closed.spin, 1e-12, "R w");

    const double angle = random.Uniform(0.0, 360.0) * kDegree;
    const CushionImpact nose = {spec_a, Vec3(Cos(angle), Sin(angle), 0.0),
                                random.Uniform(0.7, 1.6) * spec_a.radius_m, 0.2};
    Resolve(Han2005{e, mu}, nose, closed);
    Resolve(RouthCushion{e, mu}, nose, routh);
    ExpectNear(routh.velocity, closed.velocity, 1e-12, "v off the nose");
    ExpectNear(spec_a.radius_m * routh.spin, spec_a.radius_m * closed.spin, 1e-12, "R w");
  }
}

}  // namespace
}  // namespace carom::testing
