// Finds the cut that pots a ball: sweeps the aim over every way to hit it, then bisects for both
// ends of the widest interval of aims that pot it.
//
//   carom-example-aim-sweep [--server=HOST:PORT]
//
// One request carries the whole sweep: one layout, many shots that differ in azimuth alone.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include "carom/client/client.h"
#include "carom/client/local/local.h"
#include "carom/client/shot_outcome.h"

namespace {

constexpr double kDegPerRad = 180.0 / std::numbers::pi;
constexpr double kBallRadius_m = 0.028575;
constexpr double kCueBallX_m = 0.20, kCueBallY_m = -0.20;
constexpr double kObjectBallX_m = 0.80, kObjectBallY_m = 0.20;
constexpr char kPocket[] = "foot_left_corner";
constexpr int kSweepShots = 400;
constexpr int kBisections = 20;

// The value, or the end of the program with the reason why there is none.
template <typename T>
T ValueOrExit(absl::StatusOr<T> value) {
  if (value.ok()) return *std::move(value);
  std::fprintf(stderr, "%s\n", value.status().ToString().c_str());
  std::exit(1);
}

carom::v1::SimulateRequest MakeSweep(const std::vector<double>& azimuths_rad) {
  carom::v1::SimulateRequest request;
  request.add_tables()->set_preset("pool_9ft");
  carom::v1::BallList* const balls = request.add_layouts()->mutable_balls();
  carom::v1::Vector3* position = balls->add_balls()->mutable_state()->mutable_position_m();
  position->set_x(kCueBallX_m);
  position->set_y(kCueBallY_m);
  position = balls->add_balls()->mutable_state()->mutable_position_m();
  position->set_x(kObjectBallX_m);
  position->set_y(kObjectBallY_m);
  for (const double azimuth_rad : azimuths_rad) {
    carom::v1::CueStrike* const strike = request.mutable_shots()->add_shots()->mutable_strike();
    strike->set_speed_m_s(2.0);
    strike->set_azimuth_rad(azimuth_rad);
  }
  return request;
}

// Whether each aim drops the object ball (index 1) into the pocket.
std::vector<bool> Pots(const carom::Client& client, uint32_t pocket,
                       const std::vector<double>& azimuths_rad) {
  const auto response = ValueOrExit(client.Simulate(MakeSweep(azimuths_rad)));
  std::vector<bool> pots;
  for (const auto& outcome : ValueOrExit(carom::ReadOutcomes(response.results()))) {
    pots.push_back(std::any_of(
        outcome.pocketed.begin(), outcome.pocketed.end(),
        [pocket](const auto& drop) { return drop.ball == 1 && drop.pocket == pocket; }));
  }
  return pots;
}

// The last aim that pots, on the way from one that does to one that does not.
double Edge(const carom::Client& client, uint32_t pocket, double pots_rad, double misses_rad) {
  for (int i = 0; i < kBisections; ++i) {
    const double middle_rad = (pots_rad + misses_rad) / 2.0;
    (Pots(client, pocket, {middle_rad}).front() ? pots_rad : misses_rad) = middle_rad;
  }
  return pots_rad;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string prefix = "--server=";
  const bool has_server = argc == 2 && std::string(argv[1]).rfind(prefix, 0) == 0;
  if (argc > 1 && !has_server) {
    std::fprintf(stderr, "usage: %s [--server=HOST:PORT]\n", argv[0]);
    return 2;
  }
  const carom::Client client(has_server ? carom::Connect(argv[1] + prefix.size()) : carom::Local());
  const auto pockets = ValueOrExit(client.GetTable("pool_9ft")).geometry().pockets();
  const auto named = std::find_if(pockets.begin(), pockets.end(),
                                  [](const auto& pocket) { return pocket.name() == kPocket; });
  const auto pocket = static_cast<uint32_t>(named - pockets.begin());

  // Every aim that hits the object ball, from one graze to the other; both ends miss the pocket.
  const double x_m = kObjectBallX_m - kCueBallX_m, y_m = kObjectBallY_m - kCueBallY_m;
  const double centre_rad = std::atan2(y_m, x_m), distance_m = std::hypot(x_m, y_m);
  const double graze_rad = std::asin(2.0 * kBallRadius_m / distance_m);
  std::vector<double> aims_rad;
  for (int i = 0; i <= kSweepShots; ++i) {
    aims_rad.push_back(centre_rad + graze_rad * (2.0 * i / kSweepShots - 1.0));
  }
  const std::vector<bool> pots = Pots(client, pocket, aims_rad);
  size_t first = 0, count = 0;  // The longest run: the direct cut, not a bank that happens to drop.
  for (size_t i = 1, run = 0; i + 1 < pots.size(); ++i) {
    run = pots[i] ? run + 1 : 0;
    if (run > count) count = run, first = i + 1 - run;
  }
  if (count == 0) ValueOrExit<int>(absl::NotFoundError("no cut pots the ball"));
  const double low_rad = Edge(client, pocket, aims_rad[first], aims_rad[first - 1]);
  const double high_rad =
      Edge(client, pocket, aims_rad[first + count - 1], aims_rad[first + count]);
  const double best_rad = (low_rad + high_rad) / 2.0;
  // The cut is the angle between the cue's line and the line of centres at contact, 2 R long.
  const double cut_rad =
      std::asin(distance_m * std::sin(centre_rad - best_rad) / 2.0 / kBallRadius_m);
  std::printf("%s: cut %.3f deg (azimuth %.4f deg, margin +-%.4f deg)\n", kPocket,
              cut_rad * kDegPerRad, best_rad * kDegPerRad, (high_rad - low_rad) / 2.0 * kDegPerRad);
  return 0;
}
