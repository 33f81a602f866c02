#include "core/play/plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "core/aim/lanes.h"
#include "core/aim/solve.h"
#include "core/aim/trial.h"
#include "core/base/field_error.h"
#include "core/base/index.h"
#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/play/place_balls.h"
#include "core/rules/placement.h"
#include "core/shot/drawn/shot_drawer.h"
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

constexpr size_t kMostLines = 12;  // That are solved from one place.
constexpr size_t kMostPlaces = 4;  // For a cue ball in hand that are searched.
constexpr size_t kMostRaced = 120;
constexpr size_t kMostOfLine = 40;
constexpr size_t kRefined = 10;     // Strikes around which others are tried.
constexpr int64_t kMostOfRace = 6;  // Times its share of the race that a candidate may play.

// The called ball leads to the middle of its window within this part of its half width.
constexpr double kMiddle = 0.05;
constexpr int kMostTurns = 4;

constexpr double kSlowest_m_s = 0.4;
constexpr double kTipShare = 0.85;  // Of the miscue limit.
// An inning that ends by a miss is worth so much, for the ranking of strikes before the race.
constexpr double kMissValue = 0.25;
// Of one more cushion or ball on the way: what its errors leave of a chance, roughly.
constexpr double kIndirect = 0.5;
constexpr double kLeastChance = 0.03;  // Lines below it are not solved.

// A break moves all balls: it takes the time of so many other shots.
constexpr int64_t kBreakCost = 6;

// A route and the strike that plays it plainly.
struct Line {
  aim::Route route;
  aim::Solution solution;
  double half_m = 0.0;  // Of the pocket's window.
  double chance = 0.0;  // By geometry.
};

struct Candidate {
  PlannedShot shot;
  int line = -1;  // Of a pot: numbered over all places.
  double score = 0.0;
};

bool ByScore(const Candidate& a, const Candidate& b) { return a.score > b.score; }

double Normal(CounterRandom& random, double deviation) { return deviation * random.Normal(); }

// Finds candidates from one place of the cue ball.
class PlaceSearch {
 public:
  PlaceSearch(const Scene& scene, const Position& position, std::optional<Vec2> cue_ball_m,
              const PlanOptions& options, const PositionJudge& values, uint64_t number,
              StopToken stop, Workspace& workspace)
      : scene_(scene),
        position_(position),
        cue_ball_m_(cue_ball_m),
        options_(options),
        values_(values),
        random_(options.seed, number),
        shot_{position.balls, AnyStrike(position)},
        trials_(scene, shot_, stop, workspace, /*touches=*/true),
        judge_(scene, position, position.game == rules::GameKind::kThreeCushion ? nullptr : &values,
               options.objective, stop, workspace) {}

  void FindPots(int64_t shots) {
    Solve();
    if (lines_.empty()) return;
    double sum = 0.0;
    for (const Line& line : lines_) sum += line.chance;
    for (size_t i = 0; i < lines_.size(); ++i) {
      const int64_t end =
          this->shots() + static_cast<int64_t>(lines_[i].chance / sum * static_cast<double>(shots));
      while (this->shots() < end && !trials_.Cancelled()) TryPot(i, RandomStrike(lines_[i]));
    }
  }

  // Tries strikes near the best ones.
  void Refine(int64_t shots) {
    if (found_.empty()) return;
    std::stable_sort(found_.begin(), found_.end(), ByScore);
    const size_t around = std::min(kRefined, found_.size());
    const int64_t end = this->shots() + shots;
    for (size_t i = 0; this->shots() < end && !trials_.Cancelled(); ++i) {
      const Candidate near = found_[i % around];
      CueStrike strike = Near(near.shot.strike);
      if (near.line < 0) {
        strike.azimuth_rad += Normal(random_, 2e-3);
        TryOther(near.shot.kind, strike);
      } else {
        TryPot(Index(near.line), strike);
      }
    }
  }

  // Strikes at balls that may be touched, and all around.
  void FindSafeties(int64_t shots) {
    const rules::BallMask targets = rules::FirstTargetsOf(position_.game, position_.state);
    const int64_t end = this->shots() + shots;
    const Vec2 cue = CuePlace();
    while (this->shots() < end && !trials_.Cancelled()) {
      CueStrike strike = *shot_.strike;
      SetRandomTip(strike);
      strike.speed_m_s =
          kSlowest_m_s * Pow(options_.skill.fastest_m_s / kSlowest_m_s, 0.9 * random_.Uniform());
      const int count = std::popcount(targets);
      auto number = static_cast<int>(random_.Below(static_cast<uint64_t>(count) + 1));
      strike.azimuth_rad = random_.Uniform(-kPi, kPi);
      if (number < count) {
        rules::BallMask rest = targets;
        for (; number > 0; --number) rest &= rest - 1;
        const int ball = std::countr_zero(rest);
        const double reach_m = 2.0 * std::sqrt(scene_.balls()[Index(ball)].radius_m *
                                               scene_.balls()[Index(strike.cue_ball)].radius_m);
        strike.azimuth_rad = AzimuthAtBall(cue, shot_.start[Index(ball)].position.head<2>(),
                                           reach_m, random_.Uniform(-0.98, 0.98)) -
                             trials_.Squirt(strike);
      }
      TryOther(ShotKind::kSafety, strike);
    }
  }

