// Rebound at normal incidence against speed: pool-34.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/named_set.h"

namespace carom::papers {
namespace {

constexpr BallSpec kSnookerBall = {0.1406, 0.02625};  // Of the measurements.
constexpr double kStart_m = 0.1;                      // From the surface to the cushion.

// A ball, a cushion and how they meet.
struct Wall {
  std::string name;
  CompliantContact cushion;
  BallSpec ball = kPaperBall;
  NoseContact contact = NoseContact::kPlane;
  bool reduced = false;  // And no friction anywhere.
  bool as_authors = false;
};

struct Rebound {
  double in_m_s = 0.0;
  double out_m_s = 0.0;
  double up_m_s = 0.0;
  double hop_m = 0.0;
};

// Keeps the velocities at both ends of the first contact with the cushion.
class ReboundWatcher final : public ContactListener, public IvpObserver {
 public:
  explicit ReboundWatcher(const PoolTableModel& model) : model_(model) {}

  void Began(int pair, double /*t*/, std::span<const BodyMotion> motions) override {
    if (IsCushion(pair) && rebound.in_m_s == 0.0) rebound.in_m_s = motions[0].velocity_m_s.y();
  }
  void Ended(int pair, double /*t*/, std::span<const BodyMotion> motions) override {
    if (!IsCushion(pair) || rebound.out_m_s != 0.0) return;
    rebound.out_m_s = -motions[0].velocity_m_s.y();
    rebound.up_m_s = motions[0].velocity_m_s.z();
  }
  bool Step(double /*t*/, std::span<const double> y) override {
    top_m = std::max(top_m, ReadBody(y, 0).position_m.z());
    return true;
  }

  Rebound rebound;
  double top_m = 0.0;

 private:
  bool IsCushion(int pair) const {
    return model_.contacts[static_cast<std::size_t>(pair)].kind == EventKind::kBallCushion;
  }
  const PoolTableModel& model_;
};

// A rolling ball against a nose along x. A nose met as a line has the height at which the
// measurements were explained: sin = 2/5 above the centre.
Rebound PlayRebound(const Wall& wall, double speed_m_s) {
  const double radius = wall.ball.radius_m;
  const double height = wall.contact == NoseContact::kLine ? 1.4 * radius : 0.05;
  Table table;
  table.noses.push_back({Vec2(-1.0, 1.0), Vec2(1.0, 1.0), height});
  Environment environment;
  environment.nose_contact = wall.contact;
  CompliantSettings settings = PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kAmbrosio);
  settings.start = CompliantStart::kSeated;
  settings.cushion = wall.cushion;
  if (wall.reduced) {
    settings.horizontal = true;
    settings.cloth_friction = SlipFriction(Frictionless{});
  }
  const std::vector<BallSpec> balls = {wall.ball};
  const PoolTableModel model = MakePoolTable(table, environment, settings, balls);
  ReboundWatcher watcher(model);
  MultibodySystem system(model.spec, &watcher);
  std::vector<BallState> states(1);
  const double reach = NoseContactDistance(wall.contact, radius, height);
  states[0].position = Vec3(0.0, 1.0 - reach - kStart_m, radius);
  states[0].velocity = Vec3(0.0, speed_m_s, 0.0);
  if (!wall.reduced) states[0].spin = Vec3(-speed_m_s / radius, 0.0, 0.0);
  std::vector<double> y = system.Start(StartMotions(model, settings, balls, states));
  // A "default time step" of 1 ms, as the paper has it.
  IvpOptions options = {.largest_step_s = 1e-3};
  if (wall.as_authors) {
    Game shot;
    shot.duration_s = 1.0;
    options = AsAuthors(shot, 1e-3).integration;
  }
  Integrator().Run(system, 0.0, y, 1.0, options, {}, watcher);
  watcher.rebound.hop_m = watcher.top_m - radius;
  return watcher.rebound;
}

// As measured with a snooker ball. [Mathavan et al. 2009], after a secondary source: C-37.
double FittedRebound(double v) { return -0.0877 * v * v + 1.131 * v - 0.0953; }

}  // namespace

// catalogue C-36, C-37
void PoolRebounds(Findings& findings) {
  findings.sheet() =
      Sheet({"case", "v_in_m_s", "v_out_m_s", "v_z_m_s", "hop_m", "measured_m_s", "off_m_s"});
  const CompliantContact rough =
      PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kAmbrosio).cushion;
  const CompliantContact smooth =
      PaperTable2(PaperBallBall::kThrelfall, PaperCushion::kFrictionless).cushion;
  const std::vector<Wall> walls = {
      {"0.98 and 0.14", rough},
      {"0.85", smooth},
      {"0.98 and 0.14 tool emulated", rough, kPaperBall, NoseContact::kPlane, false, true},
      {"0.85 tool emulated", smooth, kPaperBall, NoseContact::kPlane, false, true},
      {"0.98 and 0.14 edge", rough, kPaperBall, NoseContact::kLine},
      {"0.98 and 0.14 edge snooker", rough, kSnookerBall, NoseContact::kLine}};
  Plot plot{"Rebound of a rolling ball at normal incidence", "v_in, m/s", "v_out, m/s", {}};
  for (const Wall& wall : walls) {
    double low = 0.0;   // Greatest to 1.5 m/s, relative.
    double high = 0.0;  // Greatest from 2.5 m/s on.
    for (int i = 1; i <= 14; ++i) {
      const Rebound rebound = PlayRebound(wall, 0.25 * i);
      const double measured = FittedRebound(0.25 * i);
      const double apart = rebound.out_m_s - measured;
      findings.sheet().Add(wall.name, rebound.in_m_s, rebound.out_m_s, rebound.up_m_s,
                           rebound.hop_m, measured, apart);
      if (i >= 2 && i <= 6) low = std::max(low, std::fabs(apart) / measured);
      if (i >= 10) high = std::max(high, std::fabs(apart) / measured);
    }
    const std::string off = ", off a fit of the measurements by a secondary source: ";
    findings.Tell("pool-34a", wall.name + off + Text(low) + " from 0.5 to 1.5 m/s");
    findings.Tell("pool-34b", wall.name + off + Text(high) + " from 2.5 to 3.5 m/s");
    plot.curves.push_back({wall.name, "v_in_m_s", "v_out_m_s", "case", wall.name});
  }
  plot.curves.push_back(
      {"measured (fit)", "v_in_m_s", "measured_m_s", "case", walls[0].name, "lines"});
  findings.SetPlot(plot);
}

}  // namespace carom::papers
