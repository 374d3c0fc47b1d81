#include "server/command_line/option_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

namespace vouch::server {
namespace {

/// CLI11's own usage line shows neither `--` nor where FILE may stand.
class FixedUsage : public CLI::Formatter {
public:
  explicit FixedUsage(std::string usage) : usage_(std::move(usage)) {}
  std::string make_usage(const CLI::App*, std::string) const override { return "Usage: " + usage_ + "\n"; }

private:
  std::string usage_;
};

/// How the names of groups begin that are seldom used. CLI11 knows groups by their names alone.
constexpr const char* seldom = "More: ";

} // namespace

void set_groups(CLI::App& app, const std::vector<OptionGroup>& everyday, const std::vector<OptionGroup>& seldom_used) {
  app.set_help_all_flag("--help-all", "all options, those that are seldom used too");
  for (const OptionGroup& group : everyday) {
    for (const std::string& option : group.options) {
      app.get_option(option)->group(group.name);
    }
  }
  for (const OptionGroup& group : seldom_used) {
    for (const std::string& option : group.options) {
      app.get_option(option)->group(seldom + group.name);
    }
  }
}

void leave_out_seldom_used(CLI::App& app) {
  std::size_t count = 0;
  for (CLI::Option* option : app.get_options()) {
    if (option->get_group().starts_with(seldom)) {
      option->group("");
      ++count;
    }
  }
  if (count != 0) {
    app.footer("--help-all shows " + std::to_string(count) + " more options.\n\n" + app.get_footer());
  }
}

void set_usage(CLI::App& app, std::string usage) { app.formatter(std::make_shared<FixedUsage>(std::move(usage))); }

// CLI11 has no place for them but the name of a validator: its description would be a part of the help.
void set_known_words(CLI::Option& option, const std::vector<std::string>& words) {
  const std::string name = fmt::format("{}", fmt::join(words, " "));
  option.check(CLI::Validator([](const std::string&) { return std::string(); }, "", name));
}

std::vector<std::string> known_words(CLI::Option& option) {
  std::vector<std::string> words;
  try {
    std::istringstream names(option.get_validator(0)->get_name());
    for (std::string word; names >> word;) {
      words.push_back(word);
    }
  } catch (const CLI::OptionNotFound&) { // it has no validator
  }
  return words;
}

std::uint64_t bytes_of(std::int64_t mebibytes) {
  if (mebibytes <= 0 || mebibytes > (std::int64_t{1} << 40)) {
    throw CLI::ValidationError("--memory", "must be a positive number of MiB");
  }
  return static_cast<std::uint64_t>(mebibytes) << 20U;
}

} // namespace vouch::server
