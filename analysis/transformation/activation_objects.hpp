#pragma once

#include "analysis/cfa/cfa.hpp"

namespace vouch::transformation {

/// Makes the automatic variables in memory of functions that can call themselves into objects that each activation
/// allocates: a variable in memory has one address and one content for all activations, and while a function is active
/// several times these are several objects (docs/decisions/0094).
///
/// Where the variable was declared, an `Allocate` of kind Automatic makes its object, and a new register of the
/// function holds the address, which every use of the variable's address reads. The variable stays as the description
/// of the objects, without uses of its own. Where control can come to a use without passing a declaration, the object
/// is made at the function's entry, too.
///
/// Example: `int f(int n) { int x = n; g(&x); return n ? f(n - 1) + x : 0; }`
///   declare x; *&x := n; ...   becomes   <&x> := allocate 4; *<&x> := n; ...
///
/// Belongs behind everything that finds out who calls whom, and before `CfaBuilder::build`.
void allocate_objects_of_recursive_functions(cfa::CfaBuilder& builder);

} // namespace vouch::transformation
