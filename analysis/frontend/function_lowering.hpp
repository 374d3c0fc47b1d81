#pragma once

#include "analysis/frontend/draft.hpp"
#include "analysis/frontend/float_functions.hpp"
#include "analysis/frontend/library_functions.hpp"
#include "analysis/frontend/lifetimes.hpp"
#include "analysis/frontend/open_statements.hpp"
#include "analysis/frontend/origin.hpp"
#include "analysis/frontend/place.hpp"
#include "analysis/frontend/unit.hpp"
#include "analysis/frontend/wide_bit_fields.hpp"

#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vouch::frontend {

/// Lowers one function. Expressions come out free of side effects; their side effects become edges, in C's order with
/// operands from left to right.
///
/// Control is always at `current_`. Behind a jump that is a location that nothing leads to, so that code behind it is
/// lowered as any other (it may contain labels) and removed at the end if it is not reached.
class FunctionLowering {
public:
  /// `place`: where everything in the function is, for the user; invalid: where it is written.
  FunctionLowering(Unit& unit, cfa::FunctionId function, SourceRange place = {})
      : unit_(unit), function_(function), place_(std::move(place)) {}

  /// Requires `interface.declaration` to be a definition.
  void lower_definition(const FunctionInterface& interface);
  /// The body of a function without a definition, for calls through pointers.
  void lower_undefined(const FunctionInterface& interface);

  /// For synthetic functions that start a verification.
  void set_up_static_objects(StaticContents contents);
  /// The same for one object: the beginning of its lifetime, and what it holds then.
  void begin_static(const StaticObject& object);
  /// Whether the program has the symbol whose address `object` holds, if it holds one. Behind all beginnings.
  void choose_symbol(const StaticObject& object);
  void initialise_static(const StaticObject& object, StaticContents contents);
  /// What the edges so far read, write or take the address of.
  [[nodiscard]] std::vector<cfa::VariableId> mentioned_variables() const { return draft_.mentioned_variables(); }
  /// Static storage of the library models.
  void start_library(StaticContents contents);
  enum class Contract { Assumed, Ignored };
  void call_with_unconstrained_arguments(const FunctionInterface& callee, Contract contract);
  void call_without_arguments(cfa::FunctionId callee);
  /// What `atexit` registered, if the program uses it.
  void run_exit_handlers();
  /// The functions with the attribute `destructor`, in their order.
  void run_destructors();
  /// Whether memory is left over when `function` has returned.
  void check_leak_behind(const FunctionInterface& function);
  void end_as_unsupported(const std::string& construct, const SourceRange& range);

  /// Ends the function: control flows from here to its exit, and the result goes into the CFA.
  void finish();

private:
  // Edges (function_lowering.cpp)
  [[nodiscard]] Origin origin_of(const clang::Stmt* statement) const;
  [[nodiscard]] SourceRange range_of(clang::SourceRange tokens) const;
  /// What an edge says; nothing in library models.
  [[nodiscard]] std::string text_of(clang::SourceRange tokens) const;
  [[nodiscard]] std::string quoted(const clang::Expr* expression) const;
  void emit(cfa::Operation operation, const Origin& origin);
  void go_to(DraftLocation target);
  void branch(cfa::ExpressionRef value, DraftLocation if_true, DraftLocation if_false, const Origin& origin);
  void start_at(DraftLocation location) {
    current_ = location;
    passed_checks_.clear();
  }
  void continue_unreachable() { start_at(draft_.add_location()); }
  void unsupported(const std::string& construct, const Origin& origin);
  void unsupported(const std::string& construct, const clang::Stmt* statement);
  /// What happens is not known, but all code that it could lead to is lowered, also what comes now.
  void unknown_behaviour(const std::string& construct, const Origin& origin);
  cfa::ExpressionRef unsupported_value(const std::string& construct, const clang::Expr* expression);
  cfa::VariableId temporary(const std::string& name, const cfa::Type& type);
  Place temporary_place(const std::string& name, clang::QualType type, const Origin& origin);
  cfa::VariableId result_variable(const std::string& name, const cfa::Type& type, const Destination* destination);
  /// A temporary that holds `value`.
  cfa::ExpressionRef saved(cfa::ExpressionRef value, const std::string& name, const Origin& origin);
  /// `value`, or a temporary that holds it if evaluating `later` could change it.
  cfa::ExpressionRef stabilised(cfa::ExpressionRef value, const clang::Stmt* later, const clang::Stmt* origin);
  Place stabilised(Place place, const clang::Stmt* later, const clang::Stmt* origin);
  bool may_change(const Effects& effects, cfa::ExpressionRef value) const;
  void input(cfa::VariableId target, cfa::InputKind kind, const std::string& name, const Origin& origin);
  void unconstrained(const Place& place, clang::QualType type, cfa::InputKind kind, const std::string& name,
                     const Origin& origin);
  bool is_boolean(clang::QualType type) const { return plain(type)->isBooleanType(); }

