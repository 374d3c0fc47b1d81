#include "analysis/transformation/cells.hpp"

#include "analysis/cfa/rewriting.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/transformation/array_accesses.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace vouch::transformation {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;

/// Each store changes one cell for each pointer and index.
constexpr std::size_t most_cells = 16;
/// What is loaded is looked for in so many, back from where it is loaded again.
constexpr std::size_t conditions_in_a_row = 64;

struct Cell {
  AccessedArray array;
  cfa::VariableId index;
  cfa::VariableId variable; ///< has the value
};

std::vector<cfa::VariableId> indices_of(const cfa::Cfa& cfa) {
  std::vector<cfa::VariableId> result;
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::VariableKind kind = cfa.variable(cfa::VariableId(index)).kind;
    if (kind == cfa::VariableKind::Index || kind == cfa::VariableKind::OwnIndex) {
      result.emplace_back(index);
    }
  }
  return result;
}

/// Makes the changed program.
class RewritingWithCells {
public:
  explicit RewritingWithCells(const cfa::Cfa& cfa) : cfa_(cfa), builder_(cfa), accesses_(cfa, pool()) {
    const std::vector<cfa::VariableId> indices = indices_of(cfa);
    for (const AccessedArray& array : accesses_.arrays()) {
      for (cfa::VariableId index : indices) {
        cells_.push_back({array, index, {}});
      }
      regions_.insert(array.region);
    }
  }

  [[nodiscard]] std::size_t cell_count() const { return cells_.size(); }

  cfa::Cfa finish() {
    for (Cell& cell : cells_) {
      cfa::Variable variable{.name = "<cell>", .type = cell.array.type, .kind = cfa::VariableKind::Global};
      if (cell.array.offset == 0 &&
          cell.array.stride == static_cast<cfa::Integer>(cfa::size_in_bytes(cell.array.type))) {
        variable.element = cfa::ElementOfArray{cell.array.variable(), cell.index};
      }
      cell.variable = builder_.add_variable(std::move(variable));
    }
    builder_.replace_operations([&](const cfa::Edge& edge) { return replaced(edge); });
    for (const auto& [location, operations] : before_) {
      // What is inserted last comes first.
      for (auto operation = operations.rbegin(); operation != operations.rend(); ++operation) {
        builder_.insert_at(location, *operation);
      }
    }
    return builder_.build();
  }

private:
  cfa::ExpressionPool& pool() { return builder_.expressions(); }

  std::optional<cfa::Operation> replaced(const cfa::Edge& edge) {
    if (std::holds_alternative<cfa::Return>(edge.operation)) {
      return std::nullopt;
    }
    at_ = edge.source;
    forget(edge.operation);
    const auto* store = std::get_if<cfa::Store>(&edge.operation);
    if (store != nullptr && has_cells(store->address, store->value->type)) {
      return stored(*store);
    }
    const std::vector<ExpressionRef> parts = cfa::expressions_of(edge.operation);
    if (std::ranges::all_of(parts, [&](ExpressionRef part) { return read(part) == part; })) {
      return std::nullopt;
    }
    return cfa::with_expressions(edge.operation, [&](ExpressionRef part) { return read(part); });
  }

  [[nodiscard]] bool has_cells(ExpressionRef address, const cfa::Type& type) const {
    return regions_.contains(accesses_.region_of(address, type));
  }

  /// Makes those cells any value whose pointers the operation changes, or which it may write otherwise than by a store.
  void forget(const cfa::Operation& operation) {
    const auto forget_objects = [&](const facts::ObjectGroup* objects) {
      forget_where([&](const Cell& cell) { return &accesses_.objects_of(cell.array) == objects; });
    };
    const auto forget_at = [&](ExpressionRef address) { forget_objects(accesses_.objects_at(address)); };
    std::visit(Overloaded{
                   [&](const cfa::CopyMemory& op) { forget_at(op.destination); },
                   [&](const cfa::SetMemory& op) { forget_at(op.destination); },
                   [&](const cfa::WriteBytes& op) { forget_at(op.destination); },
                   [&](const cfa::ReceiveMemory& op) { forget_at(op.destination); },
                   [&](const cfa::HavocMemory& op) {
                     if (op.address != nullptr) {
                       forget_at(op.address);
                     } else {
                       forget_where([](const Cell&) { return true; });
                     }
                   },
                   [&](const cfa::Declare& op) { forget_objects(&accesses_.objects_of(op.variable)); },
                   [](const auto&) {},
               },
               operation);
    for (cfa::VariableId written : cfa::variables_written(operation)) {
      forget_where([&](const Cell& cell) { return cell.array.holder() == written; });
    }
  }

  template <class Condition>
  void forget_where(const Condition& condition) {
    for (const Cell& cell : cells_) {
      if (condition(cell)) {
        before(any_value_of(cell.variable));
      }
    }
  }

