#include "core/aim/aim.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/goals/goal.h"
#include "core/solid/plane_geometry.h"
#include "core/state/trajectory.h"
#include "core/stats/race.h"

namespace carom::aim {
namespace {

// The draws of answered candidates begin here: none of them is one by which a race chose, so their
// chance is not the better for it.
constexpr uint64_t kFirstFreshDraw = uint64_t{1} << 32;
// A candidate plays at most so many times its share of the race.
constexpr int64_t kMostOfRace = 8;

absl::Status Check(const Scene& scene, const Shot& shot) {
  if (absl::Status bad = RequireEventDriven(scene); !bad.ok()) return bad;
  if (!shot.strike) return InvalidField("strike", std::string_view("absent"), "given");
  if (!(shot.strike->speed_m_s > 0.0)) {
    return InvalidField("strike.speed_m_s", shot.strike->speed_m_s, "above 0");
  }
  for (size_t i = 0; i < shot.start.size(); ++i) {
    const BallState& state = shot.start[i];
    if (state.velocity.isZero() && state.spin.isZero()) continue;
    return UnusableField(FieldPath("balls", i), "a ball that moves cannot be aimed with");
  }
  return absl::OkStatus();
}

absl::StatusOr<Scene> WithStop(const Scene& scene, const StopRules& stop) {
  auto settings = std::make_shared<Settings>(scene.settings());
  settings->environment.stop = stop;
  return Scene::Make(scene.world().table, std::move(settings), scene.balls());
}

// Draws of a strike under noise.
class Draws {
 public:
  Draws(Trials& trials, const Options& options) : trials_(trials), options_(options) {}

  stats::HeatResult Play(const Candidate& candidate, uint64_t first, uint64_t end) {
    const goals::Goal goal = GoalOf(candidate.route, options_.cue_ball_to);
    stats::HeatResult result;
    for (uint64_t draw = first; draw < end && !trials_.Cancelled(); ++draw) {
      CueStrike strike = candidate.strike;
      if (!estimate::AddNoise(options_.noise, options_.seed, draw, strike).ok()) continue;
      const goals::FinishedShot played{trials_.Play(strike), trials_.shot().start,
                                       trials_.scene().table()};
      ++result.counted;
      result.sum += goals::Judge(goal, played).value;
    }
    return result;
  }

