#include "analysis/frontend/declared_extents.hpp"

#include "analysis/frontend/bounded_arrays.hpp"
#include "analysis/frontend/name_words.hpp"
#include "analysis/frontend/parameter_uses.hpp"
#include "analysis/frontend/read_only_parameters.hpp"

#include <algorithm>
#include <array>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <cstdlib>
#include <iterator>
#include <vector>

namespace vouch::frontend {
namespace {

constexpr std::array<llvm::StringRef, 12> names_of_counts = {"n",   "len", "length", "size",   "count", "cnt",
                                                             "num", "sz",  "nmemb",  "nelems", "bytes", "nbytes"};
constexpr std::array<llvm::StringRef, 6> names_of_capacities = {"cap",       "capacity", "allocated",
                                                                "alloc_len", "max",      "alloc"};

template <class Names>
bool is_called(const clang::ValueDecl* declaration, const Names& names) {
  return ends_in_one_of(words_of(declaration->getName()), names);
}

bool can_count(const clang::ValueDecl* declaration) {
  const clang::QualType type = declaration->getType();
  return type->isIntegerType() && !type->isAnyCharacterType() && !type->isBooleanType() && !type->isEnumeralType();
}

bool is_count(const clang::ValueDecl* declaration) {
  return can_count(declaration) && is_called(declaration, names_of_counts) &&
         words_of(declaration->getName()).front() != "min";
}

bool is_capacity(const clang::ValueDecl* declaration) {
  return declaration->getType()->isIntegerType() && is_called(declaration, names_of_capacities);
}

/// Of what `pointer` points to, if a number says how much of it there is.
clang::QualType counted_element(const clang::ValueDecl* pointer) {
  const clang::QualType pointee = pointer->getType()->getPointeeType();
  const clang::QualType byte = pointer->getASTContext().UnsignedCharTy;
  return !pointee->isVoidType() ? pointee : pointee.isConstQualified() ? byte.withConst() : byte;
}

/// Whether `name` is another one with something behind it, as `buf_size` is `buf`.
bool begins_with(llvm::StringRef name, llvm::StringRef other) {
  const Words words = words_of(name);
  const Words first = words_of(other);
  return words.size() > first.size() && std::equal(first.begin(), first.end(), words.begin());
}

/// Whether it is `lenBuf` for `buf`, or `num_items` for `items`.
bool is_count_of(const clang::ValueDecl* count, const clang::ValueDecl* pointer) {
  const Words words = words_of(count->getName());
  const bool counts = can_count(count) && std::ranges::find(names_of_counts, words.front()) != names_of_counts.end();
  return counts && words.size() > 1 && Words(words.begin() + 1, words.end()) == words_of(pointer->getName());
}

/// The number behind `pointer`, or the one that is called after it.
const clang::ValueDecl* count_of(const clang::FunctionDecl* definition, const clang::ParmVarDecl* pointer) {
  const auto is_pointer_to = [](const clang::ParmVarDecl* count) {
    return [count](const clang::ParmVarDecl* other) {
      return other->getType()->isPointerType() &&
             (begins_with(count->getName(), other->getName()) || is_count_of(count, other));
    };
  };
  const clang::ParmVarDecl* result = nullptr;
  for (const clang::ParmVarDecl* count : definition->parameters()) {
    const bool is_next = count->getFunctionScopeIndex() == pointer->getFunctionScopeIndex() + 1;
    const bool is_of_another = std::ranges::any_of(definition->parameters(), is_pointer_to(count));
    const bool is_called_after_it = is_pointer_to(count)(pointer);
    // Who counts it up puts elements behind the last one.
    const bool is_number = is_count(count) || is_count_of(count, pointer);
    if ((is_called_after_it || (is_next && !is_of_another)) && is_number && !is_counted_up(definition, count)) {
      result = is_called_after_it || result == nullptr ? count : result;
    }
  }
  const clang::QualType element = pointer->getType()->getPointeeType();
  const bool is_object = element->isRecordType() && !is_indexed(definition, pointer);
  return is_object ? nullptr : result;
}

bool is_said_not_to_be_null(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  const auto nullability = parameter->getOriginalType()->getNullability();
  if (parameter->hasAttr<clang::NonNullAttr>() || (nullability && *nullability == clang::NullabilityKind::NonNull)) {
    return true;
  }
  return std::ranges::any_of(
      definition->specific_attrs<clang::NonNullAttr>(),
      [&](const clang::NonNullAttr* attribute) { return attribute->isNonNull(parameter->getFunctionScopeIndex()); });
}

/// From `T a[3]`, `T a[static 3]`, `T a[n]`.
void add_array_bounds(const clang::ParmVarDecl* parameter, DeclaredExtent& extent) {
  const clang::ASTContext& context = parameter->getASTContext();
  const clang::QualType written = parameter->getOriginalType();
  if (const clang::ConstantArrayType* array = context.getAsConstantArrayType(written)) {
    extent.least = std::max<std::uint64_t>(array->getSize().getZExtValue(), 1);
    extent.may_be_null = extent.may_be_null && array->getSizeModifier() != clang::ArraySizeModifier::Static;
  } else if (const clang::VariableArrayType* variable = context.getAsVariableArrayType(written);
             variable != nullptr && variable->getSizeExpr() != nullptr) {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(variable->getSizeExpr()->IgnoreParenImpCasts());
    const bool is_parameter = name != nullptr && llvm::isa<clang::ParmVarDecl>(name->getDecl());
    extent.count = is_parameter && name->getDecl()->getType()->isIntegerType() ? name->getDecl() : nullptr;
  }
}

/// The text of a declaration without a body, token by token, where it is written in a file as it stands.
std::vector<std::string> tokens_of(const clang::FunctionDecl* declaration) {
  const clang::SourceManager& sources = declaration->getASTContext().getSourceManager();
  const clang::SourceLocation begin = declaration->getBeginLoc();
  const clang::SourceLocation end =
      declaration->doesThisDeclarationHaveABody() ? declaration->getBody()->getBeginLoc() : declaration->getEndLoc();
  if (!begin.isFileID() || !end.isFileID() || sources.getFileID(begin) != sources.getFileID(end)) {
    return {};
  }
  const llvm::StringRef text = sources.getBufferData(sources.getFileID(begin));
  const unsigned last = sources.getFileOffset(end);
  clang::Lexer lexer(sources.getLocForStartOfFile(sources.getFileID(begin)), declaration->getASTContext().getLangOpts(),
                     text.begin(), text.begin() + sources.getFileOffset(begin), text.end());
  std::vector<std::string> result;
  clang::Token token;
  lexer.LexFromRawLexer(token);
  for (; token.isNot(clang::tok::eof) && sources.getFileOffset(token.getLocation()) <= last;
       lexer.LexFromRawLexer(token)) {
    result.push_back(text.substr(sources.getFileOffset(token.getLocation()), token.getLength()).str());
  }
  return result;
}

/// `access` and `__access__` are the same attribute.
std::string without_underscores(const std::string& word) {
  const bool has_them = word.size() > 4 && word.starts_with("__") && word.ends_with("__");
  return has_them ? word.substr(2, word.size() - 4) : word;
}

/// `pointer`'s number in gcc's attribute `access(read_only, 1, 2)`, which Clang passes over; 0: there is none.
unsigned long number_by_access(const clang::FunctionDecl* declaration, const clang::ParmVarDecl* pointer) {
  const std::vector<std::string> tokens = tokens_of(declaration);
  if (std::ranges::find_if(tokens, [](const std::string& token) {
        return without_underscores(token) == "attribute" || token == "gnu";
      }) == tokens.end()) {
    return 0;
  }
  const std::string position = std::to_string(pointer->getFunctionScopeIndex() + 1);
  for (std::size_t at = 0; at + 7 < tokens.size(); ++at) {
    const std::string mode = without_underscores(tokens[at + 2]);
    const bool is_access = without_underscores(tokens[at]) == "access" && tokens[at + 1] == "(" &&
                           (mode == "read_only" || mode == "write_only" || mode == "read_write");
    if (is_access && tokens[at + 3] == "," && tokens[at + 4] == position && tokens[at + 5] == "," &&
        tokens[at + 7] == ")") {
      return std::strtoul(tokens[at + 6].c_str(), nullptr, 10);
    }
  }
  return 0;
}

/// The parameter that has the number of elements, as an attribute says it; null: none does.
const clang::ParmVarDecl* count_by_attribute(const clang::FunctionDecl* definition, const clang::ParmVarDecl* pointer) {
  for (const clang::FunctionDecl* declaration : definition->redecls()) {
    const unsigned long number = number_by_access(declaration, pointer);
    if (number >= 1 && number <= definition->getNumParams() &&
        definition->getParamDecl(number - 1)->getType()->isIntegerType()) {
      return definition->getParamDecl(number - 1);
    }
  }
  return nullptr;
}

/// Whether an attribute says that `parameter` is a format, which is a string.
bool is_format(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  return std::ranges::any_of(definition->specific_attrs<clang::FormatAttr>(), [&](const clang::FormatAttr* attribute) {
    return attribute->getFormatIdx() == static_cast<int>(parameter->getFunctionScopeIndex()) + 1;
  });
}

} // namespace

DeclaredExtent extent_of(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  DeclaredExtent extent;
  extent.may_be_null = !is_said_not_to_be_null(definition, parameter);
  extent.element = parameter->getType()->getPointeeType();
  if (is_format(definition, parameter) && extent.element->isCharType()) {
    extent.is_string = true;
    return extent;
  }
  extent.begin = begin_of_array_to(definition, parameter);
  if (extent.begin != nullptr || is_begin_of_array(definition, parameter)) {
    extent.least = 0;
    return extent;
  }
  add_array_bounds(parameter, extent);
  const bool is_array = parameter->getOriginalType()->isArrayType();
  if (!is_array) {
    const clang::ParmVarDecl* stated = count_by_attribute(definition, parameter);
    extent.count = stated != nullptr ? stated : count_of(definition, parameter);
  }
  if (extent.count != nullptr) {
    extent.element = counted_element(parameter);
    extent.is_untyped = parameter->getType()->isVoidPointerType();
  } else if (const clang::QualType converted = converted_pointee(definition, parameter); !converted.isNull()) {
    extent.element = converted;
    extent.is_from_conversion = true;
  } else {
    const bool is_used_as_string =
        extent.element->isSpecificBuiltinType(clang::BuiltinType::Char_S) &&
        (is_array_only_read(definition, parameter) || is_searched_for_end(definition, parameter));
    extent.is_string = !is_array && (is_string_type(extent.element) || is_used_as_string ||
                                     is_passed_on_as_string(definition, parameter));
  }
  return extent;
}

const clang::FieldDecl* flexible_member(clang::QualType type) {
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr || record->isUnion() || !record->hasFlexibleArrayMember()) {
    return nullptr;
  }
  const clang::FieldDecl* last = nullptr;
  for (const clang::FieldDecl* field : record->fields()) {
    last = field;
  }
  return last != nullptr && last->getType()->isIncompleteArrayType() ? last : nullptr;
}

