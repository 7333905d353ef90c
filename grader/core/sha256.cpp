#include "grader/core/sha256.h"

#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <stdexcept>

namespace gemmlab {

std::string sha256(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest, &length, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available in this OpenSSL");
  }
  return fmt::format("{:02x}", fmt::join(digest, digest + length, ""));
}

}  // namespace gemmlab
