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
  if (const auto slopes = trials.MissSlopes(route, progress)) {
    return (*slopes)[static_cast<size_t>(By::kAzimuth)];
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

// Newton's method from this azimuth.
std::optional<Solution> Refine(Trials& trials, Route route, CueStrike strike) {
  const size_t last = route.legs.size() - 1;
  int shifts = 0;
  Progress best;
  bool has_best = false;
  double slope = 0.0;
  double step = 0.0;
  int halvings = 0;
  for (int trial = 0; trial < kMostTrials && !trials.Cancelled(); ++trial) {
    const Progress progress = trials.Follow(route, Turned(strike, step));
    if (progress.event < 0) return std::nullopt;
    if (progress.stopped && !progress.potted) {
      if (strike.speed_m_s * kFaster > kFastest_m_s) return std::nullopt;
      strike.speed_m_s *= kFaster;
      has_best = false;
      step = 0.0;
      continue;
    }
    const bool worse =
        has_best &&
        (progress.legs < best.legs ||
         (progress.legs == best.legs && std::abs(progress.miss_m) >= std::abs(best.miss_m)));
    if (worse) {
      if (++halvings <= kMostHalvings) {
        step *= 0.5;
        continue;
      }
      // As near as the route allows.
      if (best.legs == last) return Solution{strike, slope};
      if (++shifts > kMostShifts || !HitCushionEarlier(trials, route.legs[best.legs])) {
        return std::nullopt;
      }
      has_best = false;
      step = 0.0;
      halvings = 0;
      continue;
    }
    strike = Turned(strike, step);
    halvings = 0;
    best = progress;
    has_best = true;
    const auto turn = AzimuthSlope(trials, route, strike, progress);
    if (!turn || *turn == 0.0) return std::nullopt;
    slope = *turn;
    if (progress.legs == last && std::abs(progress.miss_m) < kMiddle_m) {
      return Solution{strike, slope};
    }
    step = -progress.miss_m / slope;
    if (progress.legs < last && std::abs(progress.miss_m) < kMiddle_m) halvings = kMostHalvings;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Solution> TurnToMiddle(Trials& trials, const Route& route, CueStrike strike) {
  strike.azimuth_rad = AzimuthTo(trials, route, strike);
  strike.azimuth_rad -= trials.Squirt(strike);
  return Refine(trials, route, strike);
}

std::optional<Pot> FindPot(Trials& trials, const Route& route, const Solution& solution) {
  const auto at = [&](double miss_m) {
    return Turned(solution.strike, miss_m / solution.slope_m_rad);
  };
  // From the middle outwards, to both sides in turns.
  for (int probe = 0; probe <= 2 * kProbes && !trials.Cancelled(); ++probe) {
    const int step = (probe + 1) / 2;
    const CueStrike strike = at((probe % 2 == 0 ? -step : step) * kProbe_m);
    if (!trials.Pots(route, strike)) continue;
    Pot pot{strike,
            solution.slope_m_rad,
            AzimuthWindow(trials, route, strike, solution.slope_m_rad),
            {}};
    CueStrike middle = strike;
    middle.azimuth_rad = 0.5 * (pot.azimuth_rad.low + pot.azimuth_rad.high);
    if (trials.Pots(route, middle)) pot.strike = middle;  // Else there is a hole in the window.
    pot.speed_m_s = SpeedWindow(trials, route, pot.strike);
    return pot;
  }
  return std::nullopt;
}

Window AzimuthWindow(Trials& trials, const Route& route, const CueStrike& strike,
                     double slope_m_rad) {
  const double step_rad = kProbe_m / std::abs(slope_m_rad);
  // The last azimuth that pots in one direction.
  const auto edge = [&](double direction) {
    double in = 0.0;
    double out = direction * step_rad;
    for (int i = 0; i < 2 * kProbes && trials.Pots(route, Turned(strike, out)); ++i) {
      in = out;
      out += direction * step_rad;
    }
    for (int i = 0; i < kBisections; ++i) {
      const double middle = 0.5 * (in + out);
      (trials.Pots(route, Turned(strike, middle)) ? in : out) = middle;
    }
    return strike.azimuth_rad + in;
  };
  const double low = edge(-1.0);
  return {low, edge(1.0)};
}

Window SpeedWindow(Trials& trials, const Route& route, const CueStrike& strike) {
  const auto pots = [&](double speed_m_s) {
    CueStrike faster = strike;
    faster.speed_m_s = speed_m_s;
    return trials.Pots(route, faster);
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

using Unknowns = Eigen::Vector4d;  // In the order of By.
using Misses = Eigen::Vector3d;    // Of the pocket, and of the cue ball along x and y.

double& NumberOf(CueStrike& strike, By by) {
  switch (by) {
    case By::kAzimuth:
      return strike.azimuth_rad;
    case By::kSpeed:
      return strike.speed_m_s;
    case By::kSide:
      return strike.side_offset;
    case By::kHeight:
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

class PlaceSearch {
 public:
  PlaceSearch(Trials& trials, Route route, double pocket_scale_m, const CueBallPlace& place)
      : trials_(trials), route_(std::move(route)), pocket_scale_m_(pocket_scale_m), place_(place) {}

  const Route& route() const { return route_; }

  // The middle of the azimuths that pot may lie beside that of the pocket, and at one strike
  // elsewhere than at another: the route is to end in their middle around this strike. False where
  // none pots.
  bool EndWhereItPots(const CueStrike& strike, double slope_m_rad) {
    constexpr int kSteps = 6;
    constexpr double kStep_m = 3e-3;
    double misses_m = 0.0;
    int potting = 0;
    Vec2 left = Vec2::Zero();
    for (int step = -kSteps; step <= kSteps; ++step) {
      const Progress progress =
          trials_.Follow(route_, Turned(strike, step * kStep_m / slope_m_rad));
      if (!progress.potted || progress.legs + 1 < route_.legs.size()) continue;
      misses_m += progress.miss_m;
      ++potting;
      left = Vec2(-progress.direction.y(), progress.direction.x());
    }
    if (potting == 0) return false;
    route_.legs.back().end_m -= misses_m / potting * left;
    return true;
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
    const BallState& cue = trials_.record().final_states[Index(strike.cue_ball)];
    if (progress.legs + 1 < route_.legs.size() || !InPlay(cue.motion)) return std::nullopt;
    const Vec2 off = cue.position.head<2>() - place_.at_m;
    attempt.pots = progress.potted;
    attempt.distance_m = off.norm();
    attempt.misses = {progress.miss_m / pocket_scale_m_, off.x() / kPlaceScale_m,
                      off.y() / kPlaceScale_m};
    if (!slopes) return attempt;
    const auto miss = trials_.MissSlopes(route_, progress);
    const auto ends = miss ? trials_.CueBallSlopes() : std::nullopt;
    if (!ends) return attempt;
    attempt.has_slopes = true;
    for (size_t i = 0; i < kStrikeNumbers; ++i) {
      const auto column = static_cast<Eigen::Index>(i);
      attempt.slopes(0, column) = (*miss)[i] / pocket_scale_m_;
      attempt.slopes(1, column) = (*ends)[0][i] / kPlaceScale_m;
      attempt.slopes(2, column) = (*ends)[1][i] / kPlaceScale_m;
    }
    return attempt;
  }

  // Levenberg-Marquardt [D. Marquardt, J. SIAM 11, 1963], in numbers scaled by what they may be.
  Attempt Descend(Attempt best) {
    double damping = 1e-2;
    for (int step = 0; step < kMostSteps && best.has_slopes && !trials_.Cancelled(); ++step) {
      if (best.pots && best.distance_m < kNearEnough_m) break;
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
  static constexpr int kMostSteps = 24;

  // How far each number may go in one step where nothing else holds it.
  static Unknowns Scale() { return {0.02, 1.0, 0.3, 0.3}; }

  CueStrike Moved(CueStrike strike, const Unknowns& by) const {
    for (size_t i = 0; i < kStrikeNumbers; ++i) {
      NumberOf(strike, static_cast<By>(i)) += by[static_cast<Eigen::Index>(i)];
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
};

}  // namespace

std::optional<PlacedPot> PlaceCueBall(Trials& trials, const Route& route, const Pot& pot,
                                      const CueBallPlace& place) {
  constexpr int kSpeeds = 8;
  constexpr size_t kDescents = 16;
  // Half of the window is as bad as a miss of the place by its scale.
  const double quarter_window_m =
      0.25 * (pot.azimuth_rad.high - pot.azimuth_rad.low) * std::abs(pot.slope_m_rad);
  PlaceSearch search(trials, route, quarter_window_m, place);
  if (!search.EndWhereItPots(pot.strike, pot.slope_m_rad)) return std::nullopt;
  std::vector<Attempt> starts;
  const double most = trials.scene().settings().environment.cue.miscue_offset;
  const double ratio = pot.speed_m_s.high / pot.speed_m_s.low;
  for (int speed = 0; speed < kSpeeds; ++speed) {
    for (int height = -2; height <= 2; ++height) {
      for (int side = -1; side <= 1; ++side) {
        if (trials.Cancelled()) return std::nullopt;
        CueStrike strike = pot.strike;
        const double squirt = trials.Squirt(strike);
        strike.speed_m_s = pot.speed_m_s.low * Pow(ratio, (speed + 0.5) / kSpeeds);
        strike.height_offset = 0.35 * most * height;
        strike.side_offset = 0.5 * most * side;
        strike.azimuth_rad += squirt - trials.Squirt(strike);
        const auto turned = Refine(trials, search.route(), strike);
        if (!turned) continue;
        if (auto attempt = search.Try(turned->strike, false)) starts.push_back(*attempt);
      }
    }
  }
  std::stable_sort(starts.begin(), starts.end(),
                   [](const Attempt& a, const Attempt& b) { return a.Cost() < b.Cost(); });
  std::optional<PlacedPot> best;
  const auto take = [&](const Attempt& attempt) {
    if (!attempt.pots || (best && best->distance_m <= attempt.distance_m)) return;
    best = PlacedPot{attempt.strike, attempt.distance_m};
  };
  for (size_t i = 0; i < std::min(kDescents, starts.size()); ++i) {
    PlaceSearch near = search;
    const auto start = near.Try(starts[i].strike, true);
    if (!start) continue;
    take(*start);
    const Attempt end = near.Descend(*start);
    take(end);
    if (best && best->distance_m < kNearEnough_m) break;
    // It comes to its place and does not pot: the window is elsewhere there.
    if (end.pots || !end.has_slopes || !near.EndWhereItPots(end.strike, near.AzimuthSlope(end))) {
      continue;
    }
    if (const auto again = near.Try(end.strike, true)) take(near.Descend(*again));
    if (best && best->distance_m < kNearEnough_m) break;
  }
  return best;
}

void KeepTipWithin(double most, CueStrike& strike) {
  const double offset = std::sqrt(strike.side_offset * strike.side_offset +
                                  strike.height_offset * strike.height_offset);
  if (!(offset > most)) return;
  strike.side_offset *= most / offset;
  strike.height_offset *= most / offset;
}

}  // namespace carom::aim
