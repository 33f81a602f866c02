#include "server/http/pages.h"

#include <cstdint>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/version.h"

namespace carom {
namespace {

// The members of a JSON object, a line each.
class JsonObject {
 public:
  explicit JsonObject(std::string indent) : indent_(std::move(indent)) {}

  void Add(std::string_view name, int64_t number) { AddRaw(name, absl::StrCat(number)); }
  void Add(std::string_view name, const std::string& text) { AddRaw(name, JsonString(text)); }
  void Add(std::string_view name, const JsonObject& object) { AddRaw(name, object.Text()); }

  std::string Text() const { return "{\n" + members_ + "\n" + indent_ + "}"; }

 private:
  void AddRaw(std::string_view name, const std::string& value) {
    members_ += (members_.empty() ? "" : ",\n") + indent_ + "  " + JsonString(name) + ": " + value;
  }

  const std::string indent_;
  std::string members_;
};

JsonObject StatsOf(const Server& server, const ServerLog& log) {
  const WorkerPool::Stats pool = server.pool_stats();
  const Stats& stats = server.stats();
  const Admission& admission = server.admission();
  JsonObject json("  ");
  json.Add("calls_running", stats.calls_running);
  json.Add("calls_done", stats.calls_done);
  json.Add("calls_refused", admission.refused());
  json.Add("batches", admission.batches());
  json.Add("shots_done", stats.shots_done);
  json.Add("items_queued", pool.queued);
  json.Add("items_running", pool.running);
  json.Add("bytes_reserved", admission.budget().reserved());
  json.Add("outbox_bytes", stats.outbox_bytes);
  json.Add("log_lines_dropped", log.dropped());
  return json;
}

HttpPort::Page Configuration(const Server& server, const ServerOptions& options,
                             const ServerLog& log) {
  JsonObject flags("  ");
  for (const auto& [name, value] : FlagValues(options)) flags.Add(name, value);
  JsonObject json("");
  json.Add("version", std::string(kEngineVersion));
  json.Add("flags", flags);
  json.Add("stats", StatsOf(server, log));
  return {200, "application/json", json.Text() + "\n"};
}

}  // namespace

std::map<std::string, HttpPort::MakePage> MakePages(const Server& server,
                                                    const ServerOptions& options,
                                                    const ServerLog& log) {
  return {
      {"/livez", [] { return HttpPort::Page{.text = "ok\n"}; }},
      {"/readyz",
       [&server] {
         return server.serving() ? HttpPort::Page{.text = "ok\n"}
                                 : HttpPort::Page{.status = 503, .text = "not serving\n"};
       }},
      {"/configz", [&] { return Configuration(server, options, log); }},
  };
}

}  // namespace carom
