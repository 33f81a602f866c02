#include "core/aim/solve.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/base/portable_math.h"

namespace carom::aim {
namespace {

// The called ball goes to the middle within this, m: a hundredth of a mouth's free width.
constexpr double kMiddle_m = 5e-4;
// Newton's method from a mirror's image needs three to six trials a leg; a route that needs more is
// at the edge of what can be played.
constexpr int kMostTrials = 24;
constexpr int kMostHalvings = 6;
// A rail that a ball passes at its end is hit so much earlier, a ball's width and a half, so often.
constexpr double kShift_m = 0.08;
constexpr int kMostShifts = 3;
// Where a shot has no derivative, the azimuth is moved by so much: a ten-thousandth of a ball's
// width at 0.6 m.
constexpr double kTurn_rad = 1e-5;
// Where a ball stops on its path the strike becomes faster by this, up to a hard break.
constexpr double kFaster = 1.5;
constexpr double kFastest_m_s = 12.0;
constexpr double kSlowest_m_s = 0.2;

// The window is searched at such distances from the middle, m: a fifth of the free half of a mouth,
// out to where the ball would hit the rail beside it.
constexpr double kProbe_m = 6e-3;
constexpr int kProbes = 10;
// And where none of these pots, between and beyond them.
constexpr int kMoreProbes = 13;
constexpr int kBisections = 4;
constexpr double kSpeedStep = 1.35;

CueStrike Turned(CueStrike strike, double by_rad) {
  strike.azimuth_rad += by_rad;
  return strike;
}

double AzimuthTo(const Trials& trials, const Route& route, const CueStrike& strike) {
  const Vec2 to_target =
      route.legs.front().end_m - trials.shot().start[Index(strike.cue_ball)].position.head<2>();
  return Atan2(to_target.y(), to_target.x());
}

// d miss / d azimuth: by the tangents, or by one more trial.
std::optional<double> AzimuthSlope(Trials& trials, const Route& route, const CueStrike& strike,
                                   const Progress& progress) {
  if (const auto slopes = trials.MissGradient(route, progress)) {
    return (*slopes)[static_cast<size_t>(StrikeParameter::kAzimuth)];
  }
  const Progress turned = trials.Follow(route, Turned(strike, kTurn_rad));
  if (turned.legs != progress.legs || turned.stopped) return std::nullopt;
  return (turned.miss_m - progress.miss_m) / kTurn_rad;
}

// A ball that passes the end of a rail is to hit it nearer to where it comes from. False for a leg
// that leads elsewhere.
bool HitCushionEarlier(const Trials& trials, Leg& leg) {
  if (leg.target != Target::kCushion) return false;
  const Nose& nose = trials.scene().table().noses[Index(leg.index)];
  const Vec2 along = (nose.end_m - nose.start_m).normalized();
  const Vec2 from = trials.shot().start[Index(leg.ball)].position.head<2>();
  const double along_m = (from - leg.end_m).dot(along);
  leg.end_m += std::copysign(std::min(kShift_m, std::abs(along_m)), along_m) * along;
  return true;
}

// Newton's method for the azimuth, from that of the strike: each trial plays the shot a step
// further, and the next step follows from the miss and its derivative on the leg that the shot has
// reached.
class AzimuthSearch {
 public:
  AzimuthSearch(Trials& trials, Route route, const CueStrike& strike)
      : trials_(trials),
        route_(std::move(route)),
        last_leg_(route_.legs.size() - 1),
        strike_(strike) {}

  std::optional<Solution> Find() {
    bool searching = true;
    for (int trial = 0; searching && trial < kMostTrials && !trials_.Cancelled(); ++trial) {
      const Progress progress = trials_.Follow(route_, Turned(strike_, step_rad_));
      if (progress.event < 0) return std::nullopt;
      if (progress.stopped && !progress.potted) {
        searching = StrikeFaster();
      } else if (!best_ || IsBetter(progress)) {
        searching = Accept(progress);
        if (searching && progress.legs == last_leg_ && IsInMiddle(progress)) return Found();
      } else if (!HalveStep()) {
        if (best_->legs == last_leg_) return Found();  // As near as the route allows.
        searching = HitNextCushionEarlier();
      }
    }
    return std::nullopt;
  }

