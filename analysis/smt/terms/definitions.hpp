#pragma once

#include "analysis/smt/terms/term.hpp"

#include <functional>
#include <optional>

namespace vouch::smt {

struct Definition {
  Term constant;
  Term value;
};

/// What `conjunct` defines, if it has the form `constant = value` with a constant that may be defined and does not occur
/// in its own value.
std::optional<Definition> definition_in(TermManager& terms, const Term& conjunct,
                                        const std::function<bool(const Term&)>& may_be_defined);

} // namespace vouch::smt