  // Statements (lower_statement.cpp)
  void statement(const clang::Stmt* statement);
  void if_statement(const clang::IfStmt* statement);
  void while_loop(const clang::WhileStmt* loop);
  void do_loop(const clang::DoStmt* loop);
  void for_loop(const clang::ForStmt* loop);
  void switch_statement(const clang::SwitchStmt* statement);
  void switch_case(const clang::SwitchCase* label);
  void return_statement(const clang::ReturnStmt* statement);
  void declarations(const clang::DeclStmt* statement);
  void declare(const clang::VarDecl* variable, const Origin& origin);
  void loop_body(const clang::Stmt* body, DraftLocation break_to, DraftLocation continue_to);
  void assembly(const clang::AsmStmt* statement);
  void computed_goto(const clang::IndirectGotoStmt* statement);
  void parameters(const FunctionInterface& interface);

  // Blocks, and the lifetimes of objects (lower_block.cpp)
  /// `body` as a block: a statement that is one, or the body of a loop or branch.
  void block(const clang::Stmt* body);
  void open_block(const clang::Stmt* block);
  void close_block();
  /// Of the objects that `lifetimes_` ties to the entry of `block`.
  void begin_lifetimes(const clang::Stmt* block);
  void begin_lifetime(const Place& object, const Origin& origin);
  /// Lets `ending` happen where control leaves the innermost block, if anybody asks about the ends of lifetimes. It
  /// makes a new object in the place of the old one, so that pointers to that lead nowhere.
  void end_with_block(cfa::Operation ending);
  /// Control leaves all open blocks but the first `remaining`.
  void leave_blocks(std::size_t remaining);
  void jump_to(const clang::LabelDecl* target);
  DraftLocation label(const clang::LabelDecl* label);
  /// The value of `&&label`.
  cfa::ExpressionRef label_address(const clang::LabelDecl* label);
  void break_statement(const clang::BreakStmt* statement);
  void continue_statement(const clang::ContinueStmt* statement);
  void loop_condition(const clang::Expr* expression, DraftLocation if_true, DraftLocation if_false);
  void enter_bypassed_scopes();

  // The order of evaluation (lower_order.cpp)
  /// An expression whose operands may disturb each other, while it is lowered; see transformation/evaluation_order.hpp.
  struct OpenMark {
    const clang::Expr* whole;
    std::size_t edge;                         ///< of the mark, in the draft
    std::vector<const clang::Expr*> operands; ///< without parentheses
    std::vector<cfa::UnorderedPart> parts;    ///< by operand
  };
  /// Wherever the lowering of an expression begins, by kind or from one kind to another: puts a mark in front of it if
  /// its operands may disturb each other, and notes what it is that is evaluated if it is itself such an operand.
  class EvaluationScope {
  public:
    /// `expression` has no parentheses around it.
    EvaluationScope(FunctionLowering& lowering, const clang::Expr* expression);
    EvaluationScope(const EvaluationScope&) = delete;
    EvaluationScope& operator=(const EvaluationScope&) = delete;
    ~EvaluationScope();
    /// What the surrounding expression uses, and so reads. Returned as it is.
    cfa::ExpressionRef used(cfa::ExpressionRef value);
    Place used(Place place);
    Place used_whole(Place record, clang::QualType type);

  private:
    void enter_part(std::size_t index);
    void begin_mark(const clang::Expr* expression);

    FunctionLowering& lowering_;
    std::size_t outer_;               ///< evaluation
    std::size_t mark_of_part_;        ///< index of the mark that `part_` belongs to
    std::optional<std::size_t> part_; ///< that `expression` is
    bool has_mark_ = false;           ///< of its own
  };
  /// `i = i++` is undefined.
  void require_one_assignment(const clang::BinaryOperator* expression);

