#include "analysis/inspection/evaluate.hpp"

#include "analysis/inspection/arithmetic.hpp"

namespace vouch::inspection {
namespace {

class Evaluator {
public:
  explicit Evaluator(const View& view) : view_(view), symbols_(view.symbols) {}

  TypedValue value(const Syntax& e) {
    switch (e.kind) {
    case SyntaxKind::Name:
      return name(e.text);
    case SyntaxKind::Integer:
    case SyntaxKind::Character:
      return temporary(integer_scalar(symbols_, e.integer, e.type));
    case SyntaxKind::Floating:
      return temporary(floating_scalar(symbols_, e.number, e.type));
    case SyntaxKind::String:
      return {e.type, InLiteral{std::make_shared<const std::string>(e.text), 0}};
    case SyntaxKind::Dereference:
      return dereferenced(e.operands[0]);
    case SyntaxKind::AddressOf:
      return address(e.operands[0]);
    case SyntaxKind::Index:
      return indexed(e);
    case SyntaxKind::Member:
      return member(value(e.operands[0]), e.text);
    case SyntaxKind::Arrow:
      return member(pointee(view_, temporary(scalar(e.operands[0]))), e.text);
    case SyntaxKind::Cast:
      return cast(e);
    case SyntaxKind::SizeOfType:
      return size(e.type);
    case SyntaxKind::SizeOfValue:
      return size_of(e.operands[0]);
    case SyntaxKind::Conditional:
      return conditional(e);
    case SyntaxKind::Comma:
      value(e.operands[0]);
      return value(e.operands[1]);
    default:
      return temporary(computed(e));
    }
  }

  /// With arrays and functions as pointers.
  Scalar scalar(const Syntax& e) { return decayed(value(e)); }

  Scalar decayed(const TypedValue& from) {
    const cfa::CType& type = symbols_.type(from.type);
    if (type.kind == cfa::CTypeKind::Array) {
      const cfa::CTypeId pointer = symbols_.pointer_to(type.element);
      return {pointer, address_of(view_, from)};
    }
    if (!type.scalar) {
      throw EvaluationError{"a value of type " + type.spelling + " is no number and no pointer"};
    }
    return {from.type, scalar_of(view_, from)};
  }

  bool condition(const Syntax& e) { return truth_of(symbols_, scalar(e)); }

private:
  static TypedValue temporary(const Scalar& scalar) { return {scalar.type, Temporary{scalar.value}}; }

  TypedValue truth(bool holds) { return temporary(integer_scalar(symbols_, holds ? 1 : 0, symbols_.basic("int"))); }

  TypedValue name(const std::string& name) {
    if (const cfa::SourceVariable* variable = symbols_.find(name, view_.scope)) {
      return variable_value(view_, *variable);
    }
    const auto& table = symbols_.table();
    if (const auto constant = table.enumerators.find(name); constant != table.enumerators.end()) {
      return temporary(integer_scalar(symbols_, constant->second, table.enumerator_types.at(name)));
    }
    if (const cfa::FunctionId function = symbols_.function(name); function.is_valid()) {
      const auto address = trace::Value::of_pointer(trace::address_of_function(function), {});
      return {symbols_.basic("void *"), Temporary{address}};
    }
    if (name == "NULL") {
      return {symbols_.basic("void *"), Temporary{trace::Value::of_pointer(0, {})}};
    }
    throw EvaluationError{"\"" + name + "\" is no variable here, no enumerator and no macro with a value",
                          EvaluationError::Depends::OnThePlace};
  }

  TypedValue dereferenced(const Syntax& e) {
    if (e.kind == SyntaxKind::AddressOf) { // *&x is x, also where x has no address
      return value(e.operands[0]);
    }
    TypedValue operand = value(e);
    if (symbols_.type(operand.type).kind == cfa::CTypeKind::Array) {
      return element(view_, operand, 0);
    }
    require_pointer(operand.type, "*");
    return pointee(view_, operand);
  }

  void require_pointer(cfa::CTypeId type, const std::string& op) {
    if (!is_pointer(symbols_, type)) {
      throw EvaluationError{"\"" + op + "\" needs a pointer, and this is of type " + symbols_.type(type).spelling};
    }
  }

  TypedValue address(const Syntax& e) {
    if (e.kind == SyntaxKind::Dereference) { // &*p is p, wherever it points
      return temporary(scalar(e.operands[0]));
    }
    if (e.kind == SyntaxKind::Index) { // &a[i] is a + i, also one behind the end
      const Scalar sum = pointer_plus(view_, scalar(e.operands[0]), scalar(e.operands[1]));
      return temporary(sum);
    }
    const TypedValue place = value(e);
    const trace::Value pointer = address_of(view_, place);
    return {symbols_.pointer_to(place.type), Temporary{pointer}};
  }

  TypedValue indexed(const Syntax& e) {
    const TypedValue base = value(e.operands[0]);
    if (symbols_.type(base.type).kind == cfa::CTypeKind::Array) {
      return element(view_, base, index(scalar(e.operands[1])));
    }
    const Scalar left = decayed(base);
    const Scalar right = scalar(e.operands[1]);
    const bool is_reversed = is_pointer(symbols_, right.type); // 1[p]
    const Scalar& pointer = is_reversed ? right : left;
    require_pointer(pointer.type, "[]");
    return pointee(view_, temporary(pointer), index(is_reversed ? left : right));
  }

  std::int64_t index(const Scalar& scalar) {
    if (!is_integer(symbols_, scalar.type)) {
      throw EvaluationError{"an index must be an integer"};
    }
    return static_cast<std::int64_t>(integer_of(symbols_, scalar));
  }