 private:
  static bool IsInMiddle(const Progress& progress) { return std::abs(progress.miss_m) < kMiddle_m; }
  bool IsBetter(const Progress& progress) const {
    return progress.legs > best_->legs ||
           (progress.legs == best_->legs && std::abs(progress.miss_m) < std::abs(best_->miss_m));
  }
  Solution Found() const { return {strike_, slope_m_rad_}; }

  void StartAgain() {
    best_.reset();
    step_rad_ = 0.0;
  }

  // The steps below return whether the search can go on.
  bool StrikeFaster() {
    if (strike_.speed_m_s * kFaster > kFastest_m_s) return false;
    strike_.speed_m_s *= kFaster;
    StartAgain();
    return true;
  }

  bool Accept(const Progress& progress) {
    strike_ = Turned(strike_, step_rad_);
    best_ = progress;
    const auto slope = AzimuthSlope(trials_, route_, strike_, progress);
    if (!slope || *slope == 0.0) return false;
    slope_m_rad_ = *slope;
    step_rad_ = -progress.miss_m / slope_m_rad_;
    // In the middle of a leg that was not the last one no smaller step leads on.
    halvings_ = progress.legs < last_leg_ && IsInMiddle(progress) ? kMostHalvings : 0;
    return true;
  }

  bool HalveStep() {
    if (++halvings_ > kMostHalvings) return false;
    step_rad_ *= 0.5;
    return true;
  }

  bool HitNextCushionEarlier() {
    if (++shifts_ > kMostShifts || !HitCushionEarlier(trials_, route_.legs[best_->legs])) {
      return false;
    }
    StartAgain();
    halvings_ = 0;
    return true;
  }

