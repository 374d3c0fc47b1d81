#pragma once

#include "analysis/cfa/cfa.hpp"

#include <optional>
#include <unordered_set>

/// Loops that only check, asked at one index that stands for all.
///
/// After C. Flanagan and S. Qadeer, "Predicate abstraction for software verification", POPL 2002: a universally quantified fact
/// is proved for one value that nobody knows, and that stays the same for the whole run.
///
///     for (i = 0; i < n; i++)            lo = i;                        // i is 0
///       assert(a[i] == b[i]);     =>     if (choice) {                  // or the loop is passed over
///                                          assume(index >= lo); i = index;
///                                          if (i < n) assert(a[i] == b[i]);
///                                        }
///
/// `index` gets any value at the start of the run and is never written: analyses know it when they come to the loops that
/// fill the arrays, and need nothing but what they say of that one element.
///
/// A loop only checks if it is entered at its head alone; if it writes nothing but registers of its function that nobody
/// reads behind it; if of these nothing but one counter goes from one round to the next; if that is moved by one constant;
/// if it is left in one place, but for checks that fail, ends of the run and what is not supported; and if it receives nothing and calls only
/// functions that do no more, though not at the end of a round. Loops in it may be of the same kind.
///
/// An index that the program itself draws, once in a run, is drawn at the start as well, whenever that was: `k = input` becomes
/// `k = index`.
///
/// Invariant: a run of the program that fails a check in a round of such a loop has its like in the changed program, with the
/// counter's value in that round as `index`: all checks up to there are passed in it, too, since the run passes them in all
/// rounds. So what is proved of the changed program holds for the one as written. Nothing else does: the changed program passes
/// loops that do not end, and what it violates may be violated by nobody.
namespace vouch::transformation {

struct ProgramAtOneIndex {
  cfa::Cfa cfa; ///< ids of the program as written stay what they are
  std::unordered_set<cfa::LocationId>
      heads; ///< of the loops that were changed: what is true there says nothing of them
};

/// Nothing if no loop of `cfa` only checks, and it draws no index. Runs begin at `start`.
std::optional<ProgramAtOneIndex> program_at_one_index(const cfa::Cfa& cfa, cfa::LocationId start);

} // namespace vouch::transformation
