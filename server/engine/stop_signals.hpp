#pragma once

#include <csignal>

namespace vouch::server {

/// While it lives, SIGINT, SIGTERM and SIGHUP no longer end the process but make `descriptor` readable. To be made
/// before the process has a second thread. Used by one thread.
class StopSignals {
public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// Whether a signal has arrived since construction.
  [[nodiscard]] bool arrived();

  /// For a process forked while signals are held back: from now on it ignores them, its parent decides for it.
  static void ignore_in_child();

private:
  int descriptor_;
  bool arrived_ = false;
  sigset_t previous_mask_;
};

} // namespace vouch::server
