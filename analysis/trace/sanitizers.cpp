#include "analysis/trace/sanitizers.hpp"

namespace vouch::trace {

using cfa::PropertyKind;

Sanitizers sanitizers_for(PropertyKind property) {
  const std::string address_report = "ERROR: AddressSanitizer";
  const std::string undefined_report = "runtime error: ";
  switch (property) {
  case PropertyKind::SignedOverflow:
    return {{"-fsanitize=signed-integer-overflow,shift"}, {undefined_report}}; // a shift into the sign overflows too
  case PropertyKind::InvalidShift:
    return {{"-fsanitize=shift"}, {undefined_report}};
  case PropertyKind::DivisionByZero:
    return {{"-fsanitize=integer-divide-by-zero"}, {undefined_report}};
  case PropertyKind::NullDereference:
    return {{"-fsanitize=null,address"}, {undefined_report, address_report}};
  case PropertyKind::OutOfBounds:
    return {{"-fsanitize=address,bounds-strict"}, {address_report, undefined_report}};
  case PropertyKind::UseAfterFree:
  case PropertyKind::InvalidFree:
  case PropertyKind::DoubleFree:
    return {{"-fsanitize=address"}, {address_report}};
  case PropertyKind::MemoryLeak:
    return {{"-fsanitize=address"}, {"ERROR: LeakSanitizer: detected memory leaks"}};
  default:
    return {};
  }
}

bool uses_address_sanitizer(PropertyKind property) {
  const Sanitizers found = sanitizers_for(property);
  return !found.flags.empty() && found.flags.front().find("address") != std::string::npos;
}

} // namespace vouch::trace