  // Expressions (lower_expression.cpp, lower_operator.cpp)
  cfa::ExpressionRef rvalue(const clang::Expr* expression, const Destination* destination = nullptr);
  cfa::ExpressionRef rvalue_by_kind(const clang::Expr* expression, const cfa::Type& type,
                                    const Destination* destination);
  cfa::ExpressionRef literal(const clang::Expr* expression, const cfa::Type& type);
  cfa::ExpressionRef declaration_value(const clang::DeclRefExpr* reference, const cfa::Type& type);
  cfa::ExpressionRef cast(const clang::CastExpr* expression, const cfa::Type& type, const Destination* destination);
  cfa::ExpressionRef unary(const clang::UnaryOperator* expression);
  cfa::ExpressionRef binary(const clang::BinaryOperator* expression, const Destination* destination);
  /// `whole`: what is computed, for messages.
  cfa::ExpressionRef arithmetic(clang::BinaryOperatorKind op, cfa::ExpressionRef left, cfa::ExpressionRef right,
                                clang::QualType left_type, clang::QualType right_type, const clang::Expr* whole);
  cfa::ExpressionRef negation(cfa::ExpressionRef operand, const clang::Expr* whole);
  cfa::ExpressionRef pointer_arithmetic(clang::BinaryOperatorKind op, cfa::ExpressionRef left, cfa::ExpressionRef right,
                                        clang::QualType left_type, clang::QualType right_type,
                                        const clang::Expr* whole);
  /// What the compilers agree about of an expression that is in `wide_bit_fields_`, as its value.
  cfa::ExpressionRef value_in_bit_field(const clang::Expr* expression);
  cfa::ExpressionRef bit_cast(const clang::CastExpr* expression, const cfa::Type& type);
  cfa::ExpressionRef element_address(cfa::ExpressionRef pointer, cfa::ExpressionRef index, clang::QualType element,
                                     const clang::Expr* whole);
  std::optional<cfa::ExpressionRef> compile_time_value(const clang::Expr* expression, const cfa::Type& type);
  cfa::ExpressionRef statement_expression(const clang::StmtExpr* expression, const Destination* destination);
  cfa::ExpressionRef value_of_statements(const clang::StmtExpr* expression, const Destination* destination);
  /// Evaluates for side effects only.
  void effects(const clang::Expr* expression);
  void effects_by_kind(const clang::Expr* expression);
  void conditional_effects(const clang::Expr* condition, const clang::Expr* if_true, const clang::Expr* if_false);

  // Builtins (lower_atomic.cpp, lower_checked_arithmetic.cpp)
  cfa::ExpressionRef atomic(const clang::AtomicExpr* expression);
  std::optional<cfa::ExpressionRef> sync_builtin(const clang::CallExpr* expression, const std::string& full_name);
  /// The old value. Where it differs from `expected` it also goes to `seen`.
  cfa::ExpressionRef compare_exchange(const MemoryPlace& object, cfa::ExpressionRef expected,
                                      cfa::ExpressionRef desired, const std::optional<MemoryPlace>& seen,
                                      const Origin& origin);
  std::optional<cfa::ExpressionRef> checked_arithmetic(const clang::CallExpr* expression, const std::string& name);
  // Functions of <math.h> (lower_float_function.cpp)
  std::optional<cfa::ExpressionRef> float_call(const clang::CallExpr* expression, const std::string& name,
                                               const Destination* destination);
  std::optional<cfa::ExpressionRef> float_result(FloatFunction function, const std::vector<cfa::ExpressionRef>& values,
                                                 const cfa::Type& type, const Origin& origin);
  cfa::ExpressionRef smaller_or_larger(FloatFunction function, cfa::ExpressionRef x, cfa::ExpressionRef y,
                                       const Origin& origin);
  cfa::ExpressionRef rounded_to_integer(cfa::ExpressionRef rounded, const cfa::Type& type, const Origin& origin);
  cfa::ExpressionRef nonzero_if(cfa::ExpressionRef condition, const Origin& origin);
  /// The sign as 0 or 1 if `expression` calls signbit: where only zero or not matters.
  std::optional<cfa::ExpressionRef> sign_bit(const clang::Expr* expression);

