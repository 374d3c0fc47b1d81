#pragma once

#include <algorithm>
#include <llvm/ADT/StringRef.h>
#include <string>
#include <vector>

/// What people say of a variable by its name.
namespace vouch::frontend {

using Words = std::vector<std::string>;

/// The words of `maxLen`, `buf_size` and `nItems`, in small letters; at least one.
Words words_of(llvm::StringRef name);

template <class Names>
bool ends_in_one_of(const Words& words, const Names& names) {
  return std::ranges::find(names, llvm::StringRef(words.back())) != names.end();
}

} // namespace vouch::frontend
