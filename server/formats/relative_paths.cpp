#include "server/formats/relative_paths.hpp"

#include <filesystem>

namespace vouch::server {
namespace {

class PathShortener {
public:
  PathShortener(const std::string& own, const std::string& folder) : own_(own), folder_(folder) {}

  void shorten(Place& place) const {
    if (place.file == own_ || !place.file.starts_with('/')) {
      return;
    }
    const std::filesystem::path relative =
        std::filesystem::path(place.file).lexically_normal().lexically_relative(folder_);
    const bool is_below = !relative.empty() && *relative.begin() != "..";
    if (is_below) {
      place.file = relative.string();
    }
  }

  void shorten(Violation& violation) const {
    shorten(violation.place);
    for (TraceStep& step : violation.trace) {
      shorten(step.place);
    }
  }

  template <class Element>
  void shorten_all(std::vector<Element>& elements) const {
    for (Element& element : elements) {
      if constexpr (std::is_same_v<Element, Violation> || std::is_same_v<Element, Place>) {
        shorten(element);
      } else {
        shorten(element.place);
      }
    }
  }

private:
  std::string own_;
  std::filesystem::path folder_;
};

} // namespace

FileReport with_relative_paths(FileReport report, const std::string& folder) {
  const PathShortener shortener(report.path, folder);
  shortener.shorten_all(report.violations);
  shortener.shorten_all(report.hints);
  shortener.shorten_all(report.functions);
  shortener.shorten_all(report.invariants);
  shortener.shorten_all(report.unreachable);
  shortener.shorten_all(report.messages);
  return report;
}

} // namespace vouch::server
