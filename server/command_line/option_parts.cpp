#include "server/command_line/option_parts.hpp"

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

} // namespace

void set_usage(CLI::App& app, std::string usage) { app.formatter(std::make_shared<FixedUsage>(std::move(usage))); }

std::uint64_t bytes_of(std::int64_t mebibytes) {
  if (mebibytes <= 0 || mebibytes > (std::int64_t{1} << 40)) {
    throw CLI::ValidationError("--memory", "must be a positive number of MiB");
  }
  return static_cast<std::uint64_t>(mebibytes) << 20U;
}

} // namespace vouch::server
