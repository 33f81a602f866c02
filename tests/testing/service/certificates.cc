#include "tests/testing/service/certificates.h"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

namespace carom::testing {
namespace {

constexpr long kHour_s = 3600;  // NOLINT: OpenSSL's type.

std::shared_ptr<EVP_PKEY> MakeKey() { return {EVP_EC_gen("P-256"), EVP_PKEY_free}; }

template <typename Write>
std::string ToPem(const Write& write) {
  const std::unique_ptr<BIO, decltype(&BIO_free_all)> out(BIO_new(BIO_s_mem()), BIO_free_all);
  write(out.get());
  char* text = nullptr;
  const auto size = static_cast<size_t>(BIO_get_mem_data(out.get(), &text));
  return std::string(text, size);
}

void AddExtension(X509* certificate, X509* issuer, int kind, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

// Without extensions and signature.
std::shared_ptr<X509> MakeCertificate(const std::string& name, EVP_PKEY* key,
                                      std::chrono::seconds lasts) {
  const std::shared_ptr<X509> certificate(X509_new(), X509_free);
  X509_set_version(certificate.get(), X509_VERSION_3);
  uint32_t serial = 0;
  RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof(serial));
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kHour_s);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), lasts.count());
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  X509_set_pubkey(certificate.get(), key);
  return certificate;
}

}  // namespace

Authority::Authority(const std::string& name)
    : key_(MakeKey()), certificate_(MakeCertificate(name, key_.get(), std::chrono::minutes(55))) {
  X509_set_issuer_name(certificate_.get(), X509_get_subject_name(certificate_.get()));
  AddExtension(certificate_.get(), certificate_.get(), NID_basic_constraints, "critical,CA:TRUE");
  AddExtension(certificate_.get(), certificate_.get(), NID_key_usage, "critical,keyCertSign");
  X509_sign(certificate_.get(), key_.get(), EVP_sha256());
}

std::string Authority::certificate() const {
  return ToPem([this](BIO* out) { PEM_write_bio_X509(out, certificate_.get()); });
}

Identity Authority::Issue(const std::string& name, std::chrono::seconds lasts) const {
  const std::shared_ptr<EVP_PKEY> key = MakeKey();
  const std::shared_ptr<X509> certificate = MakeCertificate(name, key.get(), lasts);
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(certificate_.get()));
  AddExtension(certificate.get(), certificate_.get(), NID_subject_alt_name,
               "DNS:localhost,IP:127.0.0.1");
  X509_sign(certificate.get(), key_.get(), EVP_sha256());
  return {ToPem([&](BIO* out) { PEM_write_bio_X509(out, certificate.get()); }),
          ToPem([&](BIO* out) {
            PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
          })};
}

}  // namespace carom::testing
