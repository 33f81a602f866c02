#include "core/play/plan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <numeric>
#include <string>
#include <utility>

#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/draw/distribution.h"
#include "core/play/breaks.h"
#include "core/play/place_balls.h"
#include "core/play/place_search.h"
#include "core/rules/placement.h"
#include "core/stats/race.h"
#include "core/table/validate.h"

namespace carom::play {
namespace {

// Shares of the budget: strikes whose end is valued, others near the best of them, safeties, the
// race, and the draws by which the ranked shots are judged, none of which the race has seen.
constexpr double kScreening = 0.35;
constexpr double kRefining = 0.15;
constexpr double kSafeties = 0.10;
constexpr double kFresh = 0.08;
constexpr uint64_t kFirstFreshDraw = uint64_t{1} << 32;

// The first race plays this share of what all races do. In each of the others strikes near the
// leaders race with these, nearer from race to race. On 60 positions (carom-play-record best, from
// 8310000, 15 000 shots) the mean chance by other numbers was less by up to 0.005, with a deviation
// as large: two races, half or twice as many strikes or leaders, a slower approach.
constexpr double kFirstRace = 0.3;
constexpr int64_t kRacesNear = 3;
constexpr size_t kLeaders = 4;
constexpr size_t kTriedNear = 32;
constexpr double kNearer = 0.6;
constexpr int64_t kLeastOfNear = 300;  // Draws of such a race, some ten each; else there are fewer.
constexpr uint64_t kDrawsOfRace = uint64_t{1} << 26;  // More than it plays: all see others.

// One strike races for so many shots of the budget, so that each plays some three draws in the
// first race before half of them leave: with 4 000 shots 120 are better than 300 (by 0.010, with a
// deviation of 0.004, of what 68 positions of innings are worth), with 15 000 shots 300 better than
// 120. Half of them may be on one route, where there are others.
constexpr int64_t kShotsOfRaced = 40;
constexpr int64_t kLeastRaced = 20;
constexpr int64_t kRacedWithoutNoise = 120;  // Of which each plays one draw.

constexpr size_t kMostPlaces = 4;  // For a cue ball in hand that are searched.

// A break moves all balls: it takes the time of so many other shots.
constexpr int64_t kBreakCost = 6;

// Whether draws differ.
bool IsNoisy(const estimate::StrikeNoise& noise) {
  return !std::all_of(noise.fields.begin(), noise.fields.end(), IsConstant);
}

class Planner {
 public:
  Planner(const Scene& scene, const Position& position, const PlanOptions& options,
          const PositionJudge& values, StopToken stop, Workspace& workspace)
      : scene_(scene),
        position_(position),
        options_(options),
        values_(values, position),
        stop_(stop),
        workspace_(workspace),
        noisy_(IsNoisy(options.skill.noise)) {}

  Plan Make() {
    if (position_.state.phase == rules::Phase::kBreak &&
        position_.game != rules::GameKind::kThreeCushion) {
      MakeBreaks();
    } else if (position_.InHand()) {
      SearchPlaces();
    } else {
      Search(position_, std::nullopt, options_.shots);
    }
    plan_.candidates = static_cast<int>(candidates_.size());
    ChooseForRace();
    plan_.raced = static_cast<int>(candidates_.size());
    if (!candidates_.empty()) Rank();
    plan_.shots_played = played_;
    return std::move(plan_);
  }

 private:
  static int64_t Share(double share, int64_t shots) {
    return static_cast<int64_t>(share * static_cast<double>(shots));
  }

  int64_t MostRaced() const {
    return noisy_ ? std::max(kLeastRaced, options_.shots / kShotsOfRaced) : kRacedWithoutNoise;
  }
  int64_t MostOfRoute() const { return MostRaced() / 2; }

  PlaceSearch& Begin(const Position& position, std::optional<Vec2> cue_ball_m) {
    return searches_.emplace_back(scene_, position, cue_ball_m, options_, values_, searches_.size(),
                                  lines_, stop_, workspace_);
  }

