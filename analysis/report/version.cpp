#include "analysis/report/version.hpp"

namespace vouch {

std::string version_text() {
  return "vouch " VOUCH_VERSION " (Clang " VOUCH_CLANG_VERSION ", Z3 " VOUCH_Z3_VERSION ")";
}

} // namespace vouch
