// The kernels one row at a time, for machines without wide registers.

#include "core/event/rows/bodies.h"
#include "core/event/rows/meetings.h"

namespace carom::rows {
namespace {

using Lanes = double;
using Test = bool;

constexpr int kWidth = 1;
constexpr unsigned kAllLanes = 1u;

inline Lanes Load(const double* column) { return *column; }
inline void Store(double* column, Lanes value) { *column = value; }
inline Lanes Splat(double x) { return x; }
inline Lanes Choose(Test test, Lanes a, Lanes b) { return test ? a : b; }
inline Test Not(Test test) { return !test; }
inline unsigned Bits(Test test) { return test ? 1u : 0u; }

#include "core/event/rows/meetings.inl"
//
#include "core/event/rows/bodies.inl"

}  // namespace

unsigned MayMeetPlain(const BallColumns& balls, int ball, unsigned partners, int count,
                      double* earliest_s) {
  return Meetings(balls, ball, partners, count, earliest_s);
}

unsigned long long MayTouchPlain(const VicinityRows& bodies, const SweptPath& path, int first) {
  return Touches(bodies, path, first);
}

}  // namespace carom::rows
