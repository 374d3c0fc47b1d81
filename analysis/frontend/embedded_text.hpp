#pragma once

#include <string>
#include <vector>

namespace vouch::frontend {

/// A file that the binary carries along; see cmake/EmbedText.cmake.
struct EmbeddedText {
  std::string name;
  std::string text;
};

/// The files of `models/`.
std::vector<EmbeddedText> model_texts();
/// What users can include: the files of `include/`.
std::vector<EmbeddedText> header_texts();

} // namespace vouch::frontend