  // Compiler flags (lower_flags.cpp)
  /// In front of a statement: whether it computes with floats by rules that are not known.
  void note_floats(const clang::Stmt* statement);
  /// In front of an operation with an operand of `type`: the same for the order of pointers.
  void note_pointer_comparison(clang::BinaryOperatorKind op, clang::QualType type, const clang::Expr* whole);

  // Targets (property_targets.cpp)
  /// Whether sums, products and the like are not to overflow.
  [[nodiscard]] bool checks_overflow() const;
  /// Whether any of it is a property, so that values count which nobody uses.
  [[nodiscard]] bool checks_undefined_behaviour() const;
  [[nodiscard]] bool checks_accesses() const;
  /// Where `condition` holds, `failure` happens; otherwise control goes on.
  void fail_if(cfa::ExpressionRef condition, const Failure& failure);
  Failure failure(cfa::PropertyKind property, std::string message, const clang::Expr* whole);
  void fail_if_checked(cfa::PropertyKind property, cfa::ExpressionRef condition, const std::string& message,
                       const Origin& origin);
  Failure failure(cfa::PropertyKind property, std::string message, const Origin& origin);
  void fail(cfa::PropertyKind property, const std::string& message, const SourceRange& range);
  void cut_off(const SourceRange& range);

  // Undefined behaviour (check_arithmetic.cpp); each of these does nothing unless its property is checked
  void check_arithmetic(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right,
                        const clang::Expr* whole);
  void check_negation(cfa::ExpressionRef operand, const clang::Expr* whole);
  void check_division(cfa::ExpressionRef left, cfa::ExpressionRef right, const clang::Expr* whole);
  void check_shift(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right, const clang::Expr* whole);
  void check_overflow(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right,
                      const Failure& failure);
  void check_wide_overflow(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right,
                           const Failure& failure);

  // Undefined use of memory (check_memory.cpp)
  /// The access of a value of `type`, or of `size` bytes.
  void check_access(cfa::ExpressionRef address, const cfa::Type& type, const Origin& origin);
  void check_block(cfa::ExpressionRef address, cfa::ExpressionRef size, const Origin& origin);
  void check_bytes(cfa::ExpressionRef address, cfa::ExpressionRef size, const Origin& origin);
  /// A number of bytes that is to be added to a pointer.
  void check_offset(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right, const Origin& origin);
  void check_called_pointer(cfa::ExpressionRef pointer, const Origin& origin);
  void check_free(cfa::ExpressionRef pointer, const Origin& origin);
  /// `change`: Add where memory was allocated, Subtract where it is about to be freed.
  void count_allocation(cfa::ExpressionRef pointer, cfa::BinaryOperator change, const Origin& origin);
  void check_leak(const std::string& when, const SourceRange& range);

  // Witnesses (lower_witness.cpp)
  /// Whether what is undefined in this way is to be found here: in the program what was asked for, in expressions of
  /// a witness everything.
  [[nodiscard]] bool checks(cfa::PropertyKind kind) const;
  /// Where control goes that violates a property.
  DraftLocation violation(cfa::Target target, const SourceRange& range);
  cfa::ExpressionRef witness_expression(const clang::CallExpr* expression);

  // Conditions (lower_condition.cpp)
  /// Goes to `if_true` or `if_false`.
  void condition(const clang::Expr* expression, DraftLocation if_true, DraftLocation if_false);
  /// An expression lowered apart from the current location, for operands that may not be evaluated.
  struct Branch {
    DraftLocation begin;
    DraftLocation end;
    cfa::ExpressionRef value = nullptr;
    bool is_plain = false; ///< `value` needs no edges and is total
  };
  Branch branch_value(const clang::Expr* expression);
  cfa::ExpressionRef logical(const clang::BinaryOperator* expression, const Destination* destination);
  cfa::ExpressionRef conditional(const clang::AbstractConditionalOperator* expression, const Destination* destination);
  const clang::Expr* bind_common(const clang::AbstractConditionalOperator* expression);

