#include "server/security/check_pem.h"

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>

namespace carom {
namespace {

template <auto kFree>
struct Free {
  template <typename Object>
  void operator()(Object* object) const {
    kFree(object);
  }
};
using Bio = std::unique_ptr<BIO, Free<BIO_free_all>>;
using Certificate = std::unique_ptr<X509, Free<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;

// Otherwise OpenSSL asks for a passphrase at the terminal.
int NoPassphrase(char*, int, int, void*) { return 0; }

Bio Reader(const std::string& text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

// Null at the end, and where the text is damaged.
Certificate ReadCertificate(BIO* reader) {
  return Certificate(PEM_read_bio_X509(reader, nullptr, NoPassphrase, nullptr));
}

Key ReadKey(const std::string& pem) {
  const Bio reader = Reader(pem);
  Key key(PEM_read_bio_PrivateKey(reader.get(), nullptr, NoPassphrase, nullptr));
  ERR_clear_error();
  return key;
}

std::string TextOf(const ASN1_TIME* time) {
  const Bio writer(BIO_new(BIO_s_mem()));
  ASN1_TIME_print_ex(writer.get(), time, ASN1_DTFLGS_ISO8601);  // "2026-11-24 13:00:00Z"
  char* text = nullptr;
  const auto size = static_cast<size_t>(BIO_get_mem_data(writer.get(), &text));
  return std::string(text, size);
}

// The queue of errors is the thread's, and gRPC uses it too.
bool LastErrorIsTheEnd() {
  const unsigned long error = ERR_peek_last_error();  // NOLINT: OpenSSL's type.
  ERR_clear_error();
  return ERR_GET_LIB(error) == ERR_LIB_PEM && ERR_GET_REASON(error) == PEM_R_NO_START_LINE;
}

}  // namespace

absl::Status CheckCertificates(const std::string& pem) {
  const Bio reader = Reader(pem);
  ERR_clear_error();
  int count = 0;
  while (ReadCertificate(reader.get()) != nullptr) ++count;
  if (!LastErrorIsTheEnd()) return absl::InvalidArgumentError("a certificate is damaged");
  if (count == 0) return absl::InvalidArgumentError("holds no certificate in PEM");
  return absl::OkStatus();
}

absl::Status CheckDates(const std::string& pem) {
  const Bio reader = Reader(pem);
  const Certificate certificate = ReadCertificate(reader.get());
  ERR_clear_error();
  if (certificate == nullptr) return absl::InvalidArgumentError("holds no certificate in PEM");
  const ASN1_TIME* const begin = X509_get0_notBefore(certificate.get());
  const ASN1_TIME* const end = X509_get0_notAfter(certificate.get());
  if (X509_cmp_current_time(begin) > 0) {
    return absl::InvalidArgumentError("the certificate is not valid before " + TextOf(begin));
  }
  if (X509_cmp_current_time(end) < 0) {
    return absl::InvalidArgumentError("the certificate has expired: it was valid until " +
                                      TextOf(end));
  }
  return absl::OkStatus();
}

absl::Status CheckPrivateKey(const std::string& pem) {
  if (ReadKey(pem) != nullptr) return absl::OkStatus();
  return absl::InvalidArgumentError("holds no private key in PEM without a passphrase");
}

absl::Status CheckPair(const std::string& certificates, const std::string& key) {
  const Bio reader = Reader(certificates);
  const Certificate certificate = ReadCertificate(reader.get());
  const Key own = ReadKey(key);
  const bool match = certificate != nullptr && own != nullptr &&
                     X509_check_private_key(certificate.get(), own.get()) == 1;
  ERR_clear_error();
  return match ? absl::OkStatus() : absl::InvalidArgumentError("is not the key of the certificate");
}

}  // namespace carom
