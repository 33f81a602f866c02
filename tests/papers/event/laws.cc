// The laws behind the events: event-26.

#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "core/base/constants.h"
#include "core/laws/cue_ball/point_strike.h"
#include "core/laws/law_set.h"
#include "tests/papers/event/experiments.h"
#include "tests/papers/event/setup.h"

namespace carom::papers {
namespace {

void CompareVector(const char* case_id, const std::string& what, const Vec3& expected,
                   const Vec3& ours, Findings& findings) {
  findings.SelfCheck(
      what + ": distance from the expected vector", {Source::kCatalogue, case_id},
      {{(ours - expected).norm(), SizeWithin({1e-12, "m/s or rad/s", "rounding"}, 1.0)}});
}

// A ball of 1.5 m/s along x meets one at rest on a line of centres at 30 degrees.
struct Cut {
  BallState a;
  BallState b;
};

Cut PlayCut(const FrictionalBallBall& law, const Vec3& spin) {
  Cut cut;
  cut.a.velocity = {1.5, 0.0, 0.0};
  cut.a.spin = spin;
  const BallSpec ball;
  const double angle = DegreesToRadians(30.0);
  const BallBallImpact impact{ball, ball, Vec3(std::cos(angle), std::sin(angle), 0.0)};
  Resolve(law, impact, cut.a, cut.b);
  return cut;
}

// E-19, E-20, E-21 of the catalogue.
void BallBallLaws(Findings& findings) {
  const Cut elastic = PlayCut({1.0, ConstantFriction{0.0}}, Vec3::Zero());
  CompareVector("E-19", "ball-ball, e = 1: v1", {0.375, -0.64951905283832899, 0.0},
                elastic.a.velocity, findings);
  CompareVector("E-19", "ball-ball, e = 1: v2", {1.125, 0.64951905283832899, 0.0},
                elastic.b.velocity, findings);
  const Cut lossy = PlayCut({0.93, ConstantFriction{0.0}}, Vec3::Zero());
  CompareVector("E-20", "ball-ball, e = 0.93: v1", {0.414375, -0.62678588598898747, 0.0},
                lossy.a.velocity, findings);
  const Cut rolling = PlayCut({0.93, ConstantFriction{0.06}}, Vec3(0.0, 1.5 / kBallRadius_m, 0.0));
  CompareVector("E-21", "ball-ball, rolling, mu = 0.06: v1",
                {0.39557142342033038, -0.59421713598898747, 0.0651375}, rolling.a.velocity,
                findings);
  CompareVector("E-21", "ball-ball, rolling, mu = 0.06: w2",
                {2.8494094488188976, -4.9353219369211612, 3.2902146246141075}, rolling.b.spin,
                findings);
}

// E-31 and E-43 of the catalogue.
void CushionAndCue(Findings& findings) {
  BallState ball;
  ball.velocity = {1.5, 0.0, 0.0};
  ball.spin = {0.0, 1.5 / kBallRadius_m, 0.0};
  const BallSpec spec;
  const CushionImpact impact{spec, Vec3(-1.0, 0.0, 0.0), 1.28 * kBallRadius_m, 0.2};
  Resolve(Han2005{0.85, 0.2}, impact, ball);
  findings.SelfCheck(
      "cushion, Han 2005, rolling", {Source::kCatalogue, "E-31"},
      {{ball.velocity.x(), Around(-1.206624, {1e-12, "m/s", "rounding"}), "v_x"},
       {ball.spin.y(), Around(5.8792650918635171, {1e-12, "rad/s", "rounding"}), "w_y"}});

  BallState struck;
  CueStrike strike;
  strike.speed_m_s = 1.5;
  strike.azimuth_rad = -kHalfPi;
  Resolve(strike, Cue(), BallSpec(), struck);
  findings.SelfCheck(
      "cue, centre hit at 1.5 m/s: v_y", {Source::kCatalogue, "E-43"},
      {{struck.velocity.y(), Around(-2.3077017000476192, {1e-12, "m/s", "rounding"})}});
}

// A shot with ball-ball and ball-cushion events, under other laws.
uint64_t HashUnder(const LawSet& laws, Findings& findings) {
  Setup setup;
  setup.settings.laws = laws;
  setup.AddRolling({0.0, 0.0}, {2.0, 0.0});
  setup.AddBall({0.4, 0.02});
  setup.AddNose({1.0, -1.0}, {1.0, 1.0});
  const auto record = Play(setup, findings);
  return record ? record->hash : 0;
}

template <class Choice, size_t... Entries>
std::set<uint64_t> HashesOf(Choice LawSet::*choice, std::index_sequence<Entries...>,
                            Findings& findings) {
  std::set<uint64_t> hashes;
  const auto with = [&](const Choice& law) {
    LawSet laws;
    laws.*choice = law;
    hashes.insert(HashUnder(laws, findings));
  };
  (with(Choice(std::in_place_index<Entries>)), ...);
  return hashes;
}

template <class Choice>
void Selectable(const std::string& what, Choice LawSet::*choice, Findings& findings) {
  constexpr size_t kLaws = std::variant_size_v<Choice>;
  const size_t outcomes = HashesOf(choice, std::make_index_sequence<kLaws>(), findings).size();
  findings.Extension(what + ": of " + std::to_string(kLaws) + " laws on offer, different outcomes",
                     {Source::kReferenceRun, "one shot under each law"},
                     {{static_cast<double>(outcomes), Exactly(static_cast<double>(kLaws))}});
}

}  // namespace

void LawsOfEvents(Findings& findings) {
  BallBallLaws(findings);
  CushionAndCue(findings);
  Selectable("ball-ball", &LawSet::ball_ball, findings);
  Selectable("ball-cushion", &LawSet::cushion, findings);
  findings.NotCheckable(
      "the companion post's own equations",
      {"their states are are resolved via [the ball-ball interaction equations]", "(1)"},
      "the companion post, which this one links");
}

}  // namespace carom::papers
