#ifndef CAROM_TESTS_EXPLORER_SCENARIO_H_
#define CAROM_TESTS_EXPLORER_SCENARIO_H_

#include <string>
#include <vector>

namespace carom::explore {

/// What a run of the machine is about: a call on a pool, and what happens to it.
struct Scenario {
  /// The kinds of work, in the shape of the tasks of server/call.
  enum class Kind {
    kShots,     ///< Three parts, one message at the end.
    kBatch,     ///< Three parts, each with a message; the outbox has room for one.
    kEstimate,  ///< Two rounds of two parts, with messages that may be dropped, and one at the end.
    kWhole,     ///< No parts: all is done when the call opens.
  };
  /// Who takes the messages.
  enum class Sink { kStream, kWaiting, kWaitingHere, kAsync };
  /// What the first part does beside being done; from kTurnsLong on it works in the long lane,
  /// where it lets others run.
  enum class Part {
    kPlain,
    kYields,
    kFails,
    kTurnsLong,
    kLong,       ///< All parts are known to be long when the call opens.
    kPlansLong,  ///< Likewise, and opening the call takes long too.
  };

  Kind kind = Kind::kShots;
  Sink sink = Sink::kStream;
  Part part = Part::kPlain;
  bool is_cancelled = false;  ///< By the client, the caller's stop, or the owner of the connection.
  bool has_deadline = false;
  bool breaks = false;      ///< The stream, or the caller's handler returns an error.
  bool throws = false;      ///< The caller's handler.
  bool drains = false;      ///< The server shuts down.
  bool is_blocked = false;  ///< An item of another call holds a worker until this call has ended.
  bool is_held_up = false;  ///< The same in the long lane.
  bool no_long_place = false;
  bool has_rival = false;      ///< Long items of another caller's call on the same pool.
  bool lacks_threads = false;  ///< No more can be started: the pool's second, or beside a rival
                               ///< one for an item that would rest.
  bool pool_ends = false;      ///< While long items run, rest and wait; no call.

  std::string Name() const;
};

/// All that make sense.
std::vector<Scenario> AllScenarios();

/// Plays it; what is wrong ends the run by Fail().
void Play(const Scenario& scenario);

}  // namespace carom::explore

#endif  // CAROM_TESTS_EXPLORER_SCENARIO_H_
