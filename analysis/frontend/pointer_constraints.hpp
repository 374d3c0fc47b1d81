#pragma once

#include <cstddef>
#include <optional>
#include <unordered_set>
#include <vector>

namespace vouch::frontend {

/// Inclusion constraints between cells, each of which holds addresses of cells (L. O. Andersen, "Program analysis and
/// specialization for the C programming language", 1994). A cell is a variable as a whole, a function, or a value on
/// the way. One cell is all that is outside: what it gets may be read, written and called by anybody. Another one is those
/// outside who only read what they get, and find there what they may do anything with.
///
/// Example: flow_address(x, p), flow(p, q), flow_address(y, v), store(v, q), flow(p, outside()): x escapes, as p holds
/// its address, and so does y, which x holds.
class PointerConstraints {
public:
  using Cell = std::size_t;

  PointerConstraints();

  /// What addresses a cell can hold, by its type.
  enum class Holds { Anything, Objects, Functions };
  Cell add_cell(Holds holds = Holds::Anything);
  [[nodiscard]] Cell outside() const { return 0; }
  [[nodiscard]] Cell readers() const { return 1; }

  void flow(Cell from, Cell to);           ///< `to` holds all that `from` holds
  void flow_address(Cell object, Cell to); ///< `to` holds the address of `object`
  void load(Cell pointer, Cell to);        ///< `to` holds all that what `pointer` points to holds
  void store(Cell value, Cell pointer);    ///< what `pointer` points to holds all that `value` holds
  /// A value that is passed. `OnlyRead`: code outside gets it as a pointer to const. `LeadsToPointer`: as one to a pointer.
  struct Argument {
    Cell value;
    enum class Use { Any, OnlyRead, LeadsToPointer } use = Use::Any;
  };
  /// `pointer` is called: functions it may point to get the arguments, and `result` holds what they return. What code outside
  /// only reads it may return, and leave in pointers to which others lead, as `strtol` does.
  void call(Cell pointer, std::vector<Argument> arguments, Cell result);
  /// The same of a function whose code is outside.
  void call_outside(const std::vector<Argument>& arguments, Cell result);

  /// `function` is one that can be called; `rest` gets arguments behind the parameters.
  void define(Cell function, std::vector<Cell> parameters, Cell rest, Cell result);
  /// `function` is one whose code is outside.
  void call_goes_outside(Cell function);

  void solve();
  /// After `solve`: whether the address of `cell` gets outside.
  [[nodiscard]] bool escapes(Cell cell) const { return cells_[outside()].addresses.contains(cell); }
  /// The same of readers.
  [[nodiscard]] bool is_shown(Cell cell) const { return cells_[readers()].addresses.contains(cell); }

private:
  struct Call {
    std::vector<Argument> arguments;
    Cell result;
  };
  struct Function {
    std::vector<Cell> parameters;
    Cell rest;
    Cell result;
  };
  struct Contents {
    Holds holds = Holds::Anything;
    std::unordered_set<Cell> addresses;
    std::vector<Cell> fresh; ///< those that the constraints below have not seen yet
    std::unordered_set<Cell> flows_to;
    std::vector<Cell> loads;  ///< targets of loads through this cell
    std::vector<Cell> stores; ///< values stored through this cell
    std::vector<std::size_t> calls;
    std::optional<Function> function;
    bool is_outside = false; ///< a function whose code is
  };

  /// Whether it says nothing new that `holder` holds `address`. What has escaped is written, read and called by whatever is
  /// outside: who holds the address of that holds all of these, and need not hold each of them.
  [[nodiscard]] bool is_implied(Cell address, Cell holder) const;
  [[nodiscard]] std::vector<Cell> known_addresses(Cell cell) const;
  void add(Cell address, Cell to);
  void take(Cell pointer, Cell address);
  void enter(const Call& call, Cell function);
  void expose(Cell address);

  std::vector<Contents> cells_;
  std::vector<Call> calls_;
  std::vector<Cell> work_; ///< cells with something fresh
};

} // namespace vouch::frontend
