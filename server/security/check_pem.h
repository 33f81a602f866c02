#ifndef CAROM_SERVER_SECURITY_CHECK_PEM_H_
#define CAROM_SERVER_SECURITY_CHECK_PEM_H_

#include <string>

#include "absl/status/status.h"

namespace carom {

/// Each says in INVALID_ARGUMENT what is wrong with a text in PEM, and nothing of what it holds.

/// One certificate or more, all of them whole.
absl::Status CheckCertificates(const std::string& pem);

/// That the first certificate is valid today. Names the date otherwise.
absl::Status CheckDates(const std::string& pem);

/// A private key that needs no passphrase.
absl::Status CheckPrivateKey(const std::string& pem);

/// That the key is the one of the first certificate. Demands that both are fit.
absl::Status CheckPair(const std::string& certificates, const std::string& key);

}  // namespace carom

#endif  // CAROM_SERVER_SECURITY_CHECK_PEM_H_
