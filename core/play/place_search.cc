#include "core/play/place_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "core/base/portable_math.h"
#include "core/play/place_balls.h"
#include "core/shot/drawn/aims.h"

namespace carom::play {
namespace {

constexpr size_t kMostLines = 12;  // That are solved from one place.
constexpr size_t kRefined = 10;    // Strikes around which others are tried.

// In half widths of the window: how far strikes lead beside what is aimed at, and how far aims are
// scattered about the middle, which moves with speed and spin.
constexpr double kNear = 0.05;
constexpr double kAside = 0.15;
constexpr size_t kProbedLines = 6;
constexpr double kWindow_m = 0.04;       // Half of a pocket's.
constexpr int64_t kLeastToProbe = 1000;  // Of a plan's shots: it takes 13 for each line.
constexpr int kMostTurns = 4;

// How far strikes near a pot are from it at the most: of the speed a share, of side and height
// radii, of the aim half widths of the window.
constexpr double kSpeedStep = 0.25;
constexpr double kTipStep = 0.15;
constexpr double kAsideStep = 0.35;

constexpr double kSlowest_m_s = 0.4;
constexpr double kTipShare = 0.85;  // Of the miscue limit.
// An inning that ends by a miss is worth so much, for the ranking of strikes before the race.
constexpr double kMissValue = 0.25;
// Of one more cushion or ball on the path: what its errors leave of a chance, roughly.
constexpr double kIndirect = 0.5;
constexpr double kLeastChance = 0.03;  // Lines below it are not solved.

double Normal(CounterRandom& random, double deviation) { return deviation * random.Normal(); }

CueStrike AnyStrike(const Position& position) {
  CueStrike strike;
  strike.cue_ball = position.CueBall();
  strike.speed_m_s = 2.0;
  return strike;
}

// Of the numbers of strikes under this noise, within 6 %.
aim::StrikeGradient DeviationsOf(const estimate::StrikeNoise& noise) {
  constexpr uint64_t kDraws = 128;
  CueStrike meant;
  meant.speed_m_s = 2.0;
  aim::StrikeGradient squares{};
  for (uint64_t draw = 0; draw < kDraws; ++draw) {
    CueStrike drawn = meant;
    if (!estimate::AddNoise(noise, 0, draw, drawn).ok()) continue;
    const aim::StrikeGradient off = {
        drawn.azimuth_rad - meant.azimuth_rad, drawn.speed_m_s - meant.speed_m_s,
        drawn.side_offset - meant.side_offset, drawn.height_offset - meant.height_offset};
    for (size_t i = 0; i < off.size(); ++i) squares[i] += off[i] * off[i];
  }
  for (double& square : squares) square = std::sqrt(square / static_cast<double>(kDraws));
  return squares;
}

// Where the called ball's path into the pocket begins.
Vec2 LastStart(const aim::BallMap& map, const aim::Route& route) {
  const aim::Leg& last = route.legs.back();
  const size_t legs = route.legs.size();
  const bool after_cushion = legs > 1 && route.legs[legs - 2].ball == last.ball;
  return after_cushion ? route.legs[legs - 2].end_m : map.Place(last.ball);
}

}  // namespace

PlaceSearch::PlaceSearch(const Scene& scene, const Position& position,
                         std::optional<Vec2> cue_ball_m, const PlanOptions& options,
                         const ValuesAfter& values, size_t place, int first_line, StopToken stop,
                         Workspace& workspace)
    : scene_(scene),
      position_(position),
      cue_ball_m_(cue_ball_m),
      options_(options),
      values_(values),
      place_(place),
      first_line_(first_line),
      deviations_(DeviationsOf(options.skill.noise)),
      random_(options.seed, place),
      shot_{position.balls, AnyStrike(position)},
      trials_(scene, shot_, stop, workspace, /*touches=*/true),
      judge_(scene, position_, position.game == rules::GameKind::kThreeCushion ? nullptr : &values,
             options.objective, stop, workspace) {}

void PlaceSearch::FindPots(int64_t shots) {
  Solve();
  if (lines_.empty()) return;
  double sum = 0.0;
  for (const Line& line : lines_) sum += line.chance;
  for (size_t i = 0; i < lines_.size(); ++i) {
    const int64_t end =
        this->shots() + static_cast<int64_t>(lines_[i].chance / sum * static_cast<double>(shots));
    while (this->shots() < end && !trials_.Cancelled()) {
      TryPot(i, RandomStrike(lines_[i]), lines_[i].aside + Normal(random_, kAside));
    }
  }
}

void PlaceSearch::Refine(int64_t shots) {
  if (found_.empty()) return;
  std::stable_sort(found_.begin(), found_.end(), ByScore);
  if (found_.front().wins) return;
  const size_t around = std::min(kRefined, found_.size());
  const int64_t end = this->shots() + shots;
  for (size_t i = 0; this->shots() < end && !trials_.Cancelled(); ++i) {
    const Candidate near = found_[i % around];
    CueStrike strike = Scattered(near.shot.strike);
    if (near.line >= 0) {
      TryPot(Index(near.line - first_line_), strike, near.aside + Normal(random_, kAside));
      continue;
    }
    strike.azimuth_rad += Normal(random_, 2e-3);
    TryOther(near.shot.kind, strike);
  }
}

std::optional<Candidate> PlaceSearch::Near(const Candidate& pot, double size) {
  const Line& line = lines_[Index(pot.line - first_line_)];
  Candidate near = pot;
  CueStrike& strike = near.shot.strike;
  const CueStrike& from = pot.shot.strike;
  const auto at_most = [&](double most) { return most * size * random_.Uniform(-1.0, 1.0); };
  strike.speed_m_s *= Exp(at_most(kSpeedStep));
  strike.speed_m_s = std::min(strike.speed_m_s, options_.skill.fastest_m_s);
  strike.side_offset += at_most(kTipStep);
  strike.height_offset += at_most(kTipStep);
  aim::KeepTipWithin(kTipShare * scene_.settings().environment.cue.miscue_offset, strike);
  double off_m = -at_most(kAsideStep) * line.half_m;
  double slope_m_rad = line.solution.slope_m_rad;
  if (pot.slopes) {
    slope_m_rad = (*pot.slopes)[0];
    off_m += (*pot.slopes)[1] * (strike.speed_m_s - from.speed_m_s) +
             (*pot.slopes)[2] * (strike.side_offset - from.side_offset) +
             (*pot.slopes)[3] * (strike.height_offset - from.height_offset);
  } else {
    strike.azimuth_rad += trials_.Squirt(from) - trials_.Squirt(strike);
  }
  strike.azimuth_rad -= off_m / slope_m_rad;
  if (!Raise(strike)) return std::nullopt;
  return near;
}

void PlaceSearch::FindSafeties(int64_t shots) {
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
      strike.azimuth_rad = AzimuthForHitOffset(cue, shot_.start[Index(ball)].position.head<2>(),
                                               reach_m, random_.Uniform(-0.98, 0.98)) -
                           trials_.Squirt(strike);
    }
    TryOther(ShotKind::kSafety, strike);
  }
}

