#include "client/python/src/environments.h"

#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "client/python/src/arrays.h"
#include "client/python/src/places.h"
#include "core/base/random.h"

namespace carom::python {
namespace {

using Numbers = nb::ndarray<const uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Places = nb::ndarray<double, nb::shape<-1, -1, 3>, nb::c_contig, nb::device::cpu>;
using ConstPlaces = nb::ndarray<const double, nb::shape<-1, -1, 3>, nb::c_contig, nb::device::cpu>;
using Motions = nb::ndarray<const int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Seen = nb::ndarray<float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void Demand(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

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

void Observe(const ConstPlaces& places, const Motions& motions, double x_scale, double y_scale,
             const Seen& out) {
  const size_t balls = places.shape(0) * places.shape(1);
  Demand(motions.size() == balls && out.size() == 3 * balls, "arrays of the same balls");
  constexpr int8_t kPocketed = 6;  // This state and all larger ones are out of play.
  const double* place = places.data();
  const int8_t* motion = motions.data();
  float* seen = out.data();
  for (size_t i = 0; i < balls; ++i, place += 3, seen += 3) {
    const bool in_play = motion[i] < kPocketed;
    seen[0] = in_play ? static_cast<float>(place[0] * x_scale) : 0.0F;
    seen[1] = in_play ? static_cast<float>(place[1] * y_scale) : 0.0F;
    seen[2] = in_play ? 1.0F : 0.0F;
  }
}

}  // namespace

void BindEnvironments(nb::module_& module) {
  module.def("draw_bits", &DrawBits);
  module.def("place", &Place);
  module.def("observe", &Observe);
}

}  // namespace carom::python
