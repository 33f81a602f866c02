// The kernels one row at a time, for machines without wide registers.

#include "core/event/rows/bodies.h"
#include "core/event/rows/collisions.h"

namespace carom::rows {
namespace {

#include "core/math/lanes/one.inl"
//
#include "core/event/rows/collisions.inl"
//
#include "core/event/rows/bodies.inl"

}  // namespace

unsigned MayCollidePlain(const BallColumns& balls, int ball, unsigned partners, int count,
                         double* earliest_s) {
  return Collisions(balls, ball, partners, count, earliest_s);
}

unsigned long long MayTouchPlain(const VicinityRows& bodies, const SweptPath& path, int first) {
  return Touches(bodies, path, first);
}

}  // namespace carom::rows
