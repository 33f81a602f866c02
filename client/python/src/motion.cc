#include "client/python/src/motion.h"

#include <nanobind/ndarray.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "carom/v1/result.pb.h"
#include "client/python/src/arrays.h"

namespace carom::python {
namespace {

constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();
constexpr double kFar_m = 1e3;  // Off, where a shot could not be played.

bool IsImpact(int contact) {
  return contact == v1::EVENT_KIND_BALL_BALL || contact == v1::EVENT_KIND_BALL_CUSHION ||
         contact == v1::EVENT_KIND_BALL_JAW;
}

// Position and velocity of the ball (side 0) or the other (1) of an event, of EventLog's states.
Eigen::Vector2d PlaceOf(const double* states, size_t event, size_t side) {
  return Eigen::Vector2d(states + (2 * event + side) * 9);
}
Eigen::Vector2d VelocityOf(const double* states, size_t event, size_t side) {
  return Eigen::Vector2d(states + (2 * event + side) * 9 + 3);
}

// The bounded loss of a point, and its weight in the normal equations.
struct Loss {
  double cost;
  double weight;
};

Loss LossOf(const Eigen::Vector2d& off_m, double weight, double bound) {
  const double square = weight * off_m.squaredNorm();
  const double shrink = 1.0 / (1.0 + square / (bound * bound));
  return {square * shrink, weight * shrink * shrink};
}

}  // namespace

double Motion::Stretch::PartAt(double time_s) const {
  return std::clamp((time_s - begin_s) / span_s, 0.0, 1.0);
}

// The ball begins at c[0] with the velocity c[1].
void Motion::Stretch::EndAt(double time_s, const Eigen::Vector2d& place,
                            const Eigen::Vector2d& velocity) {
  if (time_s > begin_s) span_s = time_s - begin_s;
  const Eigen::Vector2d way = place - c[0];
  const Eigen::Vector2d v = c[1] * span_s;
  const Eigen::Vector2d w = velocity * span_s;
  c[1] = v;
  c[2] = 3 * way - 2 * v - w;
  c[3] = v + w - 2 * way;
}

void Motion::Stretch::EndShotAt(double time_s, const Eigen::Vector2d& place) {
  if (c[1].isZero(0.0)) {
    EndAt(time_s, c[0], c[1]);
    return;
  }
  // The mean of the velocities at the ends of a quadratic is that of the whole.
  const double span = time_s > begin_s ? time_s - begin_s : 1.0;
  EndAt(time_s, place, 2.0 * (place - c[0]) / span - c[1]);
}

Motion::Motion(const RunColumns& run)
    : balls_(run.balls), is_ok_(run.is_ok, run.is_ok + run.offsets.size() - 1) {
  starts_.reserve(shots() * balls_);
  for (size_t body = 0; body < shots() * balls_; ++body) {
    starts_.emplace_back(run.starting_places_m + 2 * body);
  }
  CountStretches(run);
  std::vector<size_t> next(firsts_.begin(), firsts_.end() - 1);
  for (size_t shot = 0; shot < shots(); ++shot) AddShot(run, shot, next);
}

void Motion::CountStretches(const RunColumns& run) {
  firsts_.assign(shots() * balls_ + 1, 0);
  for (size_t shot = 0; shot < shots(); ++shot) {
    size_t* const counts = firsts_.data() + shot * balls_ + 1;
    for (auto event = run.offsets[shot]; event < run.offsets[shot + 1]; ++event) {
      ++counts[run.first_balls[event]];
      if (run.contacts[event] == v1::EVENT_KIND_BALL_BALL) ++counts[run.others[event]];
    }
  }
  std::partial_sum(firsts_.begin(), firsts_.end(), firsts_.begin());
  stretches_.resize(firsts_.back());
}

// next: of each body where its next stretch goes.
void Motion::AddShot(const RunColumns& run, size_t shot, std::vector<size_t>& next) {
  std::vector<int> depths(balls_, 0);
  std::vector<int> cushions(balls_, 0);
  for (auto event = run.offsets[shot]; event < run.offsets[shot + 1]; ++event) {
    const int contact = run.contacts[event];
    const bool is_pair = contact == v1::EVENT_KIND_BALL_BALL;
    const auto ball = static_cast<size_t>(run.first_balls[event]);
    const size_t other = is_pair ? static_cast<size_t>(run.others[event]) : ball;
    if (IsImpact(contact)) depths[ball] = depths[other] = std::max(depths[ball], depths[other]) + 1;
    if (contact == v1::EVENT_KIND_BALL_CUSHION) ++cushions[ball];
    for (size_t side = 0; side < (is_pair ? 2 : 1); ++side) {
      const size_t mine = side == 0 ? ball : other;
      const size_t body = shot * balls_ + mine;
      const size_t at = next[body]++;
      if (at > firsts_[body]) {
        stretches_[at - 1].EndAt(run.times_s[event], PlaceOf(run.before, event, side),
                                 VelocityOf(run.before, event, side));
      }
      Stretch& stretch = stretches_[at];
      stretch.event_s = run.times_s[event];
      stretch.begin_s = run.times_s[event] + run.durations_s[event];
      stretch.c[0] = PlaceOf(run.after, event, side);
      stretch.c[1] = VelocityOf(run.after, event, side);
      stretch.depth = depths[mine];
      stretch.cushions = cushions[mine];
    }
  }
  for (size_t body = shot * balls_; body < (shot + 1) * balls_; ++body) {
    if (next[body] == firsts_[body]) continue;
    stretches_[next[body] - 1].EndShotAt(run.end_times_s[shot],
                                         Eigen::Vector2d(run.final_places_m + 3 * body));
  }
}

// Null before the ball's first event.
const Motion::Stretch* Motion::Find(size_t shot, size_t ball, double time_s) const {
  const size_t body = shot * balls_ + ball;
  const auto begin = stretches_.begin() + static_cast<ptrdiff_t>(firsts_[body]);
  const auto end = stretches_.begin() + static_cast<ptrdiff_t>(firsts_[body + 1]);
  const auto after = std::upper_bound(
      begin, end, time_s, [](double time, const Stretch& one) { return time < one.event_s; });
  return after == begin ? nullptr : &*(after - 1);
}

Eigen::Vector2d Motion::Place(size_t shot, size_t ball, double time_s) const {
  if (!is_ok_[shot]) return Eigen::Vector2d::Constant(kNowhere);
  const Stretch* const at = Find(shot, ball, time_s);
  if (!at) return starts_[shot * balls_ + ball];
  const double u = at->PartAt(time_s);
  return at->c[0] + u * (at->c[1] + u * (at->c[2] + u * at->c[3]));
}

Eigen::Vector2d Motion::Velocity(size_t shot, size_t ball, double time_s) const {
  const Stretch* const at = Find(shot, ball, time_s);
  if (!at) return Eigen::Vector2d::Zero();
  const double u = at->PartAt(time_s);
  return (at->c[1] + u * (2 * at->c[2] + 3 * u * at->c[3])) / at->span_s;
}

int64_t Motion::Depth(size_t shot, size_t ball, double time_s) const {
  const Stretch* const at = Find(shot, ball, time_s);
  return at ? at->depth : 0;
}

int64_t Motion::Cushions(size_t shot, size_t ball, double time_s) const {
  const Stretch* const at = Find(shot, ball, time_s);
  return at ? at->cushions : 0;
}

// From where the candidate says that the ball was to where it was seen.
Eigen::Vector2d Motion::OffOf(const SeenPoints& points, size_t candidate, size_t point) const {
  const Eigen::Vector2d place_m =
      Place(candidate, static_cast<size_t>(points.balls[point]), points.times_s[point]);
  if (!place_m.allFinite()) return Eigen::Vector2d::Constant(kFar_m);
  return Eigen::Vector2d(points.places_m + 2 * point) - place_m;
}

std::vector<double> Motion::Costs(const SeenPoints& points, double bound) const {
  std::vector<double> costs(points.candidates(), 0.0);
  for (size_t i = 0; i < costs.size(); ++i) {
    for (auto k = points.offsets[i]; k < points.offsets[i + 1]; ++k) {
      costs[i] += LossOf(OffOf(points, i, k), points.weights[k], bound).cost;
    }
  }
  return costs;
}

// Of a point's place by each column, two rows.
void Motion::PutSlopes(const SeenPoints& points, size_t candidate, size_t point,
                       const Variants& variants, Eigen::Ref<Rows> slopes) const {
  const auto ball = static_cast<size_t>(points.balls[point]);
  const double time_s = points.times_s[point];
  const Eigen::Vector2d place_m = Place(candidate, ball, time_s);
  for (size_t k = 0; k < variants.columns.size(); ++k) {
    const size_t shot = candidate + (k + 1) * points.candidates();
    const Eigen::Vector2d by = (Place(shot, ball, time_s) - place_m) / variants.steps[k];
    // Where the shot or its variant failed nothing is known of the slope.
    slopes.col(variants.columns[k]) = by.allFinite() ? by : Eigen::Vector2d::Zero();
  }
  slopes.col(static_cast<Eigen::Index>(variants.start)) = -Velocity(candidate, ball, time_s);
}

NormalEquations Motion::MakeNormalEquations(const SeenPoints& points, double bound,
                                            const Variants& variants) const {
  const size_t count = points.candidates();
  const auto size = static_cast<Eigen::Index>(variants.size());
  NormalEquations sums{std::vector<double>(count), std::vector<double>(count * size),
                       std::vector<double>(count * size * size)};
  Rows slopes;
  Eigen::VectorXd offs;
  for (size_t i = 0; i < count; ++i) {
    const auto first = points.offsets[i];
    const auto seen = points.offsets[i + 1] - first;
    slopes.resize(2 * seen, size);
    offs.resize(2 * seen);
    for (Eigen::Index row = 0; row < seen; ++row) {
      const auto k = static_cast<size_t>(first + row);
      const Eigen::Vector2d off_m = OffOf(points, i, k);
      const Loss loss = LossOf(off_m, points.weights[k], bound);
      PutSlopes(points, i, k, variants, slopes.middleRows(2 * row, 2));
      slopes.middleRows(2 * row, 2) *= std::sqrt(loss.weight);
      offs.segment<2>(2 * row) = off_m * std::sqrt(loss.weight);
      sums.costs[i] += loss.cost;
    }
    Eigen::Map<Eigen::VectorXd>(sums.gradients.data() + i * size, size).noalias() =
        slopes.transpose() * offs;
    Eigen::Map<Rows>(sums.curvatures.data() + i * size * size, size, size).noalias() =
        slopes.transpose() * slopes;
  }
  return sums;
}

namespace {

template <class T, int kDimensions>
using Array = nb::ndarray<const T, nb::ndim<kDimensions>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> SpanOf(const Array<T, 1>& array) {
  return {array.data(), array.size()};
}

Motion MotionOf(const Array<int64_t, 1>& offsets, const Array<double, 1>& times,
                const Array<int8_t, 1>& contacts, const Array<int8_t, 1>& balls,
                const Array<int16_t, 1>& others, const Array<double, 1>& durations,
                const Array<double, 4>& before, const Array<double, 4>& after,
                const Array<double, 3>& positions, const Array<double, 1>& end_times,
                const Array<bool, 1>& is_ok, const Array<double, 3>& starts) {
  const size_t shots = is_ok.size();
  const size_t events = times.size();
  const size_t count = starts.shape(1);
  Demand(offsets.size() == shots + 1 && offsets(0) == 0 &&
             offsets(shots) == static_cast<int64_t>(events) &&
             std::is_sorted(offsets.data(), offsets.data() + shots + 1),
         "offsets: of the events of each shot");
  Demand(contacts.size() == events && balls.size() == events && others.size() == events &&
             durations.size() == events && before.size() == 18 * events &&
             after.size() == 18 * events,
         "events: columns of one length, with states");
  Demand(end_times.size() == shots && starts.size() == 2 * shots * count &&
             positions.size() == 3 * shots * count,
         "shots: arrays of as many shots of as many balls");
  for (size_t i = 0; i < events; ++i) {
    const bool is_pair = contacts(i) == v1::EVENT_KIND_BALL_BALL;
    Demand(balls(i) >= 0 && static_cast<size_t>(balls(i)) < count &&
               (!is_pair || (others(i) >= 0 && static_cast<size_t>(others(i)) < count)),
           "events: of balls of the shots");
  }
  return Motion({count, SpanOf(offsets), SpanOf(times), SpanOf(contacts), SpanOf(balls),
                 SpanOf(others), SpanOf(durations), before.data(), after.data(), positions.data(),
                 SpanOf(end_times), is_ok.data(), starts.data()});
}

// What `ask` appends for each query.
template <class T, class Ask>
std::vector<T> EachOf(const Motion& motion, const Array<int64_t, 1>& shots,
                      const Array<int64_t, 1>& balls, const Array<double, 1>& times,
                      const Ask& ask) {
  Demand(balls.size() == shots.size() && times.size() == shots.size(), "arrays of as many");
  std::vector<T> all;
  for (size_t i = 0; i < shots.size(); ++i) {
    Demand(shots(i) >= 0 && static_cast<size_t>(shots(i)) < motion.shots() && balls(i) >= 0 &&
               static_cast<size_t>(balls(i)) < motion.balls(),
           "shots and balls: of the run");
    ask(static_cast<size_t>(shots(i)), static_cast<size_t>(balls(i)), times(i), all);
  }
  return all;
}

template <Eigen::Vector2d (Motion::*kOf)(size_t, size_t, double) const>
nb::object VectorsOf(const Motion& motion, const Array<int64_t, 1>& shots,
                     const Array<int64_t, 1>& balls, const Array<double, 1>& times) {
  return ToNumPy(EachOf<double>(motion, shots, balls, times,
                                [&](size_t shot, size_t ball, double time, auto& all) {
                                  const Eigen::Vector2d vector = (motion.*kOf)(shot, ball, time);
                                  all.insert(all.end(), {vector.x(), vector.y()});
                                }),
                 {shots.size(), 2});
}

template <int64_t (Motion::*kOf)(size_t, size_t, double) const>
nb::object CountsOf(const Motion& motion, const Array<int64_t, 1>& shots,
                    const Array<int64_t, 1>& balls, const Array<double, 1>& times) {
  return ToNumPy(EachOf<int64_t>(motion, shots, balls, times,
                                 [&](size_t shot, size_t ball, double time, auto& all) {
                                   all.push_back((motion.*kOf)(shot, ball, time));
                                 }));
}

SeenPoints PointsOf(const Motion& motion, size_t variants, const Array<int64_t, 1>& offsets,
                    const Array<int64_t, 1>& balls, const Array<double, 1>& times,
                    const Array<double, 2>& places, const Array<double, 1>& weights) {
  const size_t count = balls.size();
  Demand(offsets.size() > 0 && (offsets.size() - 1) * variants == motion.shots(),
         "offsets: of the candidates");
  Demand(offsets(0) == 0 && offsets(offsets.size() - 1) == static_cast<int64_t>(count) &&
             std::is_sorted(offsets.data(), offsets.data() + offsets.size()),
         "offsets: of the points of each candidate");
  Demand(times.size() == count && places.size() == 2 * count && weights.size() == count,
         "points: arrays of as many");
  for (size_t k = 0; k < count; ++k) {
    Demand(balls(k) >= 0 && static_cast<size_t>(balls(k)) < motion.balls(), "balls: of the run");
  }
  return {SpanOf(offsets), SpanOf(balls), SpanOf(times), places.data(), SpanOf(weights)};
}

nb::object CostsOf(const Motion& motion, const Array<int64_t, 1>& offsets,
                   const Array<int64_t, 1>& balls, const Array<double, 1>& times,
                   const Array<double, 2>& places, const Array<double, 1>& weights, double bound) {
  return ToNumPy(motion.Costs(PointsOf(motion, 1, offsets, balls, times, places, weights), bound));
}

nb::tuple NormalEquationsOf(const Motion& motion, const Array<int64_t, 1>& offsets,
                            const Array<int64_t, 1>& balls, const Array<double, 1>& times,
                            const Array<double, 2>& places, const Array<double, 1>& weights,
                            double bound, const Array<int64_t, 1>& columns,
                            const Array<double, 1>& steps, size_t start) {
  const size_t size = columns.size() + 1;
  Demand(steps.size() == columns.size() && start < size, "steps: one a column");
  for (size_t k = 0; k < columns.size(); ++k) {
    Demand(columns(k) >= 0 && static_cast<size_t>(columns(k)) < size, "columns: in their number");
  }
  NormalEquations sums =
      motion.MakeNormalEquations(PointsOf(motion, size, offsets, balls, times, places, weights),
                                 bound, {SpanOf(columns), SpanOf(steps), start});
  const size_t count = offsets.size() - 1;
  return nb::make_tuple(ToNumPy(std::move(sums.costs)),
                        ToNumPy(std::move(sums.gradients), {count, size}),
                        ToNumPy(std::move(sums.curvatures), {count, size, size}));
}

}  // namespace

void BindMotion(nb::module_& module) {
  nb::class_<Motion>(module, "Motion")
      .def_static("of", &MotionOf)
      .def("at", &VectorsOf<&Motion::Place>)
      .def("velocities", &VectorsOf<&Motion::Velocity>)
      .def("depths", &CountsOf<&Motion::Depth>)
      .def("cushions", &CountsOf<&Motion::Cushions>)
      .def("costs", &CostsOf)
      .def("normal_equations", &NormalEquationsOf);
}

}  // namespace carom::python