void PlaceSearch::FindEscapes(int64_t shots) {
  if (!found_.empty()) return;
  const int64_t end = this->shots() + shots;
  const auto try_any = [this] {
    CueStrike strike = *shot_.strike;
    SetRandomTip(strike);
    strike.speed_m_s = random_.Uniform(0.2, 1.0) * options_.skill.fastest_m_s;
    strike.azimuth_rad = random_.Uniform(-kPi, kPi);
    TryOther(ShotKind::kSafety, strike);
  };
  while (this->shots() < end && !trials_.Cancelled()) try_any();
  if (!found_.empty()) return;
  fouls_too_ = true;
  constexpr int kFouls = 32;
  for (int i = 0; i < kFouls && !trials_.Cancelled(); ++i) try_any();
}

void PlaceSearch::FindCannons(int64_t shots) {
  const int64_t end = this->shots() + shots;
  while (this->shots() < end && !trials_.Cancelled()) {
    CueStrike strike = *shot_.strike;
    SetRandomTip(strike);
    strike.speed_m_s = random_.Uniform(1.5, options_.skill.fastest_m_s);
    strike.azimuth_rad = random_.Uniform(-kPi, kPi);
    TryOther(ShotKind::kCannon, strike);
  }
}

// Straight pots, with what other balls leave of their windows.
void PlaceSearch::AddStraight(const aim::BallMap& map, rules::BallMask balls,
                              std::vector<Line>& lines) const {
  const int cue = map.cue();
  const auto pockets = static_cast<int>(scene_.table().pockets.size());
  for (rules::BallMask rest = balls & map.in_play(); rest != 0; rest &= rest - 1) {
    const int ball = std::countr_zero(rest);
    for (int pocket = 0; pocket < pockets; ++pocket) {
      const auto pot = values_.judge().PotOf(map, map.Place(cue), ball, pocket);
      if (!pot || pot->chance < kLeastChance) continue;
      Line line;
      line.route = {aim::Kind::kCut,
                    {{cue, aim::Target::kBall, ball, pot->ghost_m},
                     {ball, aim::Target::kPocket, pocket, pot->end_m}},
                    ball,
                    pocket,
                    pot->reach_m_rad};
      line.half_m = pot->half_m;
      line.chance = pot->chance;
      lines.push_back(std::move(line));
    }
  }
}