  // Adds the candidates from one place of the cue ball.
  void Search(const Position& position, std::optional<Vec2> cue_ball_m, int64_t shots) {
    PlaceSearch& search = Begin(position, cue_ball_m);
    if (position.game == rules::GameKind::kThreeCushion) {
      search.FindCannons(Share(kScreening + kSafeties, shots));
      search.Refine(Share(kRefining, shots));
      Take(search);
      if (candidates_.empty()) {
        PlaceSearch& other = Begin(position, cue_ball_m);
        other.FindSafeties(Share(kSafeties, shots));
        Take(other);
      }
      return;
    }
    search.FindPots(Share(kScreening, shots));
    search.Refine(Share(kRefining, shots));
    if (options_.objective == Objective::kWin || search.lines() == 0) {
      search.FindSafeties(Share(kSafeties, shots));
    }
    if (candidates_.empty()) search.FindEscapes(Share(kScreening, shots));
    Take(search);
  }

  void Take(PlaceSearch& search) {
    played_ += search.shots();
    for (Candidate& candidate : search.TakeFound()) candidates_.push_back(std::move(candidate));
    lines_ += search.lines();
  }

  // Where a cue ball in hand lies well: behind balls that may be potted, and at random places.
  void SearchPlaces() {
    struct Place {
      Vec2 at_m;
      double value;
    };
    constexpr int kRandomPlaces = 100;
    const int cue = position_.CueBall();
    const double radius_m = scene_.balls()[Index(cue)].radius_m;
    const Box region = rules::HandRegion(scene_.table(), position_.cue_ball, radius_m);
    Position placed = position_;
    placed.cue_ball = rules::CueBallPlace::kInPosition;
    placed.from_behind_string = position_.cue_ball == rules::CueBallPlace::kBehindHeadString;
    placed.balls[Index(cue)].motion = MotionState::kPocketed;
    std::vector<BallState> others = placed.balls;
    const rules::Ground clear = GroundOf(scene_, others);
    std::vector<Place> places;
    const auto value_at = [&](const Vec2& at_m) {
      placed.balls[Index(cue)] = rules::BallAt(at_m, radius_m);
      return values_.ClearChance(placed);
    };
    const auto add = [&](const Vec2& at_m) {
      if (!region.Holds(at_m) || !rules::IsFreePlace(clear, cue, at_m)) return;
      places.push_back({at_m, value_at(at_m)});
    };
    const rules::BallMask targets =
        rules::FirstTargetsOf(position_.game, position_.state) & ~BehindString(scene_, placed);
    for (rules::BallMask rest = targets; rest != 0; rest &= rest - 1) {
      const Vec2 ball = position_.balls[Index(std::countr_zero(rest))].position.head<2>();
      for (const Pocket& pocket : scene_.table().pockets) {
        const Vec2 back = (ball - pocket.centre_m).normalized();
        for (int turn = -3; turn <= 3; ++turn) {
          const double angle = turn * 0.22;
          const Vec2 away(Cos(angle) * back.x() - Sin(angle) * back.y(),
                          Sin(angle) * back.x() + Cos(angle) * back.y());
          for (const double far_m : {0.15, 0.25, 0.4, 0.7}) {
            add(ball + 2.0 * radius_m * back + far_m * away);
          }
        }
      }
    }
    CounterRandom random(options_.seed, uint64_t{1} << 40);
    for (int i = 0; i < kRandomPlaces; ++i) {
      add({random.Uniform(region.x_low, region.x_high),
           random.Uniform(region.y_low, region.y_high)});
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& a, const Place& b) { return a.value > b.value; });
    // Neighbours would find the same shots.
    std::vector<Vec2> apart;
    for (const Place& place : places) {
      if (apart.size() == kMostPlaces) break;
      if (std::any_of(apart.begin(), apart.end(), [&](const Vec2& other) {
            return (other - place.at_m).norm() < 2.0 * radius_m;
          })) {
        continue;
      }
      apart.push_back(place.at_m);
    }
    for (const Vec2& at_m : apart) {
      placed.balls[Index(cue)] = rules::BallAt(at_m, radius_m);
      Search(placed, at_m, options_.shots / static_cast<int64_t>(apart.size()));
    }
  }

  void MakeBreaks() {
    for (PlannedShot& shot : BreaksOf(scene_, position_, options_.skill)) {
      Candidate candidate;
      candidate.shot = std::move(shot);
      candidates_.push_back(std::move(candidate));
    }
  }

