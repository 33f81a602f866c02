#include "tests/play/best.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/aim/route.h"
#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/estimate/strike_noise.h"
#include "core/play/place_balls.h"
#include "core/play/verdict.h"
#include "core/rules/placement.h"
#include "core/rules/pool.h"
#include "core/shot/drawn/aims.h"
#include "core/stats/race.h"

namespace carom::play_record {
namespace {

// The grid: of azimuths those that touch the eight.
constexpr int kAzimuths = 200;
constexpr int kSpeeds = 20;
constexpr int kTips = 25;     // Five heights by five sides.
constexpr double kTip = 0.4;  // Radii: the outermost of either; both are within the miscue limit.
constexpr int64_t kRaced = 100'000;  // Draws, of all strikes of the grid that pot.
constexpr int64_t kFresh = 3000;     // By which the chances are compared: a deviation of 0.009.
constexpr uint64_t kFirstFresh = uint64_t{1} << 32;
constexpr double kNear = 0.03;
// Ways that geometry gives such a chance are neither certain nor hopeless.
constexpr double kLeast = 0.3;
constexpr double kMost = 0.97;

class Comparison {
 public:
  Comparison(const Ground& ground, const play::PositionJudge& values)
      : ground_(ground), values_(values) {}

  absl::Status Compare(uint64_t number, BestShots& shots) {
    const play::Position position = PositionNumber(number);
    play::PlanOptions options = ground_.options;
    options.objective = play::Objective::kClear;
    options.seed = number;
    const auto plan = play::PlanShot(ground_.scene, position, options, values_, {}, workspace_);
    if (!plan.ok()) return plan.status();
    const auto best = BestOfGrid(position, number);
    const uint64_t end = kFirstFresh + kFresh;
    const double planned =
        plan->shots.empty() ? 0.0 : ChanceOf(position, plan->shots[0], number, kFirstFresh, end);
    const double found = best ? ChanceOf(position, *best, number, kFirstFresh, end) : 0.0;
    ++shots.positions;
    shots.planned += planned;
    shots.best += found;
    if (found - planned <= kNear) ++shots.within;
    if (found - planned <= shots.most_lost) return absl::OkStatus();
    shots.most_lost = found - planned;
    shots.worst = number;
    return absl::OkStatus();
  }

 private:
  // Of the straight paths of the eight into the pockets one is open.
  play::Position PositionNumber(uint64_t number) {
    CounterRandom random(number, 0);
    const double radius_m = ground_.scene.balls()[0].radius_m;
    const Box cloth =
        rules::HandRegion(ground_.scene.table(), rules::CueBallPlace::kAnywhere, radius_m);
    for (;;) {
      play::Position position;
      position.game = rules::GameKind::kEightBall;
      position.state = rules::StartOf(position.game, 0);
      position.state.phase = rules::Phase::kPlay;
      position.state.group = {rules::Group::kSolids, rules::Group::kStripes};
      position.state.on_table = 0;
      position.balls.resize(ground_.scene.balls().size());
      for (BallState& ball : position.balls) ball.motion = MotionState::kPocketed;
      for (const int ball : {0, 8, 9, 10, 11, 12, 13, 14, 15}) {
        const rules::Ground around = play::GroundOf(ground_.scene, position.balls);
        const Vec2 wish(random.Uniform(cloth.x_low, cloth.x_high),
                        random.Uniform(cloth.y_low, cloth.y_high));
        if (!rules::IsFreePlace(around, ball, wish)) break;
        position.balls[Index(ball)] = rules::BallAt(wish, radius_m);
        if (ball != 0) position.state.on_table |= rules::Bit(ball);
      }
      if (InPlay(position.balls.back().motion) && HasOneWay(position)) return position;
    }
  }

  bool HasOneWay(const play::Position& position) const {
    Shot shot{position.balls, CueStrike()};
    shot.strike->speed_m_s = 2.0;
    aim::Call call;
    call.ball = rules::kEight;
    call.kinds = 1u << static_cast<int>(aim::Kind::kCut);
    const auto routes = aim::FindRoutes(ground_.scene, shot, call);
    if (routes.size() != 1) return false;
    const aim::BallMap map(ground_.scene.balls(), position.balls, 0);
    const auto pot = values_.PotOf(map, map.Place(0), rules::kEight, routes[0].pocket);
    return pot && pot->chance > kLeast && pot->chance < kMost;
  }

