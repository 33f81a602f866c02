#include "client/python/src/environments.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "client/python/src/arrays.h"
#include "client/python/src/matches.h"
#include "client/python/src/places.h"
#include "client/python/src/simulator.h"
#include "core/base/random.h"
#include "core/shot/drawn/aims.h"

namespace carom::python {
namespace {

using Numbers = nb::ndarray<const uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<double, nb::shape<-1, -1, 3>, nb::c_contig, nb::device::cpu>;
using ConstPlaces = nb::ndarray<const double, nb::shape<-1, -1, 3>, nb::c_contig, nb::device::cpu>;
using Motions = nb::ndarray<int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using ConstMotions = nb::ndarray<const int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Reals = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Points = nb::ndarray<const double, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Calls = nb::ndarray<const int8_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Seen = nb::ndarray<float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

nb::object DrawBits(const Numbers& seeds, const Numbers& streams, size_t count) {
  Demand(seeds.size() == streams.size(), "streams: as many as seeds");
  std::vector<uint64_t> bits;
  bits.reserve(seeds.size() * count);
  for (size_t i = 0; i < seeds.size(); ++i) {
    CounterRandom random(seeds(i), streams(i));
    for (size_t k = 0; k < count; ++k) bits.push_back(random.Bits());
  }
  return ToNumPy(std::move(bits), {seeds.size(), count});
}

/// Returns false where the balls of a row find no place.
bool Place(const Places& out, const Rows& rows, const Numbers& seeds, const Numbers& streams,
           double reach_x_m, double reach_y_m, double radius_m, double clear_m) {
  Demand(seeds.size() == rows.size() && streams.size() == rows.size(), "one seed a row");
  const PlaceRule rule{reach_x_m, reach_y_m, radius_m, clear_m};
  BallPlacer placer(rule, out.shape(1));
  for (size_t i = 0; i < rows.size(); ++i) {
    const int64_t row = rows(i);
    Demand(row >= 0 && static_cast<size_t>(row) < out.shape(0), "rows: of the array");
    CounterRandom random(seeds(i), streams(i));
    if (!placer.Place(random, &out(static_cast<size_t>(row), 0, 0))) return false;
  }
  return true;
}

// Of each pair of balls what `azimuth` of core/shot/drawn/aims.h has for it: f(cue, ball, reach,
// i).
template <class Azimuth>
nb::object Azimuths(const Points& cues, const Points& balls, const Reals& reaches, size_t targets,
                    const Azimuth& azimuth) {
  const size_t count = cues.shape(0);
  Demand(balls.shape(0) == count && reaches.size() == count && targets == count,
         "arrays of as many");
  std::vector<double> azimuths;
  azimuths.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    azimuths.push_back(
        azimuth({cues(i, 0), cues(i, 1)}, {balls(i, 0), balls(i, 1)}, reaches(i), i));
  }
  return ToNumPy(std::move(azimuths));
}

nb::object AzimuthsAtBalls(const Points& cues, const Points& balls, const Reals& reaches,
                           const Reals& hits) {
  return Azimuths(cues, balls, reaches, hits.size(),
                  [&](const Vec2& cue_m, const Vec2& ball_m, double reach_m, size_t i) {
                    return AzimuthForHitOffset(cue_m, ball_m, reach_m, hits(i));
                  });
}

nb::object AzimuthsAtPockets(const Points& cues, const Points& balls, const Reals& reaches,
                             const Points& pockets) {
  return Azimuths(cues, balls, reaches, pockets.shape(0),
                  [&](const Vec2& cue_m, const Vec2& ball_m, double reach_m, size_t i) {
                    return AzimuthToPot(cue_m, ball_m, reach_m, {pockets(i, 0), pockets(i, 1)});
                  });
}

void Observe(const ConstPlaces& places, const ConstMotions& motions, double x_scale, double y_scale,
             const Seen& out) {
  const size_t balls = places.shape(0) * places.shape(1);
  Demand(motions.size() == balls && out.size() == 3 * balls, "arrays of the same balls");
  SeeBalls({places.data(), 3 * balls}, {motions.data(), balls}, x_scale, y_scale, out.data());
}

std::span<const int64_t> RowsOf(const Matches& matches, const Rows& rows) {
  const std::span<const int64_t> all(rows.data(), rows.size());
  for (const int64_t row : all) {
    Demand(row >= 0 && static_cast<size_t>(row) < matches.size(), "rows: of the matches");
  }
  return all;
}

MatchBalls BallsOf(const Matches& matches, const Places& places, const Motions& motions) {
  Demand(places.shape(0) == matches.size() && places.shape(1) == matches.balls(),
         "positions: (matches, balls, 3)");
  Demand(motions.shape(0) == matches.size() && motions.shape(1) == matches.balls(),
         "motions: (matches, balls)");
  return {matches.balls(), places.data(), motions.data()};
}

// Placing takes some 5 us a match.
bool IsShort(const Rows& rows) { return rows.size() <= 200; }

void BeginMatches(Matches& matches, Simulator& simulator, const Rows& rows, const Numbers& seeds,
                  const Places& places, const Motions& motions, const CallLimits& limits) {
  Demand(seeds.size() == rows.size(), "seeds: one a row");
  const auto of = RowsOf(matches, rows);
  const MatchBalls balls = BallsOf(matches, places, motions);
  simulator.Call(limits, IsShort(rows), [&](const Client& client, const CallOptions& call) {
    return matches.Begin(client, call, of, {seeds.data(), seeds.size()}, balls);
  });
}

void PutCueBalls(Matches& matches, Simulator& simulator, const Rows& rows, const Points& wishes_m,
                 const Places& places, const Motions& motions, const CallLimits& limits) {
  Demand(wishes_m.shape(0) == rows.size(), "wishes: one a row");
  const auto of = RowsOf(matches, rows);
  const MatchBalls balls = BallsOf(matches, places, motions);
  simulator.Call(limits, IsShort(rows), [&](const Client& client, const CallOptions& call) {
    return matches.PutCueBalls(client, call, of, {wishes_m.data(), wishes_m.size()}, balls);
  });
}

Rulings RuleMatches(Matches& matches, Simulator& simulator, const Rows& rows,
                    const Touches& touches, const Calls& calls, const Places& places,
                    const Motions& motions, const CallLimits& limits) {
  Demand(calls.shape(0) == rows.size() || calls.shape(0) == 0, "calls: one a row, or none");
  Demand(touches.shot_count() == rows.size(), "touches: of one shot a row");
  const auto of = RowsOf(matches, rows);
  const MatchBalls balls = BallsOf(matches, places, motions);
  absl::StatusOr<Rulings> rulings = absl::UnknownError("");
  simulator.Call(limits, IsShort(rows), [&](const Client& client, const CallOptions& call) {
    rulings = matches.Rule(client, call, of, touches, {calls.data(), calls.size()}, balls);
    return rulings.status();
  });
  return *std::move(rulings);
}

void ObserveMatches(const Matches& matches, const Places& places, const Motions& motions,
                    double x_scale, double y_scale, int player, const Seen& out) {
  Demand(player <= 1, "player: 0, 1, or negative");
  Demand(out.shape(0) == matches.size() &&
             out.shape(1) == 3 * matches.balls() + Matches::kSeenOfTheGame,
         "seen: (matches, 3 balls + 8)");
  matches.Observe(BallsOf(matches, places, motions), x_scale, y_scale, player, out.data());
}

nb::dict StateOf(const Matches& matches, size_t match) {
  if (match >= matches.size()) throw nb::index_error();
  return matches.State(match);
}

std::string PlaceOf(const Matches& matches, size_t match) {
  if (match >= matches.size()) throw nb::index_error();
  return v1::CueBallPlace_Name(matches.CueBall(match));
}

v1::Rules RulesOf(const std::string& name) {
  v1::Rules rules = v1::RULES_UNSPECIFIED;
  Demand(v1::Rules_Parse(name, &rules), "rules: a name of the enum Rules");
  return rules;
}

}  // namespace

