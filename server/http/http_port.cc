#include "server/http/http_port.h"

#include <civetweb.h>

#include <chrono>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/thread_check.h"

namespace carom {
namespace {

// How long a connection may hold a thread before its header has come; 63 of them leave one thread
// for probes.
constexpr char kTimeout_ms[] = "1000";
constexpr int kThreads = 64;
// Beside them: the one that accepts, and the waker.
constexpr int kOtherThreads = 2;

// Between two tries to wake the thread that accepts.
constexpr std::chrono::milliseconds kPause(10);

// Where the port can be reached from here.
std::string HostOf(const std::string& listen) {
  std::string host = listen.substr(0, listen.rfind(':'));
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  return host;
}

}  // namespace

absl::StatusOr<std::unique_ptr<HttpPort>> HttpPort::Open(const std::string& listen,
                                                         std::map<std::string, MakePage> pages) {
  // civetweb is content with fewer, with which slow clients would keep probes waiting.
  if (absl::Status few = TryThreads(kThreads + kOtherThreads); !few.ok()) return few;
  std::unique_ptr<HttpPort> port(new HttpPort(HostOf(listen), std::move(pages)));
  const std::string threads = absl::StrCat(kThreads);
  const char* options[] = {
      "listening_ports", listen.c_str(),      "num_threads", threads.c_str(), "request_timeout_ms",
      kTimeout_ms,       "enable_keep_alive", "no",          nullptr};
  mg_callbacks callbacks = {};
  callbacks.begin_request = Answer;
  port->context_ = mg_start(&callbacks, port.get(), options);
  if (port->context_ == nullptr) {
    return absl::UnavailableError(
        absl::StrCat("cannot listen on ", listen, ": the address is in use or not ours"));
  }
  mg_server_port opened = {};
  if (mg_get_server_ports(port->context_, 1, &opened) == 1) port->port_ = opened.port;
  port->waker_ =
      std::jthread([port = port.get()](const std::stop_token& closed) { port->Wake(closed); });
  return port;
}

HttpPort::~HttpPort() {
  if (context_ == nullptr) return;
  closing_.set_value();
  mg_stop(context_);
}

// mg_stop() waits for the thread that accepts, which wakes only every two seconds unless somebody
// connects.
void HttpPort::Wake(const std::stop_token& closed) {
  closing_.get_future().wait();
  while (!closed.stop_requested()) {
    char ignored[100];
    mg_connection* const connection =
        mg_connect_client(host_.c_str(), port_, /*use_ssl=*/0, ignored, sizeof(ignored));
    if (connection != nullptr) mg_close_connection(connection);
    std::this_thread::sleep_for(kPause);
  }
}

int HttpPort::Answer(mg_connection* connection) {
  // Of a connection that is to be closed anyway, civetweb does not read the rest of the request: a
  // body that drips in would hold the thread for as long as its sender likes.
  mg_disable_connection_keep_alive(connection);
  const mg_request_info* const request = mg_get_request_info(connection);
  const auto& pages = static_cast<HttpPort*>(request->user_data)->pages_;
  const auto found = pages.find(request->local_uri == nullptr ? "" : request->local_uri);
  const std::string_view method(request->request_method);
  Page page;
  if (method != "GET" && method != "HEAD") {
    page = {405, page.type, "only GET\n"};
  } else if (request->content_length > 0) {
    page = {413, page.type, "no body\n"};
  } else if (found == pages.end()) {
    page = {404, page.type, "no such page\n"};
  } else {
    page = found->second();
  }
  mg_response_header_start(connection, page.status);
  mg_response_header_add(connection, "Content-Type", page.type.c_str(), -1);
  mg_response_header_add(connection, "Cache-Control", "no-store", -1);
  mg_response_header_add(connection, "Content-Length", std::to_string(page.text.size()).c_str(),
                         -1);
  mg_response_header_send(connection);
  if (method != "HEAD") mg_write(connection, page.text.data(), page.text.size());
  return page.status;
}

}  // namespace carom
