#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/facts/blocks.hpp"
#include "analysis/facts/side_effects.hpp"

#include <compare>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// What a domain has to offer: a configurable program analysis with dynamic precision adjustment (Beyer, Henzinger,
/// Theoduloz: CAV 2007 and ASE 2008). A domain is a plain value type with these operators and no casts; `erase` in
/// analysis.hpp makes it usable by the engine.
namespace vouch::core {

/// The edge along which a successor is computed.
struct EdgeContext {
  cfa::EdgeId id;
  const cfa::Edge& edge;
};

/// A block that is analysed on its own, and what it and everything that it calls can touch.
struct BlockContext {
  const facts::Block& block;
  const facts::SideEffects& effects;
  const facts::SideEffectTable& table; ///< that `effects` is from
};

enum class TargetKind {
  Property,    ///< a location that must not be reached
  Unsupported, ///< a construct behind which the engine does not know what the program does
  Recursion,   ///< a call that the engine does not follow
};

/// Why a state is a target.
struct TargetReason {
  TargetKind kind = TargetKind::Property;
  cfa::LocationId location; ///< where to point the user to
  std::string text;         ///< the property's message, the construct, the recursive function

  friend bool operator==(const TargetReason&, const TargetReason&) = default;
};

/// One part of what a state knows, for people who debug an analysis.
struct StatePart {
  std::string domain; ///< "call stack", "predicates", "values", ...
  std::string text;   ///< cut off with "..." if it is very long
};

/// What precision adjustment says: go on with this state and precision, drop the state because it is empty, or go on
/// only after someone has looked at it. The exploration of a paused state can be resumed under another precision.
template <class State, class Precision>
struct Continue {
  State state;
  std::optional<Precision> precision = std::nullopt; ///< none: as before
};
struct Bottom {};
template <class State, class Precision>
struct Pause {
  State state;
  std::optional<Precision> precision = std::nullopt; ///< none: as before
  std::string reason;
};
template <class State, class Precision>
using Adjustment = std::variant<Continue<State, Precision>, Bottom, Pause<State, Precision>>;

/// What a changed result of `merge` contains for sure.
enum class MergeBound { Both, Reached };

/// How many reached states `stop` has to be shown at once, so that it can say all that it knows.
enum class Coverage { ByOne, ByUnion };

/// The states reached so far that have the partition key of the state at hand, oldest first; produced on demand.
template <class State>
class ReachedView {
public:
  ReachedView() = default;
  ReachedView(std::size_t size, std::function<const State&(std::size_t)> at) : size_(size), at_(std::move(at)) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  const State& operator[](std::size_t index) const { return at_(index); }

private:
  std::size_t size_ = 0;
  std::function<const State&(std::size_t)> at_;
};

/// The precision of a domain that has only one.
struct NoPrecision {
  friend bool operator==(NoPrecision, NoPrecision) = default;
};

/// Immutable, cheap to copy, comparable; `hash_value` is found by argument-dependent lookup.
template <class State>
concept AbstractStateValue = std::copyable<State> && std::equality_comparable<State> && requires(const State& state) {
  { hash_value(state) } -> std::convertible_to<std::size_t>;
};

/// With [[s]] the concrete states that s stands for, and s <= t for "[[s]] is a subset of [[t]]":
///
///   initial_state(l)     [[initial_state(l)]] contains every concrete state in which a run can start at l.
///   post(s, p, g)        The union of all [[s']], s' in post(s, p, g), contains every concrete successor of [[s]]
///                        along g. Empty: there is none. g leaves the location of s.
///   merge(s1, s2, p)     Either s2 itself (the two stay apart, or s2 covers s1 already) or a state m != s2 with
///                        s2 <= m, and with s1 <= m unless `merge_bound` says otherwise. s1 is the new state, s2 the
///                        reached one.
///   stop(s, R, p)        True only if [[s]] is within the union of [[r]], r in R.
///   adjust(s, p, R)      Continue{s', p'} and Pause{s', p', reason}: s <= s'. Bottom: [[s]] is empty. Called for every
///                        successor before merge and stop; p' is the precision for the successors of s'.
///
/// Equality is never coarser than meaning: s == t implies [[s]] = [[t]].
///
/// Optional members, with what holds without them:
///   strengthen(s, product, g)   vector of states whose union contains [[s]] intersected with all of `product`'s
///                               components; called once after every component's post. Without: {s}.
///   adjust_together(s, p, change)
///                               as `adjust`, for a component of a product whose components look at each other: called
///                               once after all have adjusted alone, s and p as this one has left them then. What the
///                               components of `change.before` have in common is within [[s']]. Without: Continue{s}.
///   join(s1, s2)                optional<State>: a state t with s1 <= t and s2 <= t, for which `stop` sees both; s1 is
///                               the new state, both have one partition, and t has it too. Nothing: these two have to
///                               stay apart. Without: nothing.
///   merge_bound()               Without: Both.
///   keeps_apart()               whether merge(s1, s2, p) is s2, whatever they are. Without: false.
///   coverage()                  Without: ByOne; then [[s]] is within one of the r, if `stop` says so.
///   target(s)                   optional<TargetReason>. Without: never a target.
///   targets(s)                  the same as a vector, for states that have several reasons.
///   join_precision(p, q)        at least as fine as both. Without: p.
///   partition(s)                size_t; states with different keys never merge and never cover each other.
///                               Without: 0.
///   merge_key(s)                size_t; states with different keys never merge, and merging keeps the key. Equal
///                               states have equal keys. Where many states stay apart, this is what finds the few
///                               that do not. Without: the same as `partition`.
///   shape(s), projection(s, t)  size_t, both or none; s can be within t only if projection(s, t) == projection(t, t).
///                               The latter is a hash of what s says about what t speaks of, and depends on t through
///                               shape(t) alone. This is what finds the few states that may cover a new one.
///                               Without: 0.
///   says(s)                     conditions that hold in every concrete state of [[s]], as expressions that live as
///                               long as the analysis. Need not be all that s knows. Read by the other components when
///                               they are strengthened, and by whoever shows states. Without: none.
///   describe(s, cfa)            s for people, as a vector of StatePart. Without: what s says, under the domain's
///                               `name`.
///   location(s)                 the location that s stands for; one analysis of a composite must have it.
///   call_depth(s)               number of calls that have not returned. Without: 0.
///   number(s)                   optional<size_t>: where there are few states, one for each, and a small one; equal states
///                               are one in memory then. Nothing: not of this one. Without: nothing.
///   traversal_place(s)          numbers by which states are expanded, compared as sequences, the smallest first, before
///                               anything else counts. Without: none.
///
/// Optional members for block-abstraction memoization (analysis/bam); without them blocks are analysed from whole
/// states. For every concrete c in [[s]], s at the entry of block b, every run of b from c ends in [[rebuild(s, b,
/// expand(s, b, o))]] for some o that b's own analysis computed from reduce(s, p, b). In particular, what b writes is
/// taken from o.
///   reduce(s, p, b)             optional<State>: s without what b does not touch, as b's own analysis starts with it;
///                               a function block starts with an empty call stack. Nothing: [[s]] is empty.
///   reduce_precision(p, b)      p without what b does not need.
///   expand(s, b, o)             o, an exit state of b's own analysis, with what `reduce` took from s.
///   rebuild(s, b, e)            for function blocks: e, which `expand` made of s and an exit state, with the caller's
///                               own variables back in scope. Where a function calls itself, s has to say what they
///                               were, since the call has given the same names to the callee's; so states at the entry
///                               stay apart that differ in this alone.
template <class A>
concept ConfigurableProgramAnalysis =
    std::move_constructible<A> && AbstractStateValue<typename A::State> && std::copyable<typename A::Precision> &&
    std::equality_comparable<typename A::Precision> &&
    requires(const A& a, const typename A::State& s, const typename A::Precision& p, const EdgeContext& edge,
             cfa::LocationId location, std::span<const typename A::State* const> candidates,
             const ReachedView<typename A::State>& reached) {
      { a.initial_state(location) } -> std::same_as<typename A::State>;
      { a.initial_precision() } -> std::same_as<typename A::Precision>;
      { a.post(s, p, edge) } -> std::same_as<std::vector<typename A::State>>;
      { a.merge(s, s, p) } -> std::same_as<typename A::State>;
      { a.stop(s, candidates, p) } -> std::same_as<bool>;
      { a.adjust(s, p, reached) } -> std::same_as<Adjustment<typename A::State, typename A::Precision>>;
    };

} // namespace vouch::core
