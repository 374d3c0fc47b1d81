#pragma once

#include "protocol/message.hpp"

namespace vouch::protocol {

/// JSON-RPC 2.0 as LSP uses it: no batches, parameters are an object, an array or absent.
class JsonRpcFormat final : public MessageFormat {
public:
  IncomingMessage decode(Json json) override;
  Json encode(OutgoingMessage message) override;
};

} // namespace vouch::protocol
