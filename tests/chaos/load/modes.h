#ifndef CAROM_TESTS_CHAOS_LOAD_MODES_H_
#define CAROM_TESTS_CHAOS_LOAD_MODES_H_

#include <string>

namespace carom::chaos {

/// Planners: single shots one after the other on each of `threads` threads, through the client
/// library, until standard input ends. Each has 10 s and is compared with the engine in this
/// process. Prints: calls failed wrong retries p50_ms p99_ms worst_ms.
int RunSingles(const std::string& target, int threads);

/// The same through a raw channel, without any retry: what a client in another language sees.
/// Prints: calls ok unavailable cancelled other undocumented. `undocumented` counts the ends that
/// proto/README.md does not tell clients to repeat.
int RunRaw(const std::string& target, int threads);

struct OverloadPlan {
  int shots_per_call;  ///< What a call asks for: its work.
  double calls_per_s;  ///< Sent at this rate, whatever comes back; 0: two at a time, as they end.
  double seconds;
  double deadline_s;  ///< Of each call.
};
/// Clients that do not heed the server: raw calls over kOverloadConnections connections, none of
/// them repeated. Prints: sent ok wrong refused without_pushback late other ok_per_s refusal_p50_ms
/// refusal_p99_ms ok_p50_ms ok_p99_ms. `late`: accepted, and not answered by the deadline.
int RunOverload(const std::string& target, const OverloadPlan& plan);
inline constexpr int kOverloadConnections = 16;

/// Calls and batches of which most are cancelled or run out of time at a random moment of their
/// life, on some threads. Prints: calls ok wrong cancelled expired refused other.
int RunCancels(const std::string& target, int calls, unsigned seed);

}  // namespace carom::chaos

#endif  // CAROM_TESTS_CHAOS_LOAD_MODES_H_
