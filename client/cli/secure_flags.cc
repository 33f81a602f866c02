#include "client/cli/secure_flags.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/text_file.h"

namespace carom {
namespace {

absl::Status Wrong(const char* flag, const std::string& what) {
  return absl::InvalidArgumentError(absl::StrCat("--", flag, ": ", what));
}

// A text in PEM; empty without a file.
absl::Status ReadPem(const char* flag, const std::optional<std::string>& path, std::string* pem) {
  if (!path) return absl::OkStatus();
  absl::StatusOr<std::string> text = ReadTextFile(*path);
  if (!text.ok()) return Wrong(flag, std::string(text.status().message()));
  if (!absl::StrContains(*text, "-----BEGIN ")) return Wrong(flag, *path + ": is not in PEM");
  *pem = *std::move(text);
  return absl::OkStatus();
}

// The first token of a file such as the server reads: TOKEN or TOKEN NAME a line, # for remarks.
absl::Status ReadToken(const std::optional<std::string>& path, std::string* token) {
  if (!path) return absl::OkStatus();
  const absl::StatusOr<std::string> text = ReadTextFile(*path);
  if (!text.ok()) return Wrong("token-file", std::string(text.status().message()));
  for (const absl::string_view line : absl::StrSplit(*text, '\n')) {
    const std::vector<std::string> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (words.empty() || words[0][0] == '#') continue;
    *token = words[0];
    for (const char c : *token) {
      if (c < '!' || c > '~') return Wrong("token-file", *path + ": a token is printable ASCII");
    }
    return absl::OkStatus();
  }
  return Wrong("token-file", *path + ": holds no token");
}

}  // namespace

void SecureFlags::Declare(FlagSet* flags) {
  flags->AddSwitch("tls",
                   "encrypt the way to the server; its certificate must be signed by one of\n"
                   "the system's authorities",
                   &tls);
  flags->AddText("tls-ca", "FILE", "the same with the authorities of FILE (PEM)", &ca_file);
  flags->AddText("tls-cert", "FILE", "the own certificate, where the server asks for one (PEM)",
                 &certificate_file);
  flags->AddText("tls-key", "FILE", "its private key (PEM)", &key_file);
  flags->AddText("token-file", "FILE", "a token for the server: the first word of FILE",
                 &token_file);
  flags->AddSwitch("token-in-plain-text",
                   "send the token without TLS to another machine too: whoever is on\n"
                   "the way can read it",
                   &token_in_plain_text);
}

bool SecureFlags::Any() const {
  return tls || ca_file || certificate_file || key_file || token_file || token_in_plain_text;
}

absl::StatusOr<ConnectOptions> SecureFlags::Read() const {
  ConnectOptions options;
  if (certificate_file.has_value() != key_file.has_value()) {
    return certificate_file ? Wrong("tls-cert", "needs --tls-key, its private key")
                            : Wrong("tls-key", "needs --tls-cert, its certificate");
  }
  if (tls || ca_file || certificate_file) {
    TlsOptions& own = options.tls.emplace();
    absl::Status read = ReadPem("tls-ca", ca_file, &own.root_certificates);
    if (read.ok()) read = ReadPem("tls-cert", certificate_file, &own.certificate_chain);
    if (read.ok()) read = ReadPem("tls-key", key_file, &own.private_key);
    if (!read.ok()) return read;
  }
  if (absl::Status read = ReadToken(token_file, &options.token); !read.ok()) return read;
  options.allow_token_in_plain_text = token_in_plain_text;
  return options;
}

}  // namespace carom