void BindEnvironments(nb::module_& module) {
  using namespace nb::literals;  // NOLINT: "name"_a is an argument.
  module.def("draw_bits", &DrawBits);
  // What is written must be the caller's array, not a copy of another type.
  module.def("place", &Place, "out"_a.noconvert(), "rows"_a, "seeds"_a, "streams"_a, "reach_x_m"_a,
             "reach_y_m"_a, "radius_m"_a, "clear_m"_a);
  module.def("azimuths_at_balls", &AzimuthsAtBalls);
  module.def("azimuths_at_pockets", &AzimuthsAtPockets);
  module.def("observe", &Observe, "places"_a, "motions"_a, "x_scale"_a, "y_scale"_a,
             "out"_a.noconvert());
  nb::class_<Matches>(module, "Matches")
      .def("__init__",
           [](Matches* self, const Game& game, const std::string& rules, const std::string& rack,
              size_t count) { new (self) Matches(game, RulesOf(rules), rack, count); })
      .def("__getstate__", &Matches::Pickled)
      .def("__setstate__",
           [](Matches& self, const nb::tuple& pickled) { new (&self) Matches(pickled); })
      .def("begin", &BeginMatches, "simulator"_a, "rows"_a, "seeds"_a, "positions"_a.noconvert(),
           "motions"_a.noconvert(), "limits"_a)
      .def("put_cue_balls", &PutCueBalls, "simulator"_a, "rows"_a, "wishes_m"_a,
           "positions"_a.noconvert(), "motions"_a.noconvert(), "limits"_a)
      .def("rule", &RuleMatches, "simulator"_a, "rows"_a, "touches"_a, "calls"_a,
           "positions"_a.noconvert(), "motions"_a.noconvert(), "limits"_a)
      .def("state", &StateOf)
      .def("place", &PlaceOf)
      .def("columns", &Matches::Columns)
      .def("observe", &ObserveMatches, "positions"_a, "motions"_a, "x_scale"_a, "y_scale"_a,
           "player"_a, "out"_a.noconvert());
}

}  // namespace carom::python
