#pragma once

#include "analysis/trace/machine.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace vouch::trace {

/// A value in C notation: `3`, `97 'a'`, `0.5`, `-INFINITY`, `NULL`, `&x`, `&a[3]`, `(char *)&s + 4`, `f` (a function)
/// or an address in hexadecimal. `type_spelling` is the C type, which tells characters from other integers; it may be
/// empty.
std::string value_text(const Value& value, const cfa::Type& type, std::string_view type_spelling,
                       const Machine& machine, const cfa::Cfa& cfa);

/// The C name of the `size` bytes at `pointer` if they are a variable or an element of an array variable: `x`, `a[3]`.
std::optional<std::string> place_name(const Value& pointer, std::uint64_t size, const Machine& machine,
                                      const cfa::Cfa& cfa);
/// The same for a member or another part of a variable: `ring.count`.
std::optional<std::string> part_name(const Value& pointer, std::uint64_t size, const Machine& machine,
                                     const cfa::Cfa& cfa);

/// The same for what the pointer in a register, which has the value `held`, leads to: `ring->count`, `*p`, `p[3]`.
std::optional<std::string> name_through(const cfa::Variable& pointer, const Value& held, const Value& place,
                                        std::uint64_t size);

/// The left side of an assignment as written: `p->next` of `p->next = q`, of `p->next += 2` and of `p->next++`. None if
/// the text is something else, a declaration for instance.
std::optional<std::string> assigned_place(std::string_view statement);

} // namespace vouch::trace
