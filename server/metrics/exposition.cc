#include "server/metrics/exposition.h"

#include <prometheus/client_metric.h>
#include <prometheus/metric_family.h>
#include <prometheus/metric_type.h>
#include <prometheus/text_serializer.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/version.h"

namespace carom {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

ClientMetric Value(MetricType type, double value,
                   std::vector<ClientMetric::Label> labels = std::vector<ClientMetric::Label>()) {
  ClientMetric metric;
  metric.label = std::move(labels);
  if (type == MetricType::Counter) {
    metric.counter.value = value;
  } else {
    metric.gauge.value = value;
  }
  return metric;
}

/// Families whose values are read when a page is asked for.
class Readings {
 public:
  explicit Readings(std::vector<MetricFamily> families) : families_(std::move(families)) {}

  void Counter(const char* name, const char* help, int64_t value) {
    Add(name, help, MetricType::Counter)
        .push_back(Value(MetricType::Counter, static_cast<double>(value)));
  }
  void Gauge(const char* name, const char* help, int64_t value) {
    Add(name, help, MetricType::Gauge)
        .push_back(Value(MetricType::Gauge, static_cast<double>(value)));
  }
  std::vector<ClientMetric>& Add(const char* name, const char* help, MetricType type) {
    families_.push_back({name, help, type, {}});
    return families_.back().metric;
  }

  std::string Text() const { return prometheus::TextSerializer().Serialize(families_); }

 private:
  std::vector<MetricFamily> families_;
};

void AddStats(const Stats& stats, Readings& readings) {
  readings.Counter("carom_shots_total", "Shots answered, those that failed included.",
                   stats.shots_done);
  readings.Counter("carom_failed_shots_total", "Shots answered with an error of their own.",
                   stats.shots_failed);
  readings.Counter("carom_events_total", "Events of all shots answered.", stats.events_done);
  readings.Counter("carom_sent_bytes_total", "Of answers.", stats.bytes_sent);
  readings.Gauge("carom_running_calls", "Of shots and mechanisms, batches included.",
                 stats.calls_running);
  readings.Gauge("carom_outbox_bytes", "Answers that wait for the readers of batches.",
                 stats.outbox_bytes);
}

void AddAdmission(const Admission& admission, const StallWatch& stalls, Readings& readings) {
  auto& refusals = readings.Add("carom_refusals_total", "Calls refused, by what was short.",
                                MetricType::Counter);
  for (size_t i = 0; i < kShortages; ++i) {
    const auto shortage = static_cast<Shortage>(i);
    refusals.push_back(Value(MetricType::Counter, static_cast<double>(admission.refused(shortage)),
                             {{"reason", Name(shortage)}}));
  }
  refusals.push_back(
      Value(MetricType::Counter, static_cast<double>(stalls.refused()), {{"reason", "requests"}}));
  readings.Gauge("carom_running_batches", "Batches taken up.", admission.batches());
  readings.Gauge("carom_reserved_bytes", "Of the memory budget.", admission.budget().reserved());
  readings.Gauge("carom_budget_bytes", "The memory budget.", admission.budget().bytes());
}

void AddStalls(const StallWatch& stalls, Readings& readings) {
  auto& ended = readings.Add("carom_stalled_calls_total",
                             "Calls ended since their client stalled, by what they waited for.",
                             MetricType::Counter);
  for (const auto& [waits, name] : {std::pair(StallWatch::Waits::kForRequest, "request"),
                                    std::pair(StallWatch::Waits::kForReader, "reader")}) {
    ended.push_back(Value(MetricType::Counter, static_cast<double>(stalls.ended(waits)),
                          {{"waited_for", name}}));
  }
}

void AddConnections(const Port& port, Readings& readings) {
  readings.Gauge("carom_connections", "To the port of gRPC.", port.connections());
  readings.Gauge("carom_max_connections", "Beyond which connections are refused.", port.most());
  readings.Counter("carom_refused_connections_total", "For want of room.", port.refused());
}

void AddPool(const WorkerPool::Stats& pool, Readings& readings) {
  auto& queued = readings.Add("carom_queued_items", "Pieces of work that wait for a worker.",
                              MetricType::Gauge);
  for (size_t i = 0; i < kLanes; ++i) {
    queued.push_back(Value(MetricType::Gauge, static_cast<double>(pool.queued_in[i]),
                           {{"lane", Name(static_cast<Lane>(i))}}));
  }
  readings.Gauge("carom_running_items", "Pieces of work that workers have.", pool.running);
  readings.Counter("carom_dropped_items_total",
                   "Pieces of work whose call was over before they began.", pool.dropped);
}

void AddScenes(const SceneStore::CacheStats& scenes, Readings& readings) {
  readings.Counter("carom_scene_cache_hits_total", "Scenes that an earlier call had built.",
                   scenes.hits);
  readings.Counter("carom_scene_cache_misses_total", "Scenes that had to be built.", scenes.misses);
  readings.Counter("carom_scene_cache_evictions_total", "Scenes that made room for others.",
                   scenes.evictions);
  readings.Gauge("carom_scene_cache_bytes", "That the kept scenes take.", scenes.bytes);
}

}  // namespace

std::string MetricsText(const Server& server, const ServerLog& log) {
  Readings readings(server.timings().Collect());
  AddStats(server.stats(), readings);
  AddAdmission(server.admission(), server.stalls(), readings);
  AddStalls(server.stalls(), readings);
  AddPool(server.pool_stats(), readings);
  if (server.listener() != nullptr) AddConnections(*server.listener(), readings);
  AddScenes(server.scene_stats(), readings);
  readings.Counter("carom_log_dropped_lines_total", "That a slow reader of the log has cost.",
                   log.dropped());
  readings.Gauge("carom_threads", "Workers.", server.threads());
  readings.Gauge("carom_serving", "1 while /readyz answers 200.", server.ready() ? 1 : 0);
  readings.Add("carom_build_info", "Always 1.", MetricType::Gauge)
      .push_back(Value(MetricType::Gauge, 1.0, {{"version", kEngineVersion}}));
  return readings.Text();
}

}  // namespace carom
