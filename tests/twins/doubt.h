#ifndef CAROM_TESTS_TWINS_DOUBT_H_
#define CAROM_TESTS_TWINS_DOUBT_H_

#include <vector>

#include "carom/v1/simulation.pb.h"
#include "tests/twins/peer_case.h"

namespace carom::testing {

/// How far apart two states of a ball may be.
struct Tolerance {
  double position_m = 0.0;
  double velocity_m_s = 0.0;  ///< Of v, and of R w.
};

/// Follows what the peer's one deliberate inexactness does to a shot, to first order.
///
/// Before an impact the peer moves balls back along their paths until a gap of g = 1e-6 m is left.
/// Let u be the closing velocity, v_n its part along the normal, x what the paths are apart
/// already, D the distance of the centres (infinite at a straight nose). Then the twins meet
///
///   tau = (g + x) / v_n  apart in time, and stay so until the next impact,
///   u tau                apart in place, which
///   turns the normal by  u tau / D, and so the velocity by u^2 tau / D, while
///   the cloth works on   v and R w for tau longer or less.
///
/// After that the velocity's doubt spreads the positions until the next impact, where x has grown:
/// hence errors of about 1e-6 x 10^n m after n impacts. Before the first one there are none but of
/// rounding. kSlack is for what is not of first order: the change of friction with the slip, and u
/// and v_n that are the peer's, not the greater ones.
///
/// However long the chain, At() allows no more than kMost: the worst twins, after a cut of 75
/// degrees, end 6.5 mm and 0.46 mm/s apart. From the third impact with a ball or a jaw on (which
/// spread the paths, as straight noses do not) it allows kMostOfLong: the worst twins of such shots
/// come 2.8 mm/s apart, where the first order would allow 12 m/s. Events are at most 8.9 ms apart;
/// TimeTolerance() allows no more than kMost_s.
class DoubtTracker {
 public:
  static constexpr double kRounding = 1e-9;  ///< In s, m and m/s.
  static constexpr double kGap_m = 1e-6;
  static constexpr double kSlack = 2.0;
  static constexpr Tolerance kMost = {8e-3, 1e-3};
  static constexpr Tolerance kMostOfLong = {8e-3, 4e-3};
  static constexpr double kMost_s = 0.03;

  /// Balls are alike, as in all of the peer's cases. Keeps a copy of the request.
  explicit DoubtTracker(const carom::v1::SimulateRequest& request);

  /// How far apart in time the twins may see this event; it says what comes before it.
  double TimeTolerance(const WireEvent& event) const;

  /// How far apart the twins of a ball, of which this is one, may be at one time.
  Tolerance At(int ball, const WireState& state, double time_s) const;

  /// The same for event.Balls()[index] just before the event, at its own time in each twin.
  Tolerance Before(const WireEvent& event, size_t index) const;

  /// Adds what the event does to the doubts.
  void Pass(const WireEvent& event);

 private:
  // How far the twins of a ball have come apart by its last impact.
  struct Doubt {
    double time_s = 0.0;        // Of the impact.
    double delay_s = 0.0;       // Between the twins' impacts.
    double position_m = 0.0;    // Grows by velocity_m_s from then on.
    double velocity_m_s = 0.0;  // Of v, and of R w, at equal times after the impact.

    double PositionAt(double time) const { return position_m + velocity_m_s * (time - time_s); }
  };

  struct Impact {
    double speed_m_s;         // |u|.
    double normal_speed_m_s;  // v_n.
    double centres_m;         // D.
  };

  const Doubt& Of(int ball) const { return balls_[static_cast<size_t>(ball)]; }
  Impact ImpactOf(const WireEvent& event) const;
  double Delay(const WireEvent& event, double gap_m) const;
  double Deceleration(const WireState& ball) const;

  carom::v1::SimulateRequest request_;
  std::vector<Doubt> balls_;
  int spreading_impacts_ = 0;  // With a ball or a jaw, so far.
};

}  // namespace carom::testing

#endif  // CAROM_TESTS_TWINS_DOUBT_H_
