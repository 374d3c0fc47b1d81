#include "tests/fuzz/extent_statements.hpp"

#include <array>

namespace vouch::fuzz {
namespace {

using Maker = Lines (*)(const StatementParts&);

std::string element_type(const StatementParts& parts) {
  static const std::vector<std::string> types = {"int", "int", "char", "short", "long"};
  return parts.random.one_of(types);
}

/// `$n` from 1 to 4, and `$k` as a copy of it that stays.
std::string length(const StatementParts& parts) { return "int $n = " + small_value(parts, 3) + " + 1, $k = $n;"; }

/// Fills `$a` of `$k` elements and adds them to the checksum.
Lines use_elements() {
  return {"for (int $i = 0; $i < $k; $i++) $a[$i] = $i * 3;", "$a[$k - 1] += 2;",
          "for (int $i = 0; $i < $k; $i++) CHECK($a[$i]);"};
}

/// The size is that of the time when the declaration was reached.
Lines array(const StatementParts& parts) {
  static const std::vector<std::string> forms = {"$t $a[$n];",
                                                 "$t $a[$n++];",
                                                 "$t $a[({ $n++; })];",
                                                 "typedef $t $v[$n]; $n = 7; $v $a;",
                                                 "typedef $t $v[$n++]; $n += 2; $v $a;",
                                                 "$t $b[$n]; $n += 3; typeof($b) $a;",
                                                 "typedef $t $v[$n--]; $v $b, $a; $n--;",
                                                 "typedef $t $v; typedef $v $w[$n++]; $w $a;"};
  std::string form = parts.random.one_of(forms);
  const std::string type = element_type(parts);
  for (std::size_t at = form.find("$t"); at != std::string::npos; at = form.find("$t")) {
    form.replace(at, 2, type);
  }
  Lines lines = {length(parts), form, claim(parts, "sizeof $a == $k * sizeof(" + type + ")"), "CHECK($n);"};
  append(lines, use_elements());
  append(lines, outcome(parts, "$a[$k / 2]"));
  return block_of(parts, lines);
}

Lines matrix(const StatementParts& parts) {
  static const std::vector<std::string> uses = {
      "int (*$p)[$n] = $m; $n++; CHECK(sizeof *$p); CHECK(($p + 1)[0] - $m[0]); $p[1][0] = 9;",
      "CHECK(sizeof $m[0]); CHECK(&$m[1][0] - &$m[0][0]);",
      "CHECK(@corner($k, $m));",
      "int (*$p)[$n++] = $m; CHECK((char *)($p + 1) - (char *)$m);",
      "typeof($m[0]) $r; CHECK(sizeof $r);",
      "typedef int $v[$n]; $v *$p = $m; $n = 1; $p++; CHECK((*$p)[0]);",
      "$n += 2; CHECK(sizeof $m / sizeof $m[0]); CHECK(sizeof *$m);",
      "int *$p = $m[1]; CHECK($p[-1]); CHECK(*(*($m + 1) + 0));"};
  Lines lines = {length(parts),
                 "int $m[3][$n];",
                 "for (int $i = 0; $i < 3; $i++) for (int $j = 0; $j < $k; $j++) $m[$i][$j] = $i * 10 + $j;",
                 parts.random.one_of(uses),
                 "CHECK($n);",
                 claim(parts, "sizeof $m == 12 * $k && $m[2][$k - 1] == 19 + $k")};
  append(lines, outcome(parts, "$m[1][0]"));
  return block_of(parts, lines);
}

/// Whether the operand of sizeof or typeof is evaluated depends on its type.
Lines evaluated_operand(const StatementParts& parts) {
  static const std::vector<std::string> forms = {
      "sizeof(int[$n++])",    "sizeof($n++)",         "sizeof $f[$n++]",   "sizeof(char[$n += 2][3])",
      "sizeof(int[2][$n--])", "sizeof(int (*)[3])",   "_Alignof(short)",   "sizeof(@count(&$n))",
      "sizeof $m[0]",         "sizeof($m[$n++ & 0])", "sizeof(typeof($f))"};
  Lines lines = {length(parts), "int $f[4] = {1, 2}, $m[2][$k];", "int $r = (int)" + parts.random.one_of(forms) + ";",
                 "CHECK($n); CHECK(sizeof $m); CHECK($f[1]);"};
  append(lines, outcome(parts, "$r + $n"));
  return block_of(parts, lines);
}

/// Each time around the array has another size.
Lines array_in_loop(const StatementParts& parts) {
  static const std::vector<std::string> bodies = {"char $a[$i * 2 + 1];", "typedef char $v[$i]; $v $a;",
                                                  "typedef char $v[$k + $i]; char $b[$i]; $v $a; CHECK(sizeof $b);",
                                                  "char $b[$i]; typeof($b) $a;"};
  const std::string body = parts.random.one_of(bodies);
  Lines lines = {length(parts), "int $s = 0;",
                 "for (int $i = 1; $i <= $k; $i++) { " + body +
                     " $a[sizeof $a - 1] = $i; $s += $a[sizeof $a - 1] + sizeof $a; " +
                     (parts.random.percent(30) ? "if ($s > 20) break; " : "") + "}"};
  append(lines, outcome(parts, "$s"));
  return block_of(parts, lines);
}

Lines jump_out_of_scope(const StatementParts& parts) {
  Lines lines = {length(parts),
                 "int $s = 0;",
                 "$again: {",
                 "  short $a[$n];",
                 "  $a[$n - 1] = $s; $s += sizeof $a + $a[$n - 1];",
                 "  if (--$n > 0) goto $again;",
                 "}",
                 claim(parts, "$n == 0")};
  append(lines, outcome(parts, "$s"));
  return block_of(parts, lines);
}

/// Sizes in the declarations of parameters.
Lines array_parameter(const StatementParts& parts) {
  static const std::vector<std::string> calls = {"@sum($k, $a)", "@after($k, $a)", "@rows($k, (int (*)[2])$a)",
                                                 "@pairs($k, (void *)$a)", "@until($k, $a)"};
  Lines lines = {length(parts), "int $a[10] = {1, 2, $k, 4, 5, 6};", "int $r = " + parts.random.one_of(calls) + ";"};
  if (parts.random.percent(50)) {
    lines.push_back(claim(parts, "@after($k, $a) == $k + 1"));
  }
  append(lines, outcome(parts, "$r"));
  return block_of(parts, lines);
}

} // namespace

std::string extent_helpers(const std::string& prefix) {
  std::string text;
  for (const char c : std::string_view(
           R"(static int @sum(int n, int a[n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
static int @after(int n, int a[n++]) { return n; }
static int @rows(int n, int a[n][2]) { return a[n - 1][1] + (int)sizeof *a; }
static int @pairs(int n, int a[2][n++]) { return a[1][0] * 8 + (int)sizeof *a + n; }
static int @until(int n, const int a[static n]) { while (n > 1 && a[n - 1] > 3) n--; return n; }
static int @corner(int n, int m[][n]) { return m[2][n - 1]; }
)")) {
    text += c == '@' ? prefix : std::string(1, c);
  }
  return text;
}

Lines extent_statement(const StatementParts& parts) {
  static constexpr std::array<Maker, 6> makers = {
      array, matrix, evaluated_operand, array_in_loop, jump_out_of_scope, array_parameter};
  return makers[parts.random.below(makers.size())](parts);
}

} // namespace vouch::fuzz