  Trials& trials_;
  Route route_;
  const size_t last_leg_;
  CueStrike strike_;
  std::optional<Progress> best_;
  double slope_m_rad_ = 0.0;  // Of the miss of `best_`.
  double step_rad_ = 0.0;
  int halvings_ = 0;
  int shifts_ = 0;
};

}  // namespace

Solution InitialGuess(const Trials& trials, const Route& route, CueStrike strike) {
  strike.azimuth_rad = AzimuthTo(trials, route, strike);
  strike.azimuth_rad -= trials.Squirt(strike);
  return {strike, route.reach_m_rad};
}

std::optional<Solution> TurnToMiddle(Trials& trials, const Route& route, CueStrike strike) {
  return AzimuthSearch(trials, route, InitialGuess(trials, route, strike).strike).Find();
}

namespace {

// The last azimuth that pots, in steps away from one that does, and by bisection.
double EdgeOf(Trials& trials, const Route& route, CueStrike strike, double in_rad,
              double step_rad) {
  const auto pots = [&](double azimuth_rad) {
    strike.azimuth_rad = azimuth_rad;
    return trials.PotsBy(route, strike);
  };
  double out_rad = in_rad + step_rad;
  for (int i = 0; i < 2 * kProbes && pots(out_rad); ++i) {
    in_rad = out_rad;
    out_rad += step_rad;
  }
  for (int i = 0; i < kBisections; ++i) {
    const double middle_rad = 0.5 * (in_rad + out_rad);
    (pots(middle_rad) ? in_rad : out_rad) = middle_rad;
  }
  return in_rad;
}

// Steps from the middle of a pocket, the first and the last of a run that pots.
struct Run {
  double first = 0.0;
  double last = 0.0;
};

struct Probed {
  std::optional<Run> longest;
  bool scratched = false;  // In one of the probes the ball was potted and the cue ball lost.
};

// So many steps to both sides, `shift` beside whole ones.
Probed Probe(Trials& trials, const Route& route, const CueStrike& strike, double step_rad,
             int steps, double shift) {
  Probed probed;
  std::optional<Run> run;
  for (int i = -steps; i <= steps && !trials.Cancelled(); ++i) {
    const double step = i + shift;
    const Trials::Made made = trials.Make(route, Turned(strike, step * step_rad));
    if (made == Trials::Made::kScratch) probed.scratched = true;
    if (made != Trials::Made::kPot) {
      run.reset();
      continue;
    }
    run = Run{run ? run->first : step, step};
    auto& longest = probed.longest;
    if (!longest || run->last - run->first > longest->last - longest->first) longest = run;
  }
  return probed;
}

// The longest run. Where strikes pot and all of them lose the cue ball, it may be at another speed,
// which the strike then has, and in twice the steps.
std::optional<Run> FindRun(Trials& trials, const Route& route, double& step_rad,
                           CueStrike& strike) {
  Probed probed = Probe(trials, route, strike, step_rad, kProbes, 0.0);
  if (!probed.longest && !probed.scratched) {
    probed = Probe(trials, route, strike, step_rad, kMoreProbes, 0.5);
  }
  if (probed.longest || !probed.scratched) return probed.longest;
  const double speed_m_s = strike.speed_m_s;
  step_rad *= 2.0;
  for (const double other_m_s : {speed_m_s * kFaster, speed_m_s / kFaster}) {
    strike.speed_m_s = other_m_s;
    probed = Probe(trials, route, strike, step_rad, kProbes / 2, 0.0);
    if (probed.longest) break;
  }
  return probed.longest;
}

}  // namespace

std::optional<Pot> FindPot(Trials& trials, const Route& route, Solution solution) {
  double step_rad = kProbe_m / std::abs(solution.slope_m_rad);
  const auto run = FindRun(trials, route, step_rad, solution.strike);
  if (!run) return std::nullopt;
  const double middle_rad = solution.strike.azimuth_rad;
  Pot pot;
  pot.slope_m_rad = solution.slope_m_rad;
  pot.azimuth_rad.low =
      EdgeOf(trials, route, solution.strike, middle_rad + run->first * step_rad, -step_rad);
  pot.azimuth_rad.high =
      EdgeOf(trials, route, solution.strike, middle_rad + run->last * step_rad, step_rad);
  pot.strike = solution.strike;
  pot.strike.azimuth_rad = 0.5 * (pot.azimuth_rad.low + pot.azimuth_rad.high);
  if (!trials.PotsBy(route, pot.strike)) {  // There is a hole in the window.
    const double inside = run->first + std::floor(0.5 * (run->last - run->first));
    pot.strike.azimuth_rad = middle_rad + inside * step_rad;
  }
  pot.speed_m_s = SpeedWindow(trials, route, pot.strike);
  return pot;
}

Window AzimuthWindow(Trials& trials, const Route& route, const CueStrike& strike,
                     double slope_m_rad) {
  const double step_rad = kProbe_m / std::abs(slope_m_rad);
  const double low_rad = EdgeOf(trials, route, strike, strike.azimuth_rad, -step_rad);
  return {low_rad, EdgeOf(trials, route, strike, strike.azimuth_rad, step_rad)};
}

Window SpeedWindow(Trials& trials, const Route& route, const CueStrike& strike) {
  const auto pots = [&](double speed_m_s) {
    CueStrike faster = strike;
    faster.speed_m_s = speed_m_s;
    return trials.PotsBy(route, faster);
  };
  const auto edge = [&](double factor, double limit) {
    double in = strike.speed_m_s;
    while (in != limit) {
      double out = factor > 1.0 ? std::min(in * factor, limit) : std::max(in * factor, limit);
      if (pots(out)) {
        in = out;
        continue;
      }
      for (int i = 0; i < kBisections; ++i) {
        const double middle = std::sqrt(in * out);
        (pots(middle) ? in : out) = middle;
      }
      return in;
    }
    return in;
  };
  const double low = edge(1.0 / kSpeedStep, std::min(kSlowest_m_s, strike.speed_m_s));
  return {low, edge(kSpeedStep, std::max(kFastest_m_s, strike.speed_m_s))};
}

namespace {

using Unknowns = Eigen::Vector4d;  // In the order of StrikeParameter.
using Misses = Eigen::Vector3d;    // Of the pocket, and of the cue ball along x and y.

double& ParameterOf(CueStrike& strike, StrikeParameter by) {
  switch (by) {
    case StrikeParameter::kAzimuth:
      return strike.azimuth_rad;
    case StrikeParameter::kSpeed:
      return strike.speed_m_s;
    case StrikeParameter::kSide:
      return strike.side_offset;
    case StrikeParameter::kHeight:
      break;
  }
  return strike.height_offset;
}

// A strike as the search for a place sees it.
struct Attempt {
  CueStrike strike;
  Misses misses = Misses::Zero();
  Eigen::Matrix<double, 3, 4> slopes = Eigen::Matrix<double, 3, 4>::Zero();
  bool has_slopes = false;
  bool pots = false;
  double distance_m = 0.0;