  /// In the place of the store: all cells that it may change get their new values, which are computed first.
  cfa::Operation stored(const cfa::Store& store) {
    std::vector<cfa::Assign> changes;
    for_each_cell(store.address, store.value->type, [&](const Cell& cell) {
      const cfa::Type& type = cell.array.type;
      const std::optional<ExpressionRef> is_it = is_at(store.address, cell);
      const ExpressionRef value = pool().convert(read(store.value), type);
      changes.push_back({cell.variable, is_it ? either(*is_it, value, pool().read(cell.variable, type))
                                              : any_value("<any value>", type)});
    });
    if (changes.size() > 1) {
      for (cfa::Assign& change : changes) {
        const cfa::VariableId computed = new_register("<new value>", change.value->type);
        before(cfa::Assign{computed, change.value});
        change.value = pool().read(computed, change.value->type);
      }
    }
    const cfa::Assign last = changes.back();
    changes.pop_back();
    std::ranges::for_each(changes, [&](const cfa::Assign& change) { before(change); });
    return last;
  }

  /// `expression` with cells where it loads elements, at the location that is looked at.
  ExpressionRef read(ExpressionRef expression) {
    const auto known = read_.find({at_, expression});
    if (known != read_.end()) {
      return known->second;
    }
    const auto* load = std::get_if<cfa::Load>(&expression->node);
    const ExpressionRef result =
        load != nullptr && has_cells(load->address, expression->type)
            ? loaded(expression)
            : cfa::with_operands(pool(), expression, [&](ExpressionRef operand) { return read(operand); });
    return read_.emplace(std::pair(at_, expression), result).first->second;
  }

  ExpressionRef loaded(ExpressionRef load) {
    const ExpressionRef address = std::get<cfa::Load>(load->node).address;
    ExpressionRef result = another_element(load);
    for_each_cell(address, load->type, [&](const Cell& cell) {
      if (const std::optional<ExpressionRef> is_it = is_at(address, cell)) {
        result = either(*is_it, pool().convert(pool().read(cell.variable, cell.array.type), load->type), result);
      }
    });
    return result;
  }

  /// Those that an access may be of.
  template <class Look>
  void for_each_cell(ExpressionRef address, const cfa::Type& type, const Look& look) {
    const facts::RegionId region = accesses_.region_of(address, type);
    for (const Cell& cell : cells_) {
      if (cell.array.region == region) {
        look(cell);
      }
    }
  }

  /// What is loaded where it is no cell: the same value as long as nothing is written that it may depend on, so that what a
  /// condition says of an element is known behind it.
  ExpressionRef another_element(ExpressionRef load) {
    const cfa::LocationId first = first_that_loads(load);
    const auto [known, is_new] = others_.emplace(std::pair(first, load), nullptr);
    if (is_new) {
      const cfa::LocationId here = std::exchange(at_, first);
      known->second = any_value("<another element>", load->type);
      at_ = here;
    }
    return known->second;
  }

  cfa::LocationId first_that_loads(ExpressionRef load) const {
    cfa::LocationId result = at_;
    cfa::LocationId location = at_;
    for (std::size_t step = 0; step < conditions_in_a_row && cfa_.incoming(location).size() == 1; ++step) {
      const cfa::Edge& edge = cfa_.edge(cfa_.incoming(location).front());
      if (!std::holds_alternative<cfa::Assume>(edge.operation) && !std::holds_alternative<cfa::Skip>(edge.operation)) {
        break;
      }
      location = edge.source;
      result = loads(edge.operation, load) ? location : result;
    }
    return result;
  }

  static bool loads(const cfa::Operation& operation, ExpressionRef load) {
    return std::ranges::any_of(cfa::expressions_of(operation), [&](ExpressionRef root) {
      bool result = false;
      cfa::for_each_subexpression(root, [&](ExpressionRef part) { result = result || part == load; });
      return result;
    });
  }

  /// Whether `address` is that of the cell's element. Nothing: the array has no name where the address is used.
  std::optional<ExpressionRef> is_at(ExpressionRef address, const Cell& cell) {
    const AccessedArray& array = cell.array;
    const cfa::VariableId holder = array.holder();
    if (holder.is_valid() && cfa::has_automatic_storage(cfa_.variable(holder)) &&
        cfa_.variable(holder).function != cfa_.location(at_).function) {
      return std::nullopt;
    }
    const ArrayAddress parts = accesses_.parts_of(address);
    const ExpressionRef index = pool().read(cell.index, cfa_.variable(cell.index).type);
    const cfa::Integer distance = parts.offset - array.offset;
    const bool is_of_array = parts.pointer == array.pointer;
    if (is_of_array && parts.number == nullptr && distance % array.stride == 0) {
      return compare(BinaryOperator::Equal, pool().convert(index, widest), distance / array.stride);
    }
    if (is_of_array && parts.number != nullptr && parts.stride == array.stride && distance == 0 &&
        width_of(index) <= width_of(parts.number)) {
      return is_number(parts.number, index);
    }
    return is_address(address, array, index);
  }

