#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// The page docs/assumptions.md, compared with what reports say.
namespace vouch::testkit {

/// What a report on a file rests on, sentence by sentence. The one on undefined behaviour is taken apart, since its
/// parts depend on the properties that are checked.
std::vector<std::string> assumptions_in(const nlohmann::json& file);

/// The sentences of the page's tables, as written there: NAME, FILE and FILES stand for any text.
std::vector<std::string> sentences_on_page();

/// Whether one of them says `assumption`.
bool is_on_page(const std::string& assumption);

/// Whether `sentence`, one of the page's, says `assumption`.
bool says(const std::string& sentence, const std::string& assumption);

} // namespace vouch::testkit
