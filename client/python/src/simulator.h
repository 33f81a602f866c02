#ifndef CAROM_CLIENT_PYTHON_SRC_SIMULATOR_H_
#define CAROM_CLIENT_PYTHON_SRC_SIMULATOR_H_

#include <nanobind/nanobind.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "carom/client/client.h"
#include "client/python/src/call_limits.h"
#include "client/python/src/game.h"
#include "client/python/src/rulings.h"
#include "client/python/src/touches.h"

namespace carom::python {

namespace nb = nanobind;

/// What carom.Simulator and carom.Connection are over: a client, the calls of which run without the
/// GIL.
class Simulator {
 public:
  static std::unique_ptr<Simulator> Local(int threads);
  /// `options` has the keys of carom.connect().
  static std::unique_ptr<Simulator> Connect(const std::string& target, const nb::dict& options);

  /// Stops its calls.
  ~Simulator();
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;

  /// Plays `count` shots into the arrays of `out`. `source` has columns, or the JSON of a
  /// ShotGenerator; `detail` is the JSON of a Detail, `goals` that of a SimulateBatchRequest with
  /// filter and labels alone. Returns a dict of what is not dense.
  nb::dict Run(const Game& game, uint32_t count, const nb::object& source, const nb::dict& out,
               const std::string& detail, const std::string& goals, const CallLimits& limits);

  /// The JSON of a request to its answer, as ToPython() makes it.
  nb::dict Estimate(const std::string& request, const CallLimits& limits);
  nb::dict Aim(const std::string& request, const CallLimits& limits);
  nb::dict Plan(const std::string& request, const CallLimits& limits);
  nb::dict PlayMatch(const std::string& request, const CallLimits& limits);
  nb::dict PlaceBalls(const std::string& request, const CallLimits& limits);
  nb::dict Mechanism(const std::string& request, const CallLimits& limits);
  nb::dict Info(const CallLimits& limits);
  nb::dict Table(const std::string& name, const CallLimits& limits);

  /// `question` is a RuleShotsRequest without results, as ToPython() would make it.
  Rulings RuleShots(const nb::dict& question, const Touches& touches, const CallLimits& limits);

  /// Calls `ask`, which may take several calls of the client, without the GIL. `is_short`: in this
  /// process it takes less than a few milliseconds.
  using Ask = std::function<absl::Status(const Client& client, const CallOptions& call)>;
  void Call(const CallLimits& limits, bool is_short, const Ask& ask);

  /// The picture of one shot: as SVG, or as a page that replays it.
  std::string Draw(const Game& game, const nb::dict& columns, const std::string& kind, bool dark);

  /// Stops its calls; later ones raise.
  void Close();

 private:
  Simulator(std::shared_ptr<Connection> connection, bool is_local);

  const Client& client() const;
  /// What `ask` answers, called without the GIL with the client and the options of a call.
  template <class Question>
  nb::dict AnswerTo(const CallLimits& limits, const Question& ask);

  std::optional<Client> client_;
  const bool is_local_;
};

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_SIMULATOR_H_
