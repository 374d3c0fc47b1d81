#pragma once

#include "analysis/cfa/branch_joins.hpp"
#include "analysis/trace/concrete_interpreter.hpp"

#include <limits>
#include <optional>
#include <vector>

/// Which steps of a run its end depends on: dynamic slicing.
///
/// B. Korel and J. Laski, "Dynamic program slicing", Information Processing Letters 29(3), 1988; whom a step is executed
/// because of is found as the run goes on, as by B. Xin and X. Zhang, "Efficient online detection of dynamic control
/// dependence", ISSTA 2007.
///
/// A step matters if a value that it writes is read by a later one that matters, if it decides at a branch that a step is
/// executed which matters, or if it calls the function of such a step. Reading is to the byte. Checks that pass, and
/// branches of which the other way only ends, decide nothing.
///
/// Invariant: going backward, `needed` are the values that steps behind read which matter, and which nothing in between has
/// written.
///
/// Example:  1 x = input()   2 y = input()   3 if (y > 0)   4 log = 1;   5 if (x == 7)   6 the assertion fails
///   6 is executed because of 5, which reads what 1 has written: 1, 5 and 6 matter, 2, 3 and 4 do not.
namespace vouch::trace {

/// Notes what each edge of a run reads and writes. Runs of more edges than it can keep depend on all of them.
class RunSlice : public RunObserver {
public:
  /// `program` must outlive it.
  explicit RunSlice(const Program& program);

  void executed(cfa::EdgeId edge, const Machine& machine) override;

  /// Whether it has kept all edges of the run so far.
  [[nodiscard]] bool is_complete() const { return !is_too_long_; }
  /// For each edge of the run, in order, whether the last one depends on it. Empty: the run was too long.
  [[nodiscard]] std::vector<bool> relevant_edges() const;

private:
  static constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

  /// A register of an activation, bytes from one address to before another, or what has become of an object.
  struct Datum {
    enum class Kind { Register, Bytes, Object } kind = Kind::Register;
    std::uint64_t first = 0;
    std::uint64_t second = 0;
  };
  /// What is written is computed from what is read.
  struct Flow {
    std::vector<Datum> written;
    std::vector<Datum> read;
    /// Bytes are copied: each from so far behind where it is written, in bytes.
    std::optional<std::uint64_t> copied_from = {};
  };
  struct Event {
    std::vector<Flow> flows;
    std::size_t decided_by = nobody; ///< the branch because of which it is executed
    std::size_t called_by = nobody;
    bool is_transfer = false; ///< a call or a return: matters for single flows
  };
  struct OpenBranch {
    std::size_t event = nobody;
    cfa::LocationId join;
  };
  struct Activation {
    std::uint64_t number = 0;
    std::size_t call = nobody;
    std::vector<OpenBranch> branches = {};
  };
  class Needed;

  [[nodiscard]] Datum datum_of(cfa::VariableId variable, const Activation& activation) const;
  void add_reads(std::vector<Datum>& read, cfa::EdgeId edge, cfa::ExpressionRef expression,
                 const Activation& activation, const Machine& machine) const;
  [[nodiscard]] std::vector<Flow> flows_of(cfa::EdgeId edge, const Machine& machine) const;
  [[nodiscard]] std::vector<Flow> flows_of_bindings(cfa::EdgeId edge, const std::vector<cfa::Binding>& bindings,
                                                    const Activation& from, const Activation& to,
                                                    const Machine& machine) const;
  void follow_control(Event& event, cfa::EdgeId edge);
  void remember(cfa::EdgeId edge, const Machine& machine);

  const Program& program_;
  const cfa::Cfa& cfa_;
  cfa::BranchJoins joins_;
  std::vector<Event> events_;
  std::vector<Activation> activations_ = {{}};
  std::uint64_t calls_ = 0;
  std::vector<Value> before_; ///< by variable: what the next edge finds in it
  bool is_too_long_ = false;
};

} // namespace vouch::trace