  TypedValue member(const TypedValue& record, const std::string& name) {
    const cfa::CType& type = symbols_.type(record.type);
    if (type.kind == cfa::CTypeKind::Struct || type.kind == cfa::CTypeKind::Union) {
      for (const cfa::CField& field : type.fields) {
        if (field.name == name) {
          return field_value(view_, record, field);
        }
        if (field.name.empty() && has_member(field.type, name)) {
          return member(field_value(view_, record, field), name);
        }
      }
    }
    throw EvaluationError{type.spelling + " has no field \"" + name + "\""};
  }

  [[nodiscard]] bool has_member(cfa::CTypeId type, const std::string& name) const {
    for (const cfa::CField& field : symbols_.type(type).fields) {
      if (field.name == name || (field.name.empty() && has_member(field.type, name))) {
        return true;
      }
    }
    return false;
  }

  TypedValue cast(const Syntax& e) { return temporary(converted(view_, scalar(e.operands[0]), e.type)); }

  TypedValue size(cfa::CTypeId id) {
    const cfa::CType& type = symbols_.type(id);
    if (type.size_bytes == 0 && type.kind != cfa::CTypeKind::Struct && type.kind != cfa::CTypeKind::Array) {
      throw EvaluationError{"the size of " + type.spelling + " is not known"};
    }
    return temporary(integer_scalar(symbols_, static_cast<cfa::Integer>(type.size_bytes), symbols_.basic("size_t")));
  }

  TypedValue size_of(const Syntax& e) {
    // C does not evaluate the operand, so that sizeof *p has a value where p is null.
    const cfa::CTypeId type = type_of(e);
    const cfa::CType& known = symbols_.type(type);
    if (known.kind == cfa::CTypeKind::Array && known.size_bytes == 0) {
      const std::uint64_t length = array_length(view_, value(e));
      return temporary(integer_scalar(symbols_,
                                      static_cast<cfa::Integer>(length * symbols_.type(known.element).size_bytes),
                                      symbols_.basic("size_t")));
    }
    return size(type);
  }

  /// The type of an lvalue without reading anything; of everything else, that of its value.
  cfa::CTypeId type_of(const Syntax& e) {
    switch (e.kind) {
    case SyntaxKind::Name:
      if (const cfa::SourceVariable* variable = symbols_.find(e.text, view_.scope)) {
        return variable->type;
      }
      break;
    case SyntaxKind::Dereference:
    case SyntaxKind::Index: {
      const cfa::CType& type = symbols_.type(type_of(e.operands[0]));
      if (type.element.is_valid()) {
        return type.element;
      }
      break;
    }
    case SyntaxKind::Member:
      return field_type(type_of(e.operands[0]), e.text);
    case SyntaxKind::Arrow:
      return field_type(symbols_.type(type_of(e.operands[0])).element, e.text);
    case SyntaxKind::Cast:
    case SyntaxKind::String:
      return e.type;
    case SyntaxKind::AddressOf:
      return symbols_.pointer_to(type_of(e.operands[0]));
    default:
      break;
    }
    return value(e).type;
  }

  [[nodiscard]] cfa::CTypeId field_type(cfa::CTypeId record, const std::string& name) const {
    if (record.is_valid()) {
      for (const cfa::CField& field : symbols_.type(record).fields) {
        if (field.name == name) {
          return field.type;
        }
        if (field.name.empty() && has_member(field.type, name)) {
          return field_type(field.type, name);
        }
      }
    }
    throw EvaluationError{"there is no field \"" + name + "\""};
  }

  TypedValue conditional(const Syntax& e) {
    const bool holds = condition(e.operands[0]);
    const TypedValue chosen = value(e.operands[holds ? 1 : 2]);
    const cfa::CTypeId other = type_of(e.operands[holds ? 2 : 1]);
    const bool are_numbers = symbols_.type(chosen.type).scalar && symbols_.type(other).scalar &&
                             !is_pointer(symbols_, chosen.type) && !is_pointer(symbols_, other);
    if (!are_numbers) {
      return symbols_.type(chosen.type).kind == cfa::CTypeKind::Array ? temporary(decayed(chosen)) : chosen;
    }
    const cfa::CTypeId common =
        common_type(symbols_, promoted(symbols_, chosen.type, chosen.bit_width), promoted(symbols_, other));
    return temporary(converted(view_, decayed(chosen), common));
  }

  Scalar promoted_operand(const Syntax& e) {
    const TypedValue operand = value(e);
    const Scalar scalar = decayed(operand);
    return converted(view_, scalar, promoted(symbols_, scalar.type, operand.bit_width));
  }

  Scalar computed(const Syntax& e) {
    if (e.kind == SyntaxKind::And || e.kind == SyntaxKind::Or) {
      const bool decides = e.kind == SyntaxKind::Or;
      const bool holds = condition(e.operands[0]) == decides ? decides : condition(e.operands[1]);
      return integer_scalar(symbols_, holds ? 1 : 0, symbols_.basic("int"));
    }
    if (e.kind == SyntaxKind::Unary) {
      if (e.text == "!") {
        return integer_scalar(symbols_, condition(e.operands[0]) ? 0 : 1, symbols_.basic("int"));
      }
      return unary_arithmetic(view_, e.text, promoted_operand(e.operands[0]));
    }
    const Scalar left = promoted_operand(e.operands[0]);
    const Scalar right = promoted_operand(e.operands[1]);
    return binary_arithmetic(view_, e.text, left, right);
  }

  const View& view_;
  ProgramSymbols& symbols_;
};

} // namespace

TypedValue evaluate(const View& view, const Syntax& expression) { return Evaluator(view).value(expression); }

Scalar evaluate_scalar(const View& view, const Syntax& expression) { return Evaluator(view).scalar(expression); }

bool evaluate_condition(const View& view, const Syntax& expression) { return Evaluator(view).condition(expression); }

} // namespace vouch::inspection
