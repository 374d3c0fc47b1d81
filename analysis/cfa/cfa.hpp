#pragma once

#include "analysis/cfa/given_type.hpp"
#include "analysis/cfa/operation.hpp"
#include "analysis/cfa/property_kind.hpp"
#include "analysis/support/shared_vector.hpp"
#include "analysis/support/source_range.hpp"

#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The control-flow automaton of a translation unit: functions with locations and edges between them. Built once by
/// `CfaBuilder`, immutable afterwards.
namespace vouch::cfa {

struct DataModel {
  unsigned pointer_width = 64;
};

/// Register: a scalar whose address is never taken; operations read and write it by name. Memory: an object with an
/// address, read and written through `Load` and `Store` only.
enum class Storage { Register, Memory };
/// In a program that was changed (transformation/checking_loops.hpp), one value for the whole run. Index: it stands for all.
/// OwnIndex: for one that the program draws, and of which it may have asked something.
enum class VariableKind { Global, StaticLocal, Local, Parameter, Temporary, Index, OwnIndex };

/// A scalar part of an object in memory, as C names it.
struct Part {
  std::uint64_t offset = 0; ///< in bytes
  Type type;
  std::string path; ///< behind the object's name, `[2]`, `.position.x`, or the pointer's: `->next`; empty: all of it
};

/// Where the source can name a variable.
struct Scope {
  SourceRange range;               ///< invalid: nowhere
  std::vector<SourceRange> hidden; ///< where the name means something else
};

/// How code elsewhere gets the address of an automatic object in memory: anyhow, only as a pointer to const, or not at all.
enum class Sharing { Shared, Shown, Unshared };
std::string to_string(Sharing sharing);

/// What a variable is the value of, in a program that was changed (transformation/cells.hpp): `array[index]`, where `array` is a
/// variable in memory, or a pointer.
struct ElementOfArray {
  VariableId array;
  VariableId index;
};

struct Variable {
  std::string name; ///< as in the source, `x`; a part of a struct `s.field`; temporaries as `<call f>`
  Type type;
  VariableKind kind = VariableKind::Local;
  Storage storage = Storage::Register;
  FunctionId function;         ///< invalid for globals
  std::uint64_t alignment = 1; ///< in bytes, a power of two; more than its type's if the program says so
  /// The bytes of a string literal, its end included: it may be one object with another that ends in the same bytes.
  std::optional<std::string> literal = {};
  bool is_constant = false; ///< an object in memory that nothing may change once it has its initial contents
  Sharing sharing = Sharing::Shared;
  GivenTypeId contents = {}; ///< of an object in memory: what its pointers lead to where code elsewhere keeps to types
  SourceRange declaration;
  std::string type_spelling;    ///< the C type, for messages
  Scope scope = {};             ///< in the main file
  std::vector<Part> parts = {}; ///< of an aggregate, if they are few
  /// Of a pointer in a register: the scalar, or the first parts of the struct, that it leads to.
  std::vector<Part> pointee = {};
  std::optional<ElementOfArray> element = {};
};

/// Whether `variable` stays as it is when memory changes by `havoc`, if that reaches it.
[[nodiscard]] inline bool keeps(const HavocMemory& havoc, const Variable& variable) {
  return (keeps_constants(havoc) && variable.is_constant) ||
         (is_by_code_elsewhere(havoc) && variable.sharing != Sharing::Shared);
}

/// A location where a property is violated.
struct Target {
  PropertyKind property = PropertyKind::Assertion;
  std::string message; ///< for the user: `assertion "x > 0" can fail`
  /// The function whose callers have to keep to this assertion on its parameters; empty: it is the function's own.
  std::string contract_of;
  /// A condition of such an assertion's function: callers that fulfil it need not keep to the assertion. Empty: none.
  std::string contract_exemption = {};
};

struct Location {
  FunctionId function;
  bool is_loop_head = false;
  /// Position in a reverse post-order of its function; a successor has a larger one unless the edge closes a loop.
  std::size_t reverse_post_order = 0;
  std::optional<Target> target;
  SourceRange range; ///< where control stands
};

/// What the source says at an edge, for traces.
struct Edge {
  LocationId source;
  LocationId target;
  Operation operation;
  SourceRange range;
  std::string text; ///< the statement or condition as written, on one line; empty: not worth a step
  /// Which part of an expression it evaluates, counted within its function from 1 on, a part before the parts of it; 0:
  /// none whose order is open.
  std::size_t evaluation = 0;
};

struct Function {
  std::string name;
  LocationId entry;
  LocationId exit;
  std::vector<VariableId> parameters;
  std::vector<VariableId> return_variables; ///< none for void, several for a struct in registers
  SourceRange range;                        ///< the definition
  SourceRange name_range;
  bool is_externally_visible = true;
  bool is_synthetic = false; ///< made by the front end, has no source
  bool is_linked = false;    ///< defined in another translation unit than the one that is verified
};

/// Where a verification starts: `start` initialises the globals, gives parameters their unconstrained values and calls.
///
/// Program: as a program starts. AnyCall: as a part of some program that has run before and calls the function.
enum class EntryKind { Program, AnyCall };
struct EntryPoint {
  FunctionId function;
  LocationId start;
  EntryKind kind = EntryKind::Program;
  /// Of callers, without its being in C's own words: "s is a string".
  std::vector<std::string> assumptions = {};
};

/// Something that the front end over-approximated or left out, for the user.
struct Note {
  SourceRange range;
  std::string message;
};

/// The edges that begin, or end, at each location, in ascending order: programs are copied often, so it is two arrays.
class EdgesAtLocations {
public:
  EdgesAtLocations() = default;
  /// `location_of` is where an edge begins, or where it ends.
  template <class LocationOf>
  EdgesAtLocations(std::span<const Edge> edges, std::size_t location_count, const LocationOf& location_of)
      : begins_(location_count + 1, 0), edges_(edges.size()) {
    for (const Edge& edge : edges) {
      ++begins_[location_of(edge).index() + 1];
    }
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
    for (std::size_t index = 0; index < edges.size(); ++index) {
      edges_[next[location_of(edges[index]).index()]++] = EdgeId(index);
    }
  }

