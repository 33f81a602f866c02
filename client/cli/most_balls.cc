#include "client/cli/most_balls.h"

#include <algorithm>
#include <set>
#include <string>

namespace carom {
namespace {

using carom::v1::SimulateBatchRequest;

// A rack fits any table that it is meant for: more of them need not be tried.
constexpr int kMostTables = 64;

size_t MostOf(const carom::v1::ShotResults& results) {
  size_t most = 0;
  for (const uint32_t count : results.ball_counts()) most = std::max<size_t>(most, count);
  return most;
}

// All shots of a scene have the same balls.
absl::StatusOr<size_t> BallsOfScene(const Client& client, SimulateBatchRequest request,
                                    const CallOptions& call) {
  request.mutable_generator()->set_shot_count(1);
  request.clear_filter();  // It might not let the shot pass.
  BatchOptions options;
  options.retry_for = call.retry_for;
  options.timeout = call.timeout;
  options.stop = call.stop;
  size_t most = 0;
  const auto take = [&most](const carom::v1::ShotResults& chunk) {
    most = std::max(most, MostOf(chunk));
    return absl::OkStatus();
  };
  const auto summary = client.SimulateBatch(request, {.on_chunk = take}, options);
  if (!summary.ok()) return summary.status();
  return most;
}

// Of the layouts that tell it themselves.
size_t MostListedBalls(const SimulateBatchRequest& request) {
  int most = 0;
  for (const carom::v1::Layout& layout : request.layouts()) {
    most = std::max({most, layout.balls().balls_size(), layout.states().motions_size()});
  }
  return static_cast<size_t>(most);
}

// A shot without a strike that ends at time 0, for each named rack on every table: which of them go
// together is known to the shots alone.
carom::v1::SimulateRequest ShotOfEachRack(const SimulateBatchRequest& request) {
  carom::v1::SimulateRequest probe;
  const int tables = std::clamp(request.tables_size(), 1, kMostTables);
  for (int i = 0; i < std::min(tables, request.tables_size()); ++i) {
    *probe.add_tables() = request.tables(i);
  }
  probe.add_settings()->mutable_stop()->set_at_time_s(0.0);
  std::set<std::string> racks;
  for (const carom::v1::Layout& layout : request.layouts()) {
    if (!layout.has_rack() || !racks.insert(layout.rack().name()).second) continue;
    for (int table = 0; table < tables; ++table) {
      carom::v1::Shot* const shot = probe.mutable_shots()->add_shots();
      shot->set_layout_index(static_cast<uint32_t>(probe.layouts_size()));
      shot->set_table_index(static_cast<uint32_t>(table));
    }
    *probe.add_layouts() = layout;
    if (racks.size() == kMostTables) break;  // As many times as many shots are a whole call.
  }
  return probe;
}

}  // namespace

absl::StatusOr<size_t> MostBalls(const Client& client, const SimulateBatchRequest& request,
                                 const CallOptions& call) {
  if (request.layouts_size() == 0) return BallsOfScene(client, request, call);
  const size_t listed = MostListedBalls(request);
  const carom::v1::SimulateRequest probe = ShotOfEachRack(request);
  if (probe.shots().shots_size() == 0) return listed;
  const auto response = client.Simulate(probe, call);
  if (!response.ok()) return response.status();
  return std::max(listed, MostOf(response->results()));
}

}  // namespace carom