  std::optional<play::PlannedShot> BestOfGrid(const play::Position& position, uint64_t number) {
    std::vector<play::PlannedShot> pots;
    const play::Skill& skill = ground_.options.skill;
    const Vec2 cue = position.balls[0].position.head<2>();
    const Vec2 eight = position.balls[rules::kEight].position.head<2>();
    const double touch_m = 2.0 * ground_.scene.balls()[0].radius_m;
    play::PlannedShot shot;
    shot.call.ball = rules::kEight;
    for (int azimuth = 0; azimuth < kAzimuths; ++azimuth) {
      shot.strike.azimuth_rad =
          AzimuthForHitOffset(cue, eight, touch_m, (2.0 * azimuth + 1.0) / kAzimuths - 1.0);
      for (int speed = 0; speed < kSpeeds; ++speed) {
        shot.strike.speed_m_s = 0.5 * std::pow(skill.fastest_m_s / 0.5, (speed + 1.0) / kSpeeds);
        for (int tip = 0; tip < kTips; ++tip) {
          shot.strike.height_offset = 0.5 * kTip * (tip / 5 - 2);
          shot.strike.side_offset = 0.5 * kTip * (tip % 5 - 2);
          AddIfItPots(position, shot, pots);
        }
      }
    }
    if (pots.empty()) return std::nullopt;
    stats::RaceOptions options;
    options.candidates = static_cast<int>(pots.size());
    options.budget = std::max<int64_t>(kRaced, options.candidates);
    options.most_each = 2000;
    stats::Race race(options);
    for (auto heats = race.NextRound(); !heats.empty(); heats = race.NextRound()) {
      std::vector<stats::HeatResult> results;
      for (const stats::Heat& heat : heats) {
        const double chance =
            ChanceOf(position, pots[Index(heat.candidate)], number,
                     static_cast<uint64_t>(heat.first), static_cast<uint64_t>(heat.end));
        const int64_t count = heat.end - heat.first;
        results.push_back({count, chance * static_cast<double>(count)});
      }
      race.Add(results);
    }
    return pots[Index(race.Ranking()[0])];
  }

  void AddIfItPots(const play::Position& position, play::PlannedShot shot,
                   std::vector<play::PlannedShot>& pots) {
    const play::Skill& skill = ground_.options.skill;
    if (skill.cue) {
      const auto least =
          play::LeastElevation(ground_.scene, position.balls, shot.strike, *skill.cue);
      if (!least || *least > skill.highest_rad) return;
      shot.strike.elevation_rad = *least;
    }
    for (int pocket = 0; pocket < 6; ++pocket) {
      shot.call.pocket = pocket;
      if (pocket == 0) Play(position, shot.strike);
      if (record_.outcome.pocketed.empty()) return;
      if (Wins(position, shot.call)) {
        pots.push_back(shot);
        return;
      }
    }
  }

  void Play(const play::Position& position, const CueStrike& strike) {
    Detail detail;
    detail.touches = true;
    record_.outcome.pocketed.clear();
    static_cast<void>(
        Simulate(ground_.scene, Shot{position.balls, strike}, detail, {}, workspace_, record_));
  }

  bool Wins(const play::Position& position, const rules::Call& call) {
    play::ShotJudge judge(ground_.scene, position, nullptr, play::Objective::kClear, {},
                          workspace_);
    return judge.Judge(record_, call).made;
  }

  double ChanceOf(const play::Position& position, const play::PlannedShot& shot, uint64_t seed,
                  uint64_t first, uint64_t end) {
    int64_t made = 0;
    for (uint64_t draw = first; draw < end; ++draw) {
      CueStrike strike = shot.strike;
      if (!estimate::AddNoise(ground_.options.skill.noise, seed, draw, strike).ok()) continue;
      Play(position, strike);
      made += Wins(position, shot.call);
    }
    return static_cast<double>(made) / static_cast<double>(end - first);
  }

  const Ground& ground_;
  const play::PositionJudge& values_;
  Workspace workspace_;
  Record record_;
};

}  // namespace

absl::Status CompareWithBest(const Ground& ground, BestShots& shots) {
  Workspace workspace;
  if (ground.game != rules::GameKind::kEightBall) {
    return absl::InvalidArgumentError("--game: the eight must be the ball to pot");
  }
  const auto values = play::PositionJudge::Make(ground.scene, ground.options.skill, {}, workspace);
  if (!values.ok()) return values.status();
  Comparison comparison(ground, *values);
  for (uint64_t number = ground.first; number < ground.end; ++number) {
    if (absl::Status bad = comparison.Compare(number, shots); !bad.ok()) return bad;
  }
  return absl::OkStatus();
}

}  // namespace carom::play_record
