#include "tests/fuzz/effect_statements.hpp"

#include <array>

namespace vouch::fuzz {
namespace {

using Maker = Lines (*)(const StatementParts&);

const std::vector<std::string>& narrow_types() {
  static const std::vector<std::string> types = {"char",  "signed char",    "unsigned char", "_Bool",
                                                 "short", "unsigned short", "int",           "unsigned"};
  return types;
}

/// Of which none overflows for small operands.
std::string op(const StatementParts& parts) {
  static const std::vector<std::string> operators = {"+", "-", "*", "^", "|", "&"};
  return parts.random.one_of(operators);
}

/// The value of an assignment is what the variable then has, in its type.
Lines value_of_assignment(const StatementParts& parts) {
  const std::string& narrow = parts.random.one_of(narrow_types());
  const std::string assigned = parts.random.percent(50) ? "$a = " : "$a " + op(parts) + "= ";
  Lines lines = {narrow + " $a = " + small_value(parts, 127) + ";",
                 "long $b = (" + assigned + small_value(parts, 1023) + ");", claim(parts, "$b == $a")};
  append(lines, outcome(parts, "$b"));
  return block_of(parts, lines);
}

Lines value_of_bit_field(const StatementParts& parts) {
  const std::string member = parts.random.percent(50) ? "$s.f" : "$s.g";
  static const std::vector<std::string> operators = {"=", "+=", "-=", "^=", "*="};
  static const std::vector<std::string> steps = {"++", "--"};
  const std::string form = parts.random.percent(30) ? parts.random.one_of(steps) + member
                                                    : "(" + member + " " + parts.random.one_of(operators) + " " +
                                                          small_value(parts, 63) + ")";
  Lines lines = {"struct { int f : 5; unsigned g : 3; int h; } $s = {" + small_value(parts, 15) + ", " +
                     small_value(parts, 7) + ", 1};",
                 parts.random.percent(50) ? "int *$h = &$s.h; CHECK(*$h);" : "CHECK($s.h);", "long $b = " + form + ";",
                 claim(parts, "$b == " + member), "CHECK($s.f); CHECK($s.g);"};
  append(lines, outcome(parts, "$b"));
  return block_of(parts, lines);
}

/// Each conversion of a chain happens.
Lines chain_of_assignments(const StatementParts& parts) {
  Lines lines = {parts.random.one_of(narrow_types()) + " $a = 1;", parts.random.one_of(narrow_types()) + " $b = 1;",
                 "long $c = $a = $b " + (parts.random.percent(50) ? std::string() : op(parts)) + "= " +
                     small_value(parts, 1023) + ";",
                 claim(parts, "$c == $a"), "CHECK($b);"};
  append(lines, outcome(parts, "$a"));
  return block_of(parts, lines);
}

/// The place that is assigned depends on what is assigned.
Lines alias_of_place(const StatementParts& parts) {
  static const std::vector<std::string> forms = {"$a[0].p->p += $k", "$a[0].p->p = $a + $k", "$a[0].p->p -= -$k",
                                                 "$a->p->p->p += $k"};
  Lines lines = {"struct $n { struct $n *p; int v; } $a[3];",
                 "for (int $i = 0; $i < 3; $i++) { $a[$i].p = $a; $a[$i].v = $i + 4; }",
                 "int $k = " + small_value(parts, 1) + ";"};
  switch (parts.random.below(3)) {
  case 0:
    lines.insert(lines.end(), {"struct $n *$r = ++($a[0].p->p);", claim(parts, "$r == &$a[1]")});
    break;
  case 1:
    lines.insert(lines.end(), {"struct $n *$r = $a[0].p->p++;", claim(parts, "$r == $a && $a[0].p == $a + 1")});
    break;
  default:
    lines.insert(lines.end(), {"struct $n *$r = " + parts.random.one_of(forms) + ";", claim(parts, "$r == &$a[$k]")});
    break;
  }
  append(lines, outcome(parts, "$r->v"));
  return block_of(parts, lines);
}

/// The first part that is copied changes where the others would be if the place were looked for again.
Lines alias_of_copy(const StatementParts& parts) {
  Lines lines = {"struct $n { struct $n *p; int v; } $a[2] = {{$a, 1}, {$a, 2}};",
                 "struct $n $b = {$a + 1, " + small_value(parts, 15) + "};",
                 parts.random.percent(50) ? "*$a[0].p = $b;" : "*$a->p->p = $b;",
                 claim(parts, "$a[0].v == $b.v && $a[1].v == 2"),
                 "$b = *$b.p;",
                 claim(parts, "$b.v == 2 && $b.p == $a"),
                 "CHECK($a[1].v); CHECK($b.v);"};
  append(lines, outcome(parts, "$a[0].v"));
  return block_of(parts, lines);
}

Lines index_in_itself(const StatementParts& parts) {
  static const std::vector<std::string> forms = {"($a[$a[0]] += $k)", "($a[$a[0]] = $k)",      "++$a[$a[0]]",
                                                 "$a[$a[0]]++",       "($a[$a[$a[0]]] += $k)", "($a[$a[0] + 1] ^= $k)"};
  Lines lines = {"int $k = " + small_value(parts, 3) + ", $a[8] = {0, 1, 5, 2, " + small_value(parts, 3) + "};",
                 "$a[0] = " + std::to_string(parts.random.below(2)) + ";",
                 "int $r = " + parts.random.one_of(forms) + ";", "for (int $i = 0; $i < 8; $i++) CHECK($a[$i]);"};
  append(lines, outcome(parts, "$r"));
  return block_of(parts, lines);
}

/// The right side changes what is on the left.
Lines call_changes_target(const StatementParts& parts) {
  static const std::vector<std::string> targets = {"$t", "$a[$k & 3]", "*$p", "$s.v", "@cell"};
  const std::string& target = parts.random.one_of(targets);
  const std::string o = op(parts);
  Lines lines = {"int $k = " + small_value(parts, 127) + ", $t = " + small_value(parts, 127) +
                     ", $a[4] = {1, $k, 3, $t}, *$p = &$a[2];",
                 "struct { char c; int v; } $s = {1, 2};", "@cell = $k;",
                 "int $r = (" + target + " " + o + "= @put(&" + target + ", $k));",
                 claim(parts, target + " == ($k " + o + " ($k ^ 5))")};
  append(lines, outcome(parts, "$r"));
  return block_of(parts, lines);
}

Lines call_changes_cell(const StatementParts& parts) {
  static const std::vector<std::string> forms = {"@cell += @bump(3);",
                                                 "@cell -= @bump($k);",
                                                 "@cell += @down($k & 3);",
                                                 "@cell ^= (@bump(1), @bump(2));",
                                                 "@cell *= @bump($k & 3) & 7;",
                                                 "@cell = (@bump(2), @cell) + 1;",
                                                 "@cell = @cell ? @bump(4) : @bump(5);"};
  Lines lines = {"int $k = " + small_value(parts, 15) + ";", "@cell = " + small_value(parts, 63) + ";",
                 parts.random.one_of(forms)};
  append(lines, outcome(parts, "@cell"));
  return block_of(parts, lines);
}

/// What is computed for a place is computed once.
Lines effects_in_place(const StatementParts& parts) {
  static const std::vector<std::string> forms = {"$a[$i++] %= $v;",
                                                 "$a[++$i] %= $v;",
                                                 "*$p++ %= $v;",
                                                 "*++$p %= $v;",
                                                 "$a[($i += 2) & 7] %= $v;",
                                                 "$a[$i++]++;",
                                                 "--$a[--$i];",
                                                 "($i++, $a)[3] %= $v;",
                                                 "*($i++ ? &$a[1] : &$a[2]) %= $v;",
                                                 "*@pick(&$a[1], &$i) %= $v;",
                                                 "++*@pick(&$a[$v & 3], &$i);",
                                                 "(*@pick($a, &$i))--;",
                                                 "@pick($a, &$i)[$v & 3] %= 3;",
                                                 "(*$p++)++;",
                                                 "$b[$i++].v %= $v;",
                                                 "(++$q)->v %= $v;",
                                                 "$q++->v = $v;",
                                                 "$b[@count(&$i) & 3].f %= $v;",
                                                 "*($p - 1) %= $v;",
                                                 "$p -= $i - 1;",
                                                 "($q + 2 - $i)->v %= $v;",
                                                 "$b[++$i].f++;"};
  std::string form = parts.random.one_of(forms);
  if (std::size_t at = form.find('%'); at != std::string::npos) {
    form.replace(at, 1, parts.random.percent(30) ? std::string() : op(parts));
  }
  Lines lines = {"int $v = " + small_value(parts, 31) + ", $i = 1 + " + small_value(parts, 1) +
                     ", $a[8] = {1, 2, $v, 4, 5}, *$p = &$a[1];",
                 "struct { int f : 6; short v; } $b[6] = {{1, 2}, {3, 4}, {5, 6}}, *$q = $b;",
                 form,
                 "for (int $j = 0; $j < 8; $j++) CHECK($a[$j]);",
                 "for (int $j = 0; $j < 6; $j++) { CHECK($b[$j].f); CHECK($b[$j].v); }",
                 "CHECK($p - $a); CHECK($q - $b);"};
  append(lines, outcome(parts, "$i"));
  return block_of(parts, lines);
}

/// Operands with effects, where there are sequence points or nothing that conflicts.
Lines effects_in_operands(const StatementParts& parts) {
  static const std::vector<std::string> forms = {"$i++ && ($i += 2) || --$i",
                                                 "$i++ ? $i : -$i",
                                                 "!$i++",
                                                 "-($i--)",
                                                 "(char)($i += 300)",
                                                 "($i++, $i += $j++, $i)",
                                                 "$i++ - $j--",
                                                 "@sub($i++, --$j)",
                                                 "@sub(@count(&$i), $j += 3)",
                                                 "(int)sizeof($i++)",
                                                 "$a[$i++ & 3] - $a[$j++ & 3]",
                                                 "($i ^= $j, $j ^= $i, $i ^= $j, $i)",
                                                 "($i-- > 0) + ($j-- > 0)",
                                                 "~($i = $j)",
                                                 "($i += $j) ?: ($j = 7)",
                                                 "(int)(&$a[$i++ & 3] - $a)",
                                                 "($i++ & 1) == ($j++ & 1)",
                                                 "@sub($i--, $j) % 7",
                                                 "($i++ | ($j = 4)) / 3",
                                                 "$i-- > 2 ?: $j++",
                                                 "(_Bool)($i -= $j)",
                                                 "(($i -= 9) & ($j |= 1)) >> 1",
                                                 "(unsigned char)((unsigned char)$i << 6) ? $j++ : 4",
                                                 "!(signed char)((unsigned char)$j * 128) + $i",
                                                 "($i++ < $j++) == 0 && ++$i"};
  Lines lines = {"int $i = " + small_value(parts, 15) + ", $j = " + small_value(parts, 15) +
                     ", $a[4] = {7, 5, $i, $j};",
                 "int $r = " + parts.random.one_of(forms) + ";", "CHECK($i); CHECK($j);"};
  if (parts.random.percent(40)) {
    lines.push_back("int $b[3] = {$i++, $j--};");
    lines.push_back("struct { int x, y; } $s = {.y = --$i, .x = ++$j};");
    lines.push_back("CHECK($b[0] - $b[1]); CHECK($s.x - $s.y); CHECK($i);");
  }
  append(lines, outcome(parts, "$r"));
  return block_of(parts, lines);
}

/// Values of assignments to pointers and structs are used on.
Lines values_used_on(const StatementParts& parts) {
  static const std::vector<std::string> forms = {"($a.next = &$b)->v = $k;",
                                                 "$p = $p->next = &$c;",
                                                 "($p = &$b)->v += $k;",
                                                 "$c = $b = $a;",
                                                 "$k = ($a = $b).v + 1;",
                                                 "*($p = &$c) = $a;",
                                                 "$p = ($a.next = &$c) ? &$b : &$a;",
                                                 "$k = @both($k, 4).second;",
                                                 "$k = ($p = $p->next)->v;",
                                                 "($a = $b).v == 5 && ($a.v = 6);"};
  Lines lines = {
      "struct $n { struct $n *next; short v; } $a = {0, 1}, $b = {0, 5}, $c = {0, 9}, *$p = &$a;",
      "int $k = " + small_value(parts, 63) + ";",
      "$a.next = &$b, $b.next = &$c, $c.next = &$a;",
      parts.random.one_of(forms),
      claim(parts, "$p == &$a || $p == &$b || $p == &$c"),
      "CHECK($a.v); CHECK($b.v); CHECK($c.v); CHECK($a.next == &$b); CHECK($b.next == &$c); CHECK($p == &$a);"};
  append(lines, outcome(parts, "$k"));
  return block_of(parts, lines);
}

} // namespace

std::string effect_helpers(const std::string& prefix) {
  std::string text;
  for (const char c : std::string_view(R"(static int @cell;
static int @put(int *place, int value) { *place = value; return value ^ 5; }
static int @bump(int by) { @cell += by; return @cell & 63; }
static int @down(int n) { if (n > 0) @cell += @down(n - 1); return @cell & 31; }
static int *@pick(int *place, int *count) { ++*count; return place; }
static int @count(int *count) { return ++*count; }
static int @sub(int a, int b) { return a - b; }
struct @pair { int first; short second; };
static struct @pair @both(int a, int b) { struct @pair made = {a, b}; return made; }
)")) {
    text += c == '@' ? prefix : std::string(1, c);
  }
  return text;
}

Lines effect_statement(const StatementParts& parts) {
  static constexpr std::array<Maker, 11> makers = {value_of_assignment, value_of_bit_field, chain_of_assignments,
                                                   alias_of_place,      alias_of_copy,      index_in_itself,
                                                   call_changes_target, call_changes_cell,  effects_in_place,
                                                   effects_in_operands, values_used_on};
  return makers[parts.random.below(makers.size())](parts);
}

} // namespace vouch::fuzz
