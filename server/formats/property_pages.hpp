#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The pages of docs/properties, which the binary carries along: what a diagnostic's code means and how to fix it.
namespace vouch::server {

/// A file that the binary carries along; see cmake/EmbedText.cmake.
struct EmbeddedText {
  std::string name;
  std::string text;
};

/// The files of docs/properties.
std::vector<EmbeddedText> property_page_texts();

/// `$XDG_CACHE_HOME/vouch/pages` or `~/.cache/vouch/pages`; empty if the environment says neither.
std::string default_pages_folder();

/// Writes the pages into `folder`, where they are not there or differ. Without effect if that cannot be done: then
/// there is nothing to link to.
void write_property_pages(const std::string& folder);

/// The URI of the page about `code` in `folder`; empty if there is none.
std::string uri_of_property_page(std::string_view code, const std::string& folder);

} // namespace vouch::server
