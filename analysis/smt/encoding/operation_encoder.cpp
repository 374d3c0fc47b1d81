#include "analysis/smt/encoding/operation_encoder.hpp"

namespace vouch::smt {
namespace {

using cfa::Integer;

Integer size_of(const cfa::Variable& variable) { return static_cast<Integer>(cfa::size_in_bytes(variable.type)); }

} // namespace

void OperationEncoder::encode(const cfa::Operation& operation) {
  std::visit([this](const auto& op) { encode(op); }, operation);
}

void OperationEncoder::encode(const cfa::Assume& assume) {
  Term condition = expressions_.condition(assume.condition);
  step_.require(assume.polarity == cfa::Polarity::Holds ? condition : context_.terms.logical_not(condition));
}

void OperationEncoder::encode(const cfa::Assign& operation) { assign(operation.target, operation.value); }

void OperationEncoder::assign(cfa::VariableId target, cfa::ExpressionRef expression) {
  Term value = expressions_.number(expression);
  step_.require(context_.terms.equal(write(target), value));
  if (context_.base_symbol_of(target)) {
    set_base(target, expressions_.base_of(expression));
  }
}

void OperationEncoder::set_base(cfa::VariableId target, const Term& start) {
  if (const std::optional<SymbolId> base = context_.base_symbol_of(target)) {
    step_.require(context_.terms.equal(step_.write(*base), start));
  }
}

void OperationEncoder::bind(const std::vector<cfa::Binding>& bindings) {
  for (const cfa::Binding& binding : bindings) {
    assign(binding.variable, binding.value);
  }
}

void OperationEncoder::encode(const cfa::Store& store) {
  const cfa::Type& type = store.value->type;
  expressions_.expect_access(store.address);
  Value value = expressions_.evaluate(store.value);
  expressions_.require_access(store.address, cfa::size_in_bytes(type));
  Term address = expressions_.number(store.address);
  const facts::RegionId region = context_.regions.region_of(store.address, type);
  memory_.store(region, address, context_.regions.offsets_of(store.address), value, type);
  if (context_.base_symbol_of(region) && cfa::is_pointer(type)) {
    memory_.store_base(region, address, expressions_.base_of(store.value));
  }
}

void OperationEncoder::encode(const cfa::Input& input) {
  const cfa::Type& type = context_.cfa.variable(input.target).type;
  std::vector<Term> arguments;
  for (cfa::ExpressionRef argument : input.arguments) {
    arguments.push_back(expressions_.number(argument));
  }
  Term value = write(input.target);
  if (input.range == cfa::Input::Range::Boolean && !cfa::is_float(type)) {
    Term zero = context_.scalars->constant(0, type).term;
    Term one = context_.scalars->constant(1, type).term;
    step_.require(context_.terms.logical_or(context_.terms.equal(value, zero), context_.terms.equal(value, one)));
  } else {
    step_.require(context_.in_range(value, type));
  }
  if (input.given.is_valid()) {
    objects_.assume_given(input.given, value);
    set_base(input.target, value);
  } else if (const std::optional<SymbolId> base = context_.base_symbol_of(input.target)) {
    step_.require(context_.in_range(*base, step_.write(*base)));
  }
  if (input.kind == cfa::InputKind::Overapproximated) {
    step_.over_approximate();
  }
  inputs_.push_back({edge_, value, std::move(arguments)});
}

void OperationEncoder::forget(cfa::VariableId id) {
  const cfa::Variable& variable = context_.cfa.variable(id);
  memory_.forget({context_.addresses.address(id).term, &context_.regions.group_of(id), facts::Congruence::exactly(0),
                  size_of(variable), id});
}

void OperationEncoder::encode(const cfa::Declare& declare) {
  // What is made for the first time has never been written, and contents that nothing is known of need not be forgotten.
  if (context_.repeated.may_be_repeated(edge_)) {
    forget(declare.variable);
  }
  objects_.begin(declare.variable);
}

void OperationEncoder::encode(const cfa::Free& free) {
  Term address = expressions_.number(free.address);
  objects_.free(free.address, address);
}

MemoryBlock OperationEncoder::block(cfa::ExpressionRef address, cfa::ExpressionRef size) {
  const Value bytes = expressions_.evaluate(size);
  MemoryBlock result = block(address, bytes.range.is_point() ? std::optional(bytes.range.low) : std::nullopt);
  if (!result.size) {
    result.computed_size = bytes.term;
  }
  return result;
}

MemoryBlock OperationEncoder::block(cfa::ExpressionRef address, const std::optional<Integer>& size) {
  MemoryBlock block;
  block.address = expressions_.number(address);
  block.group = &context_.regions.group_of(address);
  block.offsets = context_.regions.offsets_of(address);
  block.size = size;
  if (const auto* object = std::get_if<cfa::AddressOf>(&address->node);
      object != nullptr && block.size == size_of(context_.cfa.variable(object->variable))) {
    block.whole_variable = object->variable;
  }
  return block;
}

void OperationEncoder::encode(const cfa::CopyMemory& copy) {
  MemoryBlock destination = block(copy.destination, copy.size);
  MemoryBlock source = block(copy.source, copy.size);
  if (copy.extent == cfa::CopyMemory::Extent::AtMostSource) {
    destination.size.reset(); // the size is a bound only
    source.size.reset();
    destination.computed_size = {};
    source.computed_size = {};
    destination.whole_variable.reset();
  }
  memory_.copy(destination, source);
}

void OperationEncoder::encode(const cfa::SetMemory& set) {
  Value byte = expressions_.evaluate(set.byte);
  std::optional<Integer> known;
  if (byte.range.is_point()) {
    known = ((byte.range.low % 256) + 256) % 256;
  } else {
    step_.over_approximate();
  }
  MemoryBlock filled = block(set.destination, set.size);
  if (filled.whole_variable && is_just_made(*filled.whole_variable)) {
    filled.before = MemoryBlock::Before::Undetermined;
  }
  memory_.fill(filled, known);
}

/// The bytes are more than a formula can say one by one.
void OperationEncoder::encode(const cfa::WriteBytes& write) {
  step_.over_approximate();
  memory_.forget(block(write.destination, static_cast<Integer>(write.bytes->size())));
}

void OperationEncoder::encode(const cfa::ReceiveMemory& received) {
  const Term size = expressions_.number(received.size);
  memory_.forget(block(received.destination, received.size), size);
}

std::optional<cfa::EdgeId> OperationEncoder::only_edge_before() const {
  const auto before = context_.cfa.incoming(context_.cfa.edge(edge_).source);
  return before.size() == 1 ? std::optional(before.front()) : std::nullopt;
}

/// Whether the only edge before this one has made the variable, and nothing can have made it before.
bool OperationEncoder::is_just_made(cfa::VariableId variable) const {
  const std::optional<cfa::EdgeId> before = only_edge_before();
  const auto* declare = before ? std::get_if<cfa::Declare>(&context_.cfa.edge(*before).operation) : nullptr;
  return declare != nullptr && declare->variable == variable && !context_.repeated.may_be_repeated(*before);
}

/// Whether `address` is that of the object which the only edge before this one has made.
bool OperationEncoder::is_just_allocated(cfa::ExpressionRef address) const {
  const std::optional<cfa::EdgeId> before = only_edge_before();
  const auto* allocate = before ? std::get_if<cfa::Allocate>(&context_.cfa.edge(*before).operation) : nullptr;
  const auto* read = std::get_if<cfa::VariableRead>(&address->node);
  return allocate != nullptr && read != nullptr && allocate->target == read->variable &&
         allocate->kind != cfa::AllocationKind::ZeroedHeap;
}

void OperationEncoder::encode(const cfa::HavocMemory& havoc) {
  if (havoc.kind == cfa::InputKind::Overapproximated) {
    step_.over_approximate();
  }
  if (havoc.address == nullptr) {
    memory_.havoc_everything(havoc);
  } else if (is_just_allocated(havoc.address)) {
    expressions_.evaluate(havoc.address); // its contents are arbitrary already
  } else if (context_.regions.group_of(havoc.address).is_kept_by(havoc)) {
    expressions_.evaluate(havoc.address);
  } else if (const cfa::AddressOf* object = base_object(havoc.address)) {
    forget(object->variable);
  } else {
    expressions_.evaluate(havoc.address);
    memory_.havoc(context_.regions.group_of(havoc.address));
  }
}

Term OperationEncoder::placed(const Term& base, const Term& size, const Term& old_top, const Term& new_top) {
  TermManager& terms = context_.terms;
  const cfa::Type& type = context_.addresses.pointer_type();
  Term end = context_.scalars->plus(base, size);
  Term next = context_.scalars->plus(end, context_.scalars->constant(context_.addresses.gap(), type).term);
  Term limit = context_.scalars->constant(context_.addresses.highest_own(), type).term;
  std::vector<Term> conditions = {terms.equal(base, old_top), terms.equal(new_top, next),
                                  context_.scalars->at_most(new_top, limit)};
  if (context_.theory == Theory::Bitvectors) { // no wrap-around
    conditions.push_back(context_.scalars->at_most(base, end));
    conditions.push_back(context_.scalars->at_most(end, next));
  }
  return terms.logical_and(conditions);
}

/// Addresses are never used again: every object lies behind the ones before. Memory is taken to suffice, except for
/// objects larger than any can be.
void OperationEncoder::encode(const cfa::Allocate& allocate) {
  TermManager& terms = context_.terms;
  const cfa::Type& type = context_.addresses.pointer_type();
  cfa::Type size_type = cfa::IntegerType{std::get<cfa::PointerType>(type).width, cfa::Signedness::Unsigned};
  Value size = context_.scalars->convert(expressions_.evaluate(allocate.size), allocate.size->type, size_type);
  size.term = context_.scalars->number(size, size_type);
  Term old_top = context_.read(context_.heap_top, step_);
  Term base = write(allocate.target);
  made_ = base;
  Term new_top = step_.write(context_.heap_top);
  Term succeeds = placed(base, size.term, old_top, new_top);
  Integer largest = cfa::maximum_value(size_type) / 2;
  Term is_too_large = size.range.high <= largest ? terms.boolean(false)
                                                 : terms.logical_not(context_.scalars->at_most(
                                                       size.term, context_.scalars->constant(largest, size_type).term));
  bool may_fail = allocate.failure == cfa::AllocationFailure::MayReturnNull;
  Term fails = terms.logical_and(std::vector<Term>{terms.equal(base, context_.scalars->constant(0, type).term),
                                                   terms.equal(new_top, old_top),
                                                   may_fail ? terms.boolean(true) : is_too_large});
  step_.require(terms.logical_or(succeeds, fails));
  set_base(allocate.target, base);

  if (allocate.alignment != nullptr && context_.regions.points_to().converts_addresses() &&
      !std::holds_alternative<cfa::Constant>(allocate.alignment->node)) { // of that the points-to analysis knows
    expressions_.require_alignment(base, allocate.alignment);
  }
  objects_.allocate(context_.regions.group_of_allocation(edge_), allocate.kind, base, size.term);
  // Nothing has been known about memory behind the top, so the contents of a new object are arbitrary already.
  if (allocate.kind == cfa::AllocationKind::ZeroedHeap) {
    MemoryBlock object{base, &context_.regions.group_of_allocation(edge_), facts::Congruence::exactly(0), {}, {}};
    if (!size.range.is_point()) {
      step_.over_approximate();
      return;
    }
    object.size = size.range.low;
    memory_.fill(object, 0);
  }
}

} // namespace vouch::smt
