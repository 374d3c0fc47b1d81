#include "analysis/frontend/pointer_constraints.hpp"

#include <utility>

namespace vouch::frontend {

PointerConstraints::PointerConstraints() {
  add_cell();
  add_cell();
  flow_address(outside(), outside());
}

PointerConstraints::Cell PointerConstraints::add_cell(Holds holds) {
  cells_.emplace_back();
  cells_.back().holds = holds;
  return cells_.size() - 1;
}

bool PointerConstraints::is_implied(Cell address, Cell holder) const {
  return address != outside() && holder != outside() && cells_[holder].addresses.contains(outside()) &&
         escapes(address);
}

/// A copy: the cells change while one goes through it.
std::vector<PointerConstraints::Cell> PointerConstraints::known_addresses(Cell cell) const {
  if (cell == outside()) {
    return {outside()};
  }
  std::vector<Cell> result;
  for (const Cell address : cells_[cell].addresses) {
    if (!is_implied(address, cell)) {
      result.push_back(address);
    }
  }
  return result;
}

void PointerConstraints::add(Cell address, Cell to) {
  Contents& contents = cells_[to];
  const bool is_function = cells_[address].function || cells_[address].is_outside;
  if (is_implied(address, to)) {
    return;
  }
  if (address != outside() && contents.holds == (is_function ? Holds::Objects : Holds::Functions)) {
    return;
  }
  if (contents.addresses.insert(address).second) {
    if (contents.fresh.empty()) {
      work_.push_back(to);
    }
    contents.fresh.push_back(address);
  }
}

void PointerConstraints::flow(Cell from, Cell to) {
  if (from == to || !cells_[from].flows_to.insert(to).second) {
    return;
  }
  for (const Cell address : known_addresses(from)) {
    add(address, to);
  }
}

void PointerConstraints::flow_address(Cell object, Cell to) { add(object, to); }

void PointerConstraints::load(Cell pointer, Cell to) {
  cells_[pointer].loads.push_back(to);
  for (const Cell object : known_addresses(pointer)) {
    flow(object, to);
  }
}

void PointerConstraints::store(Cell value, Cell pointer) {
  cells_[pointer].stores.push_back(value);
  for (const Cell object : known_addresses(pointer)) {
    flow(value, object);
  }
}

void PointerConstraints::call(Cell pointer, std::vector<Argument> arguments, Cell result) {
  calls_.push_back({std::move(arguments), result});
  cells_[pointer].calls.push_back(calls_.size() - 1);
  const Call made = calls_.back();
  for (const Cell function : known_addresses(pointer)) {
    enter(made, function);
  }
}

void PointerConstraints::define(Cell function, std::vector<Cell> parameters, Cell rest, Cell result) {
  cells_[function].function = Function{std::move(parameters), rest, result};
}

void PointerConstraints::call_goes_outside(Cell function) { cells_[function].is_outside = true; }

void PointerConstraints::enter(const Call& call, Cell function) {
  if (function == outside() || cells_[function].is_outside) {
    return call_outside(call.arguments, call.result);
  }
  if (!cells_[function].function) {
    return; // an object, which cannot be called
  }
  const Function callee = *cells_[function].function;
  for (std::size_t index = 0; index < call.arguments.size(); ++index) {
    flow(call.arguments[index].value, index < callee.parameters.size() ? callee.parameters[index] : callee.rest);
  }
  flow(callee.result, call.result);
}

void PointerConstraints::call_outside(const std::vector<Argument>& arguments, Cell result) {
  flow(outside(), result);
  for (const Argument& argument : arguments) {
    if (argument.use != Argument::Use::OnlyRead) {
      flow(argument.value, outside());
      continue;
    }
    flow(argument.value, readers());
    flow(argument.value, result);
    for (const Argument& other : arguments) {
      if (other.use == Argument::Use::LeadsToPointer) {
        store(argument.value, other.value);
      }
    }
  }
}

/// What gets outside is read, written and called there.
void PointerConstraints::expose(Cell address) {
  flow(address, outside());
  flow(outside(), address);
  if (cells_[address].function) {
    const Function function = *cells_[address].function;
    for (const Cell parameter : function.parameters) {
      flow(outside(), parameter);
    }
    flow(outside(), function.rest);
    flow(function.result, outside());
  }
}

void PointerConstraints::take(Cell pointer, Cell address) {
  if ((pointer == outside() || pointer == readers()) && address != outside()) {
    return expose(address); // the rest goes by the address of what is outside
  }
  // Each list may grow meanwhile; what is new there has seen all addresses.
  const std::vector<Cell> targets(cells_[pointer].flows_to.begin(), cells_[pointer].flows_to.end());
  for (const Cell target : targets) {
    add(address, target);
  }
  const std::vector<Cell> loads = cells_[pointer].loads;
  for (const Cell target : loads) {
    flow(address, target);
  }
  const std::vector<Cell> stores = cells_[pointer].stores;
  for (const Cell value : stores) {
    flow(value, address);
  }
  const std::vector<std::size_t> calls = cells_[pointer].calls;
  for (const std::size_t index : calls) {
    const Call call = calls_[index];
    enter(call, address);
  }
}

void PointerConstraints::solve() {
  while (!work_.empty()) {
    const Cell cell = work_.back();
    work_.pop_back();
    const std::vector<Cell> fresh = std::exchange(cells_[cell].fresh, {});
    for (const Cell address : fresh) {
      take(cell, address);
    }
  }
}

} // namespace vouch::frontend