// The likeliest first.
std::vector<PlaceSearch::Line> PlaceSearch::PossibleLines() const {
  const rules::BallMask pots = rules::PotTargetsOf(position_.game, position_.state);
  const rules::BallMask firsts = rules::FirstTargetsOf(position_.game, position_.state);
  const aim::BallMap map(scene_.balls(), shot_.start, shot_.strike->cue_ball);
  std::vector<Line> lines;
  const rules::BallMask behind = BehindString(scene_, position_);
  AddStraight(map, pots & firsts & ~behind, lines);
  aim::Call others;
  others.kinds &= ~(1u << static_cast<int>(aim::Kind::kCut));
  for (aim::Route& route : aim::FindRoutes(scene_, shot_, others)) {
    const auto first = std::find_if(route.legs.begin(), route.legs.end(), [](const aim::Leg& leg) {
      return leg.target == aim::Target::kBall;
    });
    if ((rules::Bit(route.ball) & pots) == 0 || (rules::Bit(first->index) & firsts) == 0) continue;
    if (first == route.legs.begin() && (rules::Bit(first->index) & behind) != 0) continue;
    Vec2& end = route.legs.back().end_m;
    const Segment segment(LastStart(map, route), end);
    const PocketWindow window = values_.judge().windows().At(route.pocket, segment.ahead);
    const Gap gap = LeftOf(map, route.ball, segment, ~(1u << map.cue()),
                           {window.middle_m - window.half_m, window.middle_m + window.half_m});
    if (!gap.IsOpen()) continue;
    end = segment.EndBeside(gap.Middle());
    Line line;
    line.half_m = gap.Half();
    line.chance = kIndirect * values_.judge().Hit(route.reach_m_rad, line.half_m);
    if (route.kind == aim::Kind::kTwoCushionKick) line.chance *= kIndirect;
    if (line.chance < kLeastChance) continue;
    line.route = std::move(route);
    lines.push_back(std::move(line));
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Line& a, const Line& b) { return a.chance > b.chance; });
  return lines;
}

void PlaceSearch::Solve() {
  for (Line& line : PossibleLines()) {
    if (lines_.size() == kMostLines) break;
    const auto solution = aim::TurnToMiddle(trials_, line.route, *shot_.strike);
    if (!solution || solution->strike.speed_m_s > options_.skill.fastest_m_s) continue;
    line.solution = *solution;
    // Probing changes chances, so the lines are no longer sorted by them. Only the numbers of lines
    // depend on the order: their shares of the shots are by chance.
    if (lines_.size() < kProbedLines && options_.shots >= kLeastToProbe) MeasureWindow(line);
    lines_.push_back(std::move(line));
  }
}

// Jaws, rails and throw move the middle of a window and its width: which paths drop is played.
void PlaceSearch::MeasureWindow(Line& line) {
  constexpr int kProbes = 6;  // To each side.
  // Also where balls narrow a window: who grazes one may yet drop.
  const double step_m = 0.25 * std::max(line.half_m, kWindow_m);
  int length = 0;
  int longest = 0;
  int last = 0;
  for (int i = -kProbes; i <= kProbes && !trials_.Cancelled(); ++i) {
    CueStrike strike = line.solution.strike;
    strike.azimuth_rad += i * step_m / line.solution.slope_m_rad;
    // On whatever path: rules count the called ball in the called pocket however it got there, and
    // so do the draws by which the shot is judged.
    length = Raise(strike) && trials_.Pots(line.route, strike) ? length + 1 : 0;
    if (length <= longest) continue;
    longest = length;
    last = i;
  }
  if (longest == 0) return;
  const double half_m = 0.5 * step_m * longest;
  const PositionJudge& judge = values_.judge();
  line.chance *=
      judge.Hit(line.route.reach_m_rad, half_m) / judge.Hit(line.route.reach_m_rad, line.half_m);
  line.chance = std::min(line.chance, 1.0);
  line.half_m = half_m;
  line.aside = step_m * (last - 0.5 * (longest - 1)) / half_m;
}

void PlaceSearch::SetRandomTip(CueStrike& strike) {
  const double most = kTipShare * scene_.settings().environment.cue.miscue_offset;
  // Half of all strikes have no side: it is rarely of use, and its squirt always does harm.
  const bool side = random_.Uniform() < 0.5;
  strike.height_offset = most * random_.Uniform(-1.0, 1.0);
  const double rest =
      std::sqrt(std::max(0.0, most * most - strike.height_offset * strike.height_offset));
  strike.side_offset = side ? rest * random_.Uniform(-1.0, 1.0) : 0.0;
}

CueStrike PlaceSearch::RandomStrike(const Line& line) {
  CueStrike strike = line.solution.strike;
  const double slowest = std::max(kSlowest_m_s, 0.4 * strike.speed_m_s);
  SetRandomTip(strike);
  strike.speed_m_s = slowest * Pow(options_.skill.fastest_m_s / slowest, random_.Uniform());
  return strike;
}

