// Balls that fall into pockets, and rounded cushion ends: smooth-19, smooth-20.

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "core/base/constants.h"
#include "core/table/catalog.h"
#include "tests/papers/event/setup.h"
#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/game.h"
#include "tests/testing/degrees.h"

namespace carom::papers {
namespace {

// A rolling ball at the foot's right corner of a 9-foot table, aimed `aside_m` beside the middle of
// the pocket from 0.4 m away.
Record ShootAtPocket(const std::string& name, int pocket, double speed_m_s, double aside_m,
                     Findings& findings) {
  Setup setup;
  setup.table = FindTable("pool_9ft")->table;
  setup.settings.engine = Engine::kCompliant;
  setup.environment().flight = Flight::kOn;
  setup.environment().pocket_model = PocketModel::kDrop;
  setup.environment().stop.at_time_s = 1.5;
  const Pocket& target = setup.table.pockets[static_cast<std::size_t>(pocket)];
  const Vec2 way = -target.opening;
  const Vec2 left(-way.y(), way.x());
  setup.AddRolling(target.centre_m - 0.4 * way + aside_m * left, speed_m_s * way);
  setup.balls.assign(1, kPaperBall);
  setup.detail.samples = true;
  setup.detail.sample_period_s = 0.005;
  const auto record = Play(setup, findings);
  if (!record) return {};
  for (std::size_t i = 0; i < record->sample_times_s.size(); ++i) {
    const Vec3& at = record->samples[i].position;
    findings.sheet().Add(name, record->sample_times_s[i], at.x(), at.y(), at.z());
  }
  return *record;
}

std::string Tell(const Record& record) {
  const int walls = CountOf(record, EventKind::kBallCushion) + CountOf(record, EventKind::kBallJaw);
  return std::to_string(walls) + " contacts with cushions and jaws, " +
         std::to_string(CountOf(record, EventKind::kPocketRim)) + " with the liner, " +
         (record.outcome.pocketed.empty()
              ? std::string("stays up")
              : "pocketed at " + Text(record.outcome.pocketed[0].time_s) + " s");
}

}  // namespace

void SmoothPockets(Findings& findings) {
  findings.sheet() = Sheet({"shot", "t_s", "x_m", "y_m", "z_m"});
  constexpr int kCorner = 3;
  for (const auto& [name, speed_m_s, aside_m] :
       {std::tuple("1 m/s, straight", 1.0, 0.0), std::tuple("1 m/s, 35 mm aside", 1.0, 0.035),
        std::tuple("2 m/s, straight", 2.0, 0.0), std::tuple("3 m/s, straight", 3.0, 0.0)}) {
    const Record record = ShootAtPocket(name, kCorner, speed_m_s, aside_m, findings);
    findings.Measure("smooth-19", {{static_cast<double>(record.outcome.pocketed.size()), name}});
  }
  for (const auto& [name, speed_m_s, aside_m] :
       {std::tuple("1 m/s, 40 mm aside", 1.0, 0.04), std::tuple("6 m/s, straight", 6.0, 0.0),
        std::tuple("8 m/s, straight", 8.0, 0.0)}) {
    findings.Tell("smooth-19",
                  std::string(name) + ": " +
                      Tell(ShootAtPocket(name, kCorner, speed_m_s, aside_m, findings)));
  }
}

}  // namespace carom::papers
