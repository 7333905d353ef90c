#include "grader/core/read_file.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>

#include "grader/core/infrastructure_error.h"

namespace gemmlab {

std::string read_file(const fs::path& file) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  const bool is_file = in && !fs::is_directory(file);
  if (!is_file || !(text << in.rdbuf() || fs::is_empty(file))) {
    throw InfrastructureError(
        fmt::format("cannot read {}: {}", file.string(), std::strerror(errno == 0 ? EIO : errno)));
  }
  return text.str();
}

std::optional<std::string> read_foreign(const fs::path& file, std::uintmax_t most) {
  std::error_code error;
  const bool is_regular = fs::is_regular_file(file, error);
  const std::uintmax_t size = is_regular ? fs::file_size(file, error) : 0;
  if (!is_regular || error || size > most) {
    return std::nullopt;
  }
  std::ifstream in(file, std::ios::binary);
  std::string content(size, '\0');
  in.read(content.data(), static_cast<std::streamsize>(size));
  return in ? std::optional(std::move(content)) : std::nullopt;
}

std::vector<std::string> split_at_blanks(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string sha256(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest, &length, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available in this OpenSSL");
  }
  std::string digits;
  for (const unsigned char byte : std::span(digest, length)) {
    digits += fmt::format("{:02x}", byte);
  }
  return digits;
}

}  // namespace gemmlab
