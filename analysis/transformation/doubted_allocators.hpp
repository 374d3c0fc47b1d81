#pragma once

#include "analysis/cfa/cfa.hpp"

/// Which functions that are not seen and that are named after `malloc` return null, and which end the program instead.
///
/// D. Engler, D. Y. Chen, S. Hallem, A. Chou and B. Chelf, "Bugs as deviant behavior: a general approach to inferring
/// errors in systems code", SOSP 2001: what programmers believe is in what they write. If anybody looks whether such a
/// function has returned null, it may, and who does not look has forgotten it. If nobody does, null is a guess of ours.
///
/// Invariant: a function counts as one that returns null if a branch behind compares with null what it gave, in the variable or the
/// place in memory, as both are written, that the value is put into, also by a function that returns it. What is put
/// elsewhere by a copy of a struct or through another name is not followed; that makes hints of findings, and no proofs.
///
/// Example:  p = pool_alloc(8); if (p == NULL) return 0;        pool_alloc may return null
///           q->next = store_alloc(8); q->next->value = 0;      of store_alloc nobody thinks that it may
namespace vouch::transformation {

/// The failures of those that may return null are as those of `malloc` from here on: by `Author::System`.
void mark_doubted_allocators(cfa::CfaBuilder& builder);

} // namespace vouch::transformation
