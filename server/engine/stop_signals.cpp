#include "server/engine/stop_signals.hpp"

#include <array>
#include <cerrno>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>

namespace vouch::server {
namespace {

constexpr std::array<int, 3> stop_signals = {SIGINT, SIGTERM, SIGHUP};

sigset_t stop_set() {
  sigset_t set;
  sigemptyset(&set);
  for (int number : stop_signals) {
    sigaddset(&set, number);
  }
  return set;
}

} // namespace

StopSignals::StopSignals() {
  auto set = stop_set();
  pthread_sigmask(SIG_BLOCK, &set, &previous_mask_);
  descriptor_ = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (descriptor_ == -1) {
    throw std::system_error(errno, std::generic_category(), "signalfd");
  }
}

StopSignals::~StopSignals() {
  signalfd_siginfo late;
  while (read(descriptor_, &late, sizeof late) > 0) {
    // A second Ctrl-C asks for nothing new; without this it would end the process once the mask is restored.
  }
  close(descriptor_);
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

bool StopSignals::arrived() {
  signalfd_siginfo information;
  if (!arrived_ && read(descriptor_, &information, sizeof information) > 0) {
    arrived_ = true;
  }
  return arrived_;
}

void StopSignals::ignore_in_child() {
  for (int number : stop_signals) {
    std::signal(number, SIG_IGN);
  }
  auto set = stop_set();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

} // namespace vouch::server
