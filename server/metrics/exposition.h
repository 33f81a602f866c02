#ifndef CAROM_SERVER_METRICS_EXPOSITION_H_
#define CAROM_SERVER_METRICS_EXPOSITION_H_

#include <string>

#include "server/log/server_log.h"
#include "server/server.h"

namespace carom {

/// All that a server counts and times, in the text format of Prometheus (version 0.0.4): the
/// histograms of Timings, and
///
///   carom_shots_total, carom_failed_shots_total, carom_events_total, carom_sent_bytes_total
///   carom_refusals_total{reason}   wait, calls, batches or memory: see AdmissionLimits
///   carom_dropped_items_total      pieces of work whose call was over before they began
///   carom_scene_cache_hits_total, carom_scene_cache_misses_total
///   carom_scene_cache_evictions_total, carom_scene_cache_bytes
///   carom_connections, carom_max_connections, carom_refused_connections_total
///   carom_log_dropped_lines_total
///   carom_running_calls, carom_running_batches, carom_running_items, carom_queued_items{lane}
///   carom_reserved_bytes, carom_budget_bytes, carom_outbox_bytes
///   carom_threads, carom_serving, carom_build_info{version}
std::string MetricsText(const Server& server, const ServerLog& log);

}  // namespace carom

#endif  // CAROM_SERVER_METRICS_EXPOSITION_H_
