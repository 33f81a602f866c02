#include "tests/play/matches.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/aim/aim.h"
#include "core/base/hash.h"

namespace carom::play_record {
namespace {

// The likeliest pot that FindAims() knows; nothing where there is none.
absl::StatusOr<std::optional<play::PlannedShot>> LikeliestPot(const Ground& ground,
                                                              const play::Position& position,
                                                              uint64_t seed, Workspace& workspace) {
  Shot shot{position.balls, CueStrike()};
  shot.strike->cue_ball = position.CueBall();
  shot.strike->speed_m_s = 2.0;
  aim::Options options;
  options.noise = ground.options.skill.noise;
  options.seed = seed;
  options.most_candidates = 64;
  options.race_draws = 24;
  options.draws = 24;
  const auto answer = aim::FindAims(ground.scene, shot, options, {}, workspace);
  if (!answer.ok()) return answer.status();
  const rules::BallMask pots = rules::PotTargetsOf(position.game, position.state);
  const rules::BallMask firsts = rules::FirstTargetsOf(position.game, position.state);
  for (const aim::Candidate& candidate : answer->candidates) {
    const auto& legs = candidate.route.legs;
    const auto first = std::find_if(legs.begin(), legs.end(), [](const aim::Leg& leg) {
      return leg.target == aim::Target::kBall;
    });
    if ((pots & rules::Bit(candidate.route.ball)) == 0) continue;
    if ((firsts & rules::Bit(first->index)) == 0) continue;
    play::PlannedShot planned;
    planned.strike = candidate.strike;
    planned.route = candidate.route.kind;
    planned.call.ball = candidate.route.ball;
    planned.call.pocket = candidate.route.pocket;
    const auto cue = ground.options.skill.cue;
    const auto least =
        cue ? play::LeastElevation(ground.scene, position.balls, planned.strike, *cue)
            : std::optional<double>(0.0);
    if (!least || *least > ground.options.skill.highest_rad) continue;
    planned.strike.elevation_rad = *least;
    return planned;
  }
  return std::optional<play::PlannedShot>();
}

}  // namespace

absl::Status PlayMatches(const Ground& ground, const std::string& opponent, Matches& matches) {
  Workspace workspace;
  Record record;
  const auto values = play::PositionJudge::Make(ground.scene, ground.options.skill, {}, workspace);
  if (!values.ok()) return values.status();
  const play::PositionJudge* const both[2] = {&*values, &*values};
  const bool greedy = opponent == "greedy";
  int64_t shots = play::kLeastShots;
  if (!greedy && (!absl::SimpleAtoi(opponent, &shots) || shots < play::kLeastShots)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--against: ", opponent, " must be greedy or a number of shots from ", play::kLeastShots));
  }
  play::PlanOptions others = ground.options;
  others.shots = shots;
  BitHash hash;
  for (uint64_t rack = ground.first; rack < ground.end; ++rack) {
    play::MatchOptions begin = RackNumber(ground, rack);
    begin.first_player = static_cast<int>(rack % 2);
    auto match = play::Match::Begin(ground.scene, *ground.set, begin);
    if (!match.ok()) return match.status();
    for (int turn = 0; turn < kMostTurns && !match->over(); ++turn) {
      const play::Position& position = match->position();
      const bool ours = position.state.shooter == 0;
      play::PlanOptions options = ours ? ground.options : others;
      options.seed = rack * kMostTurns + static_cast<uint64_t>(turn);
      std::optional<play::PlannedShot> shot;
      if (!ours && greedy && !position.InHand()) {
        auto likeliest = LikeliestPot(ground, position, options.seed, workspace);
        if (!likeliest.ok()) return likeliest.status();
        shot = *std::move(likeliest);
      }
      if (!shot) {
        const auto plan = play::PlanShot(ground.scene, position, options, *values, {}, workspace);
        if (!plan.ok()) return plan.status();
        if (plan->shots.empty()) break;
        shot = plan->shots.front();
      }
      const auto played = match->Play(*shot, options.skill.noise, both, {}, {}, workspace, record);
      if (!played.ok()) return played.status();
      hash.Add(record.hash);
      ++matches.turns;
    }
    ++matches.racks;
    if (match->winner() == 0) ++matches.won;
    if (!match->over()) ++matches.undecided;
  }
  matches.hash = hash.Value();
  return absl::OkStatus();
}

}  // namespace carom::play_record