  // The best by score, not all of them of one line.
  void ChooseForRace() {
    std::stable_sort(candidates_.begin(), candidates_.end(), ByScore);
    const bool is_break = !candidates_.empty() && candidates_.front().shot.kind == ShotKind::kBreak;
    if (is_break) return;
    std::vector<Candidate> chosen;
    std::vector<int64_t> of_line(static_cast<size_t>(lines_) + 1);
    for (Candidate& candidate : candidates_) {
      if (static_cast<int64_t>(chosen.size()) == MostRaced()) break;
      int64_t& count = of_line[Index(candidate.line + 1)];
      if (count == MostOfRoute() && lines_ > 1) continue;
      ++count;
      chosen.push_back(std::move(candidate));
    }
    candidates_ = std::move(chosen);
  }

  struct Draws {
    stats::HeatResult values;
    int64_t successes = 0;
    std::vector<Vec2> ends_m;
  };

  Draws Play(const PlannedShot& planned, uint64_t first, uint64_t end) {
    Draws draws;
    const Position placed = Placed(scene_, position_, planned);
    ShotJudge judge(scene_, placed,
                    position_.game == rules::GameKind::kThreeCushion ? nullptr : &values_,
                    options_.objective, stop_, workspace_);
    Shot shot{placed.balls, planned.strike};
    for (uint64_t draw = first; draw < end && !stop_.StopRequested(); ++draw) {
      shot.strike = planned.strike;
      if (!estimate::AddNoise(options_.skill.noise, options_.seed, draw, *shot.strike).ok())
        continue;
      const Verdict verdict = judge.Play(shot, planned.call);
      if (!verdict.played) continue;
      ++draws.values.counted;
      draws.values.sum += verdict.value;
      draws.successes += planned.kind == ShotKind::kSafety ? verdict.legal : verdict.made;
      if (verdict.cue_ball_m) draws.ends_m.push_back(*verdict.cue_ball_m);
    }
    played_ += judge.shots();
    return draws;
  }

  // Of those that raced: the leaders, and strikes near those of them that are pots.
  void ChooseNear(const std::vector<int>& ranking, double size) {
    const size_t most = std::max(kLeaders, Index(options_.most_ranked));
    std::vector<Candidate> chosen;
    for (size_t i = 0; i < std::min(most, ranking.size()); ++i) {
      chosen.push_back(std::move(candidates_[Index(ranking[i])]));
    }
    candidates_ = std::move(chosen);
    const size_t around = std::min(kLeaders, candidates_.size());
    for (size_t i = 0; i < kTriedNear; ++i) {
      const Candidate& leader = candidates_[i % around];
      if (leader.line < 0) continue;
      auto near = searches_[leader.place].Near(leader, size);
      if (!near) continue;
      candidates_.push_back(*std::move(near));
      ++plan_.candidates;
      ++plan_.raced;
    }
  }

  // All candidates, the best first.
  std::vector<int> RaceAll(int64_t budget, uint64_t first_draw) {
    const auto count = static_cast<int64_t>(candidates_.size());
    stats::RaceOptions race_options;
    // By equal draws, which are the same for all: what is near alike fails by the same ones.
    race_options.method = stats::RaceMethod::kSuccessiveHalving;
    race_options.candidates = static_cast<int>(count);
    race_options.budget = std::max(count, budget);
    race_options.most_each = noisy_ ? race_options.budget : 1;
    stats::Race race(race_options);
    std::vector<stats::HeatResult> results;
    for (auto heats = race.NextRound(); !heats.empty(); heats = race.NextRound()) {
      results.clear();
      for (const stats::Heat& heat : heats) {
        results.push_back(Play(candidates_[Index(heat.candidate)].shot,
                               first_draw + static_cast<uint64_t>(heat.first),
                               first_draw + static_cast<uint64_t>(heat.end))
                              .values);
      }
      race.Add(results);
      if (stop_.StopRequested()) break;
    }
    return race.Ranking();
  }

