#pragma once

#include "analysis/frontend/lowering_context.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace vouch::frontend {

/// What lvalues designate, and how it is read and written.
class PlaceLowering {
public:
  explicit PlaceLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Evaluates `lvalue`, but does not read it.
  Place place(const clang::Expr* lvalue);
  cfa::ExpressionRef address(const clang::Expr* lvalue);
  Place variable_place(const clang::VarDecl* variable);
  /// Says where a variable of the function is.
  void settle(const clang::VarDecl* variable, const Place& place);
  /// `address`: of the symbol, where the program has it; the result may be null instead.
  cfa::ExpressionRef address_of_weak_symbol(const clang::DeclaratorDecl* symbol, cfa::ExpressionRef address);
  Place member_place(const Place& base, const clang::FieldDecl* field);
  /// The places of a struct's scalar parts, in the order of `RecordLeaves`.
  std::vector<Place> leaf_places(const Place& record, clang::QualType type);
  /// One object, however often the literal is evaluated.
  Place literal_place(const clang::CompoundLiteralExpr* literal);

  /// Checks the access, as `write` does.
  cfa::ExpressionRef read(const Place& place, clang::QualType type, const clang::Stmt* origin);
  void write(const Place& place, cfa::ExpressionRef value, const Origin& origin);
  void check_place(const Place& place, clang::QualType type, const Origin& origin);
  /// Of a place that has just been checked, or that needs no check.
  cfa::ExpressionRef value_at(const Place& place, clang::QualType type, const Origin& origin);
  /// Writes to such a place.
  void put(const Place& place, cfa::ExpressionRef value, const Origin& origin);
  void write_bit_field(const BitFieldPlace& place, cfa::ExpressionRef value, const Origin& origin);

private:
  Place place_by_kind(const clang::Expr* lvalue);
  Place element(const clang::ArraySubscriptExpr* subscript);
  MemoryPlace first_element(const clang::Expr* pointer);
  MemoryPlace in_memory(const clang::Expr* lvalue);
  void check(const Place& place, const cfa::Type& type, const Origin& origin);
  Place compound_literal(const clang::CompoundLiteralExpr* literal);
  Place place_of_leaf(cfa::ExpressionRef record_address, const Leaf& leaf, std::uint64_t record_size);
  cfa::ExpressionRef read_bit_field(const BitFieldPlace& place);

  LoweringContext& lowering_;
  Unit& unit_;
  std::unordered_map<const clang::VarDecl*, Place> locals_;
  std::unordered_map<const clang::CompoundLiteralExpr*, Place> literals_;
};

} // namespace vouch::frontend
