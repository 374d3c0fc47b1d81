#include "analysis/frontend/name_words.hpp"

namespace vouch::frontend {

Words words_of(llvm::StringRef name) {
  Words result(1);
  for (const char letter : name) {
    const bool begins_word = llvm::isUpper(letter) && !result.back().empty() && !llvm::isUpper(name.front());
    if (letter == '_' || begins_word) {
      result.emplace_back();
    }
    if (letter != '_') {
      result.back() += llvm::toLower(letter);
    }
  }
  return result;
}

} // namespace vouch::frontend
