// The way to servers, of the module of carom-client.

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <string>

#include "carom/client/connection.h"
#include "client/python/src/connect.h"
#include "client/python/src/simulator.h"

namespace carom::python {
namespace {

template <class T>
void Take(const nb::dict& options, const char* name, T* value) {
  if (options.contains(name)) *value = nb::cast<T>(options[name]);
}

ConnectOptions ReadOptions(const nb::dict& given) {
  ConnectOptions options;
  Take(given, "connections", &options.connections);
  Take(given, "token", &options.token);
  Take(given, "allow_token_in_plain_text", &options.allow_token_in_plain_text);
  if (given.contains("tls")) {
    const auto tls = nb::cast<nb::dict>(given["tls"]);
    options.tls.emplace();
    Take(tls, "root_certificates", &options.tls->root_certificates);
    Take(tls, "certificate_chain", &options.tls->certificate_chain);
    Take(tls, "private_key", &options.tls->private_key);
    Take(tls, "server_name", &options.tls->server_name);
  }
  return options;
}

}  // namespace

std::unique_ptr<Simulator> Simulator::Connect(const std::string& target, const nb::dict& options) {
  return std::unique_ptr<Simulator>(
      new Simulator(carom::Connect(target, ReadOptions(options)), /*is_local=*/false));
}

void BindConnect(nb::class_<Simulator>& simulator) {
  simulator.def_static("connect", &Simulator::Connect);
}

}  // namespace carom::python
