#ifndef CAROM_CLIENT_PYTHON_SRC_MOTION_H_
#define CAROM_CLIENT_PYTHON_SRC_MOTION_H_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "Eigen/Core"

namespace carom::python {

/// A run of shots with the event log of Detail.event_states, as carom.Events and carom.Result have
/// it.
struct RunColumns {
  size_t balls;  ///< Of each shot.
  std::span<const int64_t> offsets;
  std::span<const double> times_s;
  std::span<const int8_t> contacts;
  std::span<const int8_t> first_balls;
  std::span<const int16_t> others;
  std::span<const double> durations_s;
  const double* before;  ///< (events, 2, 3, 3).
  const double* after;
  const double* final_places_m;  ///< (shots, balls, 3).
  std::span<const double> end_times_s;
  const bool* is_ok;                ///< (shots).
  const double* starting_places_m;  ///< (shots, balls, 2), before the strike.
};

/// What a camera saw: the points of candidate i are [offsets[i], offsets[i + 1]).
struct SeenPoints {
  std::span<const int64_t> offsets;
  std::span<const int64_t> balls;
  std::span<const double> times_s;  ///< After the candidate's strike.
  const double* places_m;           ///< (points, 2).
  std::span<const double> weights;  ///< 1 / variance, m^-2.

  size_t candidates() const { return offsets.size() - 1; }
};

/// The numbers by which costs are differentiated. The shots of a run are variants of the
/// candidates, one behind the other: the candidates themselves, then, for each k, all of them with
/// a step steps[k] of the number that columns[k] has. One more column, `start`, is the time of the
/// strike, which shifts a motion and needs no variant.
struct Variants {
  std::span<const int64_t> columns;
  std::span<const double> steps;
  size_t start;

  size_t size() const { return columns.size() + 1; }
};

/// Costs of candidates, and the gradients and curvatures of half of them.
struct NormalEquations {
  std::vector<double> costs;       ///< (candidates).
  std::vector<double> gradients;   ///< (candidates, columns).
  std::vector<double> curvatures;  ///< (candidates, columns, columns).
};

/// The motion of all balls of a run, on the plane of the cloth.
///
/// Between two events of a ball its place is a quadratic of time [Leckie and Greenspan 2006, "An
/// event-based pool physics simulator", 3], whichever way it moves. The cubic that has the engine's
/// places and velocities at both ends is then that quadratic, so no law of motion is written here.
class Motion {
 public:
  explicit Motion(const RunColumns& run);

  size_t balls() const { return balls_; }
  size_t shots() const { return is_ok_.size(); }

  /// At a time after the strike, s; NaN where the shot failed.
  Eigen::Vector2d Place(size_t shot, size_t ball, double time_s) const;
  Eigen::Vector2d Velocity(size_t shot, size_t ball, double time_s) const;
  /// How many impacts, one behind the other, the ball's motion goes back to. Chaos makes errors
  /// grow with them, whatever the time.
  int64_t Depth(size_t shot, size_t ball, double time_s) const;
  /// How many cushions the ball has met.
  int64_t Cushions(size_t shot, size_t ball, double time_s) const;

  /// Of candidate i, which is shot i, the sum of rho over its points: rho = u / (1 + u / b^2) of
  /// the square u of the distance in deviations, which is bounded by b^2 [Geman and McClure 1987,
  /// "Statistical methods for tomographic image reconstruction"].
  std::vector<double> Costs(const SeenPoints& points, double bound) const;

  /// Gauss and Newton's normal equations of these costs.
  NormalEquations MakeNormalEquations(const SeenPoints& points, double bound,
                                      const Variants& variants) const;

 private:
  // From one event of a ball to its next, or to the end of the shot: c[0] + c[1] u + c[2] u^2 +
  // c[3] u^3 with u = (t - begin) / span, which ends at 1: what follows is not known, and not
  // asked for.
  struct Stretch {
    double event_s;
    double begin_s;  // Behind the event: a press takes a while.
    double span_s = 1.0;
    Eigen::Vector2d c[4];
    int depth;
    int cushions;

    double PartAt(double time_s) const;
    void EndAt(double time_s, const Eigen::Vector2d& place, const Eigen::Vector2d& velocity);
    void EndShotAt(double time_s, const Eigen::Vector2d& place);
  };

  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  void CountStretches(const RunColumns& run);
  void AddShot(const RunColumns& run, size_t shot, std::vector<size_t>& next);
  const Stretch* Find(size_t shot, size_t ball, double time_s) const;
  Eigen::Vector2d OffOf(const SeenPoints& points, size_t candidate, size_t point) const;
  void PutSlopes(const SeenPoints& points, size_t candidate, size_t point, const Variants& variants,
                 Eigen::Ref<Rows> slopes) const;

  size_t balls_;
  std::vector<char> is_ok_;
  std::vector<Eigen::Vector2d> starts_;  // Of bodies, ball by ball of each shot.
  std::vector<size_t> firsts_;           // Stretches of body i are [firsts_[i], firsts_[i + 1]).
  std::vector<Stretch> stretches_;
};

/// carom._core.Motion.
void BindMotion(nanobind::module_& module);

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_MOTION_H_