  // Objects (lower_place.cpp)
  Place place(const clang::Expr* lvalue);
  Place place_by_kind(const clang::Expr* lvalue);
  Place variable_place(const clang::VarDecl* variable);
  /// `address`: of the symbol, where the program has it; the result may be null instead.
  cfa::ExpressionRef address_of_weak_symbol(const clang::DeclaratorDecl* symbol, cfa::ExpressionRef address);
  Place member_place(const Place& base, const clang::FieldDecl* field);
  Place compound_literal(const clang::CompoundLiteralExpr* literal);
  /// One object, however often the literal is evaluated.
  Place literal_place(const clang::CompoundLiteralExpr* literal);
  cfa::ExpressionRef address(const clang::Expr* lvalue);
  cfa::ExpressionRef read(const Place& place, clang::QualType type, const clang::Stmt* origin);
  void write(const Place& place, cfa::ExpressionRef value, const Origin& origin);
  /// Of a place that has just been checked, or that needs no check.
  cfa::ExpressionRef value_at(const Place& place, clang::QualType type, const Origin& origin);
  void check_place(const Place& place, clang::QualType type, const Origin& origin);
  cfa::ExpressionRef read_bit_field(const BitFieldPlace& place);
  void write_bit_field(const BitFieldPlace& place, cfa::ExpressionRef value, const Origin& origin);
  /// The places of a struct's scalar parts, in the order of `RecordLeaves`.
  std::vector<Place> leaf_places(const Place& record, clang::QualType type);
  Place place_of_leaf(cfa::ExpressionRef record_address, const Leaf& leaf, std::uint64_t record_size);
  void put(const Place& place, cfa::ExpressionRef value, const Origin& origin);

  // Structs and unions as values (lower_aggregate.cpp)
  /// The object that an rvalue of struct or union type is.
  Place aggregate(const clang::Expr* expression);
  Place aggregate_by_kind(const clang::Expr* expression);
  void copy(const Place& to, const Place& from, clang::QualType type, const Origin& origin);
  /// The same without checks.
  void transfer(const Place& to, const Place& from, clang::QualType type, const Origin& origin);
  bool is_copied_by_parts(clang::QualType type) const;
  /// `object`, at an address that writing the parts of `written` does not change.
  Place with_fixed_address(const Place& object, const Place& written, const Origin& origin);

  // Sizes (lower_size.cpp)
  cfa::ExpressionRef size_of(clang::QualType type);
  /// What `sizeof` evaluates: sizes in a type, or an operand that is an array of variable size.
  void evaluate_operand(const clang::UnaryExprOrTypeTraitExpr* trait);
  cfa::ExpressionRef offset_of(const clang::OffsetOfExpr* expression);
  void evaluate_array_sizes(clang::QualType type);

  // Assignments (lower_assignment.cpp)
  enum class ValueUse { Needed, Discarded };
  /// Returns the value of the assignment; null for structs, and where nobody needs it.
  cfa::ExpressionRef assignment(const clang::BinaryOperator* expression, ValueUse use);
  Place record_assignment(const clang::BinaryOperator* expression, ValueUse use);
  cfa::ExpressionRef compound_assignment(const clang::CompoundAssignOperator* expression, ValueUse use);
  /// Writes `value`, which has the type of what `target` holds. Returns what was stored: not what the place designates
  /// afterwards, since the store may change where that is, as in `a->p->p = b`.
  cfa::ExpressionRef stored(const Place& target, cfa::ExpressionRef value, const Origin& origin, ValueUse use);
  cfa::ExpressionRef increment(const clang::UnaryOperator* expression, ValueUse use);
  void assign_scalar(const Place& target, const clang::Expr* value, const Origin& origin);

  // Integers of more than 64 bits (lower_wide_integer.cpp)
  /// Whether values of the type are over-approximated. Not where that would hide undefined behaviour.
  [[nodiscard]] bool is_approximated(clang::QualType type) const;
  /// Any value of `type`, in place of one that `expression` computes from operands that were evaluated.
  cfa::ExpressionRef approximated(const cfa::Type& type, const clang::Expr* expression);
  /// `object` gets some value.
  void approximate(const Place& object, clang::QualType type, const Origin& origin);

  // Initialisers (lower_initialiser.cpp)
  void initialise(const Place& place, clang::QualType type, const clang::Expr* initialiser, const Origin& origin);
  void initialise_list(const Place& place, clang::QualType type, const clang::InitListExpr* list, const Origin& origin);
  void initialise_array(const MemoryPlace& place, clang::QualType type, const clang::InitListExpr* list,
                        const Origin& origin);
  void initialise_string(const MemoryPlace& place, clang::QualType type, const clang::StringLiteral* literal,
                         const Origin& origin);
  void initialise_elements(const Place& place, clang::QualType type, const clang::Expr* initialiser,
                           const Origin& origin);
  void set_to_zero(const Place& place, clang::QualType type, const Origin& origin);

