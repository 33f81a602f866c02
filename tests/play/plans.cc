#include "tests/play/plans.h"

#include <bit>
#include <optional>
#include <utility>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/play/breaks.h"
#include "core/rules/placement.h"
#include "tests/play/breaks.h"

namespace carom::play_record {
namespace {

constexpr uint64_t kDrawsOfPlan = 400;

// With the cue ball anywhere, and of either group as many balls as chance leaves, but one at least.
// Nothing where the cue ball finds no place.
std::optional<play::Position> ThinnedOut(const Ground& ground, play::Position position,
                                         CounterRandom& random) {
  position.state.group = {rules::Group::kSolids, rules::Group::kStripes};
  position.state.shooter = 0;
  const double keep = random.Uniform();
  for (const rules::Group group : position.state.group) {
    for (rules::BallMask rest = rules::BallsOf(group); rest != 0; rest &= rest - 1) {
      const int ball = std::countr_zero(rest);
      const rules::BallMask left = position.state.on_table & rules::BallsOf(group);
      const bool is_last = (left & (left - 1)) == 0;
      if ((left & rules::Bit(ball)) == 0 || is_last || random.Uniform() < keep) continue;
      position.state.on_table &= ~rules::Bit(ball);
      position.balls[Index(ball)].motion = MotionState::kPocketed;
    }
  }
  return WithCueBallElsewhere(ground, std::move(position), random);
}

}  // namespace

absl::Status JudgePlans(const Ground& ground, Plans& plans) {
  if (ground.game != rules::GameKind::kEightBall) {
    return absl::InvalidArgumentError("--game: plans are judged of eight_ball");
  }
  Workspace workspace;
  Record record;
  const auto judge = play::PositionJudge::Make(ground.scene, ground.options.skill, {}, workspace);
  if (!judge.ok()) return judge.status();
  for (uint64_t rack = ground.first; rack < ground.end; ++rack) {
    auto match = play::Match::Begin(ground.scene, *ground.set, RackNumber(ground, rack));
    if (!match.ok()) return match.status();
    const auto hard = play::BreakBy(ground.scene, match->position(), ground.options.skill,
                                    {true, 1.0, 0.85, 10.0}, 1.0);
    if (!hard) return absl::InvalidArgumentError("--table: has no place for a break");
    const auto turn = match->Play(*hard, ground.options.skill.noise, {nullptr, nullptr}, {}, {},
                                  workspace, record);
    if (!turn.ok()) return turn.status();
    if (match->over() || match->position().state.phase == rules::Phase::kBreak) continue;
    CounterRandom random(rack, 0);
    const auto position = ThinnedOut(ground, match->position(), random);
    if (!position) continue;
    const double before = ThreadSeconds();
    const auto plan = play::PlanShot(ground.scene, *position, ground.OptionsAt(*position, rack),
                                     *judge, {}, workspace);
    plans.seconds += ThreadSeconds() - before;
    if (!plan.ok()) return plan.status();
    if (plan->shots.empty()) continue;
    const play::ValuesAfter values(*judge, *position);
    const Draws draws = PlayDraws(ground, *position, &values, plan->shots.front(), rack, kFreshDraw,
                                  kFreshDraw + kDrawsOfPlan, workspace);
    ++plans.positions;
    plans.worth += draws.Mean();
    plans.squares += draws.Mean() * draws.Mean();
    plans.made += draws.Share();
  }
  return absl::OkStatus();
}

}  // namespace carom::play_record