  // Cannons are found by chance.
  void FindCannons(int64_t shots) {
    const int64_t end = this->shots() + shots;
    while (this->shots() < end && !trials_.Cancelled()) {
      CueStrike strike = *shot_.strike;
      SetRandomTip(strike);
      strike.speed_m_s = random_.Uniform(1.5, options_.skill.fastest_m_s);
      strike.azimuth_rad = random_.Uniform(-kPi, kPi);
      TryOther(ShotKind::kCannon, strike);
    }
  }

  int64_t shots() const { return trials_.shots() + judge_.shots(); }
  int lines() const { return static_cast<int>(lines_.size()); }
  std::vector<Candidate> TakeFound() { return std::move(found_); }

 private:
  static CueStrike AnyStrike(const Position& position) {
    CueStrike strike;
    strike.cue_ball = position.CueBall();
    strike.speed_m_s = 2.0;
    return strike;
  }

  Vec2 CuePlace() const { return shot_.start[Index(shot_.strike->cue_ball)].position.head<2>(); }

  // The way of the called ball into the pocket.
  static Vec2 LastWay(const aim::Lanes& lanes, const aim::Route& route) {
    const aim::Leg& last = route.legs.back();
    const size_t legs = route.legs.size();
    const bool after_cushion = legs > 1 && route.legs[legs - 2].ball == last.ball;
    const Vec2 from = after_cushion ? route.legs[legs - 2].end_m : lanes.Place(last.ball);
    return (last.end_m - from).normalized();
  }