  // Arguments that some caller could pass (unconstrained_pointers.cpp, lower_entry.cpp)
  struct GivenPointer {
    clang::QualType pointee;
    cfa::ExpressionRef pointer = nullptr;
  };
  using GivenPointers = std::vector<GivenPointer>;
  void add_static_pointees(GivenPointers& given);
  [[nodiscard]] bool can_be_made(clang::QualType pointer) const;
  /// Requires `can_be_made(type)`. `given` are the pointers that it may be equal to; the new one is added.
  cfa::ExpressionRef unconstrained_pointer(clang::QualType type, const std::string& name, const Origin& origin,
                                           unsigned depth, GivenPointers& given);
  void make_array(cfa::VariableId pointer, clang::QualType element, const std::string& name, const Origin& origin);
  void follow_pointers(cfa::ExpressionRef object, clang::QualType type, const std::string& name, const Origin& origin,
                       unsigned depth, GivenPointers& given);
  std::vector<cfa::ExpressionRef> unconstrained_argument(const ParameterInterface& parameter, Contract contract,
                                                         GivenPointers& given);
  void assume_contract(const FunctionInterface& callee);

  // Calls (lower_call.cpp, lower_library_call.cpp)
  enum class ResultUse { Needed, Discarded };
  cfa::ExpressionRef call(const clang::CallExpr* expression, const Destination* destination, ResultUse use);
  void call_into(const clang::CallExpr* expression, const Place& destination);
  struct CallResult {
    std::optional<cfa::VariableId> scalar;
    std::optional<Place> aggregate;
    clang::QualType type; ///< what the caller takes it for
  };
  struct Arguments {
    std::vector<std::vector<cfa::ExpressionRef>> values; ///< several for a struct in registers
    std::vector<clang::QualType> types;
    /// The address of what is passed behind the named parameters, if that is not among `values`.
    cfa::ExpressionRef rest = nullptr;
  };
  void call_function(const clang::CallExpr* expression, const FunctionInterface& callee, const CallResult& result,
                     const Origin& origin);
  void call_pointer(const clang::CallExpr* expression, const CallResult& result, const Origin& origin);
  /// A call of `function` that conventions give a meaning, whatever its body: an error function, a check or an
  /// assumption. False: it is an ordinary one, and nothing was done.
  bool call_by_convention(const clang::FunctionDecl* function, const Arguments& arguments, const Origin& origin);
  void call_undefined(const clang::CallExpr* expression, const clang::FunctionDecl* callee, const CallResult& result,
                      const Origin& origin);
  /// A call of code that is not at hand; `name` is for messages and tells calls of the same code.
  void call_unknown(const clang::CallExpr* expression, const Arguments& arguments, const std::string& name,
                    const CallResult& result, const Origin& origin);
  void dispatch(const clang::CallExpr* expression, const CallResult& result, const Origin& origin);
  Arguments arguments(const clang::CallExpr* expression);
  std::vector<cfa::ExpressionRef> argument(const clang::Expr* expression);
  void enter(const FunctionInterface& callee, const Arguments& arguments, const CallResult& result,
             const Origin& origin, bool returns);
  /// Whether a function without a definition is the one that its name is known for.
  [[nodiscard]] bool may_be_librarys(const clang::FunctionDecl* function) const;
  /// The model of a function without a definition, if `expression` can be a call of it.
  const clang::FunctionDecl* model_for(const clang::CallExpr* expression, const clang::FunctionDecl* callee);
  void call_model(const clang::CallExpr* expression, const clang::FunctionDecl* model, const CallResult& result,
                  const Origin& origin);
  /// `(*__ctype_b_loc())[c]` and its relatives, which the macros of <ctype.h> become; nothing for all else.
  std::optional<cfa::ExpressionRef> character_table_entry(const clang::Expr* lvalue, const cfa::Type& type);
  /// The body of a function without a definition that has a model.
  bool lower_as_model(const FunctionInterface& interface, const std::string& name, const Origin& origin);
  void receive_unknown(const CallResult& result, clang::QualType type, cfa::InputKind kind, const std::string& name,
                       std::vector<cfa::ExpressionRef> arguments, const Origin& origin);

