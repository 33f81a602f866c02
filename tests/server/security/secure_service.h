#ifndef CAROM_TESTS_SERVER_SECURITY_SECURE_SERVICE_H_
#define CAROM_TESTS_SERVER_SECURITY_SECURE_SERVICE_H_

#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "carom/client/client.h"
#include "server/server.h"
#include "tests/testing/service/certificates.h"
#include "tests/testing/service/folder.h"

namespace carom {

inline constexpr char kToken[] = "Zm9ydHktdHdvIGJhbGxz";
inline constexpr char kOtherToken[] = "bm90LXRoZS1zYW1lLW9uZQ==";

/// A server with files of its own on a loopback port, and clients of it.
class SecureService {
 public:
  testing::Folder folder;
  testing::Authority authority{"the authority"};
  SecurityOptions security;

  /// The server shows a certificate that `authority` has signed.
  void UseTls() {
    WriteIdentity(authority.Issue("the server"));
    security.tls_cert = folder.Path("server.crt");
    security.tls_key = folder.Path("server.key");
  }
  void WriteIdentity(const testing::Identity& identity) {
    folder.Write("server.crt", identity.certificate);
    folder.Write("server.key", identity.key);
  }
  /// Clients need a certificate that the authority has signed.
  void AskForCertificates(const testing::Authority& clients) {
    security.tls_client_ca = folder.Write("clients.crt", clients.certificate());
  }
  void UseTokens(const std::string& text) { security.token_file = folder.Write("tokens", text); }

  absl::Status Start() {
    auto logger = std::make_shared<spdlog::logger>("test", log_);
    logger->set_pattern("%v");
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    options.threads = 1;
    options.security = security;
    auto server =
        Server::Start(options, std::make_shared<ServerLog>(std::move(logger), LogFormat::kText));
    if (!server.ok()) return server.status();
    server_ = *std::move(server);
    return absl::OkStatus();
  }

  Server& server() { return *server_; }

  /// Options of a client that trusts the authority.
  ConnectOptions Trusting() const {
    ConnectOptions options;
    options.tls.emplace().root_certificates = authority.certificate();
    return options;
  }

  /// The status of one call over a connection of its own, without patience.
  absl::Status Call(const ConnectOptions& options) const {
    CallOptions call;
    call.retry_for = absl::ZeroDuration();
    call.timeout = absl::Seconds(30);
    // Channels of one process to one target share their connections; two have their own.
    ConnectOptions apart = options;
    apart.connections = 2;
    return Client(Connect(server_->address(), apart)).GetServerInfo(call).status();
  }

  /// All that was logged; ends the server.
  std::string EndAndReadLog() {
    server_.reset();
    return log_->text();
  }
  /// Whether something that was logged contains `text`.
  bool HasLogged(const std::string& text) const {
    return log_->text().find(text) != std::string::npos;
  }

 private:
  class TextSink : public spdlog::sinks::base_sink<std::mutex> {
   public:
    std::string text() {
      const std::lock_guard lock(mutex_);
      return text_;
    }

   private:
    void sink_it_(const spdlog::details::log_msg& message) override {
      spdlog::memory_buf_t line;
      formatter_->format(message, line);
      text_.append(line.data(), line.size());
    }
    void flush_() override {}

    std::string text_;
  };

  const std::shared_ptr<TextSink> log_ = std::make_shared<TextSink>();
  std::unique_ptr<Server> server_;
};

}  // namespace carom

#endif  // CAROM_TESTS_SERVER_SECURITY_SECURE_SERVICE_H_