 private:
  Trials& trials_;
  const Options& options_;
};

std::vector<int> Race(const std::vector<Candidate>& candidates, const Options& options,
                      Draws& draws) {
  stats::RaceOptions race_options;
  race_options.candidates = static_cast<int>(candidates.size());
  race_options.budget = options.race_draws * static_cast<int64_t>(candidates.size());
  race_options.most_each = options.race_draws * kMostOfRace;
  stats::Race race(race_options);
  std::vector<stats::HeatResult> results;
  for (auto heats = race.NextRound(); !heats.empty(); heats = race.NextRound()) {
    results.clear();
    for (const stats::Heat& heat : heats) {
      results.push_back(draws.Play(candidates[Index(heat.candidate)],
                                   static_cast<uint64_t>(heat.first),
                                   static_cast<uint64_t>(heat.end)));
    }
    race.Add(results);
  }
  return race.Ranking();
}

// The balls with a part in a route, a bit each.
uint32_t BallsOf(const Route& route) {
  uint32_t balls = 0;
  for (const Leg& leg : route.legs) {
    balls |= 1u << leg.ball;
    if (leg.target == Target::kBall) balls |= 1u << leg.index;
  }
  return balls;
}

// Whether the first ball hardly moves before it drives the called one, whose throw Newton's method
// does not follow.
bool IsWired(const Route& route, const Shot& shot) {
  constexpr double kHardly_m = 0.01;
  if (route.kind != Kind::kCombination) return false;
  const Leg& drives = route.legs[1];
  return (drives.end_m - shot.start[Index(drives.ball)].position.head<2>()).norm() < kHardly_m;
}

// A strike that pots on this route. Where the route leads is found without other balls; then these
// leave what they leave of it.
std::optional<Candidate> Solve(Trials& trials, const Route& route, const CueStrike& strike) {
  const int before = trials.shots();
  trials.KeepInPlay(BallsOf(route));
  auto solution = TurnToMiddle(trials, route, strike);
  trials.KeepInPlay(~0u);
  if (!solution && IsWired(route, trials.shot())) solution = InitialGuess(trials, route, strike);
  const auto pot = solution ? FindPot(trials, route, *solution) : std::nullopt;
  if (!pot) return std::nullopt;
  Candidate candidate;
  candidate.route = route;
  candidate.strike = pot->strike;
  candidate.azimuth_rad = pot->azimuth_rad;
  candidate.speed_m_s = pot->speed_m_s;
  candidate.slope_m_rad = pot->slope_m_rad;
  candidate.shots = trials.shots() - before;
  return candidate;
}

// The candidate's strikes that also bring the cue ball to its place; their windows are still those
// of the one without a place.
std::vector<Candidate> WithPlace(Trials& trials, const CueBallPlace& place,
                                 const Candidate& candidate) {
  const int before = trials.shots();
  std::vector<Candidate> placed;
  for (const PlacedPot& pot : PlaceCueBall(
           trials, candidate.route,
           {candidate.strike, candidate.slope_m_rad, candidate.azimuth_rad, candidate.speed_m_s},
           place)) {
    placed.push_back(candidate);
    placed.back().strike = pot.strike;
    placed.back().cue_ball_off_m = pot.distance_m;
  }
  for (Candidate& one : placed) one.shots += trials.shots() - before;
  return placed;
}

void MeasureWindows(Trials& trials, Candidate& candidate) {
  const int before = trials.shots();
  candidate.azimuth_rad =
      AzimuthWindow(trials, candidate.route, candidate.strike, candidate.slope_m_rad);
  candidate.speed_m_s = SpeedWindow(trials, candidate.route, candidate.strike);
  candidate.shots += trials.shots() - before;
}

// Of two routes to one strike the shorter is kept: a ball that lies against a rail is cut along it,
// or banked off it.
void AddDistinct(Candidate candidate, std::vector<Candidate>& candidates) {
  for (Candidate& other : candidates) {
    const double azimuth_rad = candidate.strike.azimuth_rad;
    if (other.route.ball != candidate.route.ball || other.route.pocket != candidate.route.pocket ||
        other.strike.speed_m_s != candidate.strike.speed_m_s ||
        azimuth_rad < other.azimuth_rad.low || azimuth_rad > other.azimuth_rad.high) {
      continue;
    }
    if (candidate.route.legs.size() < other.route.legs.size()) other = std::move(candidate);
    return;
  }
  candidates.push_back(std::move(candidate));
}

void SetChance(const stats::HeatResult& result, double confidence, Candidate& candidate) {
  candidate.draws = result.counted;
  candidate.successes = static_cast<int64_t>(result.sum);
  candidate.chance = result.counted > 0 ? result.sum / static_cast<double>(result.counted) : 0.0;
  candidate.interval = stats::Wilson(candidate.successes, candidate.draws, confidence);
}

}  // namespace

goals::Goal GoalOf(const Route& route, const std::optional<CueBallPlace>& place) {
  goals::AllOf all;
  all.goals.push_back({goals::Potted{route.ball, goals::PocketMask{1} << route.pocket}});
  all.goals.push_back({goals::NoScratch{}});
  const auto first = std::find_if(route.legs.begin(), route.legs.end(),
                                  [](const Leg& leg) { return leg.target == Target::kBall; });
  all.goals.push_back({goals::FirstContact{goals::BallMask{1} << first->index}});
  if (place) {
    all.goals.push_back({goals::EndsIn{-1, goals::InCircle{place->at_m, place->within_m}}});
  }
  return {std::move(all)};
}

absl::Status CheckQuestion(const Table& table, const Shot& shot, const Options& options) {
  const int cue_ball = shot.strike ? shot.strike->cue_ball : 0;
  bool has_object_ball = false;
  for (size_t i = 0; i < shot.start.size(); ++i) {
    if (i != Index(cue_ball) && InPlay(shot.start[i].motion)) has_object_ball = true;
  }
  if (!has_object_ball) {
    return UnusableField("layouts", "no ball but the cue ball is in play");
  }
  const std::vector<Vec2>& outline = table.bed_outline_m;
  if (!options.cue_ball_to || outline.empty()) return absl::OkStatus();
  const Vec2& at_m = options.cue_ball_to->at_m;
  if (InsidePolygon(at_m, outline)) return absl::OkStatus();
  return InvalidField("cue_ball_to.at",
                      absl::StrCat("(", FormatNumber(at_m.x()), ", ", FormatNumber(at_m.y()), ")"),
                      "on the table");
}

absl::StatusOr<Answer> FindAims(const Scene& scene, const Shot& shot, const Options& options,
                                StopToken stop, Workspace& workspace) {
  if (absl::Status bad = Check(scene, shot); !bad.ok()) return bad;
  const auto whole_scene = WithStop(scene, StopRules());
  if (!whole_scene.ok()) return whole_scene.status();
  Record checked;
  if (absl::Status bad = Simulate(*whole_scene, shot, Detail(), stop, workspace, checked);
      !bad.ok()) {
    return bad;
  }
  Trials whole(*whole_scene, shot, stop, workspace);
  const std::vector<Route> routes =
      FindRoutes(scene, shot, options.call, Paths::kPerhapsFree, stop);
  Answer answer;
  answer.routes = static_cast<int>(routes.size());
  std::vector<Candidate> candidates;
  for (const Route& route : routes) {
    if (answer.solved == options.most_routes) break;
    ++answer.solved;
    if (auto candidate = Solve(whole, route, *shot.strike)) {
      AddDistinct(*std::move(candidate), candidates);
    }
  }
  answer.potting = static_cast<int>(candidates.size());
  const auto most = static_cast<size_t>(options.most_candidates);
  if (options.cue_ball_to) {
    // The widest windows first: others are not worth the search for a place.
    std::stable_sort(
        candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
          return a.azimuth_rad.high - a.azimuth_rad.low > b.azimuth_rad.high - b.azimuth_rad.low;
        });
    if (candidates.size() > most) candidates.resize(most);
  }
  // Of each candidate one strike, or with a place some, of which the likeliest is answered.
  std::vector<Candidate> strikes;
  std::vector<size_t> candidate_of;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const auto own = options.cue_ball_to ? WithPlace(whole, *options.cue_ball_to, candidates[i])
                                         : std::vector<Candidate>{candidates[i]};
    strikes.insert(strikes.end(), own.begin(), own.end());
    candidate_of.insert(candidate_of.end(), own.size(), i);
  }
  if (!strikes.empty()) {
    Draws draws(whole, options);
    std::vector<bool> answered(candidates.size());
    for (const int number : Race(strikes, options, draws)) {
      if (answer.candidates.size() == most) break;
      if (answered[candidate_of[Index(number)]]) continue;
      answered[candidate_of[Index(number)]] = true;
      Candidate candidate = strikes[Index(number)];
      if (options.cue_ball_to) MeasureWindows(whole, candidate);
      const auto fresh = draws.Play(candidate, kFirstFreshDraw,
                                    kFirstFreshDraw + static_cast<uint64_t>(options.draws));
      SetChance(fresh, options.confidence, candidate);
      answer.candidates.push_back(std::move(candidate));
    }
    std::stable_sort(answer.candidates.begin(), answer.candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.chance > b.chance; });
  }
  answer.shots = whole.shots() + 1;
  if (stop.StopRequested()) return absl::CancelledError("the search was stopped");
  return answer;
}

}  // namespace carom::aim
