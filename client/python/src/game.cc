#include "client/python/src/game.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "carom/client/client.h"
#include "carom/client/field_error.h"
#include "carom/client/local/local.h"
#include "client/cli/json.h"
#include "client/internal/status.h"

namespace carom::python {
namespace {

// Never ended: the last game may be checked while the interpreter goes.
const Client& Checker() {
  static const auto* const client = new Client(Local({.threads = 1}));
  return *client;
}

absl::Status CheckParts(const v1::SimulateRequest& parts) {
  v1::SimulateRequest rest = parts;
  rest.clear_tables();
  rest.clear_settings();
  rest.clear_layouts();
  if (rest.ByteSizeLong() == 0) return absl::OkStatus();
  return WrongField("game", "a request", "tables, settings and layouts alone");
}

}  // namespace

absl::StatusOr<Game> Game::FromJson(const std::string& json) {
  Game game;
  if (absl::Status bad = carom::FromJson(json, &game.parts_); !bad.ok()) return bad;
  if (absl::Status bad = game.Check(); !bad.ok()) return bad;
  return game;
}

absl::StatusOr<Game> Game::FromBytes(const std::string& bytes) {
  Game game;
  if (!game.parts_.ParseFromString(bytes)) {
    return WrongField("game", "the bytes are no SimulateRequest", "");
  }
  if (absl::Status bad = game.Check(); !bad.ok()) return bad;
  return game;
}

// A shot without a strike of each layout, on the first table with the first settings.
absl::Status Game::Check() {
  if (absl::Status bad = CheckParts(parts_); !bad.ok()) return bad;
  v1::SimulateRequest request = parts_;
  for (int i = 0; i < parts_.layouts_size(); ++i) {
    request.mutable_shots()->add_shots()->set_layout_index(static_cast<uint32_t>(i));
  }
  if (request.shots().shots().empty()) request.mutable_shots()->add_shots();
  const auto response = Checker().Simulate(request);
  if (!response.ok()) return response.status();
  const v1::ShotResults& results = response->results();
  if (results.failures_size() > 0) {
    return ToStatus(results.failures(0));
  }
  for (const uint32_t balls : results.ball_counts()) {
    ball_count_ = std::max(ball_count_, static_cast<int>(balls));
  }
  const auto& places = results.final_states().positions_m();
  positions_m_.assign(places.begin(),
                      places.begin() + 3 * static_cast<ptrdiff_t>(results.ball_counts(0)));
  is_slow_ = std::any_of(parts_.settings().begin(), parts_.settings().end(),
                         [](const v1::Settings& settings) {
                           return settings.engine() == v1::ENGINE_COMPLIANT ||
                                  settings.engine() == v1::ENGINE_DISCRETE_TIME;
                         });
  return absl::OkStatus();
}

std::string Game::Json() const { return ToJson(parts_); }

}  // namespace carom::python
