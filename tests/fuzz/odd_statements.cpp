#include "tests/fuzz/odd_statements.hpp"

#include <array>

namespace vouch::fuzz {
namespace {

using Maker = Lines (*)(const StatementParts&);

Lines statement_expression(const StatementParts& parts) {
  static const std::vector<std::string> forms = {
      "$r = ({ int $t = $k; $t * 3; }) + ({ int $t = 2; $k << $t; });",
      "$r = $a[({ $k++; $k & 3; })];",
      "$a[({ int $t = $k; while ($t > 3) $t -= 4; $t; })] += ({ $r++; 5; });",
      "for (int $i = 0; $i < 3; ({ $i++; $r += $i; })) $r++;",
      "while (({ int $t = $k; $k -= 3; $t > 2; })) $r++;",
      "switch (({ int $t = $k & 3; $t + 1; })) { case 1: $r = 4; break; case 3: $r = 9; default: $r++; }",
      "$r = @twice(({ int $t[2] = {$k, 1}; $t[0] + $t[1]; }));",
      "int $q = ({ if ($k > 7) goto $out; $k; }); $r += $q; $out: $r++;",
      "for (int $i = 0; $i < 5; $i++) { $r += ({ if ($i == 3) break; if ($i == 1) continue; $i; }); }",
      "$r = ({ struct { int x, y; } $t = {$k, 3}; $t; }).x;",
      "$r = $k > 4 ? ({ $k = 1; 7; }) : ({ int $t = $k; do $t++; while ($t & 1); $t; });",
      "$r = ({ $k > 3; }) && ({ $k++; 1; }) || ({ $r = 5; 0; });",
      "$r = (int)sizeof(({ $k++; 'a'; }));",
      "$r = ({ int $t = 1; { int $t = $k; $r = $t; } $t + $r; });",
      "$r += ({ if ($k == 2) { $r = 11; goto $out; } 1; }); $out: $r ^= 1;",
      "int $b[2] = {({ $k++; $k; }), 4}; $r = $b[0] - $b[1];",
      "$r = -({ for (int $i = 0; $i < $k; $i++) $r += $i; $r; });",
      "if (({ int $t = $k; $t & 1; })) $r = 1; else $r = ({ $k; }) - 1;",
      "$r = *({ $a[1] = $k; &$a[1]; });",
      "$r = ({ ({ $k + 1; }) * 2; });"};
  Lines lines = {"int $k = " + small_value(parts, 15) + ", $r = 0, $a[4] = {3, 1, 4, 1};", parts.random.one_of(forms),
                 "CHECK($k); CHECK($a[0] + $a[1] * 3 + $a[2] * 5 + $a[3] * 7);"};
  append(lines, outcome(parts, "$r"));
  return block_of(parts, lines);
}

/// A `break` in a loop's condition means that loop for Clang, and the one around it for gcc. The front end refuses it,
/// and with it the whole program: there are not many.
Lines break_in_condition(const StatementParts& parts) {
  if (!parts.random.percent(10)) {
    return statement_expression(parts);
  }
  const std::string end = std::to_string(1 + parts.random.below(4));
  static const std::vector<std::string> loops = {
      "for (int $i = 0; ({ if ($i == %) break; 1; }); $i++) $s += $i;",
      "while (({ if ($s >= %) break; $s < 40; })) $s += 3;", "do $s += 2; while (({ if ($s > %) break; 1; }));",
      "for (int $i = 0; ({ if ($i++ == 1) continue; $i < %; }); $s += 5) $s += $i;"};
  static const std::vector<std::string> same = {
      "for (int $i = 0; $i != %; $i++) $s += $i;", "while (!($s >= %) && $s < 40) $s += 3;",
      "do $s += 2; while (!($s > %));",
      "for (int $i = 0;; $s += 5) { if ($i++ == 1) continue; if (!($i < %)) break; $s += $i; }"};
  const std::size_t which = parts.random.below(loops.size());
  const auto with_end = [&](std::string text) { return text.replace(text.find('%'), 1, end); };
  Lines lines = {"int $s = 0;", "#ifdef __clang__", with_end(loops[which]), "#else", with_end(same[which]), "#endif"};
  append(lines, outcome(parts, "$s"));
  return block_of(parts, lines);
}

/// C11 6.5.2.5, example 8: a literal is one object for each time that its block is entered.
Lines literal_and_jump(const StatementParts& parts) {
  static const std::vector<std::string> claims = {"$p == $q", "$p->f == $n - 1 && $q->f == $n - 1", "$p->g == 7"};
  Lines lines = {"struct $t { int f, g; } *$p = 0, *$q;", "int $n = 0;", "$again: $q = $p, $p = &(struct $t){$n++, 7};",
                 "if ($n < " + std::to_string(2 + parts.random.below(2)) + ") goto $again;",
                 claim(parts, parts.random.one_of(claims))};
  append(lines, outcome(parts, "$p->f"));
  return block_of(parts, lines);
}

Lines literal_in_expression(const StatementParts& parts) {
  static const std::vector<std::string> forms = {
      "$r = (int[]){4, $k, 6}[$k & 1];",
      "int *$p = (int[3]){$k, $k + 1}; $p[2] += 3; $r = $p[1] + $p[2];",
      "$r = ++(struct { int x; }){$k}.x;",
      "for (int $i = 0; $i < 3; $i++) { int *$p = &(int){$i}; *$p += $k; $r += *$p; }",
      "int *$p = &(int){$k}; { $p = (int[]){1, *$p}; $r = $p[1]; }",
      "$r = ((struct { char c; int f : 3; }){$k, $k}).f;",
      "$r = (int)sizeof((short[]){1, 2, 3}) + (char){300};",
      "int *$p[2]; for (int $i = 0; $i < 2; $i++) $p[$i & 0] = &(int){$i + $k}, $r += *$p[0];"};
  Lines lines = {"int $k = " + small_value(parts, 15) + ", $r = 0;", parts.random.one_of(forms)};
  append(lines, outcome(parts, "$r"));
  return block_of(parts, lines);
}

/// What is not zero may be so once it is narrowed.
Lines narrowed_condition(const StatementParts& parts) {
  static const std::vector<std::string> forms = {
      "unsigned $u = $k * 128u; if ((unsigned char)$u) $r = 3; else $r = 4;",
      "unsigned short $u = $k * 64; $r = (unsigned char)$u ? 3 : 4;",
      "unsigned long $u = $k * 16384ul; while (!(short)$u && $r < 5) $r += 2;",
      "unsigned char $u = $k * 16; $r = (_Bool)$u && !(signed char)$u ? 3 : (signed char)$u < 0;",
      "unsigned long $u = (unsigned long)$k << 31; $r = (int)$u || !$u ? 3 : 4;"};
  Lines lines = {"int $k = " + small_value(parts, 15) + ", $r = 0;", parts.random.one_of(forms)};
  append(lines, outcome(parts, "$r"));
  return block_of(parts, lines);
}

/// A jump into the middle of a loop.
Lines jump_into_loop(const StatementParts& parts) {
  static const std::vector<std::string> forms = {
      "switch ($k & 3) { case 0: do { $r++; case 1: $r += 2; case 2: $r *= 3; } while (--$k > 8); default: $r ^= 9; }",
      "if ($k & 1) goto $in; while ($k > 5) { $r += 2; $in: $r ^= $k; $k -= 3; }",
      "switch ($k) for (; $k < 9; $k++) { case 4: $r += 3; case 5: if ($r > 5) break; default: $r++; }",
      "goto $in; for (;;) { if ($r++ > 2) break; $in: if ($k & 2) continue; $r += 2; }",
      "switch ($k) { int $u; case 1 ... 6: $u = 3; $r = $u; break; case 7: $u = 5; $r = $u + 1; }",
      "void *$j[] = {&&$x, &&$y}; goto *$j[$k & 1]; $x: $r += 4; $y: $r += 1;",
      "{ $up: $r++; } if ($r < $k) goto $up;",
      "do { if ($k == 3) continue; $r += 2; } while ($k-- > 2);"};
  Lines lines = {"int $k = " + small_value(parts, 15) + ", $r = 0;", parts.random.one_of(forms), "CHECK($k);"};
  append(lines, outcome(parts, "$r"));
  return block_of(parts, lines);
}

/// What a pointer points to is gone behind its block. Where that is misused, it is in a function without jumps, because
/// those keep sanitizers from noticing.
Lines block_of_target(const StatementParts& parts) {
  Lines lines = {"int $k = " + small_value(parts, 7) + ", $z = 4, *$p = &$z;"};
  if (parts.random.percent(parts.misuse_percent * 4)) {
    lines.push_back(parts.random.percent(50) ? "$z = @outlives_block($k);" : "$z = @outlives_loop($k);");
  } else {
    lines.push_back(parts.random.percent(50)
                        ? "{ int $a[4] = {1, 2, $k, 3}; $p = &$a[$k & 3]; *$p += 2; CHECK(*$p); $p = &$z; }"
                        : "for (int $i = 0; $i < 2; $i++) { int $t = $i; $p = &$t; *$p += $k; $p = &$z; }");
    lines.emplace_back("*$p = 1;");
  }
  lines.emplace_back("$z += 2;");
  append(lines, outcome(parts, "$z"));
  return block_of(parts, lines);
}

Lines alignment(const StatementParts& parts) {
  static const std::vector<std::string> forms = {
      "_Alignas(64) char $c[3]; $c[1] = $k; $a = (unsigned long)$c & 63;",
      "char $d = $k; struct { char c; _Alignas(32) int x; } $c = {$d, $k}; $a = ((unsigned long)&$c.x & 31) + ($c.x != "
      "$k);",
      "_Alignas(16) static int $c; $c += $k; $a = (unsigned long)&$c & 15;",
      "int $c __attribute__((aligned(128))) = $k; $a = (unsigned long)&$c % 128;",
      "long *$c = aligned_alloc(64, 128); *$c = $k; $a = (unsigned long)$c & 63; free($c);",
      "void *$c = 0; if (posix_memalign(&$c, 32, 40) == 0) { *(int *)$c = $k; $a = (unsigned long)$c & 31; free($c); }",
      "struct { char c; long x; } $c = {1, $k}; $a = (unsigned long)&$c & (_Alignof(long) - 1);"};
  Lines lines = {"int $k = " + small_value(parts, 15) + ";", "unsigned long $a = 1;", parts.random.one_of(forms),
                 claim(parts, "$a == 0"), "CHECK($a);"};
  return block_of(parts, lines);
}

} // namespace

std::string odd_helpers(const std::string& prefix) {
  std::string text;
  for (const char c : std::string_view(R"(static int @twice(int x) { return 2 * x; }
static int @outlives_block(int k) {
  int z = 4, *p = &z;
  { int a[4] = {1, 2, k, 3}; p = &a[k & 3]; *p += 2; }
  if (k == 3) *p = 1;
  return z;
}
static int @outlives_loop(int k) {
  int z = 4, *p = &z;
  for (int i = 0; i < k; i++) { int t = i; p = &t; *p += k; if (k < 6) p = &z; }
  *p = 1;
  return z;
}
)")) {
    text += c == '@' ? prefix : std::string(1, c);
  }
  return text;
}

Lines odd_statement(const StatementParts& parts) {
  static constexpr std::array<Maker, 9> makers = {statement_expression, statement_expression, break_in_condition,
                                                  literal_and_jump,     jump_into_loop,       literal_in_expression,
                                                  narrowed_condition,   block_of_target,      alignment};
  return makers[parts.random.below(makers.size())](parts);
}

} // namespace vouch::fuzz