  static unsigned width_of(ExpressionRef integer) { return cfa::as_integer(integer->type)->width; }

  /// Whether they are equal; the index fits into the type of the number.
  ExpressionRef is_number(ExpressionRef number, ExpressionRef index) {
    const auto* convert = std::get_if<cfa::Convert>(&number->node);
    if (convert != nullptr && convert->operand->type == index->type) {
      return equal(read(convert->operand), index);
    }
    return equal(read(number), pool().convert(index, number->type));
  }

  ExpressionRef is_address(ExpressionRef address, const AccessedArray& array, ExpressionRef index) {
    const cfa::IntegerType distance = distance_of(address->type);
    const auto add = [&](ExpressionRef pointer, ExpressionRef bytes) {
      return pool().make(cfa::Binary{BinaryOperator::PointerAdd, pointer, bytes}, address->type);
    };
    const ExpressionRef bytes = pool().binary(BinaryOperator::Multiply, pool().convert(index, distance),
                                              pool().constant(array.stride, distance));
    const ExpressionRef element = add(add(array.pointer, bytes), pool().constant(array.offset, distance));
    const ExpressionRef is_it = equal(read(address), element);
    const cfa::Integer largest = cfa::maximum_value(distance) / array.stride;
    if (cfa::maximum_value(*cfa::as_integer(index->type)) <= largest) {
      return is_it;
    }
    // Computed for an index beyond all objects, this may be the address of some other element.
    const ExpressionRef number = pool().convert(index, widest);
    const ExpressionRef is_low_enough = compare(BinaryOperator::LessEqual, number, largest);
    const ExpressionRef is_high_enough = compare(BinaryOperator::GreaterEqual, number, -largest);
    const ExpressionRef no = pool().constant(0, truth_value);
    return either(is_low_enough, either(is_high_enough, is_it, no), no);
  }

  /// What numbers of bytes have that are added to a pointer.
  static cfa::IntegerType distance_of(const cfa::Type& pointer) {
    return {static_cast<unsigned>(8 * cfa::size_in_bytes(pointer)), cfa::Signedness::Signed};
  }

  ExpressionRef equal(ExpressionRef left, ExpressionRef right) {
    return pool().make(cfa::Binary{BinaryOperator::Equal, left, right}, truth_value);
  }
  ExpressionRef compare(BinaryOperator op, ExpressionRef left, cfa::Integer right) {
    return pool().make(cfa::Binary{op, left, pool().constant(right, left->type)}, truth_value);
  }
  ExpressionRef either(ExpressionRef condition, ExpressionRef if_true, ExpressionRef if_false) {
    return pool().make(cfa::Conditional{condition, if_true, if_false}, if_true->type);
  }

  ExpressionRef any_value(std::string name, const cfa::Type& type) {
    const cfa::VariableId variable = new_register(std::move(name), type);
    before(any_value_of(variable));
    return pool().read(variable, type);
  }
  static cfa::Operation any_value_of(cfa::VariableId variable) {
    return cfa::Input{variable, cfa::InputKind::Nondeterministic, "<any value>"};
  }

  cfa::VariableId new_register(std::string name, const cfa::Type& type) {
    cfa::Variable variable{.name = std::move(name), .type = type, .kind = cfa::VariableKind::Temporary};
    variable.function = cfa_.location(at_).function;
    return builder_.add_variable(std::move(variable));
  }

  /// Adds what happens at the location that is looked at, ahead of the edges that leave it.
  void before(cfa::Operation operation) { before_[at_].push_back(std::move(operation)); }

  static constexpr cfa::IntegerType widest{64, cfa::Signedness::Signed};
  static constexpr cfa::IntegerType truth_value{32, cfa::Signedness::Signed};

  const cfa::Cfa& cfa_;
  cfa::CfaBuilder builder_;
  ArrayAccesses accesses_;
  std::vector<Cell> cells_;
  std::unordered_set<facts::RegionId> regions_; ///< that have cells
  cfa::LocationId at_;                          ///< of the edge that is looked at
  std::map<std::pair<cfa::LocationId, ExpressionRef>, ExpressionRef> read_;
  std::map<std::pair<cfa::LocationId, ExpressionRef>, ExpressionRef> others_;
  std::map<cfa::LocationId, std::vector<cfa::Operation>> before_;
};

} // namespace

std::optional<cfa::Cfa> with_cells(const cfa::Cfa& cfa) {
  RewritingWithCells rewriting(cfa);
  const bool is_worth_it = rewriting.cell_count() > 0 && rewriting.cell_count() <= most_cells;
  return is_worth_it ? std::optional(rewriting.finish()) : std::nullopt;
}

} // namespace vouch::transformation