  [[nodiscard]] std::span<const EdgeId> at(LocationId id) const {
    return std::span(edges_).subspan(begins_[id.index()], begins_[id.index() + 1] - begins_[id.index()]);
  }

private:
  std::vector<std::size_t> begins_; ///< in `edges_`, of those of each location; behind the last one, where they end
  std::vector<EdgeId> edges_;
};

class Cfa {
public:
  [[nodiscard]] const DataModel& data_model() const { return data_model_; }
  [[nodiscard]] const Variable& variable(VariableId id) const { return variables_[id.index()]; }
  [[nodiscard]] const Function& function(FunctionId id) const { return functions_[id.index()]; }
  [[nodiscard]] const Location& location(LocationId id) const { return locations_[id.index()]; }
  [[nodiscard]] const Edge& edge(EdgeId id) const { return edges_[id.index()]; }

  [[nodiscard]] std::size_t variable_count() const { return variables_.size(); }
  [[nodiscard]] std::size_t function_count() const { return functions_.size(); }
  [[nodiscard]] std::size_t location_count() const { return locations_.size(); }
  [[nodiscard]] std::size_t edge_count() const { return edges_.size(); }

  [[nodiscard]] std::span<const EdgeId> outgoing(LocationId id) const { return outgoing_.at(id); }
  [[nodiscard]] std::span<const EdgeId> incoming(LocationId id) const { return incoming_.at(id); }
  [[nodiscard]] std::span<const EntryPoint> entry_points() const { return entry_points_; }
  /// Of the file's other functions, which as a rule only the file itself calls: each as if anybody could. No run begins
  /// there, so that what is found from there is no finding; what is proved holds for all calls that are like those from
  /// elsewhere.
  [[nodiscard]] std::span<const EntryPoint> internal_entry_points() const { return internal_entry_points_; }
  /// Of functions of files that were linked in, likewise: what is proved of one for all calls need not be proved again where
  /// it is called.
  [[nodiscard]] std::span<const EntryPoint> linked_entry_points() const { return linked_entry_points_; }
  [[nodiscard]] std::span<const Note> notes() const { return {notes_.begin(), notes_.end()}; }
  [[nodiscard]] const GivenType& given_type(GivenTypeId id) const { return given_types_[id.index()]; }
  [[nodiscard]] std::size_t given_type_count() const { return given_types_.size(); }

  /// The return edge that belongs to a call edge.
  [[nodiscard]] EdgeId return_of(EdgeId call) const { return EdgeId(call.index() + 1); }

  /// For `to_string` of expressions and operations.
  [[nodiscard]] Names names() const;

private:
  friend class CfaBuilder;