  double Cost() const { return misses.squaredNorm(); }
};

// The cue ball has come to its place, m: a third of a ball's width.
constexpr double kNearEnough_m = 0.02;
// The search for a place plays no strikes that are faster, but for the one that it begins with:
// what a player's speed is off by grows with it.
constexpr double kFastestPlaced_m_s = 6.0;
// And begins no step beyond so many shots.
constexpr int kMostPlaceShots = 400;

class PlaceSearch {
 public:
  PlaceSearch(Trials& trials, Route route, double pocket_scale_m, const CueBallPlace& place)
      : trials_(trials), route_(std::move(route)), pocket_scale_m_(pocket_scale_m), place_(place) {}

  // The middle of the azimuths that pot may lie beside that of the pocket, and at one strike
  // elsewhere than at another: the route is to end in their middle around this strike. False where
  // none pots.
  bool EndWhereItPots(const CueStrike& strike, double slope_m_rad) {
    constexpr int kSteps = 6;
    constexpr double kStep_m = 3e-3;
    double misses_m = 0.0;
    int potting = 0;
    for (int step = -kSteps; step <= kSteps; ++step) {
      const auto missed_m = MissOfPot(Turned(strike, step * kStep_m / slope_m_rad));
      misses_m += missed_m.value_or(0.0);
      potting += missed_m ? 1 : 0;
    }
    if (potting == 0) return false;
    route_.legs.back().end_m -= misses_m / potting * left_;
    return true;
  }

  // The same for a strike that is in their middle.
  void EndWhereThisPots(const CueStrike& strike) {
    route_.legs.back().end_m -= MissOfPot(strike).value_or(0.0) * left_;
  }

  // Of an attempt with slopes, m/rad.
  double AzimuthSlope(const Attempt& attempt) const {
    return attempt.slopes(0, 0) * pocket_scale_m_;
  }

  // Nothing where the route is left or the cue ball does not stay in play.
  std::optional<Attempt> Try(const CueStrike& strike, bool slopes) {
    Attempt attempt;
    attempt.strike = strike;
    const Progress progress = trials_.Follow(route_, strike);
    if (progress.legs + 1 < route_.legs.size()) return std::nullopt;
    const BallState& cue = trials_.record().final_states[Index(strike.cue_ball)];
    if (!InPlay(cue.motion)) return std::nullopt;
    const Vec2 off = cue.position.head<2>() - place_.at_m;
    attempt.pots = progress.followed;
    attempt.distance_m = off.norm();
    attempt.misses = {progress.miss_m / pocket_scale_m_, off.x() / kPlaceScale_m,
                      off.y() / kPlaceScale_m};
    if (!slopes) return attempt;
    const auto miss = trials_.MissGradient(route_, progress);
    const auto ends = miss ? trials_.CueBallGradients() : std::nullopt;
    if (!ends) return attempt;
    attempt.has_slopes = true;
    for (size_t i = 0; i < kStrikeParameters; ++i) {
      const auto column = static_cast<Eigen::Index>(i);
      attempt.slopes(0, column) = (*miss)[i] / pocket_scale_m_;
      attempt.slopes(1, column) = (*ends)[0][i] / kPlaceScale_m;
      attempt.slopes(2, column) = (*ends)[1][i] / kPlaceScale_m;
    }
    return attempt;
  }

