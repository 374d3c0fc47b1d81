"""Deliberate mistakes in the lowering of C, for mutants.py. Each says what it is, and exchanges a text that is in its file once."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Mutant:
    name: str
    file: str
    old: str
    new: str
    arguments: tuple[str, ...] = ()  # of random_programs, for what only some programs show


AGGREGATE = "analysis/frontend/lower_aggregate.cpp"
ASSIGNMENT = "analysis/frontend/lower_assignment.cpp"
BLOCK = "analysis/frontend/lower_block.cpp"
BUILDER = "analysis/frontend/expression_builder.cpp"
CONDITION = "analysis/frontend/lower_condition.cpp"
EXPRESSION = "analysis/frontend/lower_expression.cpp"
INITIALISER = "analysis/frontend/lower_initialiser.cpp"
OPERATOR = "analysis/frontend/lower_operator.cpp"
PLACE = "analysis/frontend/lower_place.cpp"
STATEMENT = "analysis/frontend/lower_statement.cpp"
TYPES = "analysis/frontend/type_lowering.cpp"

MUTANTS = [
    Mutant("operands are swapped", OPERATOR,
           ": unit_.expressions.binary(operation.value(), left, right);",
           ": unit_.expressions.binary(operation.value(), left->type == right->type ? right : left,\n"
           "                             left->type == right->type ? left : right);"),
    Mutant("the left side of a comma is dropped", OPERATOR,
           "lowering_.expressions().effects(expression->getLHS());\n"
           "    return lowering_.expressions().rvalue(expression->getRHS(), destination);",
           "return lowering_.expressions().rvalue(expression->getRHS(), destination);"),
    Mutant("a difference of pointers counts bytes", OPERATOR,
           "return is_byte ? bytes : build.binary(cfa::BinaryOperator::Divide, bytes, size);",
           "return is_byte ? bytes : bytes;"),
    Mutant("an integer is added to a pointer instead of subtracted", OPERATOR,
           "element_address(left, build.unary(cfa::UnaryOperator::Negate, count), element, whole)",
           "element_address(left, count, element, whole)"),
    Mutant("a truncation between two conversions is forgotten", BUILDER,
           "if (middle_keeps_value || target->width <= middle->width) {", "if (middle_keeps_value || target->width > 0) {"),
    Mutant("a conversion is true if its operand is", BUILDER,
           "if (fits(values.low, expression->type) && fits(values.high, expression->type)) {\n        result.condition",
           "if (fits(values.low, expression->type) || fits(values.high, expression->type)) {\n        result.condition"),
    Mutant("an index has the wrong sign", OPERATOR,
           "index = unit_.expressions.convert(index, offset_type);",
           "index = unit_.expressions.convert(\n"
           "      unit_.expressions.convert(index, cfa::IntegerType{32, cfa::Signedness::Unsigned}), offset_type);"),
    Mutant("all integers are unsigned in memory", TYPES,
           "bool is_signed = type->isSignedIntegerType();",
           "bool is_signed = type->isSignedIntegerType() && !type->isCharType();"),
    Mutant("bit-fields are unsigned", TYPES,
           "integer != nullptr ? integer->signedness : cfa::Signedness::Unsigned", "cfa::Signedness::Unsigned"),
    Mutant("a bit-field is written to the wrong bits", PLACE,
           "if (place.shift != 0) {\n    moved =", "if (place.shift == 0) {\n    moved ="),
    Mutant("a bit-field is read from the wrong bits", PLACE,
           "if (place.shift != 0) {\n    unit =", "if (place.shift == 0) {\n    unit ="),
    Mutant("the address of a copied struct is computed again", AGGREGATE,
           "leaf_places(leaves.size() > 1 ? with_fixed_address(from, to, origin) : from, type)", "leaf_places(from, type)"),
    Mutant("the result of && and || is exchanged", CONDITION,
           "build.integer(is_and ? 0 : 1)", "build.integer(is_and ? 1 : 0)"),
    Mutant("what is in front of && and || is evaluated without need", CONDITION,
           "condition(operation->getLHS(), is_and ? second : if_true, is_and ? if_false : second);",
           "condition(operation->getLHS(), is_and ? second : if_true, second);"),
    Mutant("a step yields the new value instead of the old one", ASSIGNMENT,
           "return use == ValueUse::Needed ? result : nullptr;",
           "return use == ValueUse::Needed ? lowering_.places().value_at(target, type.getUnqualifiedType(), origin) : nullptr;"),
    Mutant("the value of an assignment is read from its place again", ASSIGNMENT,
           "                         : value;\n}", "                         : unit_.expressions.load(\n"
           "                               std::get<MemoryPlace>(target).address, value->type);\n}"),
    Mutant("the value of an assignment to a bit-field is not truncated", ASSIGNMENT,
           "return bits != nullptr ? unit_.expressions.convert(unit_.expressions.convert(value, bits->field), value->type)",
           "return bits != nullptr ? value"),
    Mutant("the old value is read before the right side", ASSIGNMENT,
           "cfa::ExpressionRef operand = lowering_.expressions().rvalue(right);\n"
           "  cfa::ExpressionRef old = lowering_.places().read(target, left->getType(), left);",
           "cfa::ExpressionRef old = lowering_.saved(lowering_.places().read(target, left->getType(), left), \"old\",\n"
           "                                          lowering_.origin_of(left));\n"
           "  cfa::ExpressionRef operand = lowering_.expressions().rvalue(right);"),
    Mutant("the operator of an assignment is applied in the type of the variable", ASSIGNMENT,
           "unit_.expressions.convert(old, *computation_type), operand,",
           "unit_.expressions.convert(unit_.expressions.convert(old, cfa::IntegerType{8, cfa::Signedness::Signed}), *computation_type), operand,"),
    Mutant("what is added to a _Bool is not compared with zero", ASSIGNMENT,
           "if (is_boolean(left->getType())) {\n    result =", "if (is_boolean(right->getType())) {\n    result ="),
    Mutant("the size in a typedef is not evaluated where it stands", STATEMENT,
           "lowering_.sizes().evaluate_array_sizes(alias->getUnderlyingType());", "(void)alias;"),
    Mutant("variables outlive their block", BLOCK, "lowering_.emit(ending, {});", "(void)ending;", ("--misuse", "25")),
    Mutant("the default of a switch is lost", STATEMENT,
           "go_to(cases.default_location.value_or(after));", "go_to(after);"),
    Mutant("the last case of a range is lost", STATEMENT,
           "build.binary(cfa::BinaryOperator::LessEqual, value, high)", "build.binary(cfa::BinaryOperator::Less, value, high)"),
    Mutant("the first case of a switch takes all", STATEMENT,
           "lowering_.go_to(location);\n  lowering_.start_at(location);\n  const clang::Stmt* next = label;",
           "lowering_.continue_unreachable();\n  lowering_.start_at(location);\n  const clang::Stmt* next = label;"),
    Mutant("a part that has no initialiser is not zero", INITIALISER,
           "array != nullptr && list->getNumInits() < array->getSize().getZExtValue() &&",
           "array != nullptr && list->getNumInits() > array->getSize().getZExtValue() &&"),
    Mutant("sizeof does not evaluate sizes", EXPRESSION,
           "lowering_.sizes().evaluate_operand(trait);\n", ""),
    Mutant("sizes of parameters are not evaluated", STATEMENT,
           "lowering_.sizes().evaluate_array_sizes(parameter.declaration->getOriginalType());", "(void)parameter;"),
]
