#include "analysis/frontend/lower_atomic.hpp"

#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_place.hpp"

#include <cctype>
#include <clang/Basic/Builtins.h>

/// Atomic operations, as plain ones: there is one thread, since creating another is not supported.
namespace vouch::frontend {
namespace {

/// `__sync_fetch_and_add_4`, `__atomic_add_fetch`, `__c11_atomic_fetch_add` mean the same up to which value comes out.
struct AtomicName {
  enum class Result { Old, New };
  std::string operation; ///< "add", "exchange", "load" ...
  Result result = Result::Old;
};

std::string without_prefix_and_size(std::string name) {
  for (const char* prefix : {"__c11_atomic_", "__atomic_", "__sync_"}) {
    if (name.starts_with(prefix)) {
      name.erase(0, std::string_view(prefix).size());
      break;
    }
  }
  std::size_t digits = name.find_last_not_of("0123456789");
  if (digits != std::string::npos && digits + 1 < name.size() && name[digits] == '_') {
    name.erase(digits);
  }
  return name;
}

AtomicName atomic_name(const std::string& full) {
  std::string name = without_prefix_and_size(full);
  for (std::string_view before : {"fetch_and_", "fetch_"}) {
    if (name.starts_with(before)) {
      return {name.substr(before.size()), AtomicName::Result::Old};
    }
  }
  for (std::string_view behind : {"_and_fetch", "_fetch"}) {
    if (name.ends_with(behind)) {
      return {name.substr(0, name.size() - behind.size()), AtomicName::Result::New};
    }
  }
  return {name, AtomicName::Result::Old};
}

/// The value behind an atomic read-modify-write; null for operations that are not known. Atomic arithmetic wraps.
cfa::ExpressionRef modified(ExpressionBuilder& build, const std::string& operation, cfa::ExpressionRef old,
                            cfa::ExpressionRef operand) {
  const auto* type = cfa::as_integer(old->type);
  if (type == nullptr) {
    return nullptr;
  }
  cfa::IntegerType wrapping{type->width, cfa::Signedness::Unsigned};
  auto apply = [&](cfa::BinaryOperator op) {
    return build.convert(build.binary(op, build.convert(old, wrapping), build.convert(operand, wrapping)), *type);
  };
  if (operation == "add") {
    return apply(cfa::BinaryOperator::Add);
  }
  if (operation == "sub") {
    return apply(cfa::BinaryOperator::Subtract);
  }
  if (operation == "and") {
    return apply(cfa::BinaryOperator::BitAnd);
  }
  if (operation == "or") {
    return apply(cfa::BinaryOperator::BitOr);
  }
  if (operation == "xor") {
    return apply(cfa::BinaryOperator::BitXor);
  }
  if (operation == "nand") {
    return build.unary(cfa::UnaryOperator::Complement, apply(cfa::BinaryOperator::BitAnd));
  }
  return nullptr;
}

} // namespace

cfa::ExpressionRef AtomicLowering::compare_exchange(const MemoryPlace& object, cfa::ExpressionRef expected,
                                                    cfa::ExpressionRef desired, const std::optional<MemoryPlace>& seen,
                                                    const Origin& origin) {
  auto& build = unit_.expressions;
  MemoryChecks(lowering_).check_access(object.address, desired->type, origin);
  cfa::ExpressionRef old = lowering_.saved(build.load(object.address, desired->type), "value", origin);
  DraftLocation equal = lowering_.add_location();
  DraftLocation different = lowering_.add_location();
  DraftLocation after = lowering_.add_location();
  lowering_.branch(build.binary(cfa::BinaryOperator::Equal, old, expected), equal, different, {origin.range, {}});
  lowering_.start_at(equal);
  lowering_.places().write(object, desired, origin);
  lowering_.go_to(after);
  lowering_.start_at(different);
  if (seen) {
    lowering_.places().write(*seen, old, origin);
  }
  lowering_.go_to(after);
  lowering_.start_at(after);
  return old;
}

cfa::ExpressionRef AtomicLowering::atomic(const clang::AtomicExpr* expression) {
  auto& build = unit_.expressions;
  AtomicName name = atomic_name(expression->getOpAsString().str());
  auto type = unit_.types.scalar(expression->getValueType());
  if (!type) {
    return lowering_.unsupported_value("atomic operation", expression);
  }
  Origin origin = lowering_.origin_of(expression);
  std::vector<const clang::Expr*> operands = {expression->getPtr()};
  const std::string& operation = name.operation;
  bool is_load = operation == "load" || operation == "load_n";
  bool is_compare = expression->isCmpXChg();
  if (operation != "load_n" &&
      !(operation == "load" && expression->getOp() == clang::AtomicExpr::AO__c11_atomic_load)) {
    operands.push_back(expression->getVal1());
  }
  if (is_compare || operation == "exchange") {
    bool has_second = is_compare || expression->getOp() == clang::AtomicExpr::AO__atomic_exchange;
    if (has_second) {
      operands.push_back(expression->getVal2());
    }
  }
  std::vector<cfa::ExpressionRef> values;
  for (std::size_t index = 0; index < operands.size(); ++index) {
    cfa::ExpressionRef value = lowering_.expressions().rvalue(operands[index]);
    for (std::size_t later = index + 1; later < operands.size(); ++later) {
      value = lowering_.stabilised(value, operands[later], operands[index]);
    }
    values.push_back(value);
  }
  MemoryPlace object{values[0]};
  MemoryChecks(lowering_).check_access(object.address, *type, origin);
  cfa::ExpressionRef current = build.load(object.address, *type);
  auto operand_value = [&](std::size_t index) {
    // The forms without _n take and give their operands through pointers.
    bool is_pointer_to_value = operands[index]->getType()->isPointerType() &&
                               unit_.types.scalar(operands[index]->getType()->getPointeeType()) == type &&
                               !expression->getValueType()->isPointerType();
    if (is_pointer_to_value) {
      MemoryChecks(lowering_).check_access(values[index], *type, origin);
    }
    return is_pointer_to_value ? build.load(values[index], *type) : build.convert(values[index], *type);
  };
  if (is_load) {
    cfa::ExpressionRef value = lowering_.saved(current, "atomic", origin);
    if (values.size() > 1) {
      lowering_.places().write(MemoryPlace{values[1]}, value, origin);
      return nullptr;
    }
    return value;
  }
  if (operation == "store" || operation == "store_n" || operation == "init") {
    lowering_.places().write(object, operand_value(1), origin);
    return nullptr;
  }
  if (operation == "exchange" || operation == "exchange_n") {
    cfa::ExpressionRef old = lowering_.saved(current, "atomic", origin);
    lowering_.places().write(object, operand_value(1), origin);
    if (values.size() > 2) {
      lowering_.places().write(MemoryPlace{values[2]}, old, origin);
      return nullptr;
    }
    return old;
  }
  if (is_compare) {
    MemoryChecks(lowering_).check_access(values[1], *type, origin);
    cfa::ExpressionRef expected = lowering_.saved(build.load(values[1], *type), "expected", origin);
    cfa::ExpressionRef desired = lowering_.saved(operand_value(2), "desired", origin);
    cfa::ExpressionRef old = compare_exchange(object, expected, desired, MemoryPlace{values[1]}, origin);
    cfa::ExpressionRef equal = build.binary(cfa::BinaryOperator::Equal, old, expected);
    return build.convert(equal, *unit_.types.scalar(expression->getType()));
  }
  cfa::ExpressionRef old = lowering_.saved(current, "atomic", origin);
  cfa::ExpressionRef changed = values.size() > 1 ? modified(build, operation, old, operand_value(1)) : nullptr;
  if (changed == nullptr) {
    return lowering_.unsupported_value(expression->getOpAsString().str(), expression);
  }
  lowering_.places().write(object, changed, origin);
  return name.result == AtomicName::Result::Old ? old : changed;
}

std::optional<cfa::ExpressionRef> AtomicLowering::sync_builtin(const clang::CallExpr* expression,
                                                               const std::string& full_name) {
  auto& build = unit_.expressions;
  if (!full_name.starts_with("__sync_")) {
    return std::nullopt;
  }
  AtomicName name = atomic_name(full_name);
  Origin origin = lowering_.origin_of(expression);
  if (name.operation == "synchronize") {
    return build.integer(0);
  }
  if (expression->getNumArgs() == 0 || !expression->getArg(0)->getType()->isPointerType()) {
    return std::nullopt;
  }
  auto type = unit_.types.scalar(expression->getArg(0)->getType()->getPointeeType());
  if (!type) {
    return std::nullopt;
  }
  std::vector<cfa::ExpressionRef> values;
  for (unsigned index = 0; index < expression->getNumArgs(); ++index) {
    cfa::ExpressionRef value = lowering_.expressions().rvalue(expression->getArg(index));
    for (unsigned later = index + 1; later < expression->getNumArgs(); ++later) {
      value = lowering_.stabilised(value, expression->getArg(later), expression->getArg(index));
    }
    values.push_back(index == 0 ? value : build.convert(value, *type));
  }
  MemoryPlace object{values[0]};
  if (name.operation == "lock_release") {
    lowering_.places().write(object, build.zero(*type), origin);
    return nullptr;
  }
  if (name.operation.ends_with("compare_and_swap") && values.size() == 3) {
    cfa::ExpressionRef expected = lowering_.saved(values[1], "expected", origin);
    cfa::ExpressionRef desired = lowering_.saved(values[2], "desired", origin);
    cfa::ExpressionRef old = compare_exchange(object, expected, desired, std::nullopt, origin);
    if (name.operation.starts_with("val")) {
      return old;
    }
    cfa::ExpressionRef equal = build.binary(cfa::BinaryOperator::Equal, old, expected);
    return build.convert(equal, unit_.types.scalar(expression->getType()).value_or(equal->type));
  }
  if (values.size() != 2) {
    return std::nullopt;
  }
  MemoryChecks(lowering_).check_access(object.address, *type, origin);
  cfa::ExpressionRef old = lowering_.saved(build.load(object.address, *type), "atomic", origin);
  bool is_exchange = name.operation == "lock_test_and_set" || name.operation == "swap";
  cfa::ExpressionRef changed = is_exchange ? values[1] : modified(build, name.operation, old, values[1]);
  if (changed == nullptr) {
    return std::nullopt;
  }
  lowering_.places().write(object, changed, origin);
  return name.result == AtomicName::Result::Old ? old : changed;
}

} // namespace vouch::frontend