  // Turned towards the route's end, as far as a slope from elsewhere tells.
  std::optional<Attempt> Begin(CueStrike strike, double slope_m_rad) {
    constexpr int kTurns = 3;
    constexpr double kOnPath = 0.5;  // Of the scale of misses.
    for (int turn = 0;; ++turn) {
      const auto attempt = Try(strike, false);
      if (!attempt || turn == kTurns || std::abs(attempt->misses[0]) < kOnPath) return attempt;
      strike.azimuth_rad -= attempt->misses[0] * pocket_scale_m_ / slope_m_rad;
    }
  }

  // Levenberg-Marquardt [D. Marquardt, J. SIAM 11, 1963], in numbers scaled by what they may be.
  Attempt Descend(Attempt best, int last_shot) {
    double damping = 1e-2;
    for (int step = 0; step < kMostSteps && best.has_slopes && !trials_.Cancelled(); ++step) {
      if ((best.pots && best.distance_m < kNearEnough_m) || trials_.shots() >= last_shot) break;
      const Eigen::Matrix<double, 3, 4> slopes = best.slopes * Scale().asDiagonal();
      Eigen::Matrix4d normal = slopes.transpose() * slopes;
      normal.diagonal() *= 1.0 + damping;
      normal.diagonal().array() += damping;
      const Unknowns change = -normal.ldlt().solve(slopes.transpose() * best.misses);
      const auto next = Try(Moved(best.strike, Scale().cwiseProduct(change)), true);
      if (next && next->has_slopes && next->Cost() < best.Cost()) {
        best = *next;
        damping = std::max(damping * 0.2, 1e-6);
      } else {
        damping *= 5.0;
        if (damping > 1e6) break;
      }
    }
    return best;
  }

 private:
  static constexpr double kPlaceScale_m = 0.03;
  static constexpr int kMostSteps = 12;

  // How far each number may go in one step where nothing else holds it.
  static Unknowns Scale() { return {0.02, 1.0, 0.3, 0.3}; }

  // Of a strike that pots, and keeps which side of its path is left.
  std::optional<double> MissOfPot(const CueStrike& strike) {
    const Progress progress = trials_.Follow(route_, strike);
    if (!progress.followed) return std::nullopt;
    left_ = Vec2(-progress.direction.y(), progress.direction.x());
    return progress.miss_m;
  }

  CueStrike Moved(CueStrike strike, const Unknowns& by) const {
    for (size_t i = 0; i < kStrikeParameters; ++i) {
      ParameterOf(strike, static_cast<StrikeParameter>(i)) += by[static_cast<Eigen::Index>(i)];
    }
    strike.speed_m_s = std::clamp(strike.speed_m_s, kSlowest_m_s, kFastest_m_s);
    const double most = trials_.scene().settings().environment.cue.miscue_offset;
    KeepTipWithin(most, strike);
    return strike;
  }