  DataModel data_model_;
  std::shared_ptr<ExpressionPool> expressions_;
  SharedVector<Variable> variables_;
  SharedVector<Function> functions_;
  std::vector<Location> locations_;
  std::vector<Edge> edges_;
  EdgesAtLocations outgoing_;
  EdgesAtLocations incoming_;
  std::vector<EntryPoint> entry_points_;
  std::vector<EntryPoint> internal_entry_points_;
  std::vector<EntryPoint> linked_entry_points_;
  SharedVector<Note> notes_;
  SharedVector<GivenType> given_types_;
};

/// Collects the parts of a Cfa. Use: add everything, then `build` once.
class CfaBuilder {
public:
  explicit CfaBuilder(DataModel data_model);
  /// Goes on with a program that was built before, whose ids stay what they are. Both share their expressions.
  explicit CfaBuilder(Cfa program) : cfa_(std::move(program)) {}
  /// The part of a program that has these locations and edges, in their order, with ids of their own; ids of functions,
  /// variables and types stay what they are. Entry points are those at which one of the edges begins. Both programs share
  /// their expressions.
  ///
  /// The entries and exits of all functions are among the locations, and so is where each edge begins and ends. Of the edges, a
  /// return stands right behind its call.
  CfaBuilder(const Cfa& program, std::span<const LocationId> locations, std::span<const EdgeId> edges);

  ExpressionPool& expressions() { return *cfa_.expressions_; }

  VariableId add_variable(Variable variable);
  /// Makes the function with an entry and an exit location.
  FunctionId add_function(std::string name, SourceRange range);
  LocationId add_location(FunctionId function, SourceRange range);
  LocationId add_target(FunctionId function, Target target, SourceRange range);
  EdgeId add_edge(LocationId source, LocationId target, Operation operation, SourceRange range, std::string text = {},
                  std::size_t evaluation = 0);
  /// A call and the matching return: from `source` into `callee`, back to `target`. The only way to add these two
  /// operations: `Cfa::return_of` relies on the return being the edge behind the call.
  void add_call(LocationId source, LocationId target, Call call, std::vector<Binding> results, SourceRange range,
                std::string text = {}, std::size_t evaluation = 0);
  void add_entry_point(EntryPoint entry_point);
  void add_internal_entry_point(EntryPoint entry_point);
  void add_linked_entry_point(EntryPoint entry_point);
  void add_note(Note note);
  GivenTypeId add_given_type(GivenType type);
  /// For its pointers, which may lead to types that are added later.
  GivenType& given_type(GivenTypeId id) { return cfa_.given_types_.own()[id.index()]; }
  [[nodiscard]] const GivenType& given_type(GivenTypeId id) const { return cfa_.given_type(id); }

  [[nodiscard]] const Variable& variable(VariableId id) const { return cfa_.variable(id); }
  /// For what is known of it only when everything is lowered.
  Variable& variable(VariableId id) { return cfa_.variables_.own()[id.index()]; }
  /// For what becomes known while the function is built: parameters, return variables, ranges.
  Function& function(FunctionId id) { return cfa_.functions_.own()[id.index()]; }
  [[nodiscard]] const Location& location(LocationId id) const { return cfa_.location(id); }
  [[nodiscard]] const DataModel& data_model() const { return cfa_.data_model(); }
  [[nodiscard]] std::size_t variable_count() const { return cfa_.variable_count(); }
  [[nodiscard]] std::size_t function_count() const { return cfa_.function_count(); }
  [[nodiscard]] std::span<const Edge> edges() const { return cfa_.edges_; }

  /// Takes out the edges that `is_impossible` says no run takes, and what only they lead to in their functions.
  void remove_edges(const std::function<bool(const Edge&)>& is_impossible);

  /// Gives every edge the operation that `replacement` says, if it says one; calls and returns must stay what they are.
  /// What becomes `Skip` is no step of traces any more.
  void replace_operations(const std::function<std::optional<Operation>(const Edge&)>& replacement);
  /// Makes every location the target that `replacement` says, if it says one, and otherwise an ordinary location.
  void replace_targets(const std::function<std::optional<Target>(LocationId)>& replacement);
  /// Makes `operation` the first thing that happens at `location`, which is not where a function ends.
  void insert_at(LocationId location, Operation operation);

  /// Computes adjacency, loop heads and reverse post-orders, and makes the edges that enter a loop meet in one location
  /// before its head, as well as those that close it: analyses that stop at loop heads then see each of them once. The
  /// builder is empty afterwards.
  Cfa build();

private:
  void compute_adjacency();
  void compute_orders();
  void join_before_loop_heads();

  Cfa cfa_;
};

/// Graphviz notation, one cluster per function; for debugging and documents.
std::string to_dot(const Cfa& cfa);

} // namespace vouch::cfa
