#include "server/security/security.h"

#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/security/check_pem.h"

namespace carom {
namespace {

// Certificates are renewed days before their end, and a token is new minutes before its first use.
// The files are a few KB, so that a look costs some 50 us.
constexpr std::chrono::seconds kLookEvery(1);
constexpr unsigned kProviderLooksEvery_s = 1;

constexpr char kBearer[] = "Bearer ";  // The scheme is read in any case [RFC 7235, 2.1].

// Empty: the call carries no token, or more than one.
std::string_view TokenOf(const Security::Metadata& metadata) {
  const auto [first, last] = metadata.equal_range("authorization");
  if (first == last || std::next(first) != last) return {};
  const std::string_view value(first->second.data(), first->second.size());
  constexpr size_t kPrefix = sizeof(kBearer) - 1;
  if (!absl::EqualsIgnoreCase({value.data(), std::min(kPrefix, value.size())}, kBearer)) return {};
  return value.substr(kPrefix);
}

absl::Status Of(const char* flag, const std::string& path, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(flag, ": ", path, ": ", status.message()));
}

}  // namespace

Security::Security(const SecurityOptions& options, std::shared_ptr<const ServerLog> log)
    : options_(options), log_(std::move(log)) {
  if (!options_.tls_cert.empty()) {
    std::vector<WatchedFiles::File> files = {{"--tls-cert", options_.tls_cert},
                                             {"--tls-key", options_.tls_key}};
    if (!options_.tls_client_ca.empty())
      files.push_back({"--tls-client-ca", options_.tls_client_ca});
    watched_.emplace_back(std::move(files), [this](const auto& texts) { return UseTls(texts); });
  }
  if (!options_.token_file.empty()) {
    watched_.emplace_back(std::vector<WatchedFiles::File>{{"--token-file", options_.token_file}},
                          [this](const auto& texts) { return UseTokens(texts); });
  }
}

absl::StatusOr<std::unique_ptr<Security>> Security::Open(const SecurityOptions& options,
                                                         std::shared_ptr<const ServerLog> log) {
  std::unique_ptr<Security> security(new Security(options, std::move(log)));
  for (WatchedFiles& files : security->watched_) {
    if (absl::Status unfit = files.Load(); !unfit.ok()) return unfit;
  }
  if (!security->watched_.empty()) {
    security->watcher_ = std::thread([security = security.get()] { security->Watch(); });
  }
  return security;
}

Security::~Security() {
  {
    const MutexLock lock(mutex_);
    ending_ = true;
  }
  end_.NotifyAll();
  if (watcher_.joinable()) watcher_.join();
}

// gRPC 1.51 drops the pair in use before it looks at a new one, and a bad one would leave it with
// none. So it gets to see only what has passed these checks, and key and certificates in one file,
// so that it cannot take the key of one pair and the certificates of another.
absl::Status Security::UseTls(const std::vector<std::string>& texts) {
  const std::string& chain = texts[0];
  const std::string& key = texts[1];
  absl::Status status = Of("--tls-cert", options_.tls_cert, CheckCertificates(chain));
  if (status.ok()) status = Of("--tls-cert", options_.tls_cert, CheckDates(chain));
  if (status.ok()) status = Of("--tls-key", options_.tls_key, CheckPrivateKey(key));
  if (status.ok()) status = Of("--tls-key", options_.tls_key, CheckPair(chain, key));
  const bool asks_clients = texts.size() > 2;
  if (status.ok() && asks_clients) {
    status = Of("--tls-client-ca", options_.tls_client_ca, CheckCertificates(texts[2]));
  }
  if (status.ok() && asks_clients) status = client_ca_.Replace(texts[2]);
  if (status.ok()) status = identity_.Replace(absl::StrCat(key, "\n", chain));
  return status;
}

absl::Status Security::UseTokens(const std::vector<std::string>& texts) {
  absl::StatusOr<Tokens> parsed = Tokens::Parse(texts[0]);
  if (!parsed.ok()) return Of("--token-file", options_.token_file, parsed.status());
  auto fresh = std::make_shared<const Tokens>(*std::move(parsed));
  const MutexLock lock(mutex_);
  tokens_ = std::move(fresh);
  return absl::OkStatus();
}

std::shared_ptr<const Tokens> Security::tokens() const {
  const MutexLock lock(mutex_);
  return tokens_;
}

void Security::Watch() {
  const auto ending = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return ending_; };
  MutexLock lock(mutex_);
  while (true) {
    end_.WaitFor(mutex_, kLookEvery, ending);
    if (ending_) return;
    lock.Unlock();
    for (WatchedFiles& files : watched_) {
      const std::optional<absl::Status> looked = files.Look();
      if (!looked || log_ == nullptr) continue;
      if (looked->ok()) {
        log_->Info("reloaded", {{"files", files.Names()}});
      } else {
        log_->Warn("not reloaded, the last good one stays in use",
                   {{"files", files.Names()}, {"error", std::string(looked->message())}});
      }
    }
    lock.Lock();
  }
}

std::shared_ptr<grpc::ServerCredentials> Security::MakeCredentials() const {
  using grpc::experimental::FileWatcherCertificateProvider;
  if (options_.tls_cert.empty()) return grpc::InsecureServerCredentials();
  const auto provider = std::make_shared<FileWatcherCertificateProvider>(
      identity_.path(), identity_.path(), client_ca_.path(), kProviderLooksEvery_s);
  grpc::experimental::TlsServerCredentialsOptions tls(provider);
  tls.watch_identity_key_cert_pairs();
  if (!options_.tls_client_ca.empty()) {
    tls.watch_root_certs();
    tls.set_cert_request_type(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  }
  return grpc::experimental::TlsServerCredentials(tls);
}

absl::Status Security::CheckCaller(const Metadata& metadata) const {
  const std::shared_ptr<const Tokens> known = tokens();
  if (known == nullptr) return absl::OkStatus();
  const std::string_view token = TokenOf(metadata);
  if (token.empty()) {
    return absl::UnauthenticatedError(
        "a token is missing: calls need one \"authorization: Bearer TOKEN\" in their metadata");
  }
  if (known->Find(token) == nullptr) {
    return absl::UnauthenticatedError("the token is not one that this server knows");
  }
  return absl::OkStatus();
}

std::string Security::CallerName(const Metadata& metadata) const {
  const std::shared_ptr<const Tokens> known = tokens();
  const std::string* const name = known == nullptr ? nullptr : known->Find(TokenOf(metadata));
  return name == nullptr ? "" : *name;
}

}  // namespace carom