const clang::FieldDecl* count_of_flexible_member(const clang::FieldDecl* member) {
  const auto* counted = member->getType()->getAs<clang::CountAttributedType>();
  if (counted == nullptr || counted->isCountInBytes()) {
    return nullptr;
  }
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(counted->getCountExpr()->IgnoreParenImpCasts());
  const auto* count = name != nullptr ? llvm::dyn_cast<clang::FieldDecl>(name->getDecl()) : nullptr;
  const bool is_plain = count != nullptr && count->getParent() == member->getParent() && !count->isBitField();
  return is_plain ? count : nullptr;
}

DeclaredExtent extent_of(const clang::FieldDecl* field) {
  DeclaredExtent extent;
  extent.element = field->getType()->getPointeeType();
  const clang::FieldDecl* length = nullptr;
  const clang::FieldDecl* capacity = nullptr;
  bool is_behind = false;
  unsigned pointers_behind = 0;
  for (const clang::FieldDecl* other : field->getParent()->fields()) {
    if (is_behind && !other->isBitField()) {
      pointers_behind += other->getType()->isPointerType() ? 1 : 0;
      if (pointers_behind == 0 && capacity == nullptr && is_capacity(other)) {
        capacity = other;
      } else if (pointers_behind == 0 && length == nullptr && is_count(other)) {
        length = other;
      }
    }
    is_behind = is_behind || other == field;
  }
  extent.count = capacity != nullptr ? capacity : length;
  extent.used = capacity != nullptr ? length : nullptr;
  extent.may_have_more = true;
  if (extent.count != nullptr) {
    extent.element = counted_element(field);
    extent.is_untyped = field->getType()->isVoidPointerType();
  } else {
    extent.is_string = is_string_type(extent.element);
  }
  return extent;
}

std::string sentence_of(const DeclaredExtent& extent, const std::string& name) {
  if (extent.begin != nullptr) {
    return extent.begin->getNameAsString() + " and " + name + " are the bounds of an array";
  }
  if (extent.is_string) {
    return name + " is a string";
  }
  if (extent.is_from_conversion) {
    const std::string type = extent.element.getAsString();
    const bool begins_with_vowel = std::string_view("aeiou").find(type.front()) != std::string_view::npos;
    return name + (begins_with_vowel ? " leads to an " : " leads to a ") + type;
  }
  if (extent.count == nullptr) {
    return extent.least > 1 ? name + " has at least " + std::to_string(extent.least) + " elements" : std::string();
  }
  const std::string used = extent.used == nullptr ? "" : ", " + extent.used->getNameAsString() + " of them in use";
  return name + " has " + (extent.may_have_more ? "at least " : "") + extent.count->getNameAsString() + " elements" +
         used;
}

} // namespace vouch::frontend
