#include "tests/play/values.h"

#include <bit>
#include <iomanip>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/rules/placement.h"
#include "core/rules/pool.h"

namespace carom::play_record {
namespace {

constexpr double kNotTheBest = 0.4;  // The share of shots that are chosen at random among 15.

class Writer {
 public:
  Writer(const Ground& ground, const play::PositionJudge& values, std::ostream& out)
      : ground_(ground), values_(values), out_(out) {}

  absl::StatusOr<play::Plan> Write(const play::Position& position, uint64_t rack, uint64_t seed) {
    play::PlanOptions options = ground_.options;
    options.objective = play::Objective::kClear;
    options.most_ranked = 15;
    options.seed = seed;
    auto plan = play::PlanShot(ground_.scene, position, options, values_, {}, workspace_);
    if (!plan.ok()) return plan.status();
    for (const double feature : values_.FeaturesOf(position)) out_ << feature << ' ';
    out_ << (plan->shots.empty() ? 0.0 : plan->shots.front().value) << ' ' << rack << '\n';
    return plan;
  }

  absl::Status WriteElsewhere(play::Position position, uint64_t rack, uint64_t seed,
                              CounterRandom& random) {
    const auto elsewhere = WithCueBallElsewhere(ground_, std::move(position), random);
    return elsewhere ? Write(*elsewhere, rack, seed).status() : absl::OkStatus();
  }

  // With at most two of the shooter's balls and the eight left to him.
  absl::Status WriteEnding(play::Position position, uint64_t rack, uint64_t seed,
                           CounterRandom& random) {
    const rules::Group group = position.state.group[Index(position.state.shooter)];
    if (position.game != rules::GameKind::kEightBall || group == rules::Group::kOpen) {
      return absl::OkStatus();
    }
    rules::BallMask left = position.state.on_table & rules::BallsOf(group);
    const int keep = static_cast<int>(random.Below(3));
    while (std::popcount(left) > keep) {
      const int ball = std::countr_zero(left);
      left &= left - 1;
      position.state.on_table &= ~rules::Bit(ball);
      position.balls[Index(ball)].motion = MotionState::kPocketed;
    }
    if (random.Uniform() < 0.5) return Write(position, rack, seed).status();
    return WriteElsewhere(std::move(position), rack, seed, random);
  }

  Workspace& workspace() { return workspace_; }

 private:
  const Ground& ground_;
  const play::PositionJudge& values_;
  std::ostream& out_;
  Workspace workspace_;
};

}  // namespace

absl::Status WriteValues(const Ground& ground, std::ostream& out) {
  Workspace workspace;
  Record record;
  const auto values = play::PositionJudge::Make(ground.scene, ground.options.skill, {}, workspace);
  if (!values.ok()) return values.status();
  const play::PositionJudge* const both[2] = {&*values, &*values};
  Writer writer(ground, *values, out);
  out << std::setprecision(6);
  for (uint64_t rack = ground.first; rack < ground.end; ++rack) {
    auto match = play::Match::Begin(ground.scene, *ground.set, RackNumber(ground, rack));
    if (!match.ok()) return match.status();
    CounterRandom random(rack, 0);
    const int breaker = match->position().state.shooter;
    for (int turn = 0; turn < kMostTurns && !match->over(); ++turn) {
      const uint64_t seed = 4 * (rack * kMostTurns + static_cast<uint64_t>(turn));
      const play::Position& position = match->position();
      if (position.state.shooter != breaker) break;
      absl::StatusOr<play::Plan> plan = play::Plan();
      if (turn == 0) {
        play::PlanOptions options = ground.options;
        options.seed = seed;
        plan = play::PlanShot(ground.scene, position, options, *values, {}, workspace);
      } else {
        plan = writer.Write(position, rack, seed);
        absl::Status bad;
        if (!position.InHand()) {
          bad = writer.WriteElsewhere(position, rack, seed + 1, random);
          if (bad.ok()) bad = writer.WriteEnding(position, rack, seed + 2, random);
        }
        if (!bad.ok()) return bad;
      }
      if (!plan.ok()) return plan.status();
      if (plan->shots.empty()) break;
      const bool other = turn > 0 && random.Uniform() < kNotTheBest;
      const size_t place = other ? random.Below(plan->shots.size()) : 0;
      const auto played = match->Play(plan->shots[place], ground.options.skill.noise, both, {}, {},
                                      workspace, record);
      if (!played.ok()) return played.status();
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<double> TimeValues(const Ground& ground) {
  constexpr int kPlaces = 200;
  Workspace workspace;
  Record record;
  const auto values = play::PositionJudge::Make(ground.scene, ground.options.skill, {}, workspace);
  if (!values.ok()) return values.status();
  const play::PositionJudge* const both[2] = {&*values, &*values};
  double seconds = 0.0;
  int64_t count = 0;
  double sum = 0.0;
  for (uint64_t rack = ground.first; rack < ground.end; ++rack) {
    auto match = play::Match::Begin(ground.scene, *ground.set, RackNumber(ground, rack));
    if (!match.ok()) return match.status();
    play::PlanOptions options = ground.options;
    options.shots = play::kLeastShots;
    const auto plan =
        play::PlanShot(ground.scene, match->position(), options, *values, {}, workspace);
    if (!plan.ok()) return plan.status();
    const auto played =
        match->Play(plan->shots.front(), options.skill.noise, both, {}, {}, workspace, record);
    if (!played.ok()) return played.status();
    play::Position position = match->position();
    if (match->over() || position.state.phase == rules::Phase::kBreak) continue;
    position.cue_ball = rules::CueBallPlace::kInPosition;
    CounterRandom random(rack, 0);
    const auto place = [&](int ball) {
      position.balls[Index(ball)] = rules::BallAt(
          {random.Uniform(-1.0, 1.0), random.Uniform(-0.5, 0.5)}, ground.scene.balls()[0].radius_m);
    };
    // As a shot leaves them: the cue ball and the ball that it touched lie elsewhere.
    const play::Position begin = position;
    const int moved = std::countr_zero(position.state.on_table);
    const double before = ThreadSeconds();
    const play::ValuesAfter after(*values, begin);
    for (int i = 0; i < kPlaces; ++i) {
      place(position.CueBall());
      place(moved);
      sum += after.ClearChance(position);
    }
    seconds += ThreadSeconds() - before;
    count += kPlaces;
  }
  if (!(sum > 0.0)) return absl::InternalError("no position is worth anything");
  return 1e6 * seconds / static_cast<double>(count);
}

}  // namespace carom::play_record
