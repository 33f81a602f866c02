#include "server/http/pages.h"

#include <string_view>
#include <utility>

#include "core/base/version.h"
#include "server/flags/server_flags.h"
#include "server/metrics/exposition.h"

namespace carom {
namespace {

// The members of a JSON object, a line each.
class JsonObject {
 public:
  explicit JsonObject(std::string indent) : indent_(std::move(indent)) {}

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

HttpPort::Page Configuration(const ServerOptions& options) {
  JsonObject flags("  ");
  for (const auto& [name, value] : FlagValues(options)) flags.Add(name, value);
  JsonObject json("");
  json.Add("version", std::string(kEngineVersion));
  json.Add("flags", flags);
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
         return server.ready() ? HttpPort::Page{.text = "ok\n"}
                               : HttpPort::Page{.status = 503, .text = "not ready\n"};
       }},
      {"/configz", [&options] { return Configuration(options); }},
      {"/metrics",
       [&server, &log] {
         return HttpPort::Page{.type = "text/plain; version=0.0.4; charset=utf-8",
                               .text = MetricsText(server, log)};
       }},
  };
}

}  // namespace carom
