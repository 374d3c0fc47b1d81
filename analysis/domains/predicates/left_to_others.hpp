#pragma once

/// What predicates leave to the other components of a product.
namespace vouch::domains {

/// Where predicates ask the solver whether any run gets to the end of a segment: at all ends, or at those where something is
/// tracked, and at targets not for long. The latter where other components exclude most of what does not exist, and do it cheaper;
/// refinement tracks `false` where it has to be asked.
enum class Emptiness { AskedEverywhere, AskedWherePredicatesAre };

/// Whether predicates say what others say already (`compare`, Theoduloz, EPFL thesis 4781, 3.2.7). What is left out becomes
/// `true`, so that states are alike which differ in nothing else.
enum class SaidByOthers { Repeated, LeftOut };

struct LeftToOthers {
  Emptiness emptiness = Emptiness::AskedEverywhere;
  SaidByOthers said = SaidByOthers::Repeated;
};

} // namespace vouch::domains
