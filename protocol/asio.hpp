#pragma once

// Boost 1.74's awaitable.hpp uses std::exchange without including <utility>; clang-format would sort it behind.
// clang-format off
#include <utility>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
// clang-format on
