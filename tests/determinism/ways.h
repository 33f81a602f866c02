#ifndef CAROM_TESTS_DETERMINISM_WAYS_H_
#define CAROM_TESTS_DETERMINISM_WAYS_H_

#include <cstdint>
#include <ostream>

#include "carom/client/options.h"
#include "carom/v1/simulation.pb.h"
#include "server/options.h"

namespace carom {

/// How much is told of the shots.
enum class Telling { kFinal, kEvents, kEventStates, kSamples };

/// A way to have a batch simulated. None of this may show in the answer.
struct Way {
  int threads;
  bool through_port;  ///< Of a server; else inside the process.
  Telling telling;
  int chunk_shots;
  int64_t chunk_bytes;
  uint32_t shots_per_call;  ///< Of the client's split.
  int calls_in_flight;
};

/// Each value of each column at least once, the values of two columns in many combinations.
constexpr Way kWays[] = {
    {1, false, Telling::kFinal, 256, 256 << 10, 65536, 1},
    {2, false, Telling::kEvents, 1, 256 << 10, 4096, 4},
    {4, false, Telling::kSamples, 37, 64 << 10, 999, 2},
    {4, false, Telling::kEventStates, 256, 1 << 10, 65536, 1},
    {1, true, Telling::kEventStates, 64, 256 << 10, 2500, 4},
    {2, true, Telling::kSamples, 256, 1 << 10, 65536, 1},
    {2, true, Telling::kFinal, 5000, 16 << 20, 16384, 4},
    {4, true, Telling::kFinal, 1, 64 << 10, 100, 8},
    {4, true, Telling::kEvents, 256, 256 << 10, 3333, 3},
};

inline std::ostream& operator<<(std::ostream& out, const Way& way) {
  return out << way.threads << " threads " << (way.through_port ? "behind a port" : "embedded")
             << ", telling " << static_cast<int>(way.telling) << ", chunks of " << way.chunk_shots
             << " shots or " << way.chunk_bytes << " bytes, " << way.calls_in_flight
             << " calls of up to " << way.shots_per_call << " shots";
}

inline ServerOptions ServerOf(const Way& way) {
  ServerOptions options;
  options.listen = way.through_port ? "127.0.0.1:0" : "";
  options.threads = way.threads;
  options.streams.chunk_shots = way.chunk_shots;
  options.streams.chunk_bytes = way.chunk_bytes;
  return options;
}

inline BatchOptions SplitOf(const Way& way) {
  BatchOptions options;
  options.max_shots_per_call = way.shots_per_call;
  options.calls_in_flight = way.calls_in_flight;
  return options;
}

inline v1::Detail DetailOf(Telling telling) {
  v1::Detail detail;
  detail.set_level(telling == Telling::kFinal     ? v1::Detail::LEVEL_FINAL
                   : telling == Telling::kSamples ? v1::Detail::LEVEL_SAMPLES
                                                  : v1::Detail::LEVEL_EVENTS);
  detail.set_event_states(telling == Telling::kEventStates);
  if (telling == Telling::kSamples) detail.mutable_samples()->set_period_s(0.5);
  return detail;
}

}  // namespace carom

#endif  // CAROM_TESTS_DETERMINISM_WAYS_H_
