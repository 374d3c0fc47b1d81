#pragma once

#include "analysis/smt/terms/term.hpp"

#include <functional>
#include <optional>

namespace vouch::smt {

/// The constant that `conjunct` defines, if it has the form `constant = value` with a constant that may be defined and
/// does not occur in its own value.
std::optional<Term> defined_constant(TermManager& terms, const Term& conjunct,
                                     const std::function<bool(const Term&)>& may_be_defined);

} // namespace vouch::smt