  Trials& trials_;
  Route route_;
  const double pocket_scale_m_;
  const CueBallPlace& place_;
  Vec2 left_ = Vec2::Zero();
};

// Strikes all over the speeds that pot and the tip, turned towards the pot.
std::vector<Attempt> PlaceStarts(Trials& trials, const Pot& pot, PlaceSearch& search) {
  constexpr int kSpeeds = 6;
  const double most = trials.scene().settings().environment.cue.miscue_offset;
  const double slowest = std::max(kSlowest_m_s, pot.speed_m_s.low / kFaster);
  const double fastest =
      std::max(pot.strike.speed_m_s, std::min(kFastestPlaced_m_s, pot.speed_m_s.high * kFaster));
  const double squirt = trials.Squirt(pot.strike);
  std::vector<Attempt> starts;
  for (int speed = 0; speed < kSpeeds; ++speed) {
    for (int height = -2; height <= 2; ++height) {
      for (int side = -1; side <= 1 && !trials.Cancelled(); ++side) {
        CueStrike strike = pot.strike;
        strike.speed_m_s = slowest * Pow(fastest / slowest, (speed + 0.5) / kSpeeds);
        strike.height_offset = 0.35 * most * height;
        strike.side_offset = 0.5 * most * side;
        strike.azimuth_rad += squirt - trials.Squirt(strike);
        if (auto start = search.Begin(strike, pot.slope_m_rad)) starts.push_back(*start);
      }
    }
  }
  std::stable_sort(starts.begin(), starts.end(),
                   [](const Attempt& a, const Attempt& b) { return a.Cost() < b.Cost(); });
  return starts;
}

// Strikes that differ so little are as likely to succeed.
bool AreAlike(const CueStrike& a, const CueStrike& b) {
  return std::max(a.speed_m_s, b.speed_m_s) < 1.2 * std::min(a.speed_m_s, b.speed_m_s);
}

}  // namespace

std::vector<PlacedPot> PlaceCueBall(Trials& trials, const Route& route, const Pot& pot,
                                    const CueBallPlace& place) {
  constexpr size_t kMostPlaced = 3;
  const int end = trials.shots() + kMostPlaceShots;
  // Half of the window is as bad as a miss of the place by its scale.
  const double quarter_window_m =
      0.25 * (pot.azimuth_rad.high - pot.azimuth_rad.low) * std::abs(pot.slope_m_rad);
  PlaceSearch search(trials, route, quarter_window_m, place);
  search.EndWhereThisPots(pot.strike);
  std::vector<PlacedPot> placed;  // Near enough.
  std::optional<PlacedPot> nearest;
  const auto take = [&](const Attempt& attempt) {
    if (!attempt.pots) return;
    const PlacedPot one{attempt.strike, attempt.distance_m};
    if (attempt.distance_m < kNearEnough_m) placed.push_back(one);
    if (!nearest || attempt.distance_m < nearest->distance_m) nearest = one;
  };
  const auto is_known = [&](const CueStrike& strike) {
    return std::any_of(placed.begin(), placed.end(),
                       [&](const PlacedPot& other) { return AreAlike(strike, other.strike); });
  };
  if (const auto plain = search.Try(pot.strike, false)) take(*plain);
  for (const Attempt& begin : PlaceStarts(trials, pot, search)) {
    if (placed.size() == kMostPlaced || trials.shots() >= end || trials.Cancelled()) break;
    if (is_known(begin.strike)) continue;
    PlaceSearch near = search;
    const auto start = near.Try(begin.strike, true);
    if (!start) continue;
    take(*start);
    const Attempt last = near.Descend(*start, end);
    take(last);
    // It comes to its place and does not pot: the window is elsewhere there.
    if (last.pots || !last.has_slopes) continue;
    if (!near.EndWhereItPots(last.strike, near.AzimuthSlope(last))) continue;
    if (const auto again = near.Try(last.strike, true)) take(near.Descend(*again, end));
  }
  if (!nearest && !trials.Cancelled()) {  // A frozen ball touches its rail before its leg ends.
    trials.Follow(route, pot.strike);
    const BallState& cue = trials.record().final_states[Index(pot.strike.cue_ball)];
    nearest = PlacedPot{pot.strike, (cue.position.head<2>() - place.at_m).norm()};
  }
  if (placed.empty() && nearest) placed.push_back(*nearest);
  std::stable_sort(placed.begin(), placed.end(), [](const PlacedPot& a, const PlacedPot& b) {
    return a.distance_m < b.distance_m;
  });
  return placed;
}

void KeepTipWithin(double most, CueStrike& strike) {
  const double offset = std::sqrt(strike.side_offset * strike.side_offset +
                                  strike.height_offset * strike.height_offset);
  if (!(offset > most)) return;
  strike.side_offset *= most / offset;
  strike.height_offset *= most / offset;
}

}  // namespace carom::aim
