#include "server/rules_run.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/base/version.h"
#include "server/convert/fields.h"
#include "server/convert/rules_convert.h"
#include "server/request_limits.h"

namespace carom {
namespace {

using absl::Status;

// A ruling with three choices, each with a state of the game: messages and their lists.
constexpr int64_t kRulingBytes = 4096;

// A list has an entry for each shot, one entry for all shots, or none.
template <class Column>
Status CheckPerShot(const char* path, const Column& column, uint32_t shots) {
  if (column.size() <= 1 || static_cast<uint32_t>(column.size()) == shots) {
    return absl::OkStatus();
  }
  return InvalidField(path, absl::StrCat(column.size(), " entries"),
                      absl::StrCat("0, 1 or ", shots, ", one a shot"));
}

Status CheckRequest(const v1::RuleShotsRequest& request, const ConvertedRules& game) {
  if (!request.has_results()) return Required("results", "given");
  const uint32_t shots = request.results().shot_count();
  Status status = CheckBetween("results.shot_count", shots, 1, kMostShotsOfOneAnswer);
  status.Update(CheckPerShot("states", request.states(), shots));
  status.Update(CheckPerShot("calls", request.calls(), shots));
  status.Update(UnderPath("results", CheckShotViews(request.results(), game)));
  return status;
}

// Converts all states, so that a wrong one refuses the call before any shot is ruled; returns at
// least one.
absl::StatusOr<std::vector<rules::GameState>> ConvertStates(const v1::RuleShotsRequest& request,
                                                            const ConvertedRules& game) {
  std::vector<rules::GameState> states(static_cast<size_t>(std::max(request.states_size(), 1)));
  if (request.states().empty()) {
    if (Status bad = ConvertGameState({}, game, states.front()); !bad.ok()) return bad;
  }
  for (int i = 0; i < request.states_size(); ++i) {
    Status bad = ConvertGameState(request.states(i), game, states[static_cast<size_t>(i)]);
    if (!bad.ok()) return UnderPath("states", i, bad);
  }
  return states;
}

// The same for calls.
absl::StatusOr<std::vector<rules::Call>> ConvertCalls(const v1::RuleShotsRequest& request,
                                                      const ConvertedRules& game) {
  std::vector<rules::Call> calls(static_cast<size_t>(std::max(request.calls_size(), 1)));
  for (int i = 0; i < request.calls_size(); ++i) {
    Status bad = ConvertCall(request.calls(i), game, calls[static_cast<size_t>(i)]);
    if (!bad.ok()) return UnderPath("calls", i, bad);
  }
  return calls;
}

// That of one shot in a list which has an entry for each shot, or one for all.
template <class Entry>
const Entry& EntryOf(const std::vector<Entry>& entries, int shot) {
  return entries[entries.size() == 1 ? 0 : static_cast<size_t>(shot)];
}

}  // namespace

int64_t RulingsBytes(const v1::RuleShotsRequest& request) {
  return kRulingBytes * std::min<uint32_t>(request.results().shot_count(), kMostShotsOfOneAnswer);
}

Status RunRules(const v1::RuleShotsRequest& request, v1::RuleShotsResponse& response) {
  const absl::StatusOr<ConvertedRules> game = ConvertRules(request.rules());
  if (!game.ok()) return game.status();
  if (Status bad = CheckRequest(request, *game); !bad.ok()) return bad;
  const absl::StatusOr<std::vector<rules::GameState>> states = ConvertStates(request, *game);
  if (!states.ok()) return states.status();
  const absl::StatusOr<std::vector<rules::Call>> calls = ConvertCalls(request, *game);
  if (!calls.ok()) return calls.status();
  response.set_engine_version(kEngineVersion);
  ShotViewReader reader(request.results());
  rules::ShotView view;
  const auto shots = static_cast<int>(request.results().shot_count());
  for (int shot = 0; shot < shots; ++shot) {
    v1::Ruling& ruling = *response.add_rulings();
    ruling.set_failure(reader.Next(view));
    if (!ruling.failure().empty()) continue;
    const rules::Ruling ruled =
        rules::Rule(game->kind, EntryOf(*states, shot), EntryOf(*calls, shot), view);
    WriteRuling(ruled, *game, ruling);
  }
  return absl::OkStatus();
}

}  // namespace carom
