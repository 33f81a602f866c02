#ifndef CAROM_SERVER_HTTP_HTTP_PORT_H_
#define CAROM_SERVER_HTTP_HTTP_PORT_H_

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "absl/status/statusor.h"

struct mg_connection;
struct mg_context;

namespace carom {

/// A port that answers GET requests with pages of a few kilobytes, for probes, scrapers and
/// operators on a trusted network. A header must come within a second; a body is never read, and
/// the connection is closed after each answer, so that slow clients do not hold its 64 threads.
/// Thread-safe.
class HttpPort {
 public:
  struct Page {
    int status = 200;
    std::string type = "text/plain; charset=utf-8";
    std::string text;
  };
  /// Called by a thread of the port; must not block.
  using MakePage = std::function<Page()>;

  /// `listen` is HOST:PORT, port 0 for a free one. Pages are known by their path ("/livez"); all
  /// others are 404. UNAVAILABLE when the port cannot be opened, RESOURCE_EXHAUSTED when there
  /// are too few threads.
  static absl::StatusOr<std::unique_ptr<HttpPort>> Open(const std::string& listen,
                                                        std::map<std::string, MakePage> pages);
  /// Returns when no page is being made any more.
  ~HttpPort();
  HttpPort(const HttpPort&) = delete;
  HttpPort& operator=(const HttpPort&) = delete;

  int port() const { return port_; }

 private:
  HttpPort(std::string host, std::map<std::string, MakePage> pages)
      : host_(std::move(host)), pages_(std::move(pages)) {}
  static int Answer(mg_connection* connection);
  void Wake(const std::stop_token& closed);

  const std::string host_;
  const std::map<std::string, MakePage> pages_;
  mg_context* context_ = nullptr;
  int port_ = 0;
  std::promise<void> closing_;
  // Started with the port: where the system grants no more threads, the end must not need one.
  std::jthread waker_;
};

}  // namespace carom

#endif  // CAROM_SERVER_HTTP_HTTP_PORT_H_
