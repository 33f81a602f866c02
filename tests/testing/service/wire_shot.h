#ifndef CAROM_TESTS_TESTING_SERVICE_WIRE_SHOT_H_
#define CAROM_TESTS_TESTING_SERVICE_WIRE_SHOT_H_

#include "carom/v1/simulation.pb.h"
#include "core/shot/simulate.h"
#include "core/table/shot.h"

namespace carom::testing {

/// A request for one shot of the core, so that a shot that a fuzzer found can be kept as a file:
/// table, balls and laws in full. Stop rules and limits are left at their defaults. It asks for
/// the same shot to the last bit, but for the far end's height of noses that slope.
v1::SimulateRequest ToRequest(const Scene& scene, const Shot& shot);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SERVICE_WIRE_SHOT_H_