  void Solve() {
    const rules::BallMask pots = rules::PotTargetsOf(position_.game, position_.state);
    const rules::BallMask firsts = rules::FirstTargetsOf(position_.game, position_.state);
    const aim::Lanes lanes(scene_.balls(), shot_.start, shot_.strike->cue_ball);
    std::vector<Line> lines;
    for (aim::Route& route : aim::FindRoutes(scene_, shot_, {})) {
      const auto first =
          std::find_if(route.legs.begin(), route.legs.end(),
                       [](const aim::Leg& leg) { return leg.target == aim::Target::kBall; });
      if ((rules::Bit(route.ball) & pots) == 0 || (rules::Bit(first->index) & firsts) == 0)
        continue;
      const Vec2 way = LastWay(lanes, route);
      const PocketWindow window = values_.windows().At(route.pocket, way);
      route.legs.back().end_m += window.middle_m * Vec2(-way.y(), way.x());
      Line line;
      line.half_m = window.half_m;
      line.chance = values_.Hit(route.reach_m_rad, window.half_m);
      if (route.kind != aim::Kind::kCut) line.chance *= kIndirect;
      if (route.kind == aim::Kind::kTwoCushionKick) line.chance *= kIndirect;
      if (line.chance < kLeastChance) continue;
      line.route = std::move(route);
      lines.push_back(std::move(line));
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.chance > b.chance; });
    for (Line& line : lines) {
      if (lines_.size() == kMostLines) break;
      const auto solution = aim::TurnToMiddle(trials_, line.route, *shot_.strike);
      if (!solution || solution->strike.speed_m_s > options_.skill.fastest_m_s) continue;
      line.solution = *solution;
      lines_.push_back(std::move(line));
    }
  }

  void SetRandomTip(CueStrike& strike) {
    const double most = kTipShare * scene_.settings().environment.cue.miscue_offset;
    // Half of all strikes have no side: it is seldom of use, and its squirt always does harm.
    const bool side = random_.Uniform() < 0.5;
    strike.height_offset = most * random_.Uniform(-1.0, 1.0);
    const double rest =
        std::sqrt(std::max(0.0, most * most - strike.height_offset * strike.height_offset));
    strike.side_offset = side ? rest * random_.Uniform(-1.0, 1.0) : 0.0;
  }

  CueStrike RandomStrike(const Line& line) {
    CueStrike strike = line.solution.strike;
    const double slowest = std::max(kSlowest_m_s, 0.4 * strike.speed_m_s);
    SetRandomTip(strike);
    strike.speed_m_s = slowest * Pow(options_.skill.fastest_m_s / slowest, random_.Uniform());
    return strike;
  }

  CueStrike Near(CueStrike strike) {
    const double most = kTipShare * scene_.settings().environment.cue.miscue_offset;
    strike.speed_m_s *= Exp(Normal(random_, 0.12));
    strike.speed_m_s = std::min(strike.speed_m_s, options_.skill.fastest_m_s);
    strike.side_offset += Normal(random_, 0.06);
    strike.height_offset += Normal(random_, 0.06);
    const double offset = std::sqrt(strike.side_offset * strike.side_offset +
                                    strike.height_offset * strike.height_offset);
    if (offset > most) {
      strike.side_offset *= most / offset;
      strike.height_offset *= most / offset;
    }
    return strike;
  }

  // Raises the cue over what is behind the cue ball; false where it cannot be.
  bool Raise(CueStrike& strike) const {
    strike.elevation_rad = 0.0;
    if (!options_.skill.cue) return true;
    const auto least = LeastElevation(scene_, shot_.start, strike, *options_.skill.cue);
    if (!least || *least > options_.skill.highest_rad) return false;
    strike.elevation_rad = *least;
    return true;
  }

  // Turns the cue until the called ball leads to the middle of its window, and keeps the strike if
  // it is made good.
  void TryPot(size_t number, CueStrike strike) {
    const Line& line = lines_[number];
    strike.azimuth_rad = line.solution.strike.azimuth_rad + trials_.Squirt(line.solution.strike);
    strike.azimuth_rad -= trials_.Squirt(strike);
    for (int turn = 0; turn < kMostTurns; ++turn) {
      if (!Raise(strike)) {
        trials_.Play(strike);  // Counts: a cue ball that cannot be struck ends the search.
        return;
      }
      const aim::Progress progress = trials_.Follow(line.route, strike);
      const bool on_last_leg = progress.legs + 1 == line.route.legs.size();
      if (!on_last_leg || progress.stopped) return;
      if (std::abs(progress.miss_m) <= kMiddle * line.half_m) {
        if (progress.potted) Keep(number, strike);
        return;
      }
      strike.azimuth_rad -= progress.miss_m / line.solution.slope_m_rad;
    }
  }

  void Keep(size_t number, const CueStrike& strike) {
    const Line& line = lines_[number];
    Candidate candidate;
    candidate.shot.kind = ShotKind::kPot;
    candidate.shot.route = line.route.kind;
    candidate.shot.cue_ball_m = cue_ball_m_;
    candidate.shot.strike = strike;
    candidate.shot.call.ball = line.route.ball;
    candidate.shot.call.pocket = line.route.pocket;
    candidate.line = static_cast<int>(number);
    const Verdict verdict = judge_.Judge(trials_.record(), candidate.shot.call);
    if (!verdict.made) return;
    candidate.score = line.chance * verdict.value + (1.0 - line.chance) * kMissValue;
    found_.push_back(std::move(candidate));
  }

  // A safety or a cannon.
  void TryOther(ShotKind kind, CueStrike strike) {
    Candidate candidate;
    candidate.shot.kind = kind;
    candidate.shot.cue_ball_m = cue_ball_m_;
    candidate.shot.call.safety = kind == ShotKind::kSafety;
    const bool possible = Raise(strike);
    candidate.shot.strike = strike;
    Shot shot = shot_;
    shot.strike = strike;
    const Verdict verdict = judge_.Play(shot, candidate.shot.call);
    if (!possible || !verdict.legal) return;
    if (kind == ShotKind::kCannon && !verdict.made) return;
    candidate.score = verdict.value;
    found_.push_back(std::move(candidate));
  }

  const Scene& scene_;
  const Position& position_;
  const std::optional<Vec2> cue_ball_m_;
  const PlanOptions& options_;
  const PositionJudge& values_;
  CounterRandom random_;
  const Shot shot_;
  aim::Trials trials_;
  ShotJudge judge_;
  std::vector<Line> lines_;
  std::vector<Candidate> found_;
};

class Planner {
 public:
  Planner(const Scene& scene, const Position& position, const PlanOptions& options,
          const PositionJudge& values, StopToken stop, Workspace& workspace)
      : scene_(scene),
        position_(position),
        options_(options),
        values_(values),
        stop_(stop),
        workspace_(workspace) {}

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