  void Rank() {
    const int64_t cost =
        candidates_.front().shot.kind == ShotKind::kBreak ? kBreakCost : int64_t{1};
    const auto ranked = std::min(Index(options_.most_ranked), candidates_.size());
    const int64_t fresh = std::max<int64_t>(
        16, Share(kFresh, options_.shots) / (cost * static_cast<int64_t>(ranked)));
    const int64_t end = options_.shots - cost * fresh * static_cast<int64_t>(ranked);
    const int64_t budget = (end - played_) / cost;
    int64_t near = std::min(kRacesNear, Share(1.0 - kFirstRace, budget) / kLeastOfNear);
    if (!noisy_ || lines_ == 0) near = 0;
    std::vector<int> ranking = RaceAll(near > 0 ? Share(kFirstRace, budget) : budget, 0);
    double size = 1.0;
    for (int64_t race = 1; race <= near && !stop_.StopRequested(); ++race) {
      ChooseNear(ranking, size);
      ranking =
          RaceAll((end - played_) / (near + 1 - race), static_cast<uint64_t>(race) * kDrawsOfRace);
      size *= kNearer;
    }
    if (stop_.StopRequested()) return;
    for (size_t i = 0; i < ranked; ++i) {
      PlannedShot shot = candidates_[Index(ranking[i])].shot;
      Draws draws = Play(shot, kFirstFreshDraw, kFirstFreshDraw + static_cast<uint64_t>(fresh));
      shot.draws = draws.values.counted;
      shot.successes = draws.successes;
      if (shot.draws > 0) {
        shot.value = draws.values.sum / static_cast<double>(shot.draws);
        shot.chance = static_cast<double>(shot.successes) / static_cast<double>(shot.draws);
      }
      shot.interval = stats::Wilson(shot.successes, shot.draws, options_.confidence);
      shot.cue_ball_ends_m = std::move(draws.ends_m);
      plan_.shots.push_back(std::move(shot));
    }
  }

  const Scene& scene_;
  const Position& position_;
  const PlanOptions& options_;
  const ValuesAfter values_;
  const StopToken stop_;
  Workspace& workspace_;
  const bool noisy_;
  std::vector<Candidate> candidates_;
  Plan plan_;
  int lines_ = 0;
  std::deque<PlaceSearch> searches_;
  int64_t played_ = 0;
};

absl::Status Check(const Scene& scene, const Position& position) {
  if (absl::Status bad = RequireEventDriven(scene); !bad.ok()) return bad;
  if (position.balls.size() != scene.balls().size()) {
    return InvalidField("balls", static_cast<int>(position.balls.size()),
                        "one for each ball of the scene");
  }
  const rules::BallMask needed = rules::FirstTargetsOf(position.game, position.state) |
                                 position.state.on_table | rules::Bit(position.CueBall());
  for (int ball = 0; ball < kMaxBalls; ++ball) {
    if ((needed & rules::Bit(ball)) == 0) continue;
    if (ball >= static_cast<int>(position.balls.size())) {
      return InvalidField("balls", static_cast<int>(position.balls.size()),
                          "all balls of the game");
    }
    const bool in_hand = ball == position.CueBall() && position.InHand();
    if (!in_hand && !InPlay(position.balls[Index(ball)].motion)) {
      return UnusableField(FieldPath("balls", static_cast<size_t>(ball)),
                           "the game's state has it on the table, and it is out of play");
    }
  }
  std::vector<BallState> states = position.balls;
  if (position.InHand()) states[Index(position.CueBall())].motion = MotionState::kPocketed;
  const World& world = scene.world();
  if (absl::Status bad = ValidatePlacement(*world.table, world.settings->environment, world.solids,
                                           world.balls, states);
      !bad.ok()) {
    return bad;
  }
  for (size_t i = 0; i < position.balls.size(); ++i) {
    const BallState& state = position.balls[i];
    if (state.velocity.isZero() && state.spin.isZero()) continue;
    return UnusableField(FieldPath("balls", i), "a ball that moves: plans begin at rest");
  }
  return absl::OkStatus();
}

}  // namespace

Position Placed(const Scene& scene, const Position& position, const PlannedShot& shot) {
  Position placed = position;
  if (!shot.cue_ball_m) return placed;
  const int cue = position.CueBall();
  placed.balls[Index(cue)] = rules::BallAt(*shot.cue_ball_m, scene.balls()[Index(cue)].radius_m);
  placed.from_behind_string = position.cue_ball == rules::CueBallPlace::kBehindHeadString;
  placed.cue_ball = rules::CueBallPlace::kInPosition;
  return placed;
}

absl::StatusOr<Plan> PlanShot(const Scene& scene, const Position& position,
                              const PlanOptions& options, const PositionJudge& values,
                              StopToken stop, Workspace& workspace) {
  if (absl::Status bad = Check(scene, position); !bad.ok()) return bad;
  Plan plan = Planner(scene, position, options, values, stop, workspace).Make();
  if (stop.StopRequested()) return absl::CancelledError("the plan was stopped");
  return plan;
}

}  // namespace carom::play
