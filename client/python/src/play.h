#ifndef CAROM_CLIENT_PYTHON_SRC_PLAY_H_
#define CAROM_CLIENT_PYTHON_SRC_PLAY_H_

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/client/client.h"
#include "carom/v1/simulation.pb.h"
#include "client/python/src/arrays.h"
#include "client/python/src/call_limits.h"
#include "client/python/src/dense.h"
#include "client/python/src/derivatives.h"
#include "client/python/src/game.h"
#include "client/python/src/logs.h"
#include "client/python/src/touches.h"

namespace carom::python {

/// One run of shots of a game: made and ended with the GIL, run without it.
class Play {
 public:
  /// As Simulator::Run().
  Play(const Game& game, uint32_t count, const nb::object& source, const nb::dict& out,
       const std::string& detail, const std::string& goals);

  absl::Status Run(const Client& client, const CallLimits& limits, const std::stop_token& stop,
                   bool is_local);

  /// {"errors": [(shot, code, message), ...], "engine_version": ..., with a filter "numbers": an
  /// array, and with the detail "events", "samples", "contacts", "derivatives", "probe": dicts of
  /// columns, "touches": Touches, "inputs": a dict of arrays, "cost": the arrays "evaluations" and
  /// "steps"}.
  /// Called once.
  nb::dict TakeRest();

 private:
  bool FitsOneCall() const;
  absl::Status RunUnary(const Client& client, const CallOptions& call);
  absl::Status RunBatch(const Client& client, BatchOptions options, bool is_local);
  absl::Status Take(const v1::ShotResults& results);
  absl::Status TakeCost(const v1::ShotResults& results);

  v1::SimulateBatchRequest request_;
  const uint64_t first_shot_;
  DenseWriter writer_;
  std::string engine_version_;
  std::optional<EventLog> events_;
  std::optional<SampleLog> samples_;
  std::optional<ContactLog> contacts_;
  std::optional<Touches> touches_;
  std::optional<DerivativeLog> derivatives_;
  std::optional<ProbeLog> probe_;
  std::vector<int64_t> evaluations_;
  std::vector<int64_t> steps_;
  std::vector<std::string> input_names_;
  std::vector<std::vector<double>> inputs_;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_PLAY_H_
