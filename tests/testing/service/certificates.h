#ifndef CAROM_TESTS_TESTING_SERVICE_CERTIFICATES_H_
#define CAROM_TESTS_TESTING_SERVICE_CERTIFICATES_H_

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <chrono>
#include <memory>
#include <string>

namespace carom::testing {

/// Both in PEM.
struct Identity {
  std::string certificate;
  std::string key;
};

/// An authority that signs certificates for a test, with keys on the curve P-256. All of them begin
/// an hour ago and end within the hour, so that none outlives its test by much.
class Authority {
 public:
  explicit Authority(const std::string& name);

  /// Its own certificate in PEM.
  std::string certificate() const;

  /// For "localhost" and 127.0.0.1. A negative time has made it expire already.
  Identity Issue(const std::string& name,
                 std::chrono::seconds lasts = std::chrono::minutes(50)) const;

 private:
  std::shared_ptr<EVP_PKEY> key_;
  std::shared_ptr<X509> certificate_;
};

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SERVICE_CERTIFICATES_H_