  // Adds the candidates from one place of the cue ball.
  void Search(const Position& position, std::optional<Vec2> cue_ball_m, int64_t shots) {
    PlaceSearch search(scene_, position, cue_ball_m, options_, values_, places_searched_++, stop_,
                       workspace_);
    if (position.game == rules::GameKind::kThreeCushion) {
      search.FindCannons(Share(kScreening + kSafeties, shots));
      search.Refine(Share(kRefining, shots));
      Take(search);
      if (candidates_.empty()) {
        PlaceSearch other(scene_, position, cue_ball_m, options_, values_, places_searched_++,
                          stop_, workspace_);
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
    Take(search);
  }

  void Take(PlaceSearch& search) {
    played_ += search.shots();
    for (Candidate& candidate : search.TakeFound()) {
      if (candidate.line >= 0) candidate.line += lines_;
      candidates_.push_back(std::move(candidate));
    }
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
    const rules::BallMask targets = rules::FirstTargetsOf(position_.game, position_.state);
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
    const int cue = position_.CueBall();
    const double radius_m = scene_.balls()[Index(cue)].radius_m;
    const Table& table = scene_.table();
    const Vec2 apex = table.foot_spot_m;
    constexpr int kSides = 3;
    // A cue ball that hits the rack hard may leave the table where balls fly.
    const bool flies = scene_.settings().environment.flight == Flight::kOn;
    const std::vector<double> shares =
        flies ? std::vector{1.0, 0.85, 0.7, 0.55} : std::vector{1.0, 0.85};
    for (int side = -kSides; side <= kSides; ++side) {
      for (const double share : shares) {
        for (const double hit : {0.0, 0.25, -0.25}) {
          Candidate candidate;
          candidate.shot.kind = ShotKind::kBreak;
          const Vec2 at_m(table.head_spot_m.x(),
                          side * (0.5 * table.width_m - 3.0 * radius_m) / kSides);
          candidate.shot.cue_ball_m = at_m;
          CueStrike& strike = candidate.shot.strike;
          strike.cue_ball = cue;
          strike.speed_m_s = share * options_.skill.fastest_break_m_s;
          strike.azimuth_rad = AzimuthAtBall(at_m, apex, 2.0 * radius_m, hit);
          const Position placed = Placed(scene_, position_, candidate.shot);
          if (options_.skill.cue) {
            const auto least = LeastElevation(scene_, placed.balls, strike, *options_.skill.cue);
            if (!least || *least > options_.skill.highest_rad) continue;
            strike.elevation_rad = *least;
          }
          candidates_.push_back(std::move(candidate));
        }
      }
    }
  }

  // The best by score, not all of them of one line.
  void ChooseForRace() {
    std::stable_sort(candidates_.begin(), candidates_.end(), ByScore);
    const bool is_break = !candidates_.empty() && candidates_.front().shot.kind == ShotKind::kBreak;
    if (is_break) return;
    std::vector<Candidate> chosen;
    std::vector<size_t> of_line(static_cast<size_t>(lines_) + 1);
    for (Candidate& candidate : candidates_) {
      if (chosen.size() == kMostRaced) break;
      size_t& count = of_line[Index(candidate.line + 1)];
      if (count == kMostOfLine && lines_ > 1) continue;
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

  void Rank() {
    const int64_t cost =
        candidates_.front().shot.kind == ShotKind::kBreak ? kBreakCost : int64_t{1};
    const auto ranked = std::min(Index(options_.most_ranked), candidates_.size());
    const int64_t fresh = std::max<int64_t>(
        16, Share(kFresh, options_.shots) / (cost * static_cast<int64_t>(ranked)));
    const auto count = static_cast<int64_t>(candidates_.size());
    stats::RaceOptions race_options;
    race_options.candidates = static_cast<int>(count);
    race_options.budget =
        std::max(count, (options_.shots - played_) / cost - fresh * static_cast<int64_t>(ranked));
    race_options.most_each = std::max<int64_t>(1, race_options.budget / count * kMostOfRace);
    stats::Race race(race_options);
    std::vector<stats::HeatResult> results;
    for (auto heats = race.NextRound(); !heats.empty(); heats = race.NextRound()) {
      results.clear();
      for (const stats::Heat& heat : heats) {
        results.push_back(Play(candidates_[Index(heat.candidate)].shot,
                               static_cast<uint64_t>(heat.first), static_cast<uint64_t>(heat.end))
                              .values);
      }
      race.Add(results);
      if (stop_.StopRequested()) return;
    }
    const std::vector<int> ranking = race.Ranking();
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
  const PositionJudge& values_;
  const StopToken stop_;
  Workspace& workspace_;
  std::vector<Candidate> candidates_;
  Plan plan_;
  int lines_ = 0;
  uint64_t places_searched_ = 0;
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