CueStrike PlaceSearch::Scattered(CueStrike strike) {
  const double most = kTipShare * scene_.settings().environment.cue.miscue_offset;
  strike.speed_m_s *= Exp(Normal(random_, 0.12));
  strike.speed_m_s = std::min(strike.speed_m_s, options_.skill.fastest_m_s);
  strike.side_offset += Normal(random_, 0.06);
  strike.height_offset += Normal(random_, 0.06);
  aim::KeepTipWithin(most, strike);
  return strike;
}

// Raises the cue over what is behind the cue ball; false where it cannot be.
bool PlaceSearch::Raise(CueStrike& strike) const {
  strike.elevation_rad = 0.0;
  if (!options_.skill.cue) return true;
  const auto least = LeastElevation(scene_, shot_.start, strike, *options_.skill.cue);
  if (!least || *least > options_.skill.highest_rad) return false;
  strike.elevation_rad = *least;
  return true;
}

// Turns the cue until the called ball leads so many half widths beside the middle of its window,
// and keeps the strike if it is made good.
void PlaceSearch::TryPot(size_t number, CueStrike strike, double aside) {
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
    const double off_m = progress.miss_m - aside * line.half_m;
    if (std::abs(off_m) <= kNear * line.half_m) {
      if (progress.potted) Keep(number, progress, strike, aside);
      return;
    }
    strike.azimuth_rad -= off_m / line.solution.slope_m_rad;
  }
}

// How likely the noise leaves the called ball in its window, by the derivatives of its path.
double PlaceSearch::ChanceOf(const Line& line,
                             const std::optional<aim::StrikeGradient>& slopes) const {
  if (!slopes) return line.chance;
  double squares = 1e-12;
  for (size_t i = 0; i < slopes->size(); ++i) {
    squares += (*slopes)[i] * deviations_[i] * (*slopes)[i] * deviations_[i];
  }
  const PositionJudge& judge = values_.judge();
  return judge.Hit(std::sqrt(squares) / judge.deviation_rad(), line.half_m);
}

void PlaceSearch::Keep(size_t number, const aim::Progress& progress, const CueStrike& strike,
                       double aside) {
  const Line& line = lines_[number];
  Candidate candidate;
  candidate.shot.kind = ShotKind::kPot;
  if (progress.followed) candidate.shot.route = line.route.kind;
  candidate.shot.cue_ball_m = cue_ball_m_;
  candidate.shot.strike = strike;
  candidate.shot.call.ball = line.route.ball;
  candidate.shot.call.pocket = line.route.pocket;
  candidate.line = first_line_ + static_cast<int>(number);
  candidate.place = place_;
  candidate.aside = aside;
  // What the trial kept does not show whether it crosses the head string.
  const Verdict verdict = position_.from_behind_string
                              ? judge_.Play({shot_.start, strike}, candidate.shot.call)
                              : judge_.Judge(trials_.record(), candidate.shot.call);
  if (!verdict.made) return;
  candidate.wins = verdict.value == 1.0;
  candidate.slopes = trials_.MissGradient(line.route, progress);
  const double chance = ChanceOf(line, candidate.slopes);
  const double miss = options_.objective == Objective::kClear ? 0.0 : kMissValue;
  candidate.score = chance * verdict.value + (1.0 - chance) * miss;
  found_.push_back(std::move(candidate));
}

// A safety or a cannon.
void PlaceSearch::TryOther(ShotKind kind, CueStrike strike) {
  Candidate candidate;
  candidate.shot.kind = kind;
  candidate.shot.cue_ball_m = cue_ball_m_;
  candidate.shot.call.safety = kind == ShotKind::kSafety;
  const bool possible = Raise(strike);
  candidate.shot.strike = strike;
  Shot shot = shot_;
  shot.strike = strike;
  const Verdict verdict = judge_.Play(shot, candidate.shot.call);
  if (!possible || !(verdict.legal || (fouls_too_ && verdict.played))) return;
  if (kind == ShotKind::kCannon && !verdict.made) return;
  // What goes on is no safety: in nine-ball any legal pot, in three-cushion a point.
  if (position_.game == rules::GameKind::kThreeCushion) {
    candidate.shot.kind = verdict.made ? ShotKind::kCannon : kind;
    candidate.shot.call.safety = !verdict.made;
  } else {
    candidate.shot.kind = verdict.potted ? ShotKind::kPot : ShotKind::kSafety;
    candidate.shot.call = {};
    candidate.shot.call.safety = !verdict.potted;
    if (verdict.potted) {
      candidate.shot.call.ball = verdict.potted->ball;
      candidate.shot.call.pocket = verdict.potted->pocket;
    }
  }
  candidate.score = verdict.value;
  found_.push_back(std::move(candidate));
}

}  // namespace carom::play
