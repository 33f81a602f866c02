#ifndef CAROM_TESTS_SOAK_STORM_H_
#define CAROM_TESTS_SOAK_STORM_H_

#include <grpcpp/channel.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace carom::testing {

/// One call as bytes: they need not be a request.
struct StormCall {
  std::string method;  ///< "/carom.v1.SimulationService/Simulate"
  std::string bytes;
};

/// How callers behave. Times are drawn evenly.
struct StormOptions {
  int callers = 8;        ///< Each makes one call after the other on a connection of its own.
  uint64_t calls = 1000;  ///< Of all callers together.
  uint64_t seed = 1;
  double mutants = 0.0;                     ///< Of the calls: a few bytes are changed.
  double cancelled = 0.0;                   ///< Of the calls: cancelled after 0 to `deadline`.
  std::chrono::milliseconds deadline{100};  ///< Of every call, at the most.
};

/// What became of the calls.
struct StormReport {
  std::map<grpc::StatusCode, uint64_t> ended;  ///< By code.
  std::vector<std::string> impossible;         ///< INTERNAL, UNKNOWN and the like; at most ten.
  uint64_t health_checks = 0;                  ///< Answered while the storm lasted.
  uint64_t health_failures = 0;                ///< Not SERVING within a second.
  std::chrono::milliseconds slowest_health{0};

  uint64_t Calls() const;
};

/// Lets callers loose on the server at `address`, with calls drawn from `calls`, while another
/// client asks for its health. Returns when all calls have ended.
StormReport RunStorm(const std::string& address, const std::vector<StormCall>& calls,
                     const StormOptions& options);

}  // namespace carom::testing

#endif  // CAROM_TESTS_SOAK_STORM_H_
