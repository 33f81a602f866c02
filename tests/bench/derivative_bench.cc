#include "tests/bench/derivative_bench.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "core/base/hash.h"
#include "core/shot/derivatives.h"
#include "core/shot/named_scene.h"
#include "core/shot/probe.h"
#include "core/stats/sample.h"
#include "tests/bench/timing.h"

namespace carom::bench {
namespace {

constexpr uint64_t kDerivativeShots = 100;
constexpr int kDerivativeRounds = 9;
constexpr std::array<const char*, 5> kScenes = {"one_ball_three_cushions", "two_ball_cut",
                                                "jump_shot", "eight_ball_scatter",
                                                "nine_ball_break"};

void ExitUnlessOk(const absl::Status& status) {
  if (status.ok()) return;
  std::cerr << "carom-bench: " << status.message() << "\n";
  std::exit(1);
}

std::vector<FieldPath> Columns(size_t count) {
  constexpr std::array<const char*, 16> kAll = {"strike.speed_m_s",
                                                "strike.azimuth_rad",
                                                "strike.elevation_rad",
                                                "strike.side_offset",
                                                "strike.height_offset",
                                                "balls[0].position_m.x",
                                                "balls[0].position_m.y",
                                                "settings.gravity_m_s2",
                                                "settings.cloth.sliding_friction",
                                                "settings.cloth.rolling_friction",
                                                "settings.cloth.spinning_friction",
                                                "settings.cue.mass_kg",
                                                "settings.cue.end_mass_kg",
                                                "settings.ball_ball.frictional.restitution",
                                                "settings.cushion.han2005.restitution",
                                                "settings.cushion.han2005.friction"};
  return {kAll.begin(), kAll.begin() + count};
}

// What is timed, over all shots of a scene.
class DerivativePlayer {
 public:
  explicit DerivativePlayer(const NamedScene& named)
      : scene_(named.MakeScene()), shots_(kDerivativeShots) {
    for (uint64_t i = 0; i < kDerivativeShots; ++i) named.Generate(1, i, shots_[i]);
  }

  uint64_t Plain() {
    BitHash hash;
    for (const Shot& shot : shots_) {
      ExitUnlessOk(Simulate(scene_, shot, {}, {}, workspace_, record_));
      hash.Add(record_.hash);
    }
    return hash.Value();
  }

  uint64_t Derive(const std::vector<FieldPath>& columns) {
    BitHash hash;
    for (const Shot& shot : shots_) {
      ExitUnlessOk(
          SimulateWithDerivatives(scene_, shot, {}, columns, {}, workspace_, record_, tangents_));
      for (const double value : tangents_.final_states) hash.Add(value);
    }
    return hash.Value();
  }

  uint64_t Probe() {
    BitHash hash;
    for (const Shot& shot : shots_) {
      const double radius_m = scene_.balls().front().radius_m;
      ExitUnlessOk(
          ProbeShot(scene_, shot, {estimate::IcgaNoise(1.0, radius_m)}, {}, workspace_, report_));
      for (const BallProbe& ball : report_.balls) hash.Add(static_cast<uint64_t>(ball.kept));
    }
    return hash.Value();
  }

 private:
  Scene scene_;
  std::vector<Shot> shots_;
  Workspace workspace_;
  Record record_;
  TangentRecord tangents_;
  ProbeReport report_;
};

void PrintScene(const NamedScene& named) {
  DerivativePlayer player(named);
  const std::vector<FieldPath> five = Columns(5);
  const std::vector<FieldPath> sixteen = Columns(16);
  constexpr std::array<const char*, 4> kWhat = {"plain", "5 columns", "16 columns", "64 probes"};
  const auto play = [&](size_t what) {
    switch (what) {
      case 0:
        return player.Plain();
      case 1:
        return player.Derive(five);
      case 2:
        return player.Derive(sixteen);
      default:
        return player.Probe();
    }
  };
  std::array<uint64_t, 4> hashes{};
  std::array<std::vector<double>, 4> times_us;
  std::array<std::vector<double>, 4> ratios;
  for (int round = -1; round < kDerivativeRounds; ++round) {  // The first one warms up.
    std::array<double, 4> took_us{};
    for (size_t what = 0; what < kWhat.size(); ++what) {
      const Clocks begin = Clocks::Now();
      hashes[what] = play(what);
      took_us[what] = 1e6 * Clocks::Now().Since(begin).processor_s / kDerivativeShots;
      if (round < 0) continue;
      times_us[what].push_back(took_us[what]);
      ratios[what].push_back(took_us[what] / took_us[0]);
    }
  }
  for (size_t what = 0; what < kWhat.size(); ++what) {
    std::printf("%s,%s,%llu,%.2f,%.2f,%016llx\n", named.name.c_str(), kWhat[what],
                static_cast<unsigned long long>(kDerivativeShots), Median(times_us[what]),
                Median(ratios[what]), static_cast<unsigned long long>(hashes[what]));
  }
}

// For each ball, the longest chain of ball-ball impacts from the strike to its last one; -1 for one
// that the strike never reached.
std::vector<int> ImpactsBehind(const Record& record, const Shot& shot) {
  std::vector<int> impacts(record.final_states.size(), -1);
  impacts[static_cast<size_t>(shot.strike->cue_ball)] = 0;
  for (const Event& event : record.events) {
    if (event.kind != EventKind::kBallBall) continue;
    int& one = impacts[static_cast<size_t>(event.ball)];
    int& other = impacts[static_cast<size_t>(event.other)];
    if (one < 0 && other < 0) continue;
    one = other = std::max(one, other) + 1;
  }
  return impacts;
}

}  // namespace

void PrintGradients() {
  constexpr uint64_t kMany = 10000;
  constexpr size_t kMostImpacts = 8;
  const NamedScene& named = *FindNamedScene("eight_ball_scatter");
  const Scene scene = named.MakeScene();
  const std::vector<FieldPath> azimuth = {FieldPath("strike.azimuth_rad")};
  Detail detail;
  detail.events = true;
  Workspace workspace;
  Record record;
  TangentRecord tangents;
  Shot shot;
  std::array<std::vector<double>, kMostImpacts + 1> gradients;
  for (uint64_t i = 0; i < kMany; ++i) {
    named.Generate(1, i, shot);
    ExitUnlessOk(
        SimulateWithDerivatives(scene, shot, detail, azimuth, {}, workspace, record, tangents));
    const std::vector<int> impacts = ImpactsBehind(record, shot);
    for (size_t ball = 0; ball < impacts.size(); ++ball) {
      const bool reached = impacts[ball] >= 0 && impacts[ball] <= static_cast<int>(kMostImpacts);
      if (!reached || tangents.balls[ball].end != TangentEnd::kNone) continue;
      gradients[static_cast<size_t>(impacts[ball])].push_back(
          std::hypot(tangents.FinalState(ball, 0, 0), tangents.FinalState(ball, 1, 0)));
    }
  }
  std::puts("impacts,balls,median_m_rad,p90_m_rad");
  for (size_t n = 0; n < gradients.size(); ++n) {
    std::vector<double>& of = gradients[n];
    if (of.empty()) continue;
    std::sort(of.begin(), of.end());
    std::printf("%zu,%zu,%.3g,%.3g\n", n, of.size(), stats::Quantile(of, 0.5),
                stats::Quantile(of, 0.9));
  }
}

void PrintDerivativeTimes() {
  std::puts("scene,what,shots,processor_us,plain_shots,hash");
  for (const char* const name : kScenes) PrintScene(*FindNamedScene(name));
}

}  // namespace carom::bench
