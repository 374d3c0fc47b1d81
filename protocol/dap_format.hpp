#pragma once

#include "protocol/message.hpp"

namespace vouch::protocol {

/// The envelope of the Debug Adapter Protocol: every message has a `seq` of its sender, requests have a `command` and
/// `arguments`, events are notifications, and responses repeat the command and say whether it succeeded.
class DapFormat final : public MessageFormat {
public:
  IncomingMessage decode(Json json) override;
  Json encode(OutgoingMessage message) override;

private:
  std::int64_t next_seq_ = 1;
};

} // namespace vouch::protocol
