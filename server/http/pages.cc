#include "server/http/pages.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include "core/base/version.h"

namespace carom {
namespace {

using google::protobuf::Struct;

void Put(const char* name, double number, Struct& json) {
  (*json.mutable_fields())[name].set_number_value(number);
}

void Put(const std::string& name, const std::string& text, Struct& json) {
  (*json.mutable_fields())[name].set_string_value(text);
}

Struct StatsOf(const Server& server, const ServerLog& log) {
  const WorkerPool::Stats pool = server.pool_stats();
  const Stats& stats = server.stats();
  const Admission& admission = server.admission();
  Struct json;
  Put("calls_running", static_cast<double>(stats.calls_running), json);
  Put("calls_done", static_cast<double>(stats.calls_done), json);
  Put("calls_refused", static_cast<double>(admission.refused()), json);
  Put("batches", static_cast<double>(admission.batches()), json);
  Put("shots_done", static_cast<double>(stats.shots_done), json);
  Put("items_queued", static_cast<double>(pool.queued), json);
  Put("items_running", static_cast<double>(pool.running), json);
  Put("bytes_reserved", static_cast<double>(admission.budget().reserved()), json);
  Put("outbox_bytes", static_cast<double>(stats.outbox_bytes), json);
  Put("log_lines_dropped", static_cast<double>(log.dropped()), json);
  return json;
}

HttpPort::Page Configuration(const Server& server, const ServerOptions& options,
                             const ServerLog& log) {
  Struct json;
  Put("version", kEngineVersion, json);
  Struct& flags = *(*json.mutable_fields())["flags"].mutable_struct_value();
  for (const auto& [name, value] : FlagValues(options)) Put(name, value, flags);
  *(*json.mutable_fields())["stats"].mutable_struct_value() = StatsOf(server, log);
  google::protobuf::util::JsonPrintOptions pretty;
  pretty.add_whitespace = true;
  HttpPort::Page page{200, "application/json", ""};
  (void)google::protobuf::util::MessageToJsonString(json, &page.text, pretty);  // Cannot fail.
  return page;
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