  // Variable arguments (lower_variable_arguments.cpp)
  /// The address of an object with the arguments behind the named ones.
  cfa::ExpressionRef variable_arguments(const FunctionInterface& callee, const Arguments& arguments,
                                        const Origin& origin);
  /// Whether `name` is one of `va_start`, `va_copy`, `va_end`; lowers it then.
  bool variable_arguments_builtin(const clang::CallExpr* expression, std::string_view name);
  /// Where the `va_list` that `list` designates holds its position.
  Place list_place(const clang::Expr* list);
  /// Goes on to the argument behind the one that is returned.
  MemoryPlace next_argument(const clang::VAArgExpr* expression);
  cfa::ExpressionRef variable_argument(const clang::VAArgExpr* expression, const cfa::Type& type);

  // Library functions (lower_library_call.cpp)
  std::optional<cfa::ExpressionRef> library_call(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                                                 LibraryFunction function, const Destination* destination,
                                                 ResultUse use);
  void assertion_failure(const clang::CallExpr* expression);
  void checked_assertion(const clang::CallExpr* expression);
  cfa::ExpressionRef nondeterministic(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                                      const Destination* destination);
  cfa::ExpressionRef absolute_value(const clang::CallExpr* expression, const Destination* destination);
  cfa::ExpressionRef unknown_library_result(const clang::CallExpr* expression, LibraryFunction function,
                                            const Destination* destination, ResultUse use);
  /// Any value of the call's type; null if it has none.
  cfa::ExpressionRef any_result(const clang::CallExpr* expression, const Destination* destination, ResultUse use);
  /// `scanf` and its relatives; nothing if their format is not understood.
  std::optional<cfa::ExpressionRef> scan(const clang::CallExpr* expression, const std::string& name,
                                         cfa::InputKind kind, const Destination* destination);
  void havoc_pointees(const clang::CallExpr* expression, const Arguments& arguments, const std::string& name,
                      const Origin& origin);

  // Allocation (lower_allocation.cpp)
  struct AllocationSize;
  AllocationSize allocation_size(const clang::CallExpr* expression, cfa::AllocationKind kind);
  /// Null: that of every allocation.
  cfa::ExpressionRef allocation_alignment(const clang::CallExpr* expression, cfa::AllocationKind kind);
  cfa::ExpressionRef allocate(const clang::CallExpr* expression, cfa::AllocationKind kind,
                              const Destination* destination);
  void free_memory(cfa::ExpressionRef pointer, const Origin& origin);

  // What library functions do with memory and errno (library_use.hpp), `printf` and its relatives (lower_print.cpp)
  class LibraryUse;
  class Printing;
  std::optional<cfa::ExpressionRef> print(const clang::CallExpr* expression, const std::string& name,
                                          const Destination* destination, ResultUse use);

  Unit& unit_;
  cfa::FunctionId function_;
  SourceRange place_;
  Draft draft_;
  DraftLocation current_ = Draft::entry;
  std::unordered_set<cfa::ExpressionRef> passed_checks_; ///< conditions that are known to fail at `current_`
  const FunctionInterface* interface_ = nullptr;
  /// The assertions on the parameters, if they are the function's contract; and what becomes of them here.
  std::unordered_set<const clang::Stmt*> contract_;
  enum class Assertions { Checked, OfContract, Assumed };
  Assertions assertions_ = Assertions::Checked;
  enum class TextOf { Program, Witness };
  TextOf text_of_ = TextOf::Program; ///< that is being lowered
  std::unordered_map<const clang::VarDecl*, Place> locals_;
  std::unordered_map<const clang::LabelDecl*, DraftLocation> labels_;
  std::unordered_map<const clang::OpaqueValueExpr*, cfa::ExpressionRef> opaque_values_;
  std::unordered_map<const clang::Expr*, cfa::VariableId> array_sizes_;
  WideBitFieldUses wide_bit_fields_; ///< that are still to be asked about
  std::unordered_map<const clang::CompoundLiteralExpr*, Place> literals_;
  Lifetimes lifetimes_;
  std::vector<OpenBlock> open_blocks_;
  std::vector<OpenMark> open_marks_; ///< the innermost last
  std::size_t evaluations_ = 0;      ///< so far, for `cfa::Edge::evaluation`
  std::vector<JumpTargets> jump_targets_;
  std::vector<Switch> switches_;
};

} // namespace vouch::frontend
